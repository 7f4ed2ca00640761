import ArticleText
import Testing

/// Parts of articles that look like clutter by their elements.
@Suite struct PagePartTests {
    private static let words = ShipsArticle.words
    private static let prose = ShipsArticle.prose

    @Test(
        "Lists and tabs with checkboxes outside a form stay",
        arguments: [
            (
                """
                <div><h3>Ingredients</h3><ul><li><span><input type="checkbox" id="i1"><label for="i1"></label></span>
                <span>500</span> <span>g cod</span></li><li><input type=checkbox>2 onions</li></ul></div>
                """, "h3 Ingredients\n• 500 g cod\n• 2 onions"
            ),
            (
                """
                <div class="tabbed-set"><input type="radio" name="t" checked><input type="radio" name="t">
                <div><label for="c">C</label><label for="r">Rust</label></div>
                <div><div><pre>int a;</pre></div><div><pre>let a;</pre></div></div></div>
                """, "C Rust\npre int a;\npre let a;"
            ),
        ])
    func boxes(_ part: String, _ expected: String) throws {
        #expect(try text(around: part).contains(expected))
    }

    @Test("The content of an object that is no player is shown in its place")
    func object() throws {
        let found = try text(
            around: """
                <p>See <object data="a.pdf" type="application/pdf">the table of ships</object> now.</p>
                <object data="b.svg" type="image/svg+xml"><img src="b.png" alt="A chart of ships"></object>
                <object data="https://www.youtube.com/v/abc"><p>Install Flash.</p></object>
                """)
        #expect(found.contains("See the table of ships now.") && found.contains("A chart of ships"))
        #expect(found.contains("video: ") && !found.contains("Flash"))
    }

    @Test("A form with checkboxes is left out")
    func formWithBoxes() throws {
        let form = """
            <form><p>Which ships do you count, and which do you leave to others?</p>
            <ul><li><input type=checkbox>Steamers</li><li><input type=radio>Yachts</li></ul></form>
            """
        #expect(try !text(around: form).contains("Steamers"))
    }

    @Test(
        "A button that makes up a whole heading is the heading",
        arguments: [
            (
                "<h3 class=a>\n<button><span>Where to <b>park</b>?</span><span aria-hidden=true>+</span></button> </h3>",
                "h3 Where to s{park}?"
            ),
            ("<H2><BUTTON type=button>Where?<svg><path/></svg></BUTTON></H2>", "h2 Where?"),
            ("<h2><button>10 ways to the quay</button></h2>", "h2 10 ways to the quay"),
            ("<h2>Where? <button>Copy</button></h2>", "h2 Where?"),
            ("<h2><button>Copy</button> Where?</h2>", "h2 Where?"),
            ("<h2><button>Copy</button><i>Where?</i></h2>", "h2 e{Where?}"),
            ("<h2>Where?</h2><button>Copy</button>", "h2 Where?"),
            ("<h2>Where?</h2><h4><button>13<!-- --> <i>responses</i></button></h4>", "h2 Where?"),
            ("<h2><button>1. Where?</button></h2>", "h2 1. Where?"),
        ])
    func headingButtons(_ html: String, _ expected: String) throws {
        let part = html + "<div><p>Behind the old ropery, where there is room for forty cars.</p></div>"
        #expect(outline(DocumentBuilder.document(html: html, base: "https://quay.example/")) == expected)
        #expect(try text(around: part).contains(expected + "\nBehind"))
    }

    @Test("Notices of documentation stay, but other asides do not")
    func notices() throws {
        let notices = """
            <aside aria-label="Tip" class="starlight-aside starlight-aside--tip"><p aria-hidden="true">Tip</p>
            <div><p>Count the masts first.</p></div></aside><aside class="note"><p>Ferries count, too.</p></aside>
            """
        let shown = try text(around: notices + "<aside class='notes'><p>Our other lights.</p></aside>")
        #expect(shown.contains("Count the masts first.\nFerries count, too.\n") && !shown.contains("other lights"))
    }

