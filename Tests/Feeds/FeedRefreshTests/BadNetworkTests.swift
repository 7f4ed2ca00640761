import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct BadNetworkTests {
    @Test(
        "A failing feed keeps its articles and is reported, and the others are fetched",
        arguments: [
            Reply.reset, .closed, .truncated(body: atomFeed(1...3), declaring: 100_000), .response(500), .response(404),
            .response(body: ""), .response(body: "{\"no\": \"feed\"}"),
            .response(body: String(repeating: "\u{1}", count: 999)),
            .response(206, fields: ["Content-Range": "bytes 50-9999/10000"], body: atomFeed(1...5)),
            .response(302, fields: ["Location": "/feed"]), .raw("not HTTP at all\r\n\r\n"), .endless(),
        ])
    func faults(_ fault: Reply) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", inOrder: [.response(fields: ["ETag": "\"1\""], body: atomFeed(1...2)), fault])
        rig.origin.route("/good", .response(body: atomFeed(5...7)))
        let bad = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let good = try rig.subscribe("/good")
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.failures.map(\.subscription.id) == [bad])
        #expect(report.failures.first?.nextAttempt ?? .distantPast > rig.now)
        // The message leaves out the feed: the screen shows which one it is.
        #expect(report.failures.first?.problem.message.contains(rig.origin.url("/feed")) == false)
        #expect(try rig.titles(bad).count == 2)
        #expect(try rig.titles(good).count == 3)
        // A request by the person overrides the back-off and sends the valid validators.
        rig.origin.route("/feed", .response(304))
        let again = try await rig.service.refresh(reason: .everything)
        #expect(again.failures.isEmpty)
        #expect(rig.origin.requests(to: "/feed").last?["If-None-Match"] == "\"1\"")
    }

    @Test(
        "A feed that failed while its document was fresh is requested again",
        arguments: [RefreshReason.everything, .schedule, .opened])
    func failureOfFreshFeed(_ reason: RefreshReason) async throws {
        let rig = try ServiceRig()
        let fresh: KeyValuePairs = ["ETag": "\"1\"", "Cache-Control": "max-age=7200"]
        rig.origin.route(
            "/feed",
            inOrder: [
                .response(fields: fresh, body: atomFeed(1...2)), .response(503), .response(304, fields: fresh),
            ])
        let id = try rig.subscribe()
        for _ in 1...2 { _ = try await rig.service.refresh(reason: .insisted) }
        #expect(try rig.store.subscription(id)?.health.problem != nil)
        rig.pass(seconds: 1200)
        if reason == .opened {
            _ = try await rig.service.open(id) { _ in }
        } else {
            _ = try await rig.service.refresh(reason: reason)
        }
        #expect(rig.origin.requests(to: "/feed").count == 3)
        #expect(rig.origin.requests(to: "/feed").last?["If-None-Match"] == "\"1\"")
        #expect(try rig.store.subscription(id)?.health.problem == nil)
    }

    @Test("An error response whose body breaks off is obeyed like a complete one", arguments: ["max-age=0", "private"])
    func brokenError(_ directive: String) async throws {
        let rig = try ServiceRig()
        let fields: KeyValuePairs = ["Retry-After": "7200", "Cache-Control": directive]
        let pause = Reply.truncated(503, fields: fields, body: "busy", declaring: 99)
        rig.origin.route("/feed", inOrder: [.response(body: atomFeed(1...2)), pause])
        let id = try rig.subscribe()
        for _ in 1...2 { _ = try await rig.service.refresh(reason: .insisted) }
        #expect(try rig.store.pollingState(of: id)?.retryAfter == rig.now + 7200)
        rig.pass(seconds: 7201)
        rig.origin.route("/feed", .truncated(410, body: "", declaring: 9))
        _ = try await rig.service.refresh(reason: .insisted)
        #expect(try rig.store.subscription(id)?.health.problem?.kind == .gone)
    }

    @Test("A stored document that cannot be decoded is fetched again, instead of being revalidated again and again")
    func undecodableDocument() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(fields: ["Content-Encoding": "zstd", "ETag": "\"1\""], body: "damaged"))
        let id = try rig.subscribe()
        #expect(try await rig.service.refresh(reason: .everything).failures.count == 1)
        rig.origin.route("/feed") { .validated($0, etag: "\"1\"", body: atomFeed(1...2)) }
        #expect(try await rig.service.refresh(reason: .everything).failures.isEmpty)
        #expect(try rig.titles(id).count == 2)
    }

    @Test("A feed is readable although its server declares gzip for plain bytes")
    func plainDocument() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(fields: ["Content-Encoding": "gzip"], body: atomFeed(1...2)))
        let id = try rig.subscribe()
        #expect(try await rig.service.refresh(reason: .everything).failures.isEmpty)
        #expect(try rig.titles(id).count == 2)
    }

    @Test("The validators of a truncated document do not hide the rest of it")
    func truncatedDocument() async throws {
        let rig = try ServiceRig()
        let whole = atomFeed(1...5)
        let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nLast-Modified: Mon, 02 Mar 2026 10:00:00 GMT\r\n\r\n"
        rig.origin.route("/feed", .raw(head + whole.prefix(whole.count / 2)))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let count = try rig.titles(id).count
        #expect(count > 0 && count < 5)
        rig.origin.route("/feed") { .validated($0, etag: "\"1\"", body: whole) }
        for isNotModified in [false, true] {
            let report = try await rig.service.refresh(reason: .everything)
            #expect(report.notModified == (isNotModified ? 1 : 0))
            #expect(try rig.titles(id).count == 5)
        }
    }

    @Test("The lifetime of a truncated document does not delay the request for the whole one")
    func freshTruncatedDocument() async throws {
        let rig = try ServiceRig()
        let whole = atomFeed(1...5)
        let lifetime: KeyValuePairs = ["Cache-Control": "max-age=7200"]
        let part = String(whole.prefix(whole.count / 2))
        rig.origin.route(
            "/feed", inOrder: [.response(fields: lifetime, body: part), .response(fields: lifetime, body: whole)])
        let id = try rig.subscribe()
        for _ in 1...3 { _ = try await rig.service.refresh(reason: .everything) }
        #expect(try rig.titles(id).count == 5)
        #expect(rig.origin.requests.count == 2)
    }

    @Test("A document that is always truncated is fetched twice, and then only revalidated")
    func endlessDocument() async throws {
        let rig = try ServiceRig()
        let body = atomFeed(1...2).replacing("</feed>", with: "")
        rig.origin.route("/feed") { .validated($0, etag: "\"1\"", body: body) }
        let id = try rig.subscribe()
        for notModified in [0, 0, 1, 1] {
            #expect(try await rig.service.refresh(reason: .everything).notModified == notModified)
        }
        #expect(try rig.titles(id).count == 2)
    }

    @Test("A 304 to the first request is a failure, since it brings no document")
    func firstIsNotModified() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(304))
        let id = try rig.subscribe()
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.failures.map(\.subscription.id) == [id])
        #expect(report.failures.first?.problem.message.hasPrefix("304") == true)
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        #expect(try await rig.service.refresh(reason: .everything).failures.isEmpty)
        #expect(try rig.titles(id).count == 2)
    }

    @Test("A silent server does not delay other feeds")
    func hangingFeeds() async throws {
        let rig = try ServiceRig(addresses: (1...20).map { "127.0.0.\($0)" })
        let gate = Gate()
        for number in 1...20 {
            let path = "/\(number)"
            rig.origin.route(
                path, number.isMultiple(of: 5) ? Reply.response().after(gate) : .response(body: atomFeed(1...2)))
            _ = try rig.subscribe(path, on: "127.0.0.\(number)")
        }
        // The silent servers wait until the gate opens: requests to all feeds show that none waits for them.
        async let report = rig.service.refresh(reason: .everything)
        try await rig.origin.waitForRequests(20, timeout: .seconds(120))
        gate.open()
        #expect(try await report.failures.count == 4)
    }

    @Test("A host whose first document is still arriving gets further requests, although other hosts are faster")
    func slowBody() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"]) { $0.slowAfter = .seconds(600) }
        let (first, all) = (Gate(), Gate())
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
        rig.origin.route("/slow", Reply([.bytes(Array(head.utf8)), .wait(all), .close]))
        rig.origin.route("/good", Reply.response(body: atomFeed(1...2)).after(first))
        _ = try rig.subscribe("/slow?1", on: "127.0.0.2")
        for number in 1...20 { _ = try rig.subscribe("/good?\(number)") }
        _ = try rig.subscribe("/slow?2", on: "127.0.0.2")
        async let report = rig.service.refresh(reason: .everything)
        try await rig.origin.waitForRequests(ExchangeLimit.start, timeout: .seconds(120))
        first.open()
        try await rig.origin.waitForRequests(22, timeout: .seconds(120))
        all.open()
        #expect(try await report.failures.count == 2)
    }

    @Test("Silent hosts do not make the connection count as dead while others answer, and are given up on")
    func silentHosts() async throws {
        let (good, silent) = ("127.0.0.1", (2...5).map { "127.0.0.\($0)" })
        let rig = try ServiceRig(addresses: [good] + silent, stallTimeout: 1)
        rig.origin.route("/good", .response(body: atomFeed(1...2)))
        rig.origin.route("/silent", Reply.response().after(Gate()))
        for number in 1...120 {
            let isSilent = number.isMultiple(of: 4)
            // One feed of each host, 27 of the last.
            let host = isSilent ? silent[min(number / 4 - 1, 3)] : good
            _ = try rig.subscribe("/\(isSilent ? "silent" : "good")?\(number)", on: host)
        }
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.unreachableUntil == nil && report.progress.finished == 120)
        #expect(report.failures.count == 30)
        #expect(report.failures.allSatisfy { $0.nextAttempt != nil })
        let asked = rig.origin.requests.count { $0.address == silent[3] }
        #expect(asked >= VisitsUnderWay.unansweredLimit && asked <= VisitsUnderWay.maximumPerHost)
        #expect(report.failures.contains { $0.problem.message.hasPrefix("not requested: \(silent[3])") })
    }

    @Test("A cancelled refresh ends at once and keeps the received responses")
    func cancel() async throws {
        let rig = try ServiceRig()
        let gate = Gate()
        rig.origin.route("/good", .response(body: atomFeed(1...2)))
        rig.origin.route("/hanging", Reply.response().after(gate))
        let good = try rig.subscribe("/good")
        _ = try rig.subscribe("/hanging")
        let task = Task { try await rig.service.refresh(reason: .everything) }
        try await rig.origin.waitForRequests(2)
        task.cancel()
        let report = try await task.value
        #expect(report.isCancelled)
        gate.open()
        _ = try await rig.service.refresh(.feeds([good]), reason: .everything)
        #expect(try rig.titles(good).count == 2)
    }

    @Test("Two processes never poll the same feed at the same time")
    func leases() async throws {
        let rig = try ServiceRig()
        let gate = Gate()
        rig.origin.route("/feed", Reply.response(body: atomFeed(1...2)).after(gate))
        _ = try rig.subscribe()
        async let first = rig.service.refresh(reason: .everything)
        try await rig.origin.waitForRequests(1)
        let second = try await rig.anotherService().refresh(reason: .everything)
        #expect(second.leasedElsewhere == 1)
        gate.open()
        #expect(try await first.progress.newArticles == 2)
        #expect(rig.origin.requests.count == 1)
    }

    @Test("A refresh that ends keeps the leases of another one in its process")
    func leasesOfAnotherRefresh() async throws {
        let rig = try ServiceRig()
        let gate = Gate()
        rig.origin.route("/hanging", Reply.response(body: atomFeed(1...2)).after(gate))
        rig.origin.route("/good", .response(body: atomFeed(1...2)))
        let (hanging, good) = (try rig.subscribe("/hanging"), try rig.subscribe("/good"))
        async let first = rig.service.refresh(.feeds([hanging]), reason: .insisted)
        try await rig.origin.waitForRequests(1)
        _ = try await rig.service.refresh(.feeds([good]), reason: .insisted)
        #expect(try rig.store.leaseOwners() == ["rig"])
        gate.open()
        #expect(try await first.progress.newArticles == 2)
        #expect(try rig.store.leaseOwners().isEmpty)
    }

    @Test("The leases of a killed process end at once")
    func leaseOfAKilledProcess() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        // No process has this identifier on any Linux (the largest is 2^22).
        let dead = LeaseOwner.current.name.split(separator: " ").enumerated().map {
            $0.offset == 1 ? "99999999" : $0.element
        }
        _ = try rig.store.acquireLeases(
            on: [id], owner: dead.joined(separator: " "), until: rig.now + 600, at: rig.now)
        #expect(try await rig.service.refresh(reason: .everything).progress.newArticles == 2)
        _ = try rig.store.acquireLeases(on: [id], owner: LeaseOwner.current.name, until: rig.now + 600, at: rig.now)
        #expect(try await rig.service.refresh(reason: .everything).leasedElsewhere == 1)
    }

    @Test("A process in another namespace keeps its leases until they expire, although this one does not see it")
    func leaseOfAnotherNamespace() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        let other = LeaseOwner.current.name.split(separator: " ").enumerated().map {
            $0.offset == 1 ? "99999999" : $0.offset == 3 ? "pid:[1]" : $0.element
        }
        _ = try rig.store.acquireLeases(
            on: [id], owner: other.joined(separator: " "), until: rig.now + 600, at: rig.now)
        #expect(try await rig.service.refresh(reason: .everything).leasedElsewhere == 1)
        rig.pass(seconds: 601)
        #expect(try await rig.service.refresh(reason: .everything).progress.newArticles == 2)
    }

    @Test("An invalid response of the only host does not count as a lost connection")
    func invalidResponse() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .raw("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n<rss/>"))
        let id = try rig.subscribe()
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.failures.count == 1 && report.unreachableUntil == nil)
        #expect(rig.service.connectivity == .online)
        #expect(try rig.store.subscription(id)?.health.nextAttempt != nil, "the feed waits, as after any failure")
    }

    @Test("Without a connection the refresh stops early, and a later one finds the connection again")
    func unreachable() async throws {
        let rig = try ServiceRig(addresses: (1...9).map { "127.0.0.\($0)" })
        for number in 1...9 { _ = try rig.subscribe("/\(number)", on: "127.0.0.\(number)") }
        let port = rig.origin.port
        rig.origin.stop()
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.unreachableUntil != nil)
        #expect(report.progress.finished < 9)
        // The failures are the connection's: the report does not promise a wait that is not stored.
        #expect(!report.failures.isEmpty && report.failures.allSatisfy { $0.nextAttempt == report.unreachableUntil })
        #expect(try rig.store.subscriptions().allSatisfy { $0.health.nextAttempt == nil })
        let back = try Origin(addresses: (1...9).map { "127.0.0.\($0)" }, port: port)
        for number in 1...9 { back.route("/\(number)", .response(body: atomFeed(1...2))) }
        rig.pass(seconds: 60)
        let again = try await rig.service.refresh(reason: .everything)
        #expect(again.progress.newArticles == 18 && again.unreachableUntil == nil)
    }

    @Test("Dead servers in a row do not end a refresh whose connection has worked: one probe goes out after the wait")
    func deadServersInARow() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"]) { $0.exchangesAtOnce = 1 }
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        _ = try rig.subscribe("/feed")
        for host in 3...5 { _ = try rig.store.add(NewSubscription(feedURL: "http://127.0.0.\(host):1/")) }
        _ = try rig.subscribe("/feed", on: "127.0.0.2")
        let (states, reports) = AsyncStream.makeStream(of: Connectivity.self)
        let task = Task {
            defer { reports.finish() }
            return try await rig.service.refresh(reason: .everything) { event in
                if case .connectivity(let connectivity) = event { reports.yield(connectivity) }
            }
        }
        for await connectivity in states where connectivity != .online { break }
        #expect(rig.origin.requests.count == 1)
        rig.pass(seconds: 10)
        let report = try await task.value
        #expect(report.progress.newArticles == 4 && report.failures.count == 3 && report.unreachableUntil == nil)
    }
}
