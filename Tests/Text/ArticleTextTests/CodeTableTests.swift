import ArticleText
import Testing

/// Code that pages set in tables beside the numbers of its lines.
@Suite struct CodeTableTests {
    private static let prose = String(
        repeating: """
            <p>The keeper of the north light has counted ships for thirty years, and last winter, he says, they were
            fewer.</p>
            """, count: 4)

    private static let tables = [
        """
        <table class="highlight js-file-line-container" data-tab-size=8><tbody><tr>
        <td id=L1 class="blob-num js-line-number" data-line-number=1></td>
        <td class="blob-code blob-code-inner"><span class=k>func</span> go() {</td></tr>
        <tr><td class="blob-num" data-line-number=2></td><td class="blob-code">
        </td></tr>
        <tr><td class="blob-num" data-line-number=3></td><td class="blob-code">    <b>return</b> a &lt; 1</td></tr>
        <tr><td class="blob-num" data-line-number=4></td><td class="blob-code">}</td></tr></tbody></table>
        """,
        """
        <div class="crayon-syntax"><div class="crayon-toolbar"><div class="crayon-tools">Go</div></div>
        <div class="crayon-plain-wrap"><textarea>func</textarea></div><table class="crayon-table"><tr class="crayon-row">
        <td class="crayon-nums "><div><div class="crayon-num">1</div><div class="crayon-num">2</div></div></td>
        <td class="crayon-code"><div class="crayon-pre"><div class="crayon-line"><span>func</span><span> </span>go() {</div>
        <div class="crayon-line">&nbsp;</div><div class="crayon-line">&nbsp;&nbsp;&nbsp; <b>return</b> a &lt; 1</div>
        <div class="crayon-line">}</div></div></td></tr></table></div>
        """,
        """
        <pre><code><table class="hljs-ln"><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number=1></td>
        <td class="hljs-ln-line hljs-ln-code">func go() {</td></tr><tr><td class="hljs-ln-numbers"></td><td class="hljs-ln-code">
        </td></tr><tr><td class="hljs-ln-numbers"></td><td class="hljs-ln-code">    return a &lt; 1</td></tr>
        <tr><td class="hljs-ln-numbers"></td><td class="hljs-ln-code">}</td></tr></table></code></pre>
        """,
        """
        <div class="syntaxhighlighter"><table><tbody><tr><td class="gutter"><div class="line">1</div><div>2</div></td>
        <td class="code"><div class="container"><div class="line"><code>func</code> <code>go() {</code></div>
        <div class="line">&nbsp;</div><div class="line"><code>&nbsp;&nbsp;&nbsp;&nbsp;</code><code>return a &lt; 1</code></div>
        <div class="line">}</div></div></td></tr></tbody></table></div>
        """,
        """
        <table><tr><td class="gutter gl"><pre>1\n2\n3\n4</pre></td><td class="code"><pre>func go() {\n\n<b>    return</b> a &lt; 1
        }</pre></td></tr></table>
        """.replacing("\n        }", with: "\n}"),
    ]

    @Test("The lines of a table of code are code without numbers", arguments: tables)
    func code(_ table: String) throws {
        let expected = "pre func go() {⏎⏎    return a < 1⏎}"
        #expect(outline(DocumentBuilder.document(html: table, base: nil)) == expected)
        let page = "<title>Ships</title><body><article>\(Self.prose)\(table)\(Self.prose)</article></body>"
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/a"))
        let shown = outline(DocumentBuilder.document(html: main.html, base: nil))
        #expect(shown.contains("fewer.\n\(expected)\nThe keeper"), "\(shown)")
    }

    @Test("An empty column of a layout is not the number of a line")
    func layout() {
        let table = "<table><tr><td class=gutter>&nbsp;</td><td>Fog <b>today</b></td></tr></table>"
        #expect(outline(DocumentBuilder.document(html: table, base: nil)) == "Fog s{today}")
    }

    @Test("A table of code that never ends is read as a table")
    func unfinished() {
        let table = "<table><tr><td class=blob-num></td><td>Fog"
        #expect(outline(DocumentBuilder.document(html: table, base: nil)) == "Fog")
    }
}
