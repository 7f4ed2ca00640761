import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

@testable import FeedRefresh

/// The transcript of an episode, which is fetched in place of its page.
@Suite struct TranscriptPageTests {
    private static let cues =
        "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>The night ferry leaves the harbour at ten,\n\n"
        + "00:04.000 --> 00:06.000\nand nobody on board minds the rain.\n"

    private func episode(in rig: ServiceRig, type: String = "text/vtt") async throws -> ArticleID {
        let feed =
            "<rss version='2.0'><channel><title>Harbour</title><item><guid>1</guid><title>Ferry</title>"
            + "<link>\(rig.origin.url("/page"))</link><enclosure url='\(rig.origin.url("/e.mp3"))'/>"
            + "<podcast:transcript url='\(rig.origin.url("/t.vtt"))' type='\(type)'/></item></channel></rss>"
        rig.origin.route("/feed", .response(body: feed))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        return try #require(try rig.rows(id).first?.id)
    }

    @Test(
        "A transcript is read as paragraphs, even offline and from a server that does not know its type",
        arguments: ["text/vtt; charset=utf-8", "application/octet-stream", "text/plain"])
    func transcript(_ type: String) async throws {
        let rig = try ServiceRig()
        let id = try await episode(in: rig)
        rig.origin.route("/t.vtt", .response(fields: ["Content-Type": type], body: Self.cues))
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        let expected = "<p>Ada: The night ferry leaves the harbour at ten, and nobody on board minds the rain.</p>"
        #expect(try rig.store.pageText(for: id)?.html == expected)
        #expect(rig.origin.requests.map(\.path) == ["/feed", "/t.vtt"])
        try rig.service.setOffline(true)
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        #expect(rig.origin.requests.count == 2)
    }

    @Test("A transcript without a certificate replaces a proven page, even if another host sends it")
    func redirected() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        let id = try await episode(in: rig)
        let other = rig.origin.url("/1.vtt", on: "127.0.0.2")
        rig.origin.route("/t.vtt", .response(302, fields: ["Location": other]))
        rig.origin.route("/1.vtt", .response(fields: ["Content-Type": "text/vtt"], body: Self.cues))
        try rig.store.setPageText(PageText(html: "<p>Notes.</p>", url: "https://show.example/1"), for: [id])
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        let text = try #require(try rig.store.pageText(for: id))
        #expect(text.html.hasPrefix("<p>Ada: The night ferry") && text.url == rig.origin.url("/t.vtt") && text.isProven)
    }

    @Test(
        "In place of a transcript that is gone or has no text, the page of the episode is fetched",
        arguments: [
            Reply.response(404), .response(fields: ["Content-Type": "text/html"], body: "<div id='app'></div>"),
        ])
    func gone(_ reply: Reply) async throws {
        let rig = try ServiceRig()
        let id = try await episode(in: rig)
        let words = String(repeating: "The night ferry leaves the harbour at ten. ", count: 9)
        rig.origin.route("/t.vtt", reply)
        rig.origin.route("/page", .response(fields: ["Content-Type": "text/html"], body: "<p>\(words)</p>"))
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        #expect(try rig.store.pageText(for: id)?.url == rig.origin.url("/page"))
        #expect(rig.origin.requests.map(\.path) == ["/feed", "/t.vtt", "/page"])
    }

    @Test("A file of another kind in place of the transcript is not stored as text")
    func otherFile() async throws {
        let rig = try ServiceRig()
        let id = try await episode(in: rig, type: "application/json")
        let body = #"{"error":"The night ferry leaves the harbour at ten, and nobody on board minds the rain."}"#
        rig.origin.route("/t.vtt", .response(fields: ["Content-Type": "application/json"], body: body))
        #expect(try await rig.service.page(of: id, readable: {}) == .noPage(mediaType: "application/json"))
        #expect(try rig.store.pageText(for: id) == nil)
    }

    @Test("A transcript that comes later than its episode replaces the text of the page", arguments: [true, false])
    func later(isTranscript: Bool) {
        let page = PageText(html: "<p>Notes.</p>", url: "https://show.example/1", isProven: true)
        let asked = "https://cdn.example/t.vtt"
        let text = PageText(html: "<p>Ada: Fog.</p>", url: asked, isProven: true)
        #expect(text.mayReplace(page, asked: asked, isTranscript: isTranscript) == isTranscript)
        let unproven = PageText(html: "<p>Welcome.</p>", url: asked, isProven: false)
        #expect(!unproven.mayReplace(page, asked: asked, isTranscript: isTranscript))
    }
}
