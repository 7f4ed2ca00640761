import ArticleText
import Testing
import WrittenBooks

@testable import BookWriting

@Suite struct ChapterMarkupTests {
    @Test(
        "Blocks become elements",
        arguments: [
            (
                "<p>a <b>b <i>c</i></b><br>d</p>",
                "<p>a <strong>b</strong><strong> </strong><strong><em>c</em></strong><br/>d</p>"
            ),
            ("<h1>a</h1><p>b</p><h6>c</h6>", "<h2>a</h2>\n<p>b</p>\n<h6>c</h6>"),
            ("<pre>a\n  b &lt;</pre>", "<pre dir=\"ltr\">a\n  b &lt;</pre>"),
            ("<p>a</p><hr><p>b</p>", "<p>a</p>\n<hr/>\n<p>b</p>"),
            (
                "<a href=/b?c&amp;d>e <b>f</b></a>",
                "<p><a href=\"https://example.org/b?c&amp;d\">e <strong>f</strong></a></p>"
            ),
            ("<a href='https://me:secret@example.org/'>e</a>", "<p><a href=\"https://example.org/\">e</a></p>"),
            ("<a href=ftp://example.org/b>e</a>", "<p>e</p>"),
            ("<script>x()</script><style>p {}</style>", "<p class=\"facts\">No text is stored.</p>"),
        ])
    func blocks(_ html: String, _ expected: String) throws {
        #expect(try BookRig.body(html) == expected + "\n")
    }