    @Test(
        "Players stay in the boxes that set their shape",
        arguments: [
            (
                "<div><div><iframe src='//www.youtube.com/embed/a'></iframe></div></div>",
                "video: [youtube.com]1"
            ),
            (
                """
                <div><p>Two lights</p><div><iframe src="https://player.vimeo.com/video/1"></iframe></div>
                <iframe data-src="https://player.vimeo.com/video/2"></iframe></div>
                """, "Two lights\nvideo: [player.vimeo.com]1\nvideo: [player.vimeo.com]2"
            ),
            ("<div><div><audio src=a.mp3></audio></div></div>", "audio: [a.mp3 (quay.example)]1"),
            ("<div><div><video><source src=a.mp4></video></div></div>", "video: [a.mp4 (quay.example)]1"),
        ])
    func players(_ part: String, _ expected: String) throws {
        #expect(try text(around: part).contains(expected))
    }

    @Test("A box around a frame without a player is left out")
    func otherFrames() throws {
        let box = "<div><p>Weather</p><div><iframe src='https://ads.example/1'></iframe></div></div>"
        #expect(try !text(around: box).contains("Weather"))
    }

    @Test("A player of a file of the page is named after its element")
    func playersOfFiles() throws {
        let part = "<p>Hear it: <audio src=fog.mp3></audio></p><p>See it: <video><source src=fog></video></p>"
        let shown = try text(around: part)
        #expect(shown.contains("audio: [fog.mp3 (quay.example)]1\n") && shown.contains("video: [quay.example]2\n"))
    }

    @Test(
        "An id that repeats a heading does not classify that part of the page",
        arguments: [
            ("<h2 id='social-media'>Social media</h2><p>They count ships, too.</p>", "h2 Social media\nThey"),
            ("<h2 id='_footer'>Footer <a href='#_footer'>#</a></h2><p>They count ships, too.</p>", "h2 Footer\nThey"),
            (
                "<div class='section level2' id='1-hidden-lights'><h2>1. Hidden lights</h2><p>Two are dark.</p></div>",
                "h2 1. Hidden lights\nTwo are dark."
            ),
            (
                "<section id='community-lights' class='level2'><h2>Community lights</h2><p>Two are dark.</p></section>",
                "h2 Community lights\nTwo are dark."
            ),
            (
                "<section id=lights><section id=old-comments><h3>Old comments<a href='#x'>¶</a></h3><p>Two.</p>"
                    + "</section></section>", "h3 Old comments\nTwo."
            ),
        ])
    func headingNames(_ part: String, _ expected: String) throws {
        #expect(try text(around: part).contains(expected))
    }

    @Test(
        "A heading that begins like an announcement stays above text without links",
        arguments: ["Related work", "Comments in logs", "Recommended settings", "Topics for the winter"])
    func likeAnnouncements(_ heading: String) throws {
        let paragraphs = "<p>\(Self.words)</p><p>\(Self.words)</p>"
        let expected = "h2 \(heading)\n\(Self.words)"
        #expect(try text(around: "<h2>\(heading)</h2>" + paragraphs).contains(expected))
        #expect(try text(around: "<section><h2>\(heading)</h2>\(paragraphs)</section>").contains(expected))
    }

    @Test(
        "A heading that announces other articles is left out", arguments: ["Related", "Comments (2)", "Related ships"])
    func announcements(_ heading: String) throws {
        let box = "<div><h2>\(heading)</h2><p>\(Self.words)</p><p><a href=/b>The pilots of the north</a></p></div>"
        #expect(try !text(around: box).contains(heading))
    }

    @Test("A heading or a section whose id names a part of the page's frame is left out")
    func partNames() throws {
        let part = """
            <h2 id="share">Tell your friends</h2><div id="hidden-lights"><h2>Hidden lights</h2><p>Two are dark.</p></div>
            <div class="section" id="share-bar"><h3>Tell your friends</h3><p>Pass it on.</p></div>
            """
        let shown = try text(around: part)
        #expect(!shown.contains("friends") && !shown.contains("dark") && !shown.contains("Pass"))
    }

