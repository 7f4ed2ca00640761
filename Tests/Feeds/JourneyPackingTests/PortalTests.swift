import ArticleStorage
import FeedModel
import Foundation
import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

/// A hotspot that answers every address with a page of its own.
@Suite struct PortalTests {
    private static let html: KeyValuePairs = ["Content-Type": "text/html; charset=utf-8"]
    private static let terms =
        "<html><head><title>Free WiFi</title></head><body><article><h1>Welcome aboard</h1>"
        + String(
            repeating: "<p>By using this network you agree to the terms of its provider, who keeps records.</p>",
            count: 60) + "<form method=post><input type=checkbox name=ok></form></article></body></html>"
    private static let login =
        "<html><head><title>Free WiFi</title></head><body><form method=post action=/login>"
        + "<input name=user><input type=password name=p></form></body></html>"

    /// Returns a rig with six articles on three hosts, each with a page, a picture and an enclosure.
    private func rig() throws -> JourneyRig {
        let rig = try JourneyRig(hosts: 3)
        try rig.journey(6)
        let urls = (0..<6).map { rig.origin.url("/\($0).mp3", on: rig.host($0)) }
        try rig.feed(urls.map { _ in (nil, "<p>An episode.</p>") }, named: "Show", enclosures: urls)
        return rig
    }

    private func answer(_ rig: JourneyRig, _ reply: @escaping @Sendable (RecordedRequest) -> Reply) {
        for number in 0..<6 {
            for path in ["/page/\(number)", "/pic/\(number)-0", "/\(number).mp3"] { rig.route(path, reply) }
        }
    }

    private func answerWell(_ rig: JourneyRig) {
        for number in 0..<6 {
            let picture = rig.origin.url("/pic/\(number)-0", on: rig.host(number))
            rig.route("/page/\(number)") { _ in .response(fields: Self.html, body: JourneyRig.page([picture])) }
            rig.route("/pic/\(number)-0", JourneyRig.ranged(JourneyRig.picture(number), etag: "\"\(number)\""))
            let episode = JourneyRig.picture(number + 50)
            rig.route("/\(number).mp3", JourneyRig.ranged(episode, etag: "\"\(number)\"", type: "audio/mpeg"))
        }
    }

