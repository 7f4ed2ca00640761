import ArticleStorage
import FeedModel
import FoundationEssentials
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct ListCheckTests {
    private let rig: ServiceRig

    init() throws {
        rig = try ServiceRig()
        for name in ["a", "b", "c"] { rig.origin.route("/\(name)", .response(body: atomFeed(1...2))) }
    }

    private var address: String { rig.origin.url("/list.opml") }

    private func list(_ names: [String]) -> String {
        let outlines = names.map { "<outline type='rss' text='\($0)' xmlUrl='\(rig.origin.url("/" + $0))'/>" }
        return "<opml version='2.0'><body>\(outlines.joined())</body></opml>"
    }

    private func route(_ names: String...) {
        rig.origin.route("/list.opml", .response(body: list(names)))
    }

    private func feeds() throws -> [String] { try rig.store.subscriptions().map(\.title) }

    private func requestsOfList() -> Int { rig.origin.requests.count { $0.path == "/list.opml" } }

    @Test("The first refresh of the next day reads the list again, and fetches the feeds that it brings")
    func daily() async throws {
        route("a")
        let report = try #require(try await rig.service.follow(address))
        #expect(report.changes.added.map(\.title) == ["a"] && report.problem == nil)
        route("a", "b")
        for reason in [RefreshReason.everything, .schedule] {
            #expect(try await rig.service.refresh(reason: reason).lists.isEmpty)
        }
        rig.pass(seconds: 24 * 3600)
        let refreshed = try await rig.service.refresh(reason: .schedule)
        #expect(refreshed.lists.map { $0.lines() } == [["\(address): 1 feed added: b"]])
        #expect(refreshed.progress.total == 2 && refreshed.progress.newArticles == 2)
        #expect(requestsOfList() == 2)
    }

    @Test("A forced refresh reads the list at once; a refresh of single feeds does not")
    func forced() async throws {
        route("a")
        _ = try await rig.service.follow(address)
        let id = try #require(try rig.store.subscriptions().first).id
        #expect(try await rig.service.refresh(.feeds([id]), reason: .insisted).lists.isEmpty)
        #expect(try await rig.service.refresh(reason: .insisted).lists.count == 1)
        #expect(requestsOfList() == 2)
    }

    @Test("An unchanged list is revalidated by its tag, and removes nothing")
    func revalidated() async throws {
        let body = list(["a", "b"])
        rig.origin.route("/list.opml") { request in
            request["If-None-Match"] == "\"1\"" ? .response(304) : .response(fields: ["ETag": "\"1\""], body: body)
        }
        _ = try await rig.service.follow(address)
        rig.pass(seconds: 24 * 3600)
        let report = try await rig.service.refresh(reason: .everything).lists.first
        #expect(report?.problem == nil && report?.lines() == [])
        #expect(rig.origin.requests.last { $0.path == "/list.opml" }?["If-None-Match"] == "\"1\"")
        #expect(try feeds() == ["a", "b"])
    }

    static let faults: [(reply: Reply, words: String)] = [
        (.response(404), "404 Scripted"),
        (.response(500), "500 Scripted"),
        (.response(body: ""), "not an OPML document; nothing was changed"),
        (.response(body: "https://example.org/feed\n"), "not an OPML document; nothing was changed"),
        (.response(body: "<!doctype html><title>Log in</title>"), "not an OPML document; nothing was changed"),
        (.response(body: "<opml><body></body></opml>"), "the list names no feeds; nothing was changed"),
        (
            .response(body: "<opml><body><outline xmlUrl='exec:id'/><outline xmlUrl='file:///a'/></body></opml>"),
            "the list names no feeds; nothing was changed"
        ),
        (
            .response(body: "<opml><body><outline xmlUrl='https://example.org/feed'/>"),
            "the document ends before </opml>; nothing was changed"
        ),
    ]

    @Test("An answer that is not a whole list changes nothing, and is reported", arguments: faults)
    func fault(_ reply: Reply, _ words: String) async throws {
        route("a")
        _ = try await rig.service.follow(address)
        rig.origin.route("/list.opml", reply)
        rig.pass(seconds: 24 * 3600)
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.lists.map(\.problem?.message) == [words] && report.failureCount == 1)
        #expect(try feeds() == ["a"])
        #expect(try rig.store.followedLists().map(\.health.consecutiveFailures) == [1])
        // The next attempt waits, as for a feed.
        #expect(try await rig.service.refresh(reason: .everything).lists.isEmpty)
    }

    @Test("A truncated list does not stay in the cache: the next attempt asks the server")
    func notStored() async throws {
        route("a")
        _ = try await rig.service.follow(address)
        let truncated = String(list(["a", "b"]).dropLast(9))
        rig.origin.route("/list.opml", .response(fields: ["Cache-Control": "max-age=86400"], body: truncated))
        rig.pass(seconds: 24 * 3600)
        #expect(try await rig.service.refresh(reason: .everything).lists.first?.problem != nil)
        route("a", "b")
        rig.pass(seconds: 2 * 3600)
        #expect(try await rig.service.refresh(reason: .everything).lists.map(\.problem) == [nil])
        #expect(try feeds() == ["a", "b"])
    }

    @Test("All lists that are due are requested at once")
    func simultaneous() async throws {
        let addresses = ["/one.opml", "/two.opml"].map { rig.origin.url($0) }
        let gate = Gate()
        let body = list(["a"])
        for (path, address) in zip(["/one.opml", "/two.opml"], addresses) {
            rig.origin.route(path, .response(body: body))
            _ = try await rig.service.follow(address)
            rig.origin.route(path, Reply.response(body: body).after(gate))
        }
        rig.pass(seconds: 24 * 3600)
        let service = rig.service
        async let report = service.refresh(reason: .everything)
        // Neither is answered before both are requested.
        try await rig.origin.waitForRequests(4)
        gate.open()
        #expect(try await report.lists.map(\.list.url) == addresses)
    }

    @Test("The first of two lists decides the folder of a feed, even if the second is answered earlier")
    func order() async throws {
        for name in ["one", "two"] {
            let outline = "<outline text='a' xmlUrl='\(rig.origin.url("/a"))'/>"
            let body = "<opml><body><outline text='\(name)'>\(outline)</outline></body></opml>"
            rig.origin.route("/\(name).opml", .response(body: body))
        }
        // Four round trips, while the second list needs one.
        for step in 1...3 {
            let next = step < 3 ? "/\(step + 1)" : "/one.opml"
            rig.origin.route("/\(step)", .response(302, fields: ["Location": next]))
        }
        for path in ["/1", "/two.opml"] { try rig.store.follow(rig.origin.url(path)) }
        let lists = try await rig.service.refresh(reason: .everything).lists
        #expect(lists.map(\.changes.added.count) == [1, 0])
        #expect(try rig.store.subscriptions().map(\.folder) == [["one"]])
    }

    @Test("Pages of a hotspot do not lengthen the wait of a list, and failures of a dead connection are not stored")
    func foreignFailures() async throws {
        route("a", "b", "c")
        _ = try await rig.service.follow(address)
        let page = Reply.response(body: "<!doctype html><title>Log in</title>")
        for path in ["/list.opml", "/a", "/b", "/c"] { rig.origin.route(path, page) }
        for _ in 1...3 {
            rig.pass(seconds: 24 * 3600)
            let report = try await rig.service.refresh(reason: .schedule)
            #expect(report.networkWantsLogin && report.lists.map(\.list.health.nextAttempt) == [rig.now + 600])
            let health = try #require(try rig.store.followedLists().first).health
            #expect(health.consecutiveFailures == 1 && health.nextAttempt == rig.now + 600)
        }
        rig.origin.stop()
        rig.pass(seconds: 24 * 3600)
        let report = try await rig.service.refresh(reason: .schedule)
        #expect(report.unreachableUntil != nil && report.lists.first?.problem?.kind == .network)
        let health = try #require(try rig.store.followedLists().first).health
        #expect(health.consecutiveFailures == 1 && health.problem?.kind == .notAFeed)
    }

    @Test("A new list that cannot be read is not followed")
    func unreadable() async throws {
        rig.origin.route("/list.opml", .response(404))
        #expect(try await rig.service.follow(address)?.problem?.kind == .notFound)
        #expect(try rig.store.followedLists().isEmpty)
    }

    @Test("A list brings no file and no program of this machine")
    func webFeedsOnly() async throws {
        let outlines = ["exec:id", "file:///etc/passwd", rig.origin.url("/a")].map { "<outline xmlUrl='\($0)'/>" }
        rig.origin.route("/list.opml", .response(body: "<opml><body>\(outlines.joined())</body></opml>"))
        _ = try await rig.service.follow(address)
        #expect(try rig.store.subscriptions().map(\.feedURL) == [rig.origin.url("/a")])
    }

    @Test("A list followed offline is read by the first refresh online")
    func offline() async throws {
        route("a")
        try rig.service.setOffline(true)
        #expect(try await rig.service.follow(address)?.list == nil)
        #expect(rig.origin.requests.isEmpty)
        try rig.service.setOffline(false)
        #expect(try await rig.service.refresh(reason: .schedule).lists.count == 1)
        #expect(try feeds() == ["a"])
    }
}