    @Test("Code in noscript is shown in place of the code that a script would load")
    func codeWithoutScripts() throws {
        let code = """
            <script src="https://gist.example/1.js"></script><noscript>
            <pre><code>let fog = 1\nlet sea = 2</code></pre></noscript><noscript>Switch scripts on!</noscript>
            """
        #expect(outline(DocumentBuilder.document(html: code, base: nil)) == "pre let fog = 1⏎let sea = 2")
        #expect(try text(around: code).contains("fewer.\npre let fog = 1⏎let sea = 2\nThe keeper"))
    }

    @Test("A script that shows the code of a gist becomes a link")
    func gists() throws {
        let gist = "<script src='https://gist.github.com/ann/f1.js?file=fog.c'></script>"
        let document = DocumentBuilder.document(html: "a\(gist)b", base: nil)
        #expect(outline(document) == "a\ncode: [gist.github.com]1\nb")
        #expect(document.links.map(\.url) == ["https://gist.github.com/ann/f1"])
        let shown = try text(around: gist + "<script src='https://gist.github.com/assets/x.css'></script>")
        #expect(shown.contains("fewer.\ncode: [gist.github.com]1\nThe keeper"))
    }

    @Test("A player in noscript is shown, but other frames there are not")
    func framesWithoutScripts() throws {
        let player = """
            <div class="rll-youtube-player"></div><noscript>
            <iframe title="Tides" src="https://www.youtube.com/embed/a"></iframe></noscript>
            <noscript><iframe src="https://tags.example/ns.html"></iframe></noscript>
            """
        let shown = try text(around: player)
        #expect(shown.contains("video: [Tides (youtube.com)]1\nThe keeper") && !shown.contains("tags.example"))
    }

    @Test(
        "Headings whose class calls them headers of the text stay",
        arguments: ["header-anchor-post", "accordion-header", "wprm-recipe-header wprm-recipe-notes-header"])
    func headers(_ name: String) throws {
        let heading = "<h2 class='\(name)'><button>Where?</button></h2><p>Behind the old ropery, as he says.</p>"
        #expect(try text(around: heading).contains("h2 Where?\nBehind"))
        let other = "<h2 class='box-header'>Our lights</h2>"
        #expect(try !text(around: other).contains("Our lights"))
    }

    @Test(
        "A style separates the credit of a caption from the words before it",
        arguments: [
            "Low tide.<span>Ann Reed</span>", "<p><span>Low tide</span><span><b></b><i>Ann</i> Reed</span></p>",
        ])
    func credits(_ caption: String) throws {
        let figure = "<figure><img src=a.jpg alt=Mole><figcaption>\(caption)</figcaption></figure>"
        let feed = outline(DocumentBuilder.document(html: figure, base: nil))
        for text in [feed, try text(around: figure)] {
            #expect(text.contains("tide") && text.contains("Ann"))
            #expect(!text.contains("tideAnn") && !text.contains(".Ann"))
        }
        #expect(outline(DocumentBuilder.document(html: "<b>Mac</b><i>Mahon</i>", base: nil)) == "s{Mac}e{Mahon}")
    }

    @Test(
        "Words of a caption stay whole if other elements than spans divide them",
        arguments: [
            ("You<wbr>Tube", "YouTube"), ("the quay's<!-- -->Name", "the quay'sName"), ("<i>p</i>H", "pH"),
            ("<span>an</span> i<b>Phone</b>", "an i}es{Phone"), ("x<sup>T</sup>", "x^T"),
        ])
    func captions(_ caption: String, _ expected: String) throws {
        let figure = "<figure><img src=a.jpg alt=Mole><figcaption>Mole of \(caption)</figcaption></figure>"
        for text in [outline(DocumentBuilder.document(html: figure, base: nil)), try text(around: figure)] {
            #expect(text.contains("Mole of \(expected)"), "\(text)")
        }
    }

    @Test(
        "A name or a date in a sentence stays, whatever its class says",
        arguments: [
            "<span class=author>Ann</span>", "<a rel=author href=/a>Ann</a>", "<em class=date>Ann</em>",
            "<b class=community>Ann</b>",
        ])
    func wordsOfSentences(_ word: String) throws {
        let name = outline(DocumentBuilder.document(html: word, base: "https://quay.example/"))
        let sentence = "The book by % has been good company, \(Self.words)"
        let shown = try text(around: "<p>\(sentence.replacing("%", with: word))</p><p>By \(word)</p>")
        #expect(shown.contains(sentence.replacing("%", with: name) + "\n") && !shown.contains("By \(name)"))
    }