    @Test(
        "If a hotspot's page arrives for every address, nothing is packed, and the next journey is complete",
        arguments: [(terms, false), (terms, true), (login, false), (login, true)])
    func everything(_ page: String, _ redirects: Bool) async throws {
        let rig = try rig()
        rig.route("/portal") { _ in .response(fields: Self.html, body: page) }
        let portal = rig.origin.url("/portal")
        answer(rig) { _ in
            redirects ? .response(302, fields: ["Location": portal]) : .response(fields: Self.html, body: page)
        }
        let request = PackRequest([.init(.search("title:feed"))], wantsEnclosures: true)
        while try rig.store.indexPending() > 0 {}
        let report = try await rig.pack(request)
        #expect(report.end == .portal && report.packed == 0 && report.partly == 6)
        #expect(JourneyWords.lines(report)[0].contains("log in, then"))
        for number in 0..<6 { #expect(try rig.store.pageText(for: rig.id("feed \(number)")) == nil) }
        answerWell(rig)
        let next = try await rig.pack(request)
        #expect(next.end == .complete && next.packed == 6 && next.missing.isEmpty)
        #expect(try rig.packedIsWhole())
    }

    @Test("A hotspot's page at a single address is recognised even if its text differs each time")
    func changingText() async throws {
        let rig = try rig()
        rig.route("/portal") { request in
            let text = "Welcome, device \(request.number)"
            return .response(fields: Self.html, body: Self.terms.replacing("Welcome aboard", with: text))
        }
        let portal = rig.origin.url("/portal").replacing("127.0.0.1", with: "localhost")
        answer(rig) { _ in .response(302, fields: ["Location": portal]) }
        while try rig.store.indexPending() > 0 {}
        let report = try await rig.pack(PackRequest([.init(.search("title:feed"))]))
        #expect(report.end == .portal && report.packed == 0)
        for number in 0..<6 { #expect(try rig.store.pageText(for: rig.id("feed \(number)")) == nil) }
    }

    @Test("A hotspot that answers 511 for every server ends the run, and the next journey is complete")
    func networkAuthenticationRequired() async throws {
        let rig = try rig()
        answer(rig) { _ in .response(511, fields: Self.html, body: Self.login) }
        while try rig.store.indexPending() > 0 {}
        let request = PackRequest([.init(.search("title:feed"))])
        let report = try await rig.pack(request)
        #expect(report.end == .portal && report.packed == 0 && report.partly == 6)
        answerWell(rig)
        let next = try await rig.pack(request)
        #expect(next.end == .complete && next.missing.isEmpty && next.packed == 6)
    }

    @Test("A hotspot that answers 511 for the only host is recognised, even if there is one page", arguments: [1, 4])
    func networkAuthenticationRequiredOfOneHost(_ articles: Int) async throws {
        let rig = try JourneyRig(articles: articles)
        for path in ["/feed"] + (0..<articles).map({ "/page/\($0)" }) { rig.route(path) { _ in .response(511) } }
        let report = try await rig.pack()
        #expect(report.end == .portal && report.packed == 0 && report.partly == articles)
    }

    @Test("A hotspot that answers 511 for pictures and enclosures is recognised, and their parts stay")
    func networkAuthenticationRequiredForFiles() async throws {
        let rig = try JourneyRig(hosts: 1)
        let episode = JourneyRig.picture(9, bytes: 9_000)
        rig.route("/0.mp3") { _ in
            let fields = [RawField("Content-Length", "9000"), RawField("ETag", "\"9\"")]
            return Reply([Reply.head(200, fields), .body(Array(episode.prefix(6_000))), .close])
        }
        let urls = (0..<3).map { rig.origin.url("/\($0).png") }
        try rig.feed(
            urls.map { (nil, "<img src='\($0)'>") }, enclosures: [rig.origin.url("/0.mp3")],
            at: rig.origin.url("/feed"))
        for number in 0..<3 { rig.route("/\(number).png") { _ in .response(511) } }
        let request = PackRequest(wantsEnclosures: true)
        #expect(try await rig.pack(request).end == .portal)
        for number in 0..<3 {
            rig.route("/\(number).png", JourneyRig.ranged(JourneyRig.picture(number), etag: "\"1\""))
        }
        #expect(try await rig.pack(request).end == .complete)
        let enclosure = try #require(try rig.packStore.enclosures().first)
        #expect(rig.packStore.parts.length(of: enclosure.id) == 6_000)
        rig.route("/0.mp3") { _ in .response(511) }
        _ = try await rig.pack(request)
        #expect(rig.packStore.parts.length(of: enclosure.id) == 6_000)
        rig.route("/0.mp3", JourneyRig.ranged(episode, etag: "\"9\"", type: "audio/mpeg"))
        #expect(try await rig.pack(request).missing.isEmpty)
        #expect(try rig.packStore.enclosures().map(\.state) == [.stored])
        #expect(rig.origin.requests.last?["Range"] == "bytes=6000-")
    }

    @Test("A hotspot that sends its page in place of pages and of pictures is recognised")
    func pagesAndPictures() async throws {
        let rig = try JourneyRig(hosts: 3)
        let urls = (0..<12).map { number in
            ["/page/\(number)", "/pic/\(number)-0"].map { rig.origin.url($0, on: rig.host(number)) }
        }
        for number in 0..<12 {
            for path in ["/page/\(number)", "/pic/\(number)-0"] {
                rig.route(path) { _ in .response(fields: Self.html, body: Self.terms) }
            }
        }
        try rig.feed(urls.map { ($0[0], "<p>Short.</p><img src='\($0[1])'>") })
        let report = try await rig.pack()
        #expect(report.end == .portal && report.packed == 0 && report.partly == 12)
        #expect(rig.origin.requests.count < 24)
    }

    @Test("If a hotspot's page replaced all pages of one host, the feed reveals it")
    func onePageOfOneHost() async throws {
        let rig = try JourneyRig(articles: 4)
        for path in ["/feed"] + (0..<4).map({ "/page/\($0)" }) {
            rig.route(path) { _ in .response(fields: Self.html, body: Self.terms) }
        }
        let report = try await rig.pack()
        #expect(report.end == .portal && report.packed == 0 && report.partly == 4)
        #expect(JourneyWords.lines(report)[0].contains("log in, then"))
    }

    @Test("A web page in place of an enclosure or a picture is not stored, and the file is requested again")
    func files() async throws {
        let rig = try rig()
        answerWell(rig)
        for number in 0..<6 {
            rig.route("/\(number).mp3") { _ in .response(fields: ["Content-Type": "audio/mpeg"], body: Self.terms) }
            rig.route("/pic/\(number)-0") { _ in .response(fields: Self.html, body: Self.terms) }
        }
        let request = PackRequest(wantsEnclosures: true)
        let report = try await rig.pack(request)
        #expect(report.end == .complete, "the pages are genuine, so there is a network")
        #expect(try rig.packStore.enclosures().allSatisfy { if case .missing = $0.state { true } else { false } })
        #expect(try rig.packStore.marks().values.count { $0 == .partly } >= 4)
        answerWell(rig)
        #expect(try await rig.pack(request).packed == 12)
        #expect(try rig.packStore.enclosures().count { $0.state == .stored } == 3)
        #expect(try rig.packedIsWhole())
    }

    @Test("A page that a site sends for several articles is stored for none of them; the other articles are packed")
    func consent() async throws {
        let rig = try JourneyRig()
        try rig.journey(5)
        for number in 0..<3 { rig.route("/page/\(number)") { _ in .response(fields: Self.html, body: Self.terms) } }
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 2 && report.partly == 3)
        #expect(report.missing.map(\.reason) == ["replaced by another page"])
        #expect(try rig.store.pageText(for: rig.id("feed 0")) == nil)
    }

    private static let feed = "<?xml version='1.0'?><rss version='2.0'><channel><title>x</title></channel></rss>"

    @Test("The feed reveals a hotspot that sends a different text for each address", arguments: [1, 3], [false, true])
    func otherTexts(_ articles: Int, _ redirects: Bool) async throws {
        let rig = try JourneyRig(articles: articles)
        let text = Self.terms.replacing("<form method=post>", with: "<form>")
        let portal = rig.origin.url("/portal")
        rig.route("/portal") { _ in .response(fields: Self.html, body: text) }
        for path in ["/feed"] + (0..<articles).map({ "/page/\($0)" }) {
            rig.route(path) { _ in
                redirects && articles == 1
                    ? .response(302, fields: ["Location": portal])
                    : .response(fields: Self.html, body: text.replacing("By using", with: "Guest of \(path): by using"))
            }
        }
        let report = try await rig.pack()
        #expect(report.end == .portal && report.packed == 0 && report.partly == articles)
        #expect(try rig.store.pageText(for: rig.id("harbour news 0")) == nil)
        rig.route("/feed") { _ in .response(fields: ["Content-Type": "application/rss+xml"], body: Self.feed) }
        for number in 0..<articles {
            let page = JourneyRig.page([]).replacing("night ferry", with: "night ferry \(number)")
            rig.route("/page/\(number)") { _ in .response(fields: Self.html, body: page) }
        }
        let next = try await rig.pack()
        #expect(next.end == .complete && next.packed == articles)
        #expect(rig.arrivals(prefix: "/feed").count == 4, "one at the beginning and one at the end of each run")
    }

    @Test("A hotspot whose session ends during a run is recognised, and the earlier pages stay")
    func laterHotspot() async throws {
        let rig = try JourneyRig(articles: 4)
        let proven = JourneyRig.page([]).replacing("Ferry", with: "Harbour News 0: the ferry")
        rig.route("/page/0") { _ in .response(fields: Self.html, body: proven) }
        let text = Self.terms.replacing("<form method=post>", with: "<form>")
        for path in ["/feed", "/page/1", "/page/2", "/page/3"] {
            rig.route(path) { _ in
                .response(fields: Self.html, body: text.replacing("By using", with: "Guest of \(path): by using"))
            }
        }
        let report = try await rig.pack()
        #expect(report.end == .portal && report.packed == 1 && report.partly == 3)
        #expect(try rig.store.pageText(for: rig.id("harbour news 0")) != nil)
        for number in 1...3 { #expect(try rig.store.pageText(for: rig.id("harbour news \(number)")) == nil) }
    }

    @Test("A page with the article's title stays even if its feed is a web page, which is requested once")
    func title() async throws {
        let rig = try JourneyRig(articles: 1)
        let page = JourneyRig.page([]).replacing("Ferry", with: "Harbour News 0: the ferry")
        rig.route("/page/0") { _ in .response(fields: Self.html, body: page) }
        rig.route("/feed") { _ in .response(fields: Self.html, body: Self.terms) }
        #expect(try await rig.pack().packed == 1)
        #expect(rig.arrivals(prefix: "/feed").count == 1)
    }

    @Test("A page with another title stays if its feed fails or cannot be requested", arguments: [404, 503, 200])
    func failingFeeds(_ status: Int) async throws {
        let rig = try JourneyRig(articles: 1)
        rig.route("/page/0") { _ in .response(fields: Self.html, body: JourneyRig.page([])) }
        rig.route("/feed") { _ in .response(status, fields: Self.html, body: Self.terms) }
        if status == 200 {
            // A feed that has been a web page for days reveals nothing.
            let feed = try #require(try rig.store.subscriptions().first)
            var state = PollingState(subscription: feed.id)
            state.health.problem = FeedProblem(kind: .notAFeed, message: "a web page")
            try rig.store.record([state])
        }
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 1)
    }

    @Test("The same article under two addresses is packed for both")
    func copies() async throws {
        let rig = try JourneyRig(hosts: 2)
        rig.route("/page") { _ in .response(fields: Self.html, body: JourneyRig.page([])) }
        let urls = rig.origin.addresses.map { rig.origin.url("/page", on: $0) }
        try rig.feed([(urls[0], "")], named: "ferry")
        try rig.feed([(urls[1], "")], named: "ferry-news")
        #expect(try await rig.pack().packed == 2)
    }

    @Test("An article of a failing server is left for the next journey", arguments: [500, 502, 504, 511])
    func trouble(_ status: Int) async throws {
        let rig = try JourneyRig()
        try rig.journey(1)
        rig.route("/page/0") { _ in .response(status) }
        let report = try await rig.pack()
        #expect(report.partly == 1 && report.missing.map(\.reason) == ["the server answered \(status)"])
        rig.route("/page/0") { _ in .response(fields: Self.html, body: JourneyRig.page([])) }
        #expect(try await rig.pack().packed == 1)
    }
}

/// Enclosures and their budget.
@Suite struct EnclosureBudgetTests {
    private func rig(_ sizes: Int...) throws -> (rig: JourneyRig, feed: SubscriptionID) {
        let rig = try JourneyRig()
        for (number, size) in sizes.enumerated() {
            let episode = [UInt8](repeating: UInt8(number), count: size)
            rig.route("/\(number).mp3", JourneyRig.ranged(episode, etag: "\"\(number)\"", type: "audio/mpeg"))
        }
        let urls = sizes.indices.map { rig.origin.url("/\($0).mp3") }
        return (rig, try rig.feed(urls.map { _ in (nil, "<p>x</p>") }, named: "Show", enclosures: urls))
    }

