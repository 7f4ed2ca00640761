import Foundation
import Testing

@testable import ArticleText

@Suite struct GatePageTests {
    private func page(_ body: String, sentences: Int) -> String {
        "<html><head><title>Welcome</title></head><body>\(body)"
            + String(
                repeating: "<p>Thank you for being our guest today, and have a pleasant stay.</p>", count: sentences)
            + "</body></html>"
    }

    @Test(
        "The test for gate pages recognises logins and welcome pages",
        arguments: [
            ("<form><input name=p type=PASSWORD></form>", 5, true),
            // An article with a login form in the corner of its page.
            ("<h1>Night ferry delayed again</h1><form><input type='password'></form>", 90, false),
            ("<form><input type='password'></form>", 40, true),
            ("<form method=POST action=/accept><button>I agree</button></form>", 10, true),
            ("<form method=POST><input type=email></form><h1>The delayed night ferry</h1>", 10, false),
            ("<form action=/search><input name=q></form>", 10, false),
            ("", 10, false),
        ])
    func gates(_ body: String, _ sentences: Int, _ isGate: Bool) {
        let html = page(body, sentences: sentences)
        let length = MainContent.extract(html: html, url: "https://a.example")?.textLength ?? 0
        #expect(GatePage.isGate(html: html, textLength: length, title: "Night ferry delayed") == isGate)
    }

    @Test("A long page is searched for only the first 64 words of a long title", .timeLimit(.minutes(1)))
    func longTitle() {
        let form = "<form method=POST><input type=password></form><p>Your name, please."
        let title = String(String.UnicodeScalarView((0x4E00..<0x4F90).compactMap { Unicode.Scalar(UInt32($0)) }))
        let page = "<html><body>\(form)<!-- \(String(repeating: "x", count: 1_000_000)) --></body></html>"
        #expect(GatePage.isGate(html: page, textLength: 800, title: title))
        let words = (100..<200).map { "word\($0)" }
        let mention = form + words.prefix(32).joined(separator: " ")
        #expect(!GatePage.isGate(html: mention, textLength: 800, title: words.joined(separator: " ")))
    }

    @Test("None of the sample pages counts as a gate page")
    func variedPages() throws {
        let folder = try #require(Bundle.module.url(forResource: "Pages", withExtension: nil))
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "html" {
            let html = try String(contentsOf: file, encoding: .utf8)
            guard let main = MainContent.extract(html: html, url: "https://a.example/") else { continue }
            #expect(
                !GatePage.isGate(html: html, textLength: main.textLength, title: main.title),
                "\(file.lastPathComponent)")
        }
    }
}