    @Test(
        "The header of a section stays if it holds only a heading",
        arguments: [
            "<h3 class=running-header>Old winches</h3>",
            "<header class=frame-header><h3><span>Old winches</span></h3></header>",
            "<div class='j-module j-header'> <div><h3>Old winches</h3></div> </div>",
        ])
    func sectionHeaders(_ header: String) throws {
        #expect(try text(around: header).contains("h3 Old winches\nThe keeper"))
        #expect(try !text(around: "<div class=header>\(header)<p>Our lights</p></div>").contains("Our lights"))
        #expect(try !text(around: "<div class=header><h1>Our lights</h1></div>").contains("Our lights"))
    }

    @Test(
        "A heading whose words only mark a position on the page stays",
        arguments: ["<a name=x>The old winches</a>", "<div><a id='x'>The old winches</a></div>"])
    func headingsThatMarkPositions(_ content: String) throws {
        #expect(try text(around: "<h2>\(content)</h2>").contains("h2 The old winches\nThe keeper"))
        #expect(try !text(around: "<h2><a href=/x>The old winches</a></h2>").contains("The old winches"))
    }

    @Test("Sphinx footnotes stay")
    func footnotes() throws {
        let notes = """
            <aside class="footnote-list brackets"><aside class="footnote brackets" id="n1" role="doc-footnote">
            <span class="label"><span>[</span>1<span>]</span></span><p>Only the grey ones.</p></aside></aside>
            """
        #expect(try text(around: notes).contains("[1]\nOnly the grey ones.\n"))
    }

    @Test(
        "An alert in the article is a note if it has a Bootstrap class; other alerts are left out",
        arguments: [
            ("<div class='alert alert-info' role=alert><h4 class=alert-heading>Note:</h4>%</div>", true),
            ("<aside class='alert alert-warning'><p>%</p></aside>", true),
            ("<div class='alert alert-danger alert-dismissible' role=alert><p>%</p></div>", false),
            ("<div class='toast' role=alert><p>%</p></div>", false),
        ])
    func alerts(_ box: String, _ stays: Bool) throws {
        let words = "The lamp is out until spring, as the harbour master says."
        #expect(try text(around: box.replacing("%", with: words)).contains(words) == stays)
        let page = "<title>Ships</title><body>\(box.replacing("%", with: words))<article>\(Self.prose)</article></body>"
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/a"))
        #expect(!main.html.contains(words))
    }

    @Test(
        "A note of one sentence with a link stays",
        arguments: ["admonition note", "markdown-alert markdown-alert-tip", "alert alert-primary"])
    func notesWithLinks(_ name: String) throws {
        let note = "<p class=title>Note</p><p>The tides here are old; <a href=/x>the new tables</a> have others.</p>"
        #expect(try text(around: "<div class='\(name)'>\(note)</div>").contains("the new tables"))
        #expect(try !text(around: "<div class='box'>\(note)</div>").contains("the new tables"))
    }

    @Test(
        "Headings stay before short commands and lists at the end of a page, but headings without content do not",
        arguments: [
            (
                "<h2>Build</h2><pre>make</pre><h2>Test</h2><pre>make test</pre><h2>More</h2>",
                "h2 Build\npre make\nh2 Test\npre make test"
            ),
            (
                "<h2>Lantern 2</h2><h3>Added</h3><ul><li>Fog</li></ul><h3>Fixed</h3><ul><li>Masts</li></ul><h3>Assets</h3>",
                "h2 Lantern 2\nh3 Added\n• Fog\nh3 Fixed\n• Masts"
            ),
            (
                "<h2>2 May 2026</h2><ul><li>Fog</li></ul><p>3 May 2026</p><p>Masts</p><p>4 May 2026</p>",
                "h2 2 May 2026\n• Fog\n3 May 2026\nMasts"
            ),
            ("<h2>More</h2><h2>Added</h2><ul><li>Fog</li></ul>", "fewer.\nh2 Added\n• Fog"),
            (
                "<h2>More</h2><ul><li><a href=/a>A</a></li><li>or <a href=/b>Beyond</a></li></ul>",
                "fewer.\n• [A]1\n• or [Beyond]2"
            ),
        ])
    func lastHeadings(_ end: String, _ expected: String) throws {
        let page = "<title>Ships</title><body><article>\(Self.prose + Self.prose)\(end)</article></body>"
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/a"))
        let text = outline(DocumentBuilder.document(html: main.html, base: nil))
        #expect(text.hasSuffix(expected), "\(text)")
    }