    @Test("An enclosure larger than the whole budget is reported, and the others are fetched")
    func tooLarge() async throws {
        let (rig, _) = try rig(300_000, 1_000, 2_000)
        let report = try await rig.pack(PackRequest(wantsEnclosures: true)) { $0.enclosureBudget = 100_000 }
        #expect(report.missing.map(\.reason) == ["larger than the enclosure budget"])
        #expect(try rig.packStore.enclosures().count { $0.state == .stored } == 2)
        let next = try await rig.pack(PackRequest(wantsEnclosures: true)) { $0.enclosureBudget = 1_000_000 }
        #expect(try next.missing.isEmpty && rig.packStore.enclosures().count { $0.state == .stored } == 3)
    }

    @Test("An endless enclosure takes the budget of one run, and the next run fetches the others")
    func endless() async throws {
        let (rig, _) = try rig(1_000, 2_000, 3_000)
        rig.route("/0.mp3") { _ in .endless(fields: ["Content-Type": "audio/mpeg"]) }
        for _ in 0..<3 {
            let report = try await rig.pack(PackRequest(wantsEnclosures: true)) { $0.enclosureBudget = 1_000_000 }
            #expect(report.missing.map(\.reason) == ["larger than the enclosure budget"])
        }
        #expect(try rig.packStore.enclosures().count { $0.state == .stored } == 2)
        #expect(rig.arrivals(prefix: "/0.mp3").count == 1)
    }