    @Test("A chapter begins with its title, its facts and its address; a title that the text repeats is left out")
    func head() throws {
        func head(_ chapter: BookChapter) throws -> String {
            let text = try BookRig.read([chapter]).chapters[0].text
            return String(text[..<(text.firstRange(of: "<p>Fog</p>")?.lowerBound ?? text.endIndex)])
        }
        let start = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml">
            <head>
            <title>A &amp; B</title>
            <link rel="stylesheet" type="text/css" href="style.css"/>
            </head>
            <body>

            """
        let link = "<a href=\"https://example.org/ferry\">https://example.org/ferry</a>"
        var chapter = BookRig.chapter("<p>Fog</p>", title: "A & B")
        let facts = "<p class=\"facts\">Harbour · Sun 29 Nov 2026 08:00"
        #expect(try head(chapter) == start + "<h1>A &amp; B</h1>\n\(facts)<br/>\(link)</p>\n")
        chapter.showsTitle = false
        chapter.address = nil
        #expect(try head(chapter) == start + facts + "</p>\n")
        (chapter.facts, chapter.address) = ([], "https://example.org/ferry")
        #expect(try head(chapter) == start + "<p class=\"facts\">\(link)</p>\n")
    }

    @Test(
        "Lists and quotations are nested",
        arguments: [
            (
                "<ul><li>a<ul><li>b</ul><li>c</ul><p>d</p>",
                "<ul>|<li><p>a</p>|<ul>|<li><p>b</p>|</li></ul>|</li>|<li><p>c</p>|</li></ul>|<p>d</p>|"
            ),
            (
                "<ol start=9><li>a<p>b</p><li>c</ol>",
                "<ol>|<li value=\"9\"><p>a</p>|<p>b</p>|</li>|<li value=\"10\"><p>c</p>|</li></ol>|"
            ),
            (
                "<ol type=i><li>a<li>b</ol>",
                "<ol type=\"a\">|<li value=\"9\"><p>a</p>|</li>|<li value=\"243\"><p>b</p>|</li></ol>|"
            ),
            ("<ul><li>a</ul><ul><li>b</ul>", "<ul>|<li><p>a</p>|</li></ul>|<ul>|<li><p>b</p>|</li></ul>|"),
            ("<ul><li>a</ul><ol><li>b</ol>", "<ul>|<li><p>a</p>|</li></ul>|<ol>|<li value=\"1\"><p>b</p>|</li></ol>|"),
            (
                "<blockquote><p>a<ul><li>b</ul></blockquote><blockquote>c</blockquote>d",
                "<blockquote>|<p>a</p>|<ul>|<li><p>b</p>|</li></ul>|</blockquote>|<blockquote>|<p>c</p>|</blockquote>|<p>d</p>|"
            ),
            (
                "<blockquote>a</blockquote><blockquote>b</blockquote>",
                "<blockquote>|<p>a</p>|</blockquote>|<blockquote>|<p>b</p>|</blockquote>|"
            ),
        ])
    func nested(_ html: String, _ expected: String) throws {
        #expect(
            try BookRig.body(html).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "|")
                == expected)
    }

    @Test("Tables keep their header and the side of their numbers")
    func tables() throws {
        let html = "<table><caption>c</caption><tr><th>a<th>b</tr><tr><td>x &amp; y<td align=right>1</tr></table>"
        let body = try BookRig.body(html)
        #expect(body.hasPrefix("<table>\n<caption>c</caption>\n<thead>\n<tr><th>a</th>"))
        #expect(body.contains("</tr>\n</thead>\n<tbody>\n<tr><td>x &amp; y</td>"))
        #expect(body.contains("1</td></tr>\n</tbody>\n</table>\n"))
    }

    @Test(
        "Links lead to the web or a mailbox, in characters that each reader accepts",
        arguments: [
            ("http://[::1]/a<b>|c?[d]=%zz%2f#e#f", "http://[::1]/a%3Cb%3E%7Cc?%5Bd%5D=%25zz%2f#e%23f"),
            ("https://me:secret@example.org/ü", "https://example.org/ü"), ("http:///x", nil),
            ("ftp://example.org/", nil),
            ("mailto:me@example.org?body=x", "mailto:me@example.org"),
            ("http://example.org/%", "http://example.org/%25"),
        ])
    func targets(_ address: String, _ expected: String?) {
        #expect(LinkTarget.address(address) == expected)
    }

    @Test("A stored picture is embedded; the description of any other leads to it")
    func pictures() throws {
        let html = "<a href=/p><img src=/a.gif alt='A \"boat\"'></a><img src=/b.png alt=B><img src=/c.png>"
        let body = try BookRig.body(html, pictures: ["https://example.org/a.gif": BookPicture(.gif, [1])])
        #expect(
            body == """
                <p class="picture"><a href="https://example.org/p"><img src="picture-1.gif" \
                alt="A &quot;boat&quot;"/></a></p>
                <p class="picture"><a href="https://example.org/b.png">[picture: B]</a></p>
                <p class="picture"><a href="https://example.org/c.png">[picture: c.png]</a></p>

                """)
    }

    @Test("A feed whose pictures are switched off has none in the book")
    func withoutPictures() throws {
        var chapter = BookRig.chapter("<img src=/a.gif alt=A>")
        chapter.showsPictures = false
        let book = try BookRig.read([chapter], pictures: ["https://example.org/a.gif": BookPicture(.gif, [1])])
        #expect(book.chapters[0].text.contains("[picture: A]</a>"))
        #expect(!book.files.contains { $0.name.hasSuffix(".gif") })
    }

    @Test("Text that is read from right to left says so")
    func direction() throws {
        let body = try BookRig.body("<p>שלום</p><p>hello</p><ul><li>שלום<li>hello</ul>")
        #expect(
            body == """
                <p dir="rtl">שלום</p>
                <p>hello</p>
                <ul dir="rtl">
                <li><p>שלום</p>
                </li>
                <li><p dir="ltr">hello</p>
                </li></ul>

                """)
    }

    @Test(
        "No text breaks a chapter",
        arguments: [
            "]]>", "&amp;amp; &lt;p>", "a\u{0}b\u{1F}c\u{FFFF}\u{FFFE}", "👩‍👩‍👧 \u{202E}x", "<!-- -- -->", "\"'<b x='\">",
            "</body>&#0;&#xD800;",
        ])
    func hostile(_ text: String) throws {
        var chapter = BookRig.chapter(
            "<p>\(text)</p><a href='/\(text)'>\(text)</a><img src=/x alt='\(text)'>", title: text)
        chapter.feed = text
        chapter.facts = [text, text]
        chapter.language = text
        for address in ["https://example.org/\(text)", "javascript:\(text)"] {
            chapter.address = address
            let book = try BookRig.read([chapter, chapter])
            for file in book.files where ["xhtml", "opf", "ncx", "xml"].contains(where: { file.name.hasSuffix($0) }) {
                #expect(XMLProblem(in: file.text) == nil, "\(file.name)")
            }
            #expect(!book.chapters[0].text.contains("href=\"javascript"))
        }
    }

    @Test("Enclosures are links below the text")
    func enclosures() throws {
        var chapter = BookRig.chapter("<ul><li>a</ul>")
        chapter.enclosures = [
            BookEnclosure(name: "A & B", facts: ["audio/mpeg", "1:02"], address: "https://example.org/a.mp3?b&c"),
            BookEnclosure(name: "d", facts: [], address: "file:///etc/passwd"),
        ]
        chapter.moreEnclosures = 2
        let text = try BookRig.read([chapter]).chapters[0].text
        #expect(XMLProblem(in: text) == nil)
        #expect(
            text.contains(
                """
                </li></ul>
                <ul class="facts">
                <li><a href="https://example.org/a.mp3?b&amp;c">A &amp; B</a> · audio/mpeg · 1:02</li>
                <li>d</li>
                <li>2 more</li>
                </ul>
                </body>
                """))
    }
}
