import ArticleText
import Foundation
import Testing

@testable import ReaderUI

/// Longer articles in `Golden`, each beside its text at 72 columns.
///
/// If `RECORD_GOLDEN` is the folder's path, the texts are rewritten; check the changes before you keep them.
@Suite struct GoldenTests {
    @Test(
        "An article is laid out as its golden text",
        arguments: [
            "book-review", "release-notes", "travel-letter", "footnotes", "newsletter", "old-blog", "photo-essay",
            "tutorial", "statistics", "interview",
        ])
    func articleAsText(_ name: String) throws {
        let html = try text(of: name + ".html")
        let document = DocumentBuilder.document(html: html, base: "https://example.org/posts/\(name)")
        try check(document, against: name + ".txt")
    }

    @Test("Plain text is laid out as its golden text") func plainTextAsText() throws {
        let document = DocumentBuilder.document(text: try text(of: "mail.source.txt"))
        try check(document, against: "mail.txt")
    }

    private func check(_ document: Document, against name: String) throws {
        let layout = TextLayout(document, TextLayout.Form(width: 72))
        let lines = layout.lines.map { $0.text + "\n" }.joined()
        if let folder = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] {
            try lines.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        #expect(try lines == text(of: name))
    }

    private func text(of name: String) throws -> String {
        let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Golden")
        return try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
}
