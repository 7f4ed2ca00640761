import ArticleStorage
import FeedModel
import Foundation
import HTTPCache
import ScriptedOrigin
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct FeedServiceTests {
    @Test("A feed's articles are stored once, its validators are sent back byte for byte, and a 304 changes nothing")
    func conditionalRefresh() async throws {
        let rig = try ServiceRig()
        // The client repairs neither an unquoted tag nor a date like this one.
        rig.origin.route("/feed") { request in
            .validated(
                request, etag: "odd tag", lastModified: "Wed, 12 Feb 2020 12:01:36 Asia/Shanghai", body: atomFeed(1...3)
            )
        }
        let id = try rig.subscribe()
        let first = try await rig.service.refresh(reason: .everything)
        #expect(first.progress.newArticles == 3)
        let second = try await rig.service.refresh(reason: .everything)
        #expect(second.progress.newArticles == 0 && second.notModified == 1 && second.failures.isEmpty)
        let requests = rig.origin.requests
        #expect(requests.count == 2)
        #expect(requests[0]["If-None-Match"] == nil)
        #expect(requests[1]["If-None-Match"] == "odd tag")
        #expect(requests[1]["If-Modified-Since"] == "Wed, 12 Feb 2020 12:01:36 Asia/Shanghai")
        #expect(try rig.titles(id) == ["Number 3", "Number 2", "Number 1"])
        #expect(
            try rig.logged() == [
                ["everything", "useProtocolCachePolicy", "network", "200"],
                ["everything", "useProtocolCachePolicy", "revalidated", "200"],
            ])
    }

    @Test("The cache revalidates a response that varies by coding, as most do, and counts one hit")
    func varying() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") {
            .validated($0, etag: "\"1\"", fields: ["Vary": "Accept-Encoding"], body: atomFeed(1...2))
        }
        _ = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.logged().map { $0[2] } == ["network", "revalidated"])
        let cache = try ResponseCache(.init(path: rig.folder.appendingPathComponent("cache.sqlite").path))
        #expect(cache.tally.hits == 1 && cache.tally.misses == 1)
    }

    @Test("New articles are added; edited ones keep their marks and are reported as edited")
    func updates() async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed",
            inOrder: [.response(body: atomFeed(1...2)), .response(body: atomFeed(1...3, edited: [1]))])
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let listing = ArticleListing(.feed(id), midnight: rig.now)
        let oldest = try #require(try rig.store.page(of: listing, at: .end, limit: 1).rows.first)
        _ = try rig.store.set(.starred(true), on: [oldest.id])
        let changes = Mutex<[RefreshEvent]>([])
        _ = try await rig.service.refresh(reason: .everything) { event in
            if case .changed = event { changes.withLock { $0.append(event) } }
        }
        #expect(try rig.titles(id) == ["Number 3", "Number 2", "Number 1 edited"])
        #expect(try rig.store.article(oldest.id)?.isStarred == true)
        guard case .changed(id, let new, let edited) = changes.withLock({ $0.first }) else {
            Issue.record("no event reports the change")
            return
        }
        #expect(new.count == 1 && edited == [oldest.id])
    }

    @Test("A body that is cached but not yet ingested is ingested, even after a 304")
    func cacheAheadOfLibrary() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") { .validated($0, etag: "\"1\"", body: atomFeed(1...2)) }
        // This is the state after a kill between the two commits: the response is stored, but the articles are not.
        _ = try await rig.service.discover(rig.origin.url("/feed"))
        let id = try rig.subscribe()
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.notModified == 1 && report.progress.newArticles == 2)
        #expect(try rig.titles(id).count == 2)
    }

    @Test("An error response is reported in the server's words")
    func refusedAddress() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(410))
        let found = try await rig.service.discover(rig.origin.url("/feed"))
        guard case .refused(410, let words, nil) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(words.hasPrefix("410 "))
    }

    @Test("Without a cache the library's validators are sent, and a 304 does no harm")
    func libraryAheadOfCache() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") { .validated($0, etag: "\"1\"", body: atomFeed(1...2)) }
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let report = try await rig.anotherService(cache: "new.sqlite").refresh(reason: .everything)
        #expect(rig.origin.requests.last?["If-None-Match"] == "\"1\"")
        #expect(report.notModified == 1 && report.failures.isEmpty)
        #expect(try rig.titles(id).count == 2)
    }

    @Test("A login page changes neither the articles nor the validators nor the address")
    func loginPage() async throws {
        let rig = try ServiceRig()
        let page = Reply.response(
            fields: ["Content-Type": "text/html", "ETag": "\"portal\""],
            body: "<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please log in.</body></html>")
        rig.origin.route(
            "/feed", inOrder: [.response(fields: ["ETag": "\"1\""], body: atomFeed(1...2)), page, .response(304)])
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.failures.first?.problem.kind == .notAFeed)
        #expect(try rig.titles(id).count == 2)
        rig.pass(seconds: 86_400)
        let after = try await rig.service.refresh(reason: .everything)
        #expect(after.failures.isEmpty)
        #expect(rig.origin.requests.last?["If-None-Match"] == "\"1\"")
    }

    @Test("Three login pages in a row are reported")
    func networkWantsLogin() async throws {
        let rig = try ServiceRig()
        for number in 1...3 {
            rig.origin.route("/\(number)", .response(body: "<!doctype html><html><body>Log in</body></html>"))
            _ = try rig.subscribe("/\(number)")
        }
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.networkWantsLogin && report.failures.count == 3)
    }

    @Test("Refreshes that meet only a hotspot do not lengthen the waits of the feeds; a page among feeds does")
    func hotspotDoesNotLengthenWaits() async throws {
        let rig = try ServiceRig()
        let page = Reply.response(body: "<!doctype html><html><body>Log in</body></html>")
        for number in 1...3 {
            rig.origin.route("/\(number)", page)
            _ = try rig.subscribe("/\(number)")
        }
        for _ in 1...4 {
            let report = try await rig.service.refresh(reason: .schedule)
            #expect(report.failures.count == 3 && report.failures.allSatisfy { $0.nextAttempt == rig.now + 600 })
            let states = try rig.store.subscriptions().map(\.health)
            #expect(states.allSatisfy { $0.consecutiveFailures == 1 && $0.nextAttempt == rig.now + 600 })
            rig.pass(seconds: 601)
        }
        for number in 2...3 { rig.origin.route("/\(number)", .response(body: atomFeed(1...2))) }
        let report = try await rig.service.refresh(reason: .schedule)
        #expect(report.failures.map(\.nextAttempt) == [rig.now + 1_200])
        #expect(try rig.store.subscriptions()[0].health.consecutiveFailures == 2)
    }

    @Test("After a 410 a feed is no longer polled, but can be read; naming the feed fetches it again")
    func gone() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", inOrder: [.response(body: atomFeed(1...2)), .response(410)])
        let id = try rig.subscribe()
        for _ in 0..<3 { _ = try await rig.service.refresh(reason: .everything) }
        for reason in RefreshReason.allCases { _ = try await rig.service.refresh(reason: reason) }
        #expect(rig.origin.requests.count == 2)
        #expect(try rig.store.subscription(id)?.health.problem?.kind == .gone)
        #expect(try rig.titles(id).count == 2)
        let named = try await rig.service.refresh(.feeds([id]), reason: .everything)
        #expect(named.gone.map(\.subscription.id) == [id] && rig.origin.requests.count == 2)
        let insisted = try await rig.service.refresh(.feeds([id]), reason: .insisted)
        #expect(insisted.gone.isEmpty && rig.origin.requests.count == 3)
    }

    @Test("Every request obeys Retry-After, and the wait is reported", arguments: [429, 503], RefreshReason.allCases)
    func retryAfter(_ status: Int, _ reason: RefreshReason) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(status, fields: ["Retry-After": "3600"]))
        let id = try rig.subscribe()
        let first = try await rig.service.refresh(reason: .everything)
        #expect(first.failures.first?.problem.kind == .waiting)
        rig.pass(seconds: 3599)
        let end =
            reason == .opened
            ? nil : try await rig.service.refresh(.feeds([id]), reason: reason).waiting.first?.until
        if reason == .opened {
            #expect(try await rig.service.open(id, events: { _ in }) == .waiting(until: rig.now + 1))
        } else {
            #expect(end == rig.now + 1)
        }
        #expect(rig.origin.requests.count == 1)
        rig.pass(seconds: 2)
        _ = try await rig.service.refresh(.feeds([id]), reason: reason == .opened ? .everything : reason)
        #expect(reason == .schedule || rig.origin.requests.count == 2)
    }

    @Test("The longer of two Retry-After lines counts", arguments: [["3600", "60"], ["60", "3600"]])
    func twoWaits(_ values: [String]) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(503, fields: values.map { RawField("Retry-After", $0) }, body: []))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.store.pollingState(of: id)?.retryAfter == rig.now + 3600)
    }

    @Test("A feed that is opened from the cache obeys Retry-After too", arguments: [429, 503])
    func retryAfterOfOpenedFeed(_ status: Int) async throws {
        let rig = try ServiceRig()
        let refusal = Reply.response(status, fields: ["Retry-After": "3600"])
        rig.origin.route("/feed", inOrder: [.response(fields: ["ETag": "\"1\""], body: atomFeed(1...2)), refusal])
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        guard case .failed(let problem) = try await rig.service.open(id, events: { _ in }) else {
            Issue.record("the refusal is not reported")
            return
        }
        #expect(problem.kind == .waiting && problem.message.hasPrefix("\(status) "))
        #expect(try rig.store.pollingState(of: id)?.health.problem == problem)
        #expect(try await rig.service.open(id, events: { _ in }) == .waiting(until: rig.now + 3600))
        #expect(rig.origin.requests.count == 2)
        #expect(try rig.logged().last == ["opened", "useProtocolCachePolicy", "network", "\(status)"])
        #expect(try Traffic.total(in: rig.store).requests == 2)
    }

    @Test("A fresh feed causes no request, unless the refresh is forced")
    func freshness() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") {
            .validated($0, etag: "\"1\"", fields: ["Cache-Control": "max-age=3600"], body: atomFeed(1...2))
        }
        let id = try rig.subscribe()
        for _ in 0..<2 { _ = try await rig.service.refresh(reason: .everything) }
        #expect(rig.origin.requests.count == 1)
        _ = try await rig.service.refresh(.feeds([id]), reason: .insisted)
        #expect(rig.origin.requests.last?["If-None-Match"] == "\"1\"")
        rig.pass(seconds: 3601)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(rig.origin.requests.count == 3)
    }

    @Test("A feed's age gives no heuristic lifetime (RFC 9111 §4.2.2)")
    func noHeuristics() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") {
            .validated($0, etag: "\"1\"", lastModified: "Thu, 01 Jan 2015 00:00:00 GMT", body: atomFeed(1...2))
        }
        _ = try rig.subscribe()
        for _ in 0..<2 { _ = try await rig.service.refresh(reason: .everything) }
        #expect(rig.origin.requests.count == 2)
    }

    @Test("A lifetime counts for at most twelve hours")
    func yearLongLifetime() async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed", .response(fields: ["Cache-Control": "max-age=31536000, immutable"], body: atomFeed(1...2)))
        _ = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        rig.pass(seconds: 12 * 3600 + 1)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(rig.origin.requests.count == 2)
    }

    @Test("The schedule polls a feed when it is due, and not before")
    func schedule() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .schedule)
        _ = try await rig.service.refresh(reason: .schedule)
        #expect(rig.origin.requests.count == 1)
        let next = try #require(try rig.store.pollingState(of: id)?.health.nextAttempt)
        rig.pass(seconds: next.timeIntervalSince(rig.now))
        _ = try await rig.service.refresh(reason: .schedule)
        #expect(rig.origin.requests.count == 2)
    }

    @Test("A feed that lists only its newest item, with its home page as link, gets an article for each item")
    func newestOnly() async throws {
        let rig = try ServiceRig()
        func document(_ quote: String) -> Reply {
            let item = "<item><title>Quote of the day</title><link>/</link><description>\(quote)</description></item>"
            return .response(body: "<rss version='2.0'><channel><title>Q</title><link>/</link>\(item)</channel></rss>")
        }
        rig.origin.route("/feed", inOrder: ["First.", "First.", "Second.", "Third."].map(document))
        let id = try rig.subscribe()
        for _ in 1...3 { _ = try await rig.service.refresh(reason: .everything) }
        let rows = try rig.rows(id)
        #expect(rows.count == 2)
        try rig.store.set(.read(true), on: rows.map(\.id))
        #expect(try rig.store.retain(RetentionPolicy(maximumCount: 0), in: id, at: rig.now) == 2)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.titles(id).count == 1, "the removed articles do not keep others from being stored")
    }

    @Test("226: new articles are merged, the new tag is sent next, and the stored document stays complete")
    func delta() async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed",
            inOrder: [
                .response(fields: ["ETag": "\"1\""], body: atomFeed(1...2)),
                .response(226, fields: ["ETag": "\"2\"", "IM": "feed"], body: atomFeed(3...3)),
                .response(304, fields: ["ETag": "\"2\""]),
            ])
        let id = try rig.subscribe()
        for _ in 0..<3 { _ = try await rig.service.refresh(reason: .everything) }
        #expect(try rig.titles(id) == ["Number 3", "Number 2", "Number 1"])
        #expect(rig.origin.requests[1]["A-IM"] == "feed")
        #expect(rig.origin.requests[2]["If-None-Match"] == "\"2\"")
    }

    @Test("After eight days of 304 the document is requested once without conditions")
    func eternal304() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") { .validated($0, etag: "\"1\"", body: atomFeed(1...2)) }
        _ = try rig.subscribe()
        for day in 0...9 {
            _ = try await rig.service.refresh(reason: .everything)
            rig.pass(seconds: 86_400)
            _ = day
        }
        let unconditional = rig.origin.requests.indices.filter { rig.origin.requests[$0]["If-None-Match"] == nil }
        #expect(unconditional == [0, 9])
    }

    @Test("A feed that changes all guids does not show its articles as new, and the marks stay")
    func otherGuids() async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed",
            inOrder: [
                .response(body: atomFeed(1...3)),
                .response(body: atomFeed(1...4).replacing("urn:number:", with: "https://moved.example/?p=")),
            ])
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let listing = ArticleListing(.feed(id), midnight: rig.now)
        let known = try rig.store.page(of: listing, at: .start, limit: 9).rows.map(\.id)
        try rig.store.set(.read(true), on: known)
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.progress.newArticles == 1)
        let rows = try rig.store.page(of: listing, at: .start, limit: 9).rows
        #expect(rows.map(\.title) == ["Number 4", "Number 3", "Number 2", "Number 1"])
        #expect(rows.map(\.isRead) == [false, true, true, true] && rows.dropFirst().map(\.id) == known)
    }

    @Test("Two feeds with the same guids stay separate")
    func sameGuids() async throws {
        let rig = try ServiceRig()
        let feeds = try ["/one", "/two"].map { path in
            rig.origin.route(path, .response(body: atomFeed(1...2)))
            return try rig.subscribe(path)
        }
        _ = try await rig.service.refresh(reason: .everything)
        for feed in feeds { #expect(try rig.titles(feed).count == 2) }
    }

    @Test("No cookie and no referer is sent, and the address is unchanged")
    func nothingAdded() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(fields: ["Set-Cookie": "id=1; Path=/"], body: atomFeed(1...2)))
        _ = try rig.subscribe("/feed?a=1&b=%7E~")
        for _ in 0..<2 { _ = try await rig.service.refresh(reason: .everything) }
        #expect(rig.origin.requests.count == 2)
        for request in rig.origin.requests {
            #expect(request.target == "/feed?a=1&b=%7E~" && request["User-Agent"] == "lede-test")
            #expect(request.fields.map(\.name) == ["Host", "User-Agent", "Accept", "Accept-Encoding"])
            #expect(request["Accept"] == "*/*")
            #expect(request["Accept-Encoding"]?.contains("gzip") == true)
        }
    }
}
