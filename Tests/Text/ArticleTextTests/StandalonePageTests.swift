import ArticleText
import Testing

@Suite struct StandalonePageTests {
    private func body(_ html: String, base: String? = "https://example.org/a/") -> String {
        let page = StandalonePage(title: "T", facts: [], address: nil, content: .html(html, base: base)).html
        let start = page.firstRange(of: "</p>\n")?.upperBound ?? page.startIndex
        let end = page.firstRange(of: "\n</body>")?.lowerBound ?? page.endIndex
        return String(page[start..<end])
    }

    @Test("A saved page states its title, metadata and source") func savedPageStatesItsTitleMetadataAndSource() {
        let page = StandalonePage(
            title: "Ships & <boats>", facts: ["Harbour News", "A. Writer", "Fri 1 May 2026 10:00"],
            address: "https://example.org/?a=1&b=2", language: "de-CH", content: .text("One\n\nTwo <3")
        ).html
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"de-CH\">\n<head>\n<meta charset=\"utf-8\">\n"))
        #expect(page.contains("<title>Ships &amp; &lt;boats></title>"))
        #expect(page.contains("<p class=\"facts\">Harbour News · A. Writer · Fri 1 May 2026 10:00<br>"))
        #expect(page.contains("<a href=\"https://example.org/?a=1&amp;b=2\">https://example.org/?a=1&amp;b=2</a>"))
        #expect(page.contains("<div class=\"text\">One\n\nTwo &lt;3</div>"))
        #expect(page.contains("content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\""))
    }

    @Test("Text from a feed cannot break out of its element") func textFromFeedCannotLeaveItsElement() {
        let page = StandalonePage(
            title: "</title><script>x</script>", facts: ["<img src=x>"], address: "javascript:x",
            language: "en\" onload=\"x", content: .text("</div><script>y</script>")
        ).html
        #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("javascript"))
        #expect(page.contains("<html>\n"))
    }

    @Test(
        "Only harmless elements stay, with a few harmless attributes",
        arguments: [
            ("<p class=x style='color:red' onclick='x()'>a <b>b</b></p>", "<p>a <b>b</b></p>"),
            ("<script>x()</script><style>p{}</style><p>a</p>", "<p>a</p>"),
            ("<form action=/x>a<input value=b><button>c</button></form>", "<div>a</div>"),
            ("<svg onload=x><a href=javascript:x>a</a></svg>b", "b"),
            ("<link rel=stylesheet href=/x><meta http-equiv=refresh content=0>a", "a"),
            (
                "<a href='/b?c&amp;d' target=_blank onmouseover=x>e</a>",
                "<a href=\"https://example.org/b?c&amp;d\">e</a>"
            ),
            ("<a href=' java\nscript:x'>a</a>", "a"),
            ("<a href='data:text/html,x'>a</a><a href='ms-word:x'>b</a><a href='#c'>c</a>", "abc"),
            ("<a href='mailto:a@example.org'>a</a>", "<a href=\"mailto:a@example.org\">a</a>"),
            ("<ol start=3><li value='5\"x'>a", "<ol start=\"3\"><li value=\"5&quot;x\">a</li></ol>"),
            ("<td colspan=2 background=/x>a</td>", "<td colspan=\"2\">a</td>"),
            ("<td style='text-align:right;position:fixed'>a</td>", "<td align=\"right\">a</td>"),
            ("<tr align=right class=x><td>a</td></tr>", "<tr align=\"right\"><td>a</td></tr>"),
            (
                "<tr align=right><td align=left>a</td><td>1</td></tr>",
                "<tr align=\"right\"><td align=\"left\">a</td><td>1</td></tr>"
            ),
        ])
    func cleaned(_ html: String, _ expected: String) {
        #expect(body(html) == expected)
    }

    @Test(
        "Nothing is loaded: a picture becomes a link, and a tracking pixel disappears",
        arguments: [
            ("<img src=/b.png alt=Boat>", "<a href=\"https://example.org/b.png\">[picture: Boat]</a>"),
            ("<a href=/c><img src=/b.png alt=Boat></a>", "<a href=\"https://example.org/c\">[picture: Boat]</a>"),
            ("<img src=https://count.example/x.gif width=1 height=1>a", "a"),
            (
                "<picture><source srcset=/b.webp><img src=/b.png alt=B></picture>",
                "<a href=\"https://example.org/b.png\">[picture: B]</a>"
            ),
            ("<iframe src=https://ads.example/></iframe>a", "a"),
            (
                "<video src=/v.mp4 poster=/p.png></video>",
                "<p>video: <a href=\"https://example.org/v.mp4\">v.mp4 (example.org)</a></p>"
            ),
        ])
    func selfContained(_ html: String, _ expected: String) {
        #expect(body(html) == expected)
    }

    @Test("Without a base a relative link is dropped, so it never opens a local file")
    func relativeWithoutBase() {
        #expect(body("<a href=/etc/passwd>a</a><img src=x.png alt=b>", base: nil) == "a[picture: b]")
    }
}
