import ArticleText
import SeededNumbers
import Testing

@Suite struct SafetyTests {
    @Test(
        "Repeated markup is read in linear time",
        arguments: [
            "<div>", "<blockquote>", "<ul><li>", "<ol><li>", "<table><tr><td>", "<b>", "<a href=x>", "<pre>", "<h2>",
            "<dl><dd>",
            "<span hidden>", "<noscript>", "<figure><figcaption>", "<details><summary>", "<video>", "<math>", "</p>",
            "</table>",
            "<li>", "<td>", "<p>", "<br>", "<hr>x", "<", "&", "<!--", "<a b=\"", "<q>", "<ruby><rt>", "<select>",
        ])
    func endlessRepetitionIsRead(_ piece: String) {
        let html = String(repeating: piece, count: 2_000) + "end"
        let document = DocumentBuilder.document(html: html, base: "https://example.org/")
        #expect(document.blocks.allSatisfy { $0.containers.count <= 8 })
        _ = MainContent.extract(html: html, url: "https://example.org/")
    }

    @Test("Deep nesting is read in linear time", arguments: ["<div>", "<blockquote>", "<b>", "</table>"])
    func deepNestingIsReadInLinearTime(_ piece: String) {
        let html = String(repeating: piece, count: 100_000) + "end"
        #expect(DocumentBuilder.document(html: html, base: nil).blocks.count == 1)
    }

    /// Searching for the end of each list before counting its items would take minutes.
    @Test("Reversed lists in cells are counted in linear time", .timeLimit(.minutes(1)))
    func reversedListsInCells() {
        let lists = String(repeating: "<td><ol reversed>", count: 60_000) + String(repeating: "</ol>", count: 60_000)
        let document = DocumentBuilder.document(html: "<p>Begin</p><table><tr>\(lists)</table><p>end", base: nil)
        #expect(document.blocks.count >= 2)
    }

    /// Going back into each element to find the end of the next one would take minutes.
    @Test(
        "Nested noscript elements are read in linear time", .timeLimit(.minutes(1)),
        arguments: ["noscript", "template"])
    func nestedHiddenElements(_ name: String) {
        let count = 40_000
        let html =
            String(repeating: "<\(name)>", count: count) + "<p>A sentence, with a comma.</p>"
            + String(repeating: "</\(name)>", count: count)
        #expect((MainContent.extract(html: html, url: "https://example.org/")?.textLength ?? 0) < 100)
    }

    /// Searching the text for a paragraph beside each item would take minutes.
    @Test("A long list around its last paragraph is read in linear time", .timeLimit(.minutes(1)))
    func longList() {
        let paragraph = "<p>The night ferry leaves the harbour at ten, and nobody on board minds the rain at all.</p>"
        let items = String(repeating: "<li>a short item", count: 6_000)
        let html = "<article>\(paragraph)\(paragraph)<ul>\(items)<li>\(paragraph)\(items)</ul></article>"
        #expect((MainContent.extract(html: html, url: "https://example.org/")?.textLength ?? 0) > 100)
    }

    @Test("A table with many spans stays small") func aTableOfManySpansStaysSmall() throws {
        let row = "<tr><td colspan=1000 rowspan=1000>a<td>b"
        let html = "<table>" + String(repeating: row, count: 1_000) + "</table>"
        let cells = DocumentBuilder.document(html: html, base: nil).blocks.reduce(0) { sum, block in
            guard case .table(let table) = block.content else { return sum }
            return sum + table.rows.reduce(0) { $0 + $1.count }
        }
        #expect(2_000...70_000 ~= cells)
    }

    @Test("A long article is read completely") func aLongArticleIsReadCompletely() {
        let paragraph = "<p>Some <b>words</b> with a <a href='/page'>link</a> &amp; an entity, again and again.</p>\n"
        let html = String(repeating: paragraph, count: 2_000)
        let document = DocumentBuilder.document(html: html, base: "https://example.org/")
        #expect(document.blocks.count == 2_000)
        #expect(document.links == [Link(url: "https://example.org/page")])
    }

    /// Any bytes become a document without a character that is dangerous to a terminal.
    @Test("Any input gives a safe document", arguments: 0..<100)
    func everyInputGivesADocument(_ seed: Int) throws {
        var random = SplitMix(seed: seed)
        let length = Int.random(in: 0..<120, using: &random)
        let html = (0..<length).map { _ in Self.pieces.randomElement(using: &random)! }.joined()
        let document = DocumentBuilder.document(html: html, base: "https://example.org/")
        let text = document.blocks.map(outline) + document.links.map(\.url)
        for scalar in text.joined(separator: " ").unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) && scalar != "\u{202E}")
        }
        let prose = String(repeating: "<p>The ferry leaves the harbour at ten, whatever the weather.</p>", count: 6)
        let content = try #require(MainContent.extract(html: prose + html, url: "https://example.org/"))
        #expect(!content.html.contains("<script") && !content.html.contains("\"javascript:"))
        _ = DocumentBuilder.document(text: html)
    }

    private static let pieces = [
        "<p>", "</p>", "<div class='x'>", "</div>", "<ul>", "<li>", "</li>", "</ul>", "<ol start=-5>", "</ol>",
        "<table>", "<tr>",
        "<td colspan=3>", "<th>", "</td>", "</table>", "<caption>", "<pre>", "</pre>", "<b>", "</b>", "<i>", "</i>",
        "<br>", "<hr>",
        "<a href='javascript:x'>", "<a href='/y'>", "</a>", "<img src=a.png alt=x>", "<img alt='&#27;[2J'>", "<h1>",
        "</h2>",
        "<blockquote>", "</blockquote>", "<dl>", "<dt>", "<dd>", "</dl>", "<sup>", "</sup>", "<sub>", "</sub>", "<q>",
        "</q>",
        "<abbr title=t>", "</abbr>", "<figure>", "<figcaption>", "</figure>", "<script>", "</script>", "<video>",
        "</video>",
        "<source src=v>", "text and more text ", "日本語", "\u{1B}[31m", "\u{202E}", "\u{9B}", "&#155;", "&#x202e;", "\t",
        "\n", "&nbsp;",
        "<", ">", "&", "\"", "'", "=", "<!--", "-->", "<![CDATA[", "]]>", "</", "<svg>", "</svg>", "<base href='//z'>",
        "A sentence that is long enough to be taken for prose by anybody who scores it. ", "2", "+", "a<b",
        "<span hidden>", "</span>",
    ]
}
