import ArticleText
import Testing

@Suite struct BeginningTests {
    private static let chapter = """
        <h2>A chapter</h2><p>Words, <em>more words</em> and <a href="/page">a link</a>, told at some length.</p>
        <blockquote><p>Quoted, <b>and more</b></p></blockquote><ul><li>one<li>two</ul><pre>let x = 1\n\nprint(x)</pre>
        """

    private static let mail = "A paragraph of some words,\nand a second line.\n\n> quoted\n\n* one\n* two\n\n"

    @Test("The beginning of a short text is the whole text", arguments: [0, 1, 20])
    func shortTexts(_ count: Int) {
        let html = String(repeating: Self.chapter, count: count)
        let text = String(repeating: Self.mail, count: count)
        let beginning = DocumentBuilder.document(html: html, base: nil, .beginning)
        #expect(beginning == DocumentBuilder.document(html: html, base: nil) && !beginning.isBeginning)
        #expect(DocumentBuilder.document(text: text, .beginning) == DocumentBuilder.document(text: text))
    }

    @Test("The beginning of a long text is its first part, except the last block")
    func longTexts() {
        let html = String(repeating: Self.chapter, count: 400)
        let text = String(repeating: Self.mail, count: 1_000)
        let documents = [
            (
                DocumentBuilder.document(html: html, base: nil, .beginning),
                DocumentBuilder.document(html: html, base: nil)
            ),
            (DocumentBuilder.document(text: text, .beginning), DocumentBuilder.document(text: text)),
        ]
        for (beginning, whole) in documents {
            #expect(beginning.isBeginning && !whole.isBeginning)
            #expect(beginning.blocks.dropLast() == whole.blocks.prefix(beginning.blocks.count - 1))
            let share = Double(beginning.blocks.count) / Double(whole.blocks.count)
            #expect(abs(share - beginning.share) < 0.02 && beginning.blocks.count > 200)
        }
    }

    @Test("The beginning needs only the first part of the text", arguments: [65_536, 65_537, 100_000])
    func givenNoMore(_ count: Int) {
        let html = String(repeating: Self.chapter, count: 400)
        let text = String(repeating: Self.mail, count: 1_000)
        let (start, lines) = (String(html.prefix(count)), String(text.prefix(count)))
        #expect(
            DocumentBuilder.document(html: start, base: nil, .beginning, length: html.utf8.count)
                == DocumentBuilder.document(html: html, base: nil, .beginning))
        #expect(
            DocumentBuilder.document(text: lines, .beginning, length: text.utf8.count)
                == DocumentBuilder.document(text: text, .beginning))
        // The input contains this whole text, which is shorter than the declared length.
        let short = DocumentBuilder.document(html: "<p>text</p>", base: nil, .beginning, length: 100_000)
        #expect(short.isBeginning && short.blocks.count == 1)
    }

    @Test("The beginning has as many blocks as requested", arguments: [100, 700, 100_000])
    func blocks(_ count: Int) {
        let html = String(repeating: Self.chapter, count: 400)
        let whole = DocumentBuilder.document(html: html, base: nil)
        let beginning = DocumentBuilder.document(html: html, base: nil, .beginning(blocks: count))
        #expect(beginning.isBeginning && beginning.blocks.dropLast() == whole.blocks.prefix(beginning.blocks.count - 1))
        let least = min(count, whole.blocks.count * 65_536 / html.utf8.count - 6)
        #expect(beginning.blocks.count >= least && (count != 700 || beginning.blocks.count < 710))
        let text = String(repeating: Self.mail, count: 2_000)
        #expect(
            DocumentBuilder.document(text: text, .beginning(blocks: count)).share * Double(text.utf8.count) >= 65_000)
    }

    @Test("Markup without text is not read to its end, and an incomplete tag shows nothing")
    func muchMarkup() {
        let html = "<p>text<span data-x='\(String(repeating: "A", count: 200_000))'>more</span>"
        let beginning = DocumentBuilder.document(html: html, base: nil, .beginning)
        #expect(beginning.isBeginning && beginning.blocks == [Block(.paragraph([Run("text")]))])
    }
}
