import ArticleText
import Testing

@Suite struct KeptLinesTests {
    @Test(
        "A block whose style keeps line feeds keeps its lines",
        arguments: [
            ("<div style='white-space: pre-wrap'>a\nb &amp;\n  <i>c</i> d\n</div>e\nf", "a⏎b &⏎e{c} d\ne f"),
            ("<p style='color:red;white-space:pre-line'>a\n\nb</p>", "a\nb"),
            ("<blockquote style='white-space:break-spaces'>a\nb</blockquote>", "> a⏎b"),
            ("<div style='white-space:pre'>\n<p>a</p>\n<p>b\nc</p>\n</div>d\ne", "a\nb⏎c\nd e"),
            ("<div style='white-space:pre-wrap'><pre>a\nb</pre></div>", "pre a⏎b"),
            ("<p style='white-space:normal'>a\nb</p><p style='white-space-collapse:preserve'>c\nd</p>", "a b\nc d"),
            ("<p style='white-space:pre-wrap'>never closed\na", "never closed a"),
        ])
    func lines(_ html: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(html: html, base: nil)) == expected)
    }

    @Test(
        "An article without blocks keeps the lines of its author",
        arguments: [
            (
                "Fish &amp; chips.\n\nSee <a href=/a>a</a>:\n- b\n- <i>c</i>\nhttp://q.example",
                "Fish & chips.\nSee [a]1:⏎- b⏎- e{c}⏎[http://q.example]2"
            ),
            ("One &amp; a\r\n \r\nTwo <b>B</b>\n<b>C</b>", "One & a\nTwo s{B⏎C}"),
            (
                "A line that a program\nbroke &amp; left.\n\nThe\nnext.",
                "A line that a program broke & left.\nThe next."
            ),
            ("One &amp;\nTwo", "One & Two"),
            ("<p>One\n\nTwo</p>", "One Two"),
            ("One\n\nTwo<br>three", "One Two⏎three"),
            ("One<b>\n\nTwo</b>", "One s{Two}"),
        ])
    func linesWithoutBlocks(_ html: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(html: html, base: "https://quay.example/")) == expected)
    }

    @Test("The main part of a page keeps the lines of such a block")
    func linesOfPages() throws {
        let words = String(repeating: "The tide rises and falls twice a day, as everybody here knows. ", count: 8)
        let page = """
            <html><body><article><p style="white-space: pre-wrap">\(words)
            High water at noon,
            low water at six.</p></article></body></html>
            """
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/tide"))
        let text = outline(DocumentBuilder.document(html: main.html, base: nil))
        #expect(text.hasSuffix("knows.⏎High water at noon,⏎low water at six."))
    }

    @Test("Unclosed blocks that keep line feeds do not show what is hidden")
    func unclosed() {
        let blocks = String(repeating: "<p style='white-space:pre-wrap'>a", count: 5)
        let document = DocumentBuilder.document(html: blocks + "<span hidden>b</span>", base: nil)
        #expect(outline(document) == "a\na\na\na\na")
    }
}
