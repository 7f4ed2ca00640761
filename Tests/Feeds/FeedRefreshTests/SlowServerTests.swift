import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Synchronization
import Testing

@testable import FeedRefresh

/// Servers that send their bodies byte by byte.
@Suite struct SlowServerTests {
    private func dripping(_ body: String, _ gate: Gate) -> Reply {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        return Reply([.bytes(Array(head.utf8)), .drip(Array(body.utf8), pieceSize: 64, gate)])
    }

    /// No visit to a server that answers at once counts as slow, even on a busy machine.
    private static let longerThanAnyAnswer = Duration.seconds(3)

    private func rig(
        slow: Int, after time: Duration = .milliseconds(700), limit: Int = 64, bound: Duration = .seconds(600),
        limitsRate: Bool = false
    ) throws -> (ServiceRig, Gate) {
        let hosts = (1...max(slow, 1)).map { "127.0.5.\($0)" }
        let rig = try ServiceRig(addresses: ["127.0.0.1"] + hosts) { settings in
            settings.slowAfter = time
            settings.slowVisits = limit
            if limitsRate { settings.maximumBytesPerSecond = 1 << 30 }
            settings.refreshBound = bound
        }
        let gate = Gate()
        rig.origin.route("/slow", dripping(atomFeed(1...3), gate))
        for host in hosts { _ = try rig.subscribe("/slow", on: host) }
        return (rig, gate)
    }

    @Test("A refresh ends without a slow feed, later refreshes skip it, and its articles arrive eventually")
    func detached() async throws {
        let (rig, gate) = try rig(slow: 1, after: Self.longerThanAnyAnswer)
        rig.origin.route("/good", .response(body: atomFeed(1...2)))
        let good = try rig.subscribe("/good")
        let slow = try #require(try rig.store.subscriptions().first { $0.id != good }).id
        let changed = Mutex<[SubscriptionID]>([])
        var report = try await rig.service.refresh(reason: .everything) { event in
            if case .changed(let id, _, _) = event { changed.withLock { $0.append(id) } }
        }
        #expect(report.slow.map(\.id) == [slow] && report.failures.isEmpty && report.progress.finished == 2)
        let again = try await rig.service.refresh(reason: .everything)
        #expect(again.slow.map(\.id) == [slow] && rig.origin.requests(to: "/slow").count == 1)
        gate.open()
        #expect(await rig.service.finishSlowVisits(until: .now + .seconds(20)).isEmpty)
        #expect(try rig.titles(slow).count == 3)
        #expect(changed.withLock { $0 }.contains(slow))
        rig.service.addSlowResults(to: &report)
        #expect(report.progress.newArticles == 5 && report.failures.isEmpty)
    }

    @Test("Articles of a slow feed that arrive after the end of its refresh get a separate notice")
    func announcedLater() async throws {
        let (rig, gate) = try rig(slow: 1, after: Self.longerThanAnyAnswer)
        rig.origin.route("/good", .response(body: atomFeed(1...2)))
        _ = try rig.subscribe("/good")
        let collector = ArrivalCollector(store: rig.store)
        let notices = Mutex<[ArrivalNotice]>([])
        _ = try await rig.service.refresh(reason: .everything) { event in
            if let notice = collector.receive(event) { notices.withLock { $0.append(notice) } }
        }
        #expect(notices.withLock { $0.map(\.count) } == [2])
        gate.open()
        #expect(await rig.service.finishSlowVisits(until: .now + .seconds(20)).isEmpty)
        #expect(collector.takeNotice()?.count == 3)
        #expect(collector.takeNotice() == nil)
    }