    @Test("An enclosure that is removed during its transfer is abandoned, and the others are fetched")
    func removed() async throws {
        let (rig, _) = try rig(1_000, 2_000)
        let gate = Gate()
        rig.route("/0.mp3") { _ in
            Reply([
                Reply.head(200, [RawField("Content-Length", "1000")]), .body([UInt8](repeating: 1, count: 500)),
                .wait(gate), .body([UInt8](repeating: 1, count: 500)),
            ])
        }
        let packing = Task { try await rig.pack(PackRequest(wantsEnclosures: true)) }
        try await rig.origin.waitForRequests(1)
        let first = try #require(try rig.packStore.enclosures().first)
        #expect(try rig.packStore.removeEnclosure(first.id))
        gate.open()
        #expect(try await packing.value.end == .complete)
        #expect(try rig.packStore.enclosures().map(\.state) == [.stored])
        let files = try FileManager.default.contentsOfDirectory(atPath: rig.folder + "/enclosures/Show")
        #expect(files == ["2027-01-14 Show 1.mp3"])
    }

    @Test("An enclosure that is removed before the run of its waiting request stays removed")
    func removedBeforeItsRun() async throws {
        let (rig, _) = try rig(1_000, 2_000, 3_000)
        let articles = try (0..<3).map { try rig.id("Show \($0)") }
        var request = PackRequest(articles: articles, wantsEnclosures: true)
        try await rig.pack(request) { $0.enclosureBudget = 0 }
        let first = try #require(try rig.packStore.enclosures().first)
        #expect(try rig.packStore.removeEnclosure(first.id))
        try rig.packStore.remove([articles[2]])
        request.isInJourney = true
        try await rig.pack(request)
        #expect(try rig.packStore.enclosures().map(\.state) == [.stored])
        #expect(try rig.packStore.known() == Set(articles.prefix(2)))
        request.isInJourney = false
        try await rig.pack(request)
        #expect(
            try rig.packStore.enclosures().map(\.state) == [.stored, .stored, .stored], "a new request restores them")
    }