    @Test(
        "A button with a number of readers is not a heading, but one with a year is",
        arguments: [
            ("2024", "h4 2024"), ("2024 claps", ""), ("13", ""), ("13 responses", ""), ("1<!-- --> claps", ""),
        ])
    func headingButtonsWithNumbers(_ text: String, _ expected: String) {
        let html = "<h4><button>\(text)</button></h4>"
        #expect(outline(DocumentBuilder.document(html: html, base: "https://quay.example/")) == expected)
    }

    @Test(
        "Links that show their addresses or lead to documents stay, but teasers do not",
        arguments: [
            ("<p><a href='https://b.example/a'>https://b.example/tables</a></p>", true),
            ("<ul><li><a href=a>\nhttps://b.example/tables/</a><li><a href=b>http://b.example/of/1921/</a></ul>", true),
            ("<p><a href='/tides.pdf?v=2'>The tables of all tides (PDF)</a></p>", true),
            ("<p><a href='/TIDES.PDF'>The tables of all tides (PDF)</a></p>", true),
            ("<p><a href='/tides.pdf '>The tables of all tides (PDF)</a></p>", true),
            ("<p><a href='https://www.pdfa.example/a'>The tables of all tides</a></p>", false),
            ("<p><a href='https://b.example/a'>The tables of all tides</a></p>", false),
        ])
    func sources(_ part: String, _ stays: Bool) throws {
        #expect(try text(around: part).contains("tables") == stays)
    }

    @Test("A short quotation stays at the start and at the end of a text")
    func shortQuotations() throws {
        let first = "<blockquote><p>Fog is fog</p></blockquote>"
        let last = "<blockquote><p>Foam is foam</p></blockquote>"
        let page = "<title>Ships</title><body><article>\(first)\(Self.prose)\(last)</article></body>"
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/a"))
        #expect(main.html.contains("Fog is fog") && main.html.contains("Foam is foam"))
    }

    @Test(
        "Figures and galleries stay in columns without text, but other pictures do not",
        arguments: [
            ("<figure><img src=/a.jpg alt='A quay'></figure>", true), ("<img src=/a.jpg alt='A quay'>", false),
            ("<dl class=gallery-item><dt class='gallery-icon landscape'><img src=/a.jpg alt='A quay'></dl>", true),
            ("<ul class=gallery><li class=gallerybox><div class=thumb><img src=/a.jpg alt='A quay'></div></ul>", true),
        ])
    func columns(_ picture: String, _ stays: Bool) throws {
        let part = "<div class=row><div>\(picture)</div><div>\(picture)</div></div>"
        #expect(try text(around: part).contains("A quay") == stays)
    }

    @Test("The headings of a collection of links stay", arguments: [(3, "", true), (2, "", false), (3, prose, false)])
    func collection(_ entries: Int, _ more: String, _ stay: Bool) throws {
        let part = (1...entries).map {
            "<h3><a href=/\($0)>The lamps of pier \($0)</a></h3><p>All are lit again.</p>\(more)"
        }
        let found = try text(around: part.joined() + "<h3>Weather</h3>")
        #expect(found.contains("h3 [The lamps of pier 2]") == stay && found.contains("All are lit again."))
    }

    @Test("Pictures and texts whose class names media stay, but links to social media do not")
    func media() throws {
        let picture = "<div class='field-media-image'><img src=/a.jpg alt='A quay'></div>"
        #expect(try text(around: picture).contains("A quay"))
        #expect(try text(around: "<div class=media><p>All lamps are lit.</p></div>").contains("All lamps are lit."))
        #expect(try !text(around: "<div class=social-media><p>We are there.</p></div>").contains("We are"))
    }
}
