import ArticleStorage
import Foundation
import ScriptedOrigin
import Testing

@testable import JourneyPacking

/// Pages with little text that name another page with the full text, such as an AMP or print version.
@Suite struct StubPageTests {
    private static let fields: KeyValuePairs = ["Content-Type": "text/html"]

    /// Adds an article whose page names `/amp`.
    private func rig(hosts: Int = 1, ownText: String = "", _ alternative: @escaping @Sendable (String) -> Reply) throws
        -> JourneyRig
    {
        let rig = try JourneyRig(hosts: hosts) { $0.pagePause = .milliseconds(300) }
        let amp = rig.origin.url("/amp", on: rig.host(hosts - 1))
        let picture = rig.origin.url("/pic")
        rig.route("/page") { _ in
            .response(
                fields: Self.fields,
                body: "<html><head><title>Ferry</title><link rel=amphtml href='\(amp)'></head>"
                    + "<body><article><h1>Ferry</h1>\(ownText)</article></body></html>")
        }
        rig.route("/amp") { _ in alternative(picture) }
        rig.route("/pic", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        try rig.feed([(rig.origin.url("/page"), "<p>Short.</p>")])
        return rig
    }

    @Test("The page that a stub names is packed with its pictures, after the pause between two pages")
    func alternative() async throws {
        let rig = try rig { .response(fields: Self.fields, body: JourneyRig.page([$0])) }
        let report = try await rig.pack()
        #expect(rig.origin.requests.map(\.path) == ["/page", "/amp", "/pic"])
        #expect(report.end == .complete && report.packed == 1 && report.missing.isEmpty)
        let text = try #require(try rig.store.pageText(for: rig.id("feed 0")))
        #expect(text.html.contains("night ferry") && text.url == rig.origin.url("/page"))
        #expect(try rig.packedIsWhole())
        let pages = rig.arrivals(prefix: "/page") + rig.arrivals(prefix: "/amp")
        #expect(pages[1] - pages[0] >= .milliseconds(300))
        #expect(try await rig.pack().packed == 1 && rig.origin.requests.count == 3)
    }

    private static let login = "<html><title>Guest</title><body><form method=post><input type=password></form></body>"

    @Test(
        "A stub keeps its own text if the page that it names has no more text",
        arguments: [Reply.response(404), .response(fields: fields, body: login)])
    func ownText(_ reply: Reply) async throws {
        let own = "<p>The night ferry leaves the harbour at ten, and nobody on board minds the rain at all.</p>"
        let rig = try rig(ownText: own + own) { _ in reply }
        #expect(try await rig.pack().packed == 1)
        #expect(try rig.store.pageText(for: rig.id("feed 0"))?.html.contains("night ferry") == true)
        #expect(rig.origin.requests.map(\.path) == ["/page", "/amp"])
    }

    @Test("A stub without text whose page is missing, or whose host refuses, is reported and left for the next journey")
    func nothing() async throws {
        let gone = try rig { _ in .response(404) }
        let report = try await gone.pack()
        #expect(report.missing.map(\.reason) == ["no article was found on its page"] && report.partly == 1)
        let refusing = try rig(hosts: 2) { _ in .response(429) }
        #expect(try await refusing.pack().partly == 1)
        refusing.route("/amp") { _ in .response(fields: Self.fields, body: JourneyRig.page([])) }
        #expect(try await refusing.pack().packed == 1)
    }
}