    @Test("A feed whose setting asks for enclosures gets them in every run, unless their budget is 0")
    func byFeed() async throws {
        let (rig, feed) = try rig(1_000)
        try await rig.pack()
        #expect(try rig.packStore.enclosures().isEmpty, "nobody asked for it")
        var preferences = FeedPreferences()
        preferences.packing = .all
        try rig.store.setPreferences(preferences, of: feed)
        try await rig.pack { $0.enclosureBudget = 0 }
        #expect(try rig.packStore.enclosures().map(\.state) == [.waiting])
        let report = try await rig.pack()
        #expect(try rig.packStore.enclosures().map(\.state) == [.stored])
        #expect(JourneyWords.lines(report)[0].hasPrefix("packed: 1 article, 1 enclosure, "))
        #expect(JourneyWords.lines(report)[0].contains(" fetched; 1 KB of files stored in all"))
        try rig.store.setPreferences(FeedPreferences(), of: feed)
        let enclosure = try #require(try rig.packStore.enclosures().first)
        let articles = try rig.packStore.known()
        try rig.packStore.remove(articles)
        try await rig.pack(PackRequest(wantsEnclosures: true))
        #expect(try rig.packStore.enclosures().isEmpty, "the person removed it with its article")
        try rig.packStore.remove(articles)
        try await rig.pack(PackRequest(articles: Array(articles), wantsEnclosures: true)) { $0.enclosureBudget = 0 }
        #expect(try rig.packStore.enclosures().map(\.url) == [enclosure.url])
        let second = try await rig.pack(nil)
        #expect(JourneyWords.lines(second)[0].hasPrefix("packed: 1 enclosure, "))
    }
}