    @Test("Slow feeds that fail after the report are added to its failures")
    func failedLater() async throws {
        let (rig, gate) = try rig(slow: 1)
        let body = Array(atomFeed(1...3).utf8)
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.count + 1)\r\n\r\n"
        let reply = Reply([.bytes(Array(head.utf8)), .drip(body, pieceSize: 64, gate), .close])
        rig.origin.route("/slow", reply)
        var report = try await rig.service.refresh(reason: .everything)
        #expect(report.slow.count == 1 && report.failures.isEmpty)
        gate.open()
        #expect(await rig.service.finishSlowVisits(until: .now + .seconds(20)).isEmpty)
        rig.service.addSlowResults(to: &report)
        #expect(report.failures.map(\.subscription.id) == report.slow.map(\.id))
        #expect(report.failures.allSatisfy { $0.nextAttempt != nil })
    }

    @Test("Under a rate limit, a slow visit that cannot continue on its own stays in its refresh")
    func limitedRate() async throws {
        let (rig, gate) = try rig(slow: 2, limit: 1, limitsRate: true)
        let report = try await rig.service.refresh(reason: .everything) { event in
            // One visit continues without the refresh.
            if case .progress(let progress) = event, progress.finished == 1 { gate.open() }
        }
        #expect(!report.slow.isEmpty && report.failures.isEmpty)
        #expect(await rig.service.finishSlowVisits(until: .now + .seconds(20)).isEmpty)
        for feed in try rig.store.subscriptions() { #expect(try rig.titles(feed.id).count == 3) }
    }

    @Test("No other process polls a feed whose slow visit continues")
    func claimed() async throws {
        let (rig, gate) = try rig(slow: 1)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.store.leaseOwners() == ["rig"])
        // Each further refresh renews the claim.
        rig.pass(seconds: 500)
        _ = try await rig.service.refresh(reason: .everything)
        rig.pass(seconds: 500)
        let other = try rig.store.acquireLeases(
            on: rig.store.subscriptions().map(\.id), owner: "another", until: rig.now + 600, at: rig.now)
        #expect(other.isEmpty)
        gate.open()
        #expect(await rig.service.finishSlowVisits(until: .now + .seconds(20)).isEmpty)
        #expect(try rig.store.leaseOwners().isEmpty)
    }

    @Test("Slow bodies that must not be stored do not prevent other feeds from being fetched")
    func notStored() async throws {
        let (rig, gate) = try rig(slow: 4, after: Self.longerThanAnyAnswer)
        let body = atomFeed(1...3)
        let head = "HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        rig.origin.route("/slow", Reply([.bytes(Array(head.utf8)), .drip(Array(body.utf8), pieceSize: 64, gate)]))
        rig.origin.route("/good", .response(body: atomFeed(1...2)))
        let good = try rig.subscribe("/good")
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.slow.count == 4 && report.failures.isEmpty)
        #expect(try rig.titles(good).count == 2)
        gate.open()
        #expect(await rig.service.finishSlowVisits(until: .now + .seconds(20)).isEmpty)
    }

    @Test("Slow visits end at the deadline, when lede goes offline, and when the feed is requested alone")
    func cancelled() async throws {
        let (rig, _) = try rig(slow: 1)
        let slow = try rig.store.subscriptions()[0].id
        _ = try await rig.service.refresh(reason: .everything)
        #expect(await rig.service.finishSlowVisits(until: .now + .milliseconds(300)) == [slow])
        _ = try await rig.service.refresh(reason: .everything)
        #expect(rig.service.slowVisits == [slow])
        try rig.service.setOffline(true)
        #expect(rig.service.slowVisits.isEmpty)
        try rig.service.setOffline(false)
        _ = try await rig.service.refresh(.feeds([slow]), reason: .insisted)
        _ = try await rig.service.refresh(.feeds([slow]), reason: .insisted)
        #expect(rig.service.slowVisits == [slow] && rig.origin.requests(to: "/slow").count == 4)
        rig.service.cancelSlowVisits()
    }

    @Test("With too many slow visits, further ones fail and their feeds wait")
    func tooMany() async throws {
        let (rig, _) = try rig(slow: 6, limit: 4)
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.slow.count == 4 && report.failures.count == 2)
        #expect(report.failures.allSatisfy { $0.problem.message.contains("too slow") && $0.nextAttempt != nil })
        rig.service.cancelSlowVisits()
    }

    @Test("A visit that waits for a silent host ends with its refresh, which then does not request another feed there")
    func silentHost() async throws {
        let silent = "127.0.5.1"
        let rig = try ServiceRig(addresses: ["127.0.0.1", silent]) { $0.slowAfter = Self.longerThanAnyAnswer }
        let (answered, never) = (Gate(), Gate())
        rig.origin.route("/good", .response(body: atomFeed(1...2)))
        rig.origin.route("/closed", Reply.closed.after(answered))
        rig.origin.route("/silent", Reply.response().after(never))
        for number in 1..<VisitsUnderWay.unansweredLimit { _ = try rig.subscribe("/closed?\(number)", on: silent) }
        for number in 1...20 { _ = try rig.subscribe("/good?\(number)") }
        for number in 1...10 { _ = try rig.subscribe("/silent?\(number)", on: silent) }
        async let refresh = rig.service.refresh(reason: .everything)
        try await rig.origin.waitForRequests(18, timeout: .seconds(120))
        answered.open()
        let report = try await refresh
        #expect(report.slow.isEmpty && report.failures.count == 13 && report.unreachableUntil == nil)
        #expect(report.failures.allSatisfy { $0.nextAttempt != nil })
        #expect(rig.origin.requests(to: "/silent").count == 1)
        never.open()
    }

    @Test("A refresh ends within its time limit, even before any visit counts as slow")
    func bound() async throws {
        let (rig, _) = try rig(slow: 3, bound: .milliseconds(100))
        let start = ContinuousClock.now
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.slow.count == 3 && ContinuousClock.now - start < .seconds(10))
        rig.service.cancelSlowVisits()
    }

    @Test(
        "A hundred slow feeds do not delay the others",
        .enabled(if: ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] != nil))
    func hundred() async throws {
        let (rig, _) = try rig(slow: 100, limit: 200)
        for number in 1...200 {
            rig.origin.route("/\(number)", .response(body: atomFeed([number % 28 + 1])))
            _ = try rig.subscribe("/\(number)")
        }
        let start = ContinuousClock.now
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.slow.count == 100 && report.failures.isEmpty && report.progress.newArticles == 200)
        #expect(ContinuousClock.now - start < .seconds(20))
        rig.service.cancelSlowVisits()
    }

    @Test("A slow page ends at its total time")
    func page() async throws {
        let rig = try ServiceRig { $0.pageTimeout = 1 }
        let link = rig.origin.url("/page")
        let item = "<item><guid>1</guid><title>x</title><link>\(link)</link></item>"
        rig.origin.route(
            "/feed", .response(body: "<rss version='2.0'><channel><title>T</title>\(item)</channel></rss>"))
        let gate = Gate()
        rig.origin.route("/page", dripping("<html>" + String(repeating: "x", count: 500), gate))
        let feed = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let article = try #require(try rig.rows(feed).first)
        guard case .failed(let reason) = try await rig.service.page(of: article.id, readable: {}) else {
            Issue.record("the page did not fail")
            return
        }
        #expect(reason.contains("not complete after 1 seconds"))
    }
}
