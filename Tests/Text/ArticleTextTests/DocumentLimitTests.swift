import Testing

@testable import ArticleText

/// Documents are limited in size, so that no key waits for one.
@Suite struct DocumentLimitTests {
    private static let remark = "(This article is longer than can be shown.)"

    private func end(_ document: Document) -> String? {
        guard case .paragraph(let runs)? = document.blocks.last?.content else { return nil }
        return runs.first?.text
    }

    @Test("A document ends after 50,000 blocks, and says so")
    func blocks() {
        let html = DocumentBuilder.document(html: String(repeating: "<p>a", count: 60_000), base: nil)
        let text = DocumentBuilder.document(text: String(repeating: "a b c\n\n", count: 60_000))
        for document in [html, text] {
            let count = document.blocks.count
            #expect(count == DocumentBuilder.maximumBlocks + 1 && !document.isBeginning)
            #expect(end(document) == Self.remark)
        }
    }

    @Test("A document ends after 4 MB, and says so")
    func bytes() {
        let words = String(repeating: "a b c ", count: DocumentBuilder.maximumInputLength / 6 + 100)
        for document in [DocumentBuilder.document(html: words, base: nil), DocumentBuilder.document(text: words)] {
            #expect(end(document) == Self.remark && !document.isBeginning)
        }
    }

    private func text(_ document: Document) -> [String] {
        document.blocks.map { block in
            switch block.content {
            case .paragraph(let runs): runs.map(\.text).joined()
            case .preformatted(let lines): lines.joined(separator: "\n")
            default: ""
            }
        }
    }

    @Test("A long paragraph continues in further blocks, between words, and loses nothing")
    func longParagraphs() {
        let words = (0..<60_000).map { $0 % 7 == 0 ? "<b>wörd\($0)</b>" : "word\($0)" }.joined(separator: " ")
        let html = text(DocumentBuilder.document(html: "<p>" + words + "</p><p>next", base: nil))
        let plain = text(DocumentBuilder.document(text: words))
        let expected = words.replacing("<b>", with: "").replacing("</b>", with: "")
        let isWhole = html.dropLast().joined() == expected && plain.joined() == words
        #expect(isWhole && html.last == "next")
        let isShort = (html + plain).allSatisfy { $0.utf8.count <= 64 << 10 }
        #expect(isShort && html.count > 8)
        let isBetweenWords = html.dropLast(2).allSatisfy { $0.hasSuffix(" ") }
        #expect(isBetweenWords)
        let unbroken = String(repeating: "é", count: 100_000)
        #expect(text(DocumentBuilder.document(html: unbroken, base: nil)).joined() == unbroken)
    }

    @Test("A long preformatted text also continues in further blocks")
    func longListings() {
        let lines = (0..<2_500).map { "line \($0)" }.joined(separator: "\n")
        let listing = text(DocumentBuilder.document(html: "<pre>" + lines + "</pre>", base: nil))
        #expect(listing.count == 3 && listing.joined(separator: "\n") == lines)
    }

    @Test("No empty line separates the pieces of a long block")
    func joinedPieces() {
        let lines = (0..<2_500).map { "    line \($0)" }.joined(separator: "\n")
        let expected: [Block.Spacing] = [.usual, .tight, .tight, .usual]
        let listing = DocumentBuilder.document(html: "<pre>\(lines)</pre>next", base: nil)
        #expect(listing.blocks.map(\.spacing) == expected)
        let text = DocumentBuilder.document(text: lines + "\n\nnext")
        #expect(text.blocks.map(\.spacing) == expected)
    }

    @Test("A document has at most 10,000 links; further ones are text")
    func links() {
        let html = (0..<12_000).map { "<a href='/\($0)'>\($0)</a>" }.joined() + "<a href='/1'>again</a>"
        let base = "https://h.example/" + String(repeating: "d/", count: 2_000)
        let document = DocumentBuilder.document(html: html, base: base)
        let count = document.links.count
        #expect(count == LinkTable.maximumLinks)
        let text = (0..<12_000).map { "https://h.example/\($0)" }.joined(separator: " ")
        let plain = DocumentBuilder.document(text: text).links.count
        #expect(plain == LinkTable.maximumLinks)
    }
}
