import Testing

@testable import ArticleText

/// One test for each rule that finds the main part of a page.
@Suite struct ArticleRuleTests {
    private static let first =
        "<p>The keeper of the north light has counted ships for thirty years, and last winter, he says, they were fewer.</p>"
    private static let second =
        "<p>He writes each of them into a book with a green cover: the name, the hour, the wind, and whether she waved.</p>"
    private static let third =
        "<p>On the shelf behind him stand twenty-nine such books, and nobody but the gulls has ever asked to see them.</p>"
    private static let prose = first + second + third + first + second + third

    private func text(_ body: String, head: String = "<title>The counter of ships - Harbour News</title>") -> String? {
        let page = "<!DOCTYPE html><html><head>\(head)</head><body>\(body)</body></html>"
        return MainContent.extract(html: page, url: "https://quay.example/a").map {
            outline(DocumentBuilder.document(html: $0.html, base: nil))
        }
    }

    private func check(_ text: String?, holds: [String] = [], lacks: [String] = []) throws {
        let text = try #require(text)
        #expect(text.contains("The keeper of the north light"))
        for phrase in holds { #expect(text.contains(phrase), "\(phrase) is missing in:\n\(text)") }
        for phrase in lacks { #expect(!text.contains(phrase), "\(phrase) is in:\n\(text)") }
    }

    @Test(
        "Parts around the text are left out",
        arguments: [
            "<aside><article><p>Another text, about a mole, with commas, that is long enough to be a paragraph.</p></article></aside>",
            "<div class='related-articles'><a href='/b'>Another text about a mole</a><p>Its first words.</p></div>",
            "<h3>Most read</h3><ul><li><a href='/b'>Another text about a mole</a></li><li><a href='/c'>Third</a></li></ul>",
            "<div class='share-buttons'>Share: <a href='/f'>Another text</a></div>",
            "<div class='author-bio'>Another text: Nora writes about moles, ships and harbours.</div>",
            "<div itemprop='author'><p>Another text: Nora writes about moles, ships and harbours.</p></div>",
            "<p><a href='/b'>Another text about a mole, which is only a link</a></p>",
            "<div class='newsletter-signup'><p>Another text, once a week, in your letter box, for nothing.</p></div>",
            "<div id='comments'><p>Another text: I counted them too, and they were more, not fewer, in my winter.</p></div>",
            "<div class='cookie-notice'><p>Another text: this site keeps cookies, as all others do, and asks you.</p></div>",
            "<p>Photo: Another text by somebody</p>",
            "<ul class='tags'><li><a href='/t'>Another text</a></li></ul>",
            "<ul><li><a href='/b'>Another text about a mole, at some length</a></li><li><a href='/c'>Another text about an owl</a></li></ul>",
            "<app-related><a href='/b'>Another text about a mole</a><p>Its first words.</p></app-related>",
            "<p>Updated: 12.03.2026, 9:30</p><p>© Another text. All rights reserved.</p>",
            "<p>Another text: follow us on all channels, we are everywhere, and write every day.</p>",
            "<p>Sofern nicht anders angegeben, steht Another text unter einer freien Lizenz.</p>",
            "<p>Next article: <a href='/n'>Another text about a mole</a></p>",
            "<div class='no-print'><p>Another text, which is not worth the paper, as its own page says.</p></div>",
        ])
    func clutter(_ part: String) throws {
        try check(text("<article><h1>The counter of ships</h1>\(Self.prose)\(part)</article>"), lacks: ["Another text"])
        try check(
            text("<div class=page><h1>The counter of ships</h1><div>\(Self.prose)</div>\(part)</div>"),
            lacks: ["Another text"])
    }

    @Test("A heading between paragraphs stays if it resembles the title, and is left out if it repeats the title")
    func headingsLikeTheTitle() throws {
        let part = "<h2>The counter of lost ships</h2>\(Self.second)<h2>The Counter of Ships</h2>\(Self.third)"
        let found = try #require(text("<article>\(Self.prose)\(part)</article>"))
        #expect(found.contains("h2 The counter of lost ships\n") && !found.contains("Counter"))
        #expect(text("<article><h2>The counter of lost ships</h2>\(Self.prose)</article>")?.contains("h2") == false)
    }

    @Test(
        "Title, byline and date move to the reader's header",
        arguments: [
            "<h1>The counter of ships</h1>", "<div class=byline>By Nora Lind</div>", "<p>12 March 2026, 09:30</p>",
            "<div>Updated: 12.03.2026, 9:30</div>", "<span rel=author>Nora Lind</span>",
            "<p>The counter of ships</p>",
        ])
    func header(_ part: String) throws {
        try check(text("<article>\(part)\(Self.prose)</article>"), lacks: ["counter of ships", "Nora", "2026"])
    }

    @Test("Author, date and language are metadata of the page")
    func facts() throws {
        let page = """
            <html lang="en-GB"><head><title>The counter of ships</title><meta name="author" content="Nora Lind">
            <meta property="article:published_time" content="2026-03-12T09:30:00Z"></head><body>\(Self.prose)</body></html>
            """
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/a"))
        #expect(main.author == "Nora Lind" && main.date == "2026-03-12T09:30:00Z" && main.language == "en-GB")
    }

    @Test("A hidden heading does not make the text after it the title", arguments: ["hidden", "style='display:none'"])
    func hiddenHeading(_ attribute: String) throws {
        let page = """
            <html><head><title>The counter of ships - Harbour News</title></head>
            <body><h1 \(attribute)>Harbour News</h1><article>\(Self.prose)</article></body></html>
            """
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/a"))
        #expect(main.title == "The counter of ships")
    }

    @Test(
        "Introductory sentences that are set apart belong to the text",
        arguments: [
            "<p class=standfirst>A man counts ships, and they are fewer every year.</p>",
            "<div class='article__lead'>A man counts ships, and they are fewer every year.</div>",
            "<p itemprop=description>A man counts ships, and they are fewer every year.</p>",
            "<h2>A man counts ships, and they are fewer every year.</h2>",
        ])
    func lead(_ part: String) throws {
        let head = """
            <title>The counter of ships - Harbour News</title>
            <meta name="description" content="A man counts ships, and they are fewer every year.">
            """
        let body = "<div class=top><h1>The counter of ships</h1>\(part)</div><div class=text>\(Self.prose)</div>"
        try check(text(body, head: head), holds: ["A man counts ships"])
    }

    @Test("The text below its title wins over longer notices elsewhere")
    func belowTitle() throws {
        let steps = (1...30).map {
            "<div class=step><div>\($0)</div><div>Turn the lamp by a hand, wait a while</div></div>"
        }
        let notice = "<p>You reach our service by telephone, by letter, by radio, and on some days by boat.</p>"
        let found = try #require(
            text(
                "<div class=box><h1>The counter of ships</h1><div>\(steps.joined())</div></div><div class=contact>\(notice)</div>"
            ))
        #expect(found.contains("Turn the lamp") && found.contains("30"))
    }

    @Test("All messages of a thread are the text")
    func messages() throws {
        let messages = ["lamp", "foghorn", "boat", "gulls"].map { word in
            "<article class='message message--post'><div class=user>sailor</div><div class=bbWrapper>I would begin with the "
                + "\(word), and only then look at the rest, because it costs nothing at all.</div></article>"
        }
        let found = try #require(text("<h1>Which part first?</h1><div class=list>\(messages.joined())</div>", head: ""))
        for word in ["lamp", "foghorn", "boat", "gulls"] { #expect(found.contains(word)) }
        #expect(!found.contains("sailor"))
    }

    @Test("A password field in the header does not hide a short article")
    func passwordInHeader() throws {
        let page = """
            <header><form method=post><input name=u><input type=password></form></header>
            <article><h1>The counter of ships</h1>\(Self.first)\(Self.second)</article>
            """
        let main = try #require(MainContent.extract(html: page, url: ""))
        #expect(!GatePage.isGate(html: page, textLength: main.textLength, title: "The counter of ships"))
    }

    @Test("Text that is only in JSON-LD or a template is found")
    func textOutsideTheBody() throws {
        let plain = Self.prose.replacing("</p>", with: "\\n\\n").replacing("<p>", with: "")
        let data = "<script type='application/ld+json'>{\"@type\":\"Article\",\"articleBody\":\"\(plain)\"}</script>"
        try check(text("<div id=app><p>Loading the article, please wait a moment until it comes.</p></div>\(data)"))
        try check(text("<div id=app></div><template><article>\(Self.prose)</article></template>"))
        // A template beside a complete text does not belong to the text.
        try check(
            text(Self.prose + "<template><p>Dear {{name}}, your ship is late.</p></template>"), lacks: ["{{name}}"])
    }

    @Test("Text in JSON-LD whose tags are escaped is read as HTML")
    func escapedTextInData() throws {
        let tags = "<p class='a'>" + Self.first.dropFirst(3)
        let escaped = (tags + tags).replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let data = "<script type='application/ld+json'>{\"articleBody\":\"\(escaped)\"}</script>"
        try check(text("<div id=app></div>\(data)"), lacks: ["<", "class"])
        try check(text("<div id=app></div>\(data.replacing("&lt;", with: "&amp;lt;"))"), lacks: ["<", "class"])
    }

    @Test("A spoiler is shown, although its style hides it until a click", arguments: ["spoiler-body", "x sp-body"])
    func spoiler(_ names: String) {
        let html = "<p>Ferry</p><div class='\(names)' style='display: none'><p>The captain did it.</p></div>"
        #expect(outline(DocumentBuilder.document(html: html, base: nil)) == "Ferry\nThe captain did it.")
    }

    @Test("Text that a style hides is not shown", arguments: ["display:none", "visibility: hidden"])
    func hidden(_ style: String) throws {
        try check(
            text("\(Self.prose)<p style='\(style)'>Another text for machines, not for people.</p>"), lacks: ["Another"])
    }

    @Test("A short text counts only if the page shows little else")
    func shortText() {
        #expect(text("<p>We are closed until the ice is gone.</p>") == "We are closed until the ice is gone.")
        #expect(text("<nav><a href='/'>Start page of the harbour office</a></nav>") == nil)
        #expect(text("<p>Not found.</p>") == nil)
    }

    @Test("Parts beside the text are left out, and the headings between sections of the text are kept")
    func neighbours() throws {
        let parts = (1...3).map { "<h2>Part \($0)</h2><div class=part>\(Self.prose)</div>" }.joined()
        let boxes = [
            "<aside>", "<div class='editorial-disclaimer'>", "<div class='factbox'>", "<div class='author-bio'>",
        ]
        .map { "\($0)<p>Another text, with a comma, and long enough to look like a part of the article.</p></div>" }
        let found = text("<main>\(parts)\(boxes.joined())</main>")
        try check(found, holds: ["h2 Part 2", "h2 Part 3"], lacks: ["Another text"])
    }

    @Test(
        "A list of short items beside the text belongs to it, even if a box is between, but not a list of links",
        arguments: [
            "<div class=highlight><pre>make install</pre></div>",
            "<blockquote><p>Count the ships at dawn, and write their names in the book.</p></blockquote>",
            "<div class=note><p>Count the ships at dawn, and write their names in the book.</p></div>",
        ])
    func listAfterBox(_ box: String) throws {
        let list = "<h2>Tools</h2><ul><li>A lamp</li><li>A book</li></ul>"
        let links = "<h2>Topics</h2><ul><li><a href='/s'>Ships</a></li><li><a href='/h'>Harbours</a></li></ul>"
        try check(
            text("<article>\(Self.prose)\(box)\(list)\(links)</article>"), holds: ["h2 Tools", "A lamp", "A book"],
            lacks: ["Topics", "Harbours"])
        try check(text("<article>\(list)\(box)\(Self.prose)</article>"), holds: ["A lamp", "A book"])
    }

    @Test(
        "Classes for the layout of a page say nothing about its text",
        arguments: [
            "overflow-hidden", "col hidden-xs", "box hidden-sm hidden-print", "scroll-mt-20 flex",
            "elementor-widget elementor-widget-heading",
        ])
    func layoutClasses(_ name: String) throws {
        func page(_ name: String) -> String? {
            let list = "<ul class='\(name)'><li>A lamp with a green shade</li><li>A book for the names</li></ul>"
            return text("<article>\(Self.prose)<div>\(list)</div>\(Self.prose)</article>")
        }
        try check(page(name), holds: ["green shade"])
        try check(page("scroll-more"), lacks: ["green shade"])
    }

    @Test("A table with a header is a table, not the header of a page")
    func tableHeader() throws {
        let table = """
            <table class='ingredients table-header'><tr><th colspan=2>For the lamp</th></tr><tr><td>2 l</td><td>oil</td></tr>
            <tr><td>1</td><td><a href=/wick>wick</a></td></tr></table>
            """
        try check(text("<article>\(Self.prose)\(table)</article>"), holds: ["For the lamp", "oil", "wick"])
    }

    @Test("A picture whose link also contains words is a picture with a caption, not a teaser")
    func linkedPicture() throws {
        let link = "<a href='/full.JPG?v=2'><img src=/small.jpg alt=Dial><div>The dial at noon 1200 × 500</div></a>"
        func page(_ link: String) -> String { "<article>\(Self.prose)<div>\(link)</div>\(Self.prose)</article>" }
        try check(text(page(link)), holds: ["picture Dial", "The dial"])
        let teaser = link.replacing("/full.JPG?v=2", with: "/story?picture=a.jpg")
        try check(text(page(teaser)), lacks: ["picture Dial"])
    }

    @Test("Line numbers are not part of code")
    func lineNumbers() throws {
        let code = "<pre><code><i style='user-select:none'>1</i>ls -la\n<i class=ln>2</i>pwd</code></pre>"
        try check(text("<article>\(Self.prose)\(code)\(Self.prose)</article>"), holds: ["pre ls -la⏎pwd"])
    }

    @Test("A caption repeated under several pictures is kept once, and a refrain every time")
    func repeatedCaptions() throws {
        let caption = "The keeper at his window in the last winter, when the ships were fewer than before."
        let figures = (1...3).map { "<figure><img src=\($0).png><figcaption>\(caption)</figcaption></figure>" }.joined()
        let found = try #require(text("<article>\(Self.prose)\(figures)\(Self.prose)</article>"))
        #expect(found.ranges(of: caption).count == 1)
        #expect(found.ranges(of: "The keeper of the north light").count == 4)
    }

    @Test("Links within sentences stay, however many there are")
    func linksInSentences() throws {
        let items = (1...3).map {
            "<li><div></div><i>\($0)</i> <a href=/n\($0)>The green book number \($0)</a>, which nobody has read yet, is on the shelf.</li>"
        }
        try check(text("<article>\(Self.prose)<ul>\(items.joined())</ul></article>"), holds: ["book number 2"])
    }

    @Test("Captions are included or left out")
    func captions() throws {
        let page =
            "<article>\(Self.prose)<figure><img src=a.png><figcaption>The green books</figcaption></figure></article>"
        let with = try #require(MainContent.extract(html: page, url: "https://quay.example/"))
        let without = try #require(MainContent.extract(html: page, url: "https://quay.example/", captions: .omitted))
        #expect(with.html.contains("green books") && !without.html.contains("green books"))
        let picture = PagePicture(address: "https://quay.example/a.png", caption: "The green books")
        #expect(with.pictures == [picture] && without.pictures == with.pictures)
    }

    @Test(
        "A picture has the caption beside it",
        arguments: [
            (
                "<figure><img src=a.png alt='A shelf'><figcaption>The <b>green</b> books</figcaption></figure>",
                "A shelf"
            ),
            (
                "<div class=wp-caption><a href=/b><img src=a.png></a><p class=wp-caption-text>The green books</p></div>",
                nil
            ),
            ("<figure><figcaption>The green books</figcaption><img src=a.png></figure>", nil),
            ("<div><div><img src=a.png></div><div><small class=caption>The green books</small></div></div>", nil),
        ])
    func pictureCaptions(_ part: String, _ words: String?) throws {
        let other = "<figure><img src=/c.png></figure>"
        let page = "<article>\(other)\(Self.prose)\(part)\(Self.prose)\(other)</article>"
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/", captions: .omitted))
        let last = PagePicture(address: "https://quay.example/c.png")
        let middle = PagePicture(address: "https://quay.example/a.png", words: words, caption: "The green books")
        #expect(main.pictures == [last, middle, last] && !main.html.contains("books</"))
    }

    @Test("Footnote marks stay, anchor marks of headings do not")
    func noteMarks() throws {
        let heading = "<h2>Storms<a href='#s'>§</a></h2>"
        let part = "\(heading)<p>He counted<sup><a href='#n'>7</a></sup> 31<a href='#o'>†</a>.</p>"
        try check(
            text("<article>\(Self.prose)\(part)\(Self.prose)</article>"), holds: ["h2 Storms\nHe counted⁷ 31†."])
    }

    @Test("Formulas and the checkboxes of task lists are written as text")
    func formulasAndBoxes() throws {
        let formula = "<math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>"
        let list = """
            <ul><li><input type=checkbox disabled checked> Count the ships.</li>
            <li><input type=checkbox disabled> Count the waves, too.</li></ul><p><input type=checkbox>No box.</p>
            """
        let part = "<p>\(formula), he says, or <math alttext='a &lt; b'><mi>a</mi></math>.</p>\(list)"
        try check(
            text("<article>\(Self.prose)\(part)\(Self.prose)</article>"),
            holds: [
                "\nE = mc², he says, or a < b.\n",
                "• [x] Count the ships.\n• [ ] Count the waves, too.\nNo box.",
            ])
    }

    @Test(
        "A short quotation stays after a first sentence with a footnote mark",
        arguments: ["<sup>1</sup>", "<a href='#n'>[12]</a>", "<SUP><a href='#n'>3</a></SUP>"])
    func sentenceWithNote(_ mark: String) throws {
        let beginning = "<p>The harbour master said that the boats would stay at home.\(mark)</p>"
        try check(
            text("<article>\(beginning)<blockquote><p>Fog is fog.</p></blockquote>\(Self.prose)</article>"),
            holds: ["> Fog is fog."])
    }

    @Test(
        "The footer of a quotation stays, but the footer of the article does not",
        arguments: ["<footer>", "<footer class='blockquote-footer'>"])
    func footers(_ start: String) throws {
        let quotation = "<blockquote><p>She waved, and more than once.</p>\(start)— Nora Lind</footer></blockquote>"
        let footer = "<footer><p>Printed at the quay.</p></footer>"
        try check(
            text("<article>\(Self.prose)\(quotation)\(Self.prose)\(footer)</article>"),
            holds: ["> She waved, and more than once.\n> — Nora Lind"], lacks: ["Printed"])
    }

    @Test("Soft hyphens are left out", arguments: ["\u{AD}", "&shy;", "&#173;", "&#xAD;"])
    func softHyphens(_ hyphen: String) throws {
        try check(
            text("\(Self.prose)<p>A light\(hyphen)house keeper, too, has holidays.</p>"), holds: ["lighthouse keeper"])
    }

    @Test(
        "A line with a date and little else is a date line",
        arguments: [
            ("12 March 2026", true), ("Donnerstag, 12. März 2026, 9:30 Uhr", true), ("19:49", true),
            ("2026年3月12日", true),
            ("In 2026 he counted 400 ships", false), ("Chapter 12", false), ("It was 1984.", false),
        ])
    func dateLines(_ line: String, _ isDate: Bool) {
        #expect(DateLine.isDate(line) == isDate)
    }

    @Test(
        "Each name in the hash tables is found by a single probe",
        arguments: ["p", "blockquote", "annotation-xml", "amp-analytics", "h6", "template"])
    func names(_ name: String) {
        #expect(PageElement.of(ShortName(name)) != .custom)
        #expect(PageElement.of(ShortName("x-" + name)) == .custom)
        var letters: [UInt8] = []
        ShortName(name).append(to: &letters)
        #expect(letters == Array(name.utf8))
    }
}

@Suite struct PageAlternativeTests {
    @Test(
        "A page names a simpler page with its text",
        arguments: [
            ("<link rel=amphtml href=/amp>", "https://quay.example/amp"),
            ("<link rel='alternate' media='print' href='?print=1'>", "https://quay.example/a?print=1"),
            ("<link rel=alternate media=print href=/p><link rel=amphtml href=/amp>", "https://quay.example/amp"),
            ("<link rel=amphtml href=http://quay.example/amp>", nil), ("<link rel=amphtml href=/a>", nil),
            ("<link rel=amphtml href=ftp://quay.example/amp>", nil),
            ("<link rel=alternate href=/feed>", nil), ("<body><link rel=amphtml href=/amp>", nil), ("", nil),
        ])
    func address(_ head: String, _ expected: String?) {
        #expect(PageAlternative.address(html: head + "<p>a", url: "https://quay.example/a") == expected)
    }
}
