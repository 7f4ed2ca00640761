import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

@Suite struct JourneyPackerTests {
    @Test("Pages and the pictures of their main parts are packed and can be read offline")
    func packs() async throws {
        let rig = try JourneyRig(hosts: 3)
        try rig.journey(6, pictures: 2)
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 6 && report.partly == 0 && report.missing.isEmpty)
        #expect(try rig.packedIsWhole())
        #expect(rig.origin.requests.count == 18, "a page's furniture is not fetched")
        #expect(try rig.packStore.bytes(of: rig.origin.url("/pic/4-1", on: rig.host(4))) == JourneyRig.picture(401))
        #expect(rig.origin.requests.allSatisfy { $0["Referer"] == nil && $0["Cookie"] == nil })
        #expect(rig.origin.requests.allSatisfy { $0["User-Agent"] == "lede-test" })
        let again = try await rig.pack()
        #expect(again.packed == 6 && rig.origin.requests.count == 18, "packed pages are not requested again")
    }

    @Test("A long text from the feed needs no page, its pictures are packed, and the feed's preference decides")
    func needs() async throws {
        let rig = try JourneyRig()
        let long = String(repeating: "<p>" + String(repeating: "word ", count: 60) + "</p>", count: 3)
        let picture = rig.origin.url("/one.png")
        rig.route("/one.png", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        rig.route("/page") { _ in .response(fields: ["Content-Type": "text/html"], body: JourneyRig.page([])) }
        let id = try rig.feed([(rig.origin.url("/page"), long + "<img src='\(picture)'>")])
        try await rig.pack()
        #expect(rig.origin.requests.map(\.path) == ["/one.png"])
        #expect(try rig.mark("feed 0") == .packed)
        var preferences = FeedPreferences()
        preferences.packing = .page
        try rig.store.setPreferences(preferences, of: id)
        try await rig.pack()
        #expect(rig.origin.requests.map(\.path) == ["/one.png", "/page"])
        preferences.packing = .no
        try rig.store.setPreferences(preferences, of: id)
        try rig.packStore.remove(rig.packStore.known())
        #expect(try await rig.pack().packed == 0)
    }

    @Test("The packer picks the smallest picture that is wide enough")
    func sizes() async throws {
        let rig = try JourneyRig()
        for name in ["s", "m", "l"] {
            rig.route("/\(name).png", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        }
        let url = rig.origin.url("/")
        try rig.feed([
            (nil, "<p>x</p><img src='\(url)s.png' srcset='\(url)s.png 320w, \(url)m.png 800w, \(url)l.png 2000w'>")
        ])
        try await rig.pack()
        #expect(rig.origin.requests.map(\.path) == ["/m.png"])
    }

    @Test("A shared picture is fetched and stored once, and stays while an article needs it")
    func shared() async throws {
        let rig = try JourneyRig()
        let shared = rig.origin.url("/shared.png")
        rig.route("/shared.png", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        rig.route("/copy.png", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"2\""))
        try rig.feed((0..<10).map { _ in (nil, "<p>x</p><img src='\(shared)'>") })
        try rig.feed([(nil, "<p>x</p><img src='\(rig.origin.url("/copy.png"))'>")], named: "other")
        try await rig.pack()
        #expect(rig.origin.requests(to: "/shared.png").count == 1)
        #expect(try rig.packStore.status().pictures == 1)
        try rig.packStore.remove((0..<9).map { try rig.id("feed \($0)") })
        #expect(try rig.packStore.bytes(of: shared) != nil)
        try rig.packStore.remove([rig.id("feed 9")])
        #expect(try rig.packStore.bytes(of: shared) == nil)
        #expect(try rig.packStore.status().pictures == 1, "the other feed's copy is the same content")
    }

    @Test("Nothing is fetched for articles that are unpacked while the journey runs")
    func unpackedMeanwhile() async throws {
        let rig = try JourneyRig()
        try rig.journey(6)
        let (packStore, last) = (rig.packStore, try rig.id("feed 5"))
        // The pages arrive one after another; the first one unpacks all articles but the last.
        rig.route("/page/0") { _ in
            _ = try? packStore.remove(packStore.known().subtracting([last]))
            return .response(fields: ["Content-Type": "text/html"], body: JourneyRig.page([]))
        }
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 1)
        #expect(rig.arrivals(prefix: "/page").count == 2 && rig.arrivals(prefix: "/pic").count == 1)
        #expect(try rig.packStore.known() == [last])
    }

    @Test(
        "The budget is exceeded by at most one object, and a marked article is complete",
        arguments: [60_000, 200_000, 500_000])
    func budget(_ budget: Int64) async throws {
        let rig = try JourneyRig(hosts: 4) { $0.nearEnd = 1 << 20 }
        try rig.journey(12, pictures: 3, bytes: 40_000)
        let report = try await rig.pack { $0.budget = budget }
        #expect(report.end == .budget)
        #expect(Int64(rig.origin.sentByteCount) <= budget + 45_000)
        #expect(report.spent <= budget)
        #expect(try rig.packedIsWhole())
        let before = rig.origin.sentByteCount
        let rest = try await rig.pack { $0.budget = 10_000_000 }
        #expect(rest.end == .complete && rest.packed == 12)
        #expect(rig.origin.sentByteCount - before < 12 * 3 * 41_000 + 12 * 3_000)
    }

    @Test("With a small budget pages come before pictures")
    func pagesFirst() async throws {
        let rig = try JourneyRig(hosts: 2)
        try rig.journey(8, pictures: 2, bytes: 60_000)
        try await rig.pack {
            $0.budget = 100_000; $0.pagePause = .milliseconds(30)
        }
        #expect(rig.arrivals(prefix: "/page").count == 8)
        #expect(rig.arrivals(prefix: "/pic").count <= 2)
    }

    @Test("Missing objects are reported and do not hold up an article; a login page is never packed")
    func missing() async throws {
        let rig = try JourneyRig()
        let login =
            "<html><title>Guest network</title><body><form method='post'><input type='password' name='p'></form></body></html>"
        rig.route("/login") { _ in .response(fields: ["Content-Type": "text/html"], body: login) }
        rig.route("/ferry") { request in
            .response(fields: ["Content-Type": "text/html"], body: JourneyRig.page(["/none.png", "/fake.png"]))
        }
        rig.route("/fake.png") { _ in .response(fields: ["Content-Type": "image/png"], body: "<html>a portal</html>") }
        let feed = "<rss version='2.0'><channel><title>x</title></channel></rss>"
        rig.route("/feed") { _ in .response(fields: ["Content-Type": "application/rss+xml"], body: feed) }
        try rig.feed(
            [(rig.origin.url("/login"), ""), (rig.origin.url("/gone"), ""), (rig.origin.url("/ferry"), "")],
            at: rig.origin.url("/feed"))
        let report = try await rig.pack()
        #expect(try rig.mark("feed 0") == .partly)
        #expect(try rig.mark("feed 1") == .packed)
        #expect(try rig.mark("feed 2") == .packed)
        #expect(try rig.store.pageText(for: rig.id("feed 0")) == nil)
        #expect(
            Dictionary(uniqueKeysWithValues: report.missing.map { ($0.reason, $0.count) })
                == ["gone": 2, "requires a login": 1, "no picture": 1])
    }

    @Test("A picture in a format that the reader never shows is not received beyond its beginning")
    func otherFormat() async throws {
        let rig = try JourneyRig()
        let beginning: [UInt8] = [0, 0, 0, 0x20] + Array("ftypavif".utf8) + JourneyRig.picture(1, bytes: 200_000)
        let fields = [RawField("Content-Type", "image/avif"), RawField("Content-Length", "1000000")]
        let gate = Gate()
        rig.route("/pic") { _ in Reply([Reply.head(200, fields), .body(beginning), .wait(gate)]) }
        try rig.feed([(nil, "<p>x</p><img src='\(rig.origin.url("/pic"))'>")])
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 1)
        #expect(report.missing.map(\.reason) == ["not JPEG, PNG, WebP or GIF"])
        #expect(report.spent < 202_000)
        #expect(try rig.packStore.bytes(of: rig.origin.url("/pic")) == nil)
    }

    @Test("A picture above the limit is not fetched, and the run continues")
    func tooLarge() async throws {
        let rig = try JourneyRig { $0.pictureBytes = 50_000 }
        try rig.journey(2, pictures: 1, bytes: 20_000)
        rig.route("/large", JourneyRig.ranged(JourneyRig.picture(9, bytes: 3_000_000), etag: "\"9\""))
        try rig.feed([(nil, "<p>x</p><img src='\(rig.origin.url("/large"))'>")], named: "large")
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 3)
        #expect(report.missing.map(\.reason) == ["larger than the limit"])
        #expect(report.spent < 400_000)
    }

    @Test("Packing leaves free space on the disk, and continues once there is room again")
    func diskReserve() async throws {
        let rig = try JourneyRig()
        try rig.journey(2)
        #expect(try await rig.pack { $0.diskReserve = .max }.end == .diskFull)
        #expect(rig.origin.requests.isEmpty)
        #expect(try await rig.pack(nil).packed == 2)
        #expect(try await rig.pack { $0.diskReserve = .max }.end == .complete, "nothing is left to fetch")
    }

    @Test("A deleted article is removed when the disk is nearly full")
    func deletedArticle() async throws {
        let rig = try JourneyRig()
        try rig.journey(2)
        try await rig.pack { $0.articles = 1 }
        let packed = try #require(try rig.packStore.known().first)
        _ = try rig.store.delete([packed], at: JourneyRig.midnight)
        let report = try await rig.pack { $0.diskReserve = .max }
        #expect(report.end == .diskFull && report.removedArticles == 1)
        #expect(try !rig.packStore.known().contains(packed))
        #expect(try rig.packStore.storedBytes() == 0)
    }

    @Test("An article that was deleted is not reported as removed to make room")
    func deletedBefore() async throws {
        let rig = try JourneyRig()
        try rig.journey(2)
        try await rig.pack { $0.articles = 1 }
        let packed = try #require(try rig.packStore.known().first)
        _ = try rig.store.delete([packed], at: JourneyRig.midnight)
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 1 && report.removedArticles == 0)
        #expect(try !rig.packStore.known().contains(packed))
    }

    @Test("Offline, no request is sent")
    func offline() async throws {
        let rig = try JourneyRig()
        try rig.journey(1)
        try rig.service.setOffline(true)
        #expect(try await rig.pack().end == .offline)
        #expect(rig.origin.requests.isEmpty)
    }

    @Test("Deleting the cache during a run loses nothing; a deleted pack store is refilled")
    func deletedFiles() async throws {
        let rig = try JourneyRig(hosts: 2)
        try rig.journey(4, pictures: 2)
        try await rig.pack { $0.budget = 100_000 }
        let before = rig.origin.requests.count
        try await rig.pack({ $0.budget = 10_000_000 }, cache: "another.sqlite")
        #expect(try rig.packStore.packedArticles().count == 4)
        #expect(rig.origin.requests.count - before <= 12 - before + 2)
        let all = rig.origin.requests.count
        try rig.packStore.remove(rig.packStore.known())
        #expect(try await rig.pack().packed == 4)
        #expect(rig.arrivals(prefix: "/page").count <= 5, "the pages are in the library")
        #expect(rig.origin.requests.count - all == 8)
    }

    @Test("A link to an article's own enclosure is not a page, and the enclosure is fetched")
    func linkToEnclosure() async throws {
        let rig = try JourneyRig()
        let url = rig.origin.url("/e.mp3")
        rig.route("/e.mp3") { _ in
            .response(200, fields: [RawField("Content-Type", "audio/mpeg")], body: [UInt8](repeating: 7, count: 5_000))
        }
        try rig.feed([(url, "<p>An episode.</p>")], named: "Show", enclosures: [url])
        let report = try await rig.pack(PackRequest(wantsEnclosures: true)) { $0.enclosureBudget = 10_000_000 }
        #expect(report.missing.isEmpty)
        #expect(try rig.packStore.enclosureFile(of: url) != nil)
    }

    @Test("A picture that the feed attaches is fetched, since the text shows it")
    func attachedPicture() async throws {
        let rig = try JourneyRig()
        let url = rig.origin.url("/pier.png")
        rig.route("/pier.png", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        try rig.feed([(nil, "<p>Fog.</p>")], enclosures: [url], type: "image/png")
        let report = try await rig.pack()
        #expect(report.packed == 1 && report.missing.isEmpty)
        #expect(try rig.packStore.bytes(of: url) == JourneyRig.picture(1))
    }

    @Test("A link to the picture in an article's own text is not a page, and the picture is fetched")
    func linkToPicture() async throws {
        let rig = try JourneyRig()
        let url = rig.origin.url("/photo.png")
        rig.route("/photo.png", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        try rig.feed([(url, "<p>Fog.</p><img src='\(url)' alt='a pier'>")])
        let report = try await rig.pack()
        #expect(report.packed == 1 && report.missing.isEmpty)
        #expect(try rig.packStore.bytes(of: url) == JourneyRig.picture(1))
    }
}

extension JourneyRig {
    func pack(_ change: (inout JourneyLimits) -> Void, cache: String) async throws {
        try await pack(PackRequest(), change, cache: cache)
    }

    @Test("The transcript of an episode is packed in place of its page, and is not its enclosure")
    func transcript() async throws {
        let rig = try JourneyRig()
        let words = String(repeating: "The night ferry leaves the harbour at ten. ", count: 9)
        let cues = "1\n00:00:01,000 --> 00:00:04,000\n\(words)\n"
        rig.route("/t") { _ in .response(fields: ["Content-Type": "application/srt"], body: cues) }
        try addEpisode(to: rig, text: words)
        let report = try await rig.pack(PackRequest(wantsEnclosures: true))
        #expect(report.packed == 1 && rig.origin.requests.map(\.path) == ["/t"])
        #expect(try rig.store.pageText(for: rig.id("Episode"))?.html.hasPrefix("<p>The night ferry") == true)
        #expect(try rig.packStore.enclosures().isEmpty)
    }

    @Test("If the transcript of an episode is gone, its page is packed")
    func goneTranscript() async throws {
        let rig = try JourneyRig()
        let words = String(repeating: "The night ferry leaves the harbour at ten. ", count: 9)
        rig.route("/t") { _ in .response(404) }
        rig.route("/page") { _ in .response(fields: ["Content-Type": "text/html"], body: JourneyRig.page([])) }
        try addEpisode(to: rig, text: words)
        let report = try await rig.pack()
        #expect(report.packed == 1 && rig.origin.requests.map(\.path) == ["/t", "/page"])
        #expect(try rig.store.pageText(for: rig.id("Episode"))?.url == rig.origin.url("/page"))
    }

    /// Adds an episode with the page `/page` and the transcript `/t`.
    private func addEpisode(to rig: JourneyRig, text: String) throws {
        let id = try rig.store.add(NewSubscription(feedURL: "http://show.example/feed")).id
        var document = ParsedFeed()
        var item = ParsedItem(id: "1")
        (item.title, item.url) = ("Episode", rig.origin.url("/page"))
        item.contentHTML = "<p>\(text)\(text)</p>"
        item.enclosures = [
            Enclosure(url: rig.origin.url("/t"), mimeType: "application/srt", title: Enclosure.transcriptTitle)
        ]
        document.items = [item]
        _ = try rig.store.ingest(document, into: id, state: PollingState(subscription: id), at: JourneyRig.midnight)
    }

    @Test("A pack updates the token of an enclosure, even if it asks neither for enclosures nor for its article")
    func newToken() async throws {
        let rig = try JourneyRig()
        let url = rig.origin.url("/e.mp3")
        func addFeed(token: Int) throws {
            try rig.feed([(nil, "<p>An episode.</p>")], named: "Show", enclosures: [url + "?token=\(token)"])
        }
        rig.route("/e.mp3") { request in
            request.target.hasSuffix("=2")
                ? .response(200, fields: [RawField("Content-Type", "audio/mpeg")], body: [0x49, 0x44, 0x33])
                : .response(403)
        }
        try addFeed(token: 1)
        let id = try rig.id("Show 0")
        try await rig.pack(PackRequest(articles: [id], wantsEnclosures: true))
        #expect(try rig.packStore.enclosures().map(\.url) == [url + "?token=1"])
        try addFeed(token: 2)
        try rig.store.set(.read(true), on: [id])
        try await rig.pack()
        #expect(try rig.packStore.enclosures().map(\.url) == [url + "?token=2"])
        #expect(try rig.packStore.enclosures().map(\.state) == [.stored])
    }

    @Test("If a feed shows no pictures, neither those of its texts nor those of its pages are fetched")
    func hiddenPictures() async throws {
        let rig = try JourneyRig()
        let page = JourneyRig.page([rig.origin.url("/of-page.png")])
        rig.route("/page") { _ in .response(fields: ["Content-Type": "text/html"], body: page) }
        let text = "<p>Short.</p><img src='\(rig.origin.url("/of-text.png"))'>"
        let feed = try rig.feed([(rig.origin.url("/page"), text)])
        var preferences = FeedPreferences()
        preferences.showsPictures = false
        try rig.store.setPreferences(preferences, of: feed)
        for _ in 0..<2 {
            let report = try await rig.pack()
            #expect(report.end == .complete && report.packed == 1)
            #expect(Set(rig.origin.requests.map(\.path)) == ["/page"])
        }
    }

    @Test("Interrupted enclosures are reported with the reason, without the tokens in their addresses")
    func interruptedEnclosures() async throws {
        let rig = try JourneyRig()
        let length = RawField("Content-Length", "1000")
        for number in 0..<2 {
            rig.route("/\(number).mp3") { _ in
                Reply([Reply.head(200, [length]), .body([UInt8](repeating: 7, count: 100 + number)), .close])
            }
        }
        try rig.feed(
            [(nil, "<p>One.</p>"), (nil, "<p>Two.</p>")], named: "Show",
            enclosures: (0..<2).map { rig.origin.url("/\($0).mp3?token=secret") })
        let report = try await rig.pack(PackRequest(wantsEnclosures: true))
        #expect(report.missing.map(\.reason) == ["the connection ended early"])
        #expect(report.missing.map(\.count) == [2])
        // Their articles belong to no later journey, which fetches them nevertheless.
        try rig.store.set(.read(true), on: Array(rig.packStore.known()))
        rig.route("/0.mp3") { _ in .response(404) }
        let second = try await rig.pack()
        #expect(Set(second.missing.map(\.reason)) == ["the connection ended early", "gone"])
        #expect(second.missing.map(\.count) == [1, 1])
        #expect(try await rig.pack().missing.map(\.reason) == ["the connection ended early"])
        // A journey without enclosures does not request the one that waits.
        let third = try await rig.pack { $0.enclosureBudget = 0 }
        #expect(third.missing.isEmpty)
    }
}
