import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

/// Responses without a page or a picture: a hotspot may have sent them in place of the servers.
@Suite struct UnprovenMissTests {
    private static let html: KeyValuePairs = ["Content-Type": "text/html; charset=utf-8"]
    private static let redirect =
        "<html><head><meta http-equiv=\"refresh\" content=\"0;url=http://10.0.0.1/login\"></head><body></body></html>"
    private static let form =
        "<html><body><form method=post action=/room>Your room <input name=room></form></body></html>"

    /// A hotspot's response to every request, and the outcome of a run behind it.
    struct Hotspot: Sendable {
        let reply: Reply
        let end: JourneyEnd
    }

    private static let hotspots = [
        Hotspot(reply: .response(fields: html, body: redirect), end: .portal),
        Hotspot(reply: .response(fields: html, body: form), end: .portal),
        Hotspot(reply: .response(404, fields: html, body: form), end: .complete),
        Hotspot(reply: .response(fields: ["Content-Type": "text/plain"], body: "Log in first"), end: .complete),
        Hotspot(reply: .response(), end: .complete),
    ]

    private static func paths(_ articles: Int) -> [String] {
        ["/feed"] + (0..<articles).flatMap { ["/page/\($0)", "/pic/\($0)"] }
    }

    /// Creates articles with a page, and a picture in the feed's text, on the hosts in turn. The same origin serves
    /// their feed.
    private func rig(articles: Int, hosts: Int = 1) throws -> JourneyRig {
        let rig = try JourneyRig(hosts: hosts)
        let items = (0..<articles).map { number -> (url: String?, html: String) in
            let host = rig.host(number)
            let picture = rig.origin.url("/pic/\(number)", on: host)
            return (rig.origin.url("/page/\(number)", on: host), "<p>Short.</p><img src='\(picture)'>")
        }
        try rig.feed(items, named: "harbour news", at: rig.origin.url("/feed"))
        return rig
    }

    private func answer(_ rig: JourneyRig, articles: Int, _ reply: Reply) {
        for path in Self.paths(articles) { rig.route(path) { _ in reply } }
    }

    private func answerWell(_ rig: JourneyRig, articles: Int) {
        routeFeed(rig)
        for number in 0..<articles {
            let page = JourneyRig.page([]).replacing("night ferry", with: "night ferry \(number)")
            rig.route("/page/\(number)") { _ in .response(fields: Self.html, body: page) }
            rig.route("/pic/\(number)", JourneyRig.ranged(JourneyRig.picture(number), etag: "\"\(number)\""))
        }
    }

    private func routeFeed(_ rig: JourneyRig) {
        let feed = "<?xml version='1.0'?><rss version='2.0'><channel><title>x</title></channel></rss>"
        rig.route("/feed") { _ in .response(fields: ["Content-Type": "application/rss+xml"], body: feed) }
    }

    /// True if the article's own page and picture are stored.
    private func isWhole(_ rig: JourneyRig, _ number: Int) throws -> Bool {
        let text = try rig.store.pageText(for: rig.id("harbour news \(number)"))?.html ?? ""
        let picture = try rig.packStore.bytes(of: rig.origin.url("/pic/\(number)", on: rig.host(number)))
        return text.contains("night ferry \(number)") && picture == JourneyRig.picture(number)
    }

