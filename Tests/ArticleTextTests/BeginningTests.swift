import ArticleText
import Testing

@Suite struct BeginningTests {
    private static let chapter = """
        <h2>A chapter</h2><p>Words, <em>more words</em> and <a href="/page">a link</a>, told at some length.</p>
        <blockquote><p>Quoted, <b>and more</b></p></blockquote><ul><li>one<li>two</ul><pre>let x = 1\n\nprint(x)</pre>
        """

    private static let mail = "A paragraph of some words,\nand a second line.\n\n> quoted\n\n* one\n* two\n\n"

    @Test("A short text is its beginning", arguments: [0, 1, 20])
    func shortTexts(_ count: Int) {
        let html = String(repeating: Self.chapter, count: count)
        let text = String(repeating: Self.mail, count: count)
        let beginning = DocumentBuilder.document(html: html, base: nil, .beginning)
        #expect(beginning == DocumentBuilder.document(html: html, base: nil) && !beginning.isBeginning)
        #expect(DocumentBuilder.document(text: text, .beginning) == DocumentBuilder.document(text: text))
    }

    @Test("Of a long text it is what stands first, but for the block that it was cut in")
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

    @Test("Markup without text is not read to its end, and a tag that is cut in two shows nothing")
    func muchMarkup() {
        let html = "<p>text<span data-x='\(String(repeating: "A", count: 200_000))'>more</span>"
        let beginning = DocumentBuilder.document(html: html, base: nil, .beginning)
        #expect(beginning.isBeginning && beginning.blocks == [Block(.paragraph([Run("text")]))])
    }
}