    @Test(
        "Behind a hotspot no article counts as packed, whatever it sends, and the next run fetches everything",
        arguments: hotspots, [1, 3])
    func hotspot(_ hotspot: Hotspot, hosts: Int) async throws {
        let rig = try rig(articles: 4, hosts: hosts)
        answer(rig, articles: 4, hotspot.reply)
        let report = try await rig.pack()
        #expect(report.end == hotspot.end && report.packed == 0 && report.partly == 4)
        answerWell(rig, articles: 4)
        let next = try await rig.pack()
        #expect(next.end == .complete && next.packed == 4 && next.missing.isEmpty)
        for number in 0..<4 { #expect(try isWhole(rig, number)) }
    }

    @Test("If a hotspot's session ends during a run, the articles without their pages and pictures are not packed")
    func laterHotspot() async throws {
        let rig = try rig(articles: 6)
        answerWell(rig, articles: 6)
        rig.route("/page/2") { [weak rig] _ in
            if let rig { self.answer(rig, articles: 6, .response(fields: Self.html, body: Self.redirect)) }
            return .response(fields: Self.html, body: Self.redirect)
        }
        let report = try await rig.pack()
        #expect(report.end == .portal)
        for number in 0..<6 {
            let isPacked = try rig.mark("harbour news \(number)") == .packed
            #expect(try !isPacked || isWhole(rig, number))
        }
        answerWell(rig, articles: 6)
        #expect(try await rig.pack().packed == 6)
        for number in 0..<6 { #expect(try isWhole(rig, number)) }
    }

    @Test("If the person logs in during a run, the pages and pictures that were missing before are fetched again")
    func login() async throws {
        let rig = try rig(articles: 3)
        answer(rig, articles: 3, .response(fields: Self.html, body: Self.redirect))
        rig.route("/page/1") { [weak rig] _ in
            if let rig { self.answerWell(rig, articles: 3) }
            return .response(fields: Self.html, body: Self.redirect)
        }
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 3 && report.missing.isEmpty)
        for number in 0..<3 { #expect(try isWhole(rig, number)) }
    }

    @Test("The missing pages of an interrupted run are fetched by the next one")
    func interrupted() async throws {
        let rig = try rig(articles: 2)
        answerWell(rig, articles: 2)
        rig.route("/feed") { _ in .response(404) }
        rig.route("/page/0") { _ in .response(fields: Self.html, body: Self.redirect) }
        rig.route("/page/1") { _ in Reply([.wait(Gate())]) }
        let packing = Task { try await rig.pack() }
        try await rig.origin.waitForRequests(1, to: "/page/1")
        packing.cancel()
        #expect(try await packing.value.end == .cancelled)
        #expect(try rig.mark("harbour news 0") == .partly)
        answerWell(rig, articles: 2)
        #expect(try await rig.pack(nil).packed == 2)
        for number in 0..<2 { #expect(try isWhole(rig, number)) }
    }

    @Test(
        "Objects that are known to be missing are not requested again; others are requested once in each run",
        arguments: [true, false])
    func certainty(_ hasFeed: Bool) async throws {
        let rig = try rig(articles: 1)
        if hasFeed { routeFeed(rig) }
        rig.route("/page/0") { _ in .response(fields: Self.html, body: "<html><body></body></html>") }
        for run in 1...2 {
            let report = try await rig.pack()
            #expect(report.end == .complete && report.packed == (hasFeed ? 1 : 0))
            #expect(Set(report.missing.map(\.reason)) == ["gone", "no article was found on its page"])
            for path in ["/page/0", "/pic/0"] {
                #expect(rig.origin.requests(to: path).count == (hasFeed ? 1 : run), "\(path)")
            }
        }
    }

    @Test(
        "A picture that fails before the network is proven is fetched once more, and is then known to be missing",
        arguments: [true, false])
    func failure(_ hasFeed: Bool) async throws {
        let rig = try JourneyRig()
        if hasFeed { routeFeed(rig) }
        let picture = rig.origin.url("/pic")
        rig.route("/pic") { _ in .response(302, fields: ["Location": picture]) }
        let text = String(repeating: "<p>The night ferry leaves the harbour at ten.</p>", count: 20)
        try rig.feed([(nil, "\(text)<img src='\(picture)'>")], at: rig.origin.url("/feed"))
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == (hasFeed ? 1 : 0) && report.missing.count == 1)
        let asked = rig.origin.requests(to: "/pic").count
        #expect(try await rig.pack().packed == (hasFeed ? 1 : 0))
        #expect((rig.origin.requests(to: "/pic").count == asked) == hasFeed)
        rig.route("/pic", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        if !hasFeed { #expect(try await rig.pack().packed == 1) }
    }

    @Test("A page that arrives empty on a proven network is requested again by the next run")
    func empty() async throws {
        let rig = try rig(articles: 1)
        answerWell(rig, articles: 1)
        rig.route("/page/0") { _ in .response(fields: Self.html) }
        let report = try await rig.pack()
        #expect(report.packed == 0 && report.missing.map(\.reason) == ["the server sent an empty page"])
        answerWell(rig, articles: 1)
        #expect(try await rig.pack().packed == 1)
        #expect(try isWhole(rig, 0))
    }

    @Test("The report counts pages and pictures that fail for the same reason, without their addresses")
    func equalReasons() async throws {
        let rig = try rig(articles: 2)
        for path in Self.paths(2) {
            let loop = rig.origin.url(path)
            rig.route(path) { _ in .response(302, fields: ["Location": loop]) }
        }
        let report = try await rig.pack()
        #expect(report.missing.map(\.reason) == ["too many redirects"] && report.missing.map(\.count) == [4])
    }

    @Test("A hotspot's page that the reader stored in place of a picture is not taken from the cache")
    func cached() async throws {
        let rig = try JourneyRig()
        let picture = rig.origin.url("/pic")
        rig.route("/pic") { _ in
            .response(
                fields: ["Content-Type": "text/html", "Cache-Control": "max-age=3600"], body: Self.redirect)
        }
        try rig.feed([(nil, "<p>x</p><img src='\(picture)'>")])
        _ = await rig.service.loadPicture(picture, limit: 1 << 20)
        rig.route("/pic", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        #expect(try await rig.pack().packed == 1)
        #expect(try rig.packStore.bytes(of: picture) == JourneyRig.picture(1))
        #expect(rig.origin.requests(to: "/pic").count == 2)
    }
}
