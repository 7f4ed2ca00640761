import Testing

/// Furniture of pages next to parts of the text that look like it.
@Suite struct PageFurnitureTests {
    private static let words = ShipsArticle.words
    private static let prose = ShipsArticle.prose
    private static let contents =
        "<ul><li><a href=#a>Steamers</a></li><li><a href=#b>Yachts</a><ul><li><a href=#c>Ketches</a></ul></ul>"

    private func text(_ body: String) throws -> String {
        try mainText(ofPage: "<title>Ships</title><body>\(body)</body>")
    }

    // MARK: Tables of contents

    @Test(
        "A table of contents is left out with its heading",
        arguments: [
            contents, "<h2>On this page</h2>\(contents)", "<div><p><b>Table of contents</b></p>\(contents)</div>",
            contents.replacing("ul>", with: "ol>"),
        ])
    func contentsLists(_ list: String) throws {
        for start in ["", "<p>\(Self.words)</p>"] {
            let shown = try text("<article>\(start)\(list)<h2>Sails</h2>\(Self.prose)</article>")
            #expect(shown.contains("h2 Sails\nThe keeper"))
            #expect(["Steamers", "Ketches", "On this", "contents"].allSatisfy { !shown.contains($0) })
        }
    }

    @Test(
        "A list is no table of contents if it has other words or links, or fewer entries",
        arguments: [
            "<ul><li><a href=#a>Steamers</a> are loud.</li><li><a href=#b>Yachts</a> are not.</li><li>Ketches</li></ul>",
            "<ul><li><a href=#a>Steamers</a></li><li>Yachts</li><li><a href=#c>Ketches</a></li></ul>",
            "<ul><li><a href=#a>Steamers</a></li><li><a href=#b>Yachts</a></li></ul>",
        ])
    func otherLists(_ list: String) throws {
        let shown = try text("<article>\(Self.prose)\(list)\(Self.prose)</article>")
        #expect(shown.contains("Steamers") && shown.contains("Yachts"))
    }

    @Test("The heading of a section that begins with a table of contents stays")
    func sectionWithContents() throws {
        let sections = "<h2>Sails</h2>\(Self.contents)<h3>Ketches first</h3>\(Self.prose)"
        #expect(try text("<article>\(Self.prose)\(sections)</article>").contains("h2 Sails\nh3 Ketches first"))
    }

    @Test("The heading of a smaller section above a table of contents stays, too")
    func smallSectionWithContents() throws {
        let sections = "<h3>Sails</h3>\(Self.contents)<h4>Ketches first</h4>\(Self.prose)"
        #expect(try text("<article>\(Self.prose)\(sections)</article>").contains("h3 Sails\nh4 Ketches first"))
    }

    @Test("Notes below the text stay, although each is a link back to it")
    func notes() throws {
        let notes = ["Smith, Ships, 1921", "Jones, Yawls, 1930", "Reed, Lights, 1940"].map {
            "<li><a href=#r>\($0)</a></li>"
        }
        let shown = try text("<article>\(Self.prose)<h2>Notes</h2><ol>\(notes.joined())</ol></article>")
        #expect(["Smith", "Jones", "Reed"].allSatisfy { shown.contains($0) })
    }

    @Test(
        "The table of contents of a book, which links nowhere, stays on its page",
        arguments: ["<ol><li>The harbour</li><li>The light</li></ol>", "<p>The harbour, the light</p>"])
    func contentsOfBook(_ list: String) throws {
        for title in ["Table of contents", "Inhaltsverzeichnis"] {
            let shown = try text("<article>\(Self.prose)<h2>\(title)</h2>\(list)\(Self.prose)</article>")
            #expect(shown.contains("h2 \(title)") && shown.contains("The harbour"))
        }
    }

    // MARK: Headings in elements of their own

    @Test(
        "A heading is a heading in an element of its own, too",
        arguments: [("<div>", "</div>"), ("<div class=step-head><div>", "</div></div>"), ("<x-title>", "</x-title>")])
    func wrappedHeadings(_ start: String, _ end: String) throws {
        func heading(_ words: String) -> String { "\(start)<h2>\(words)</h2>\(end)" }
        let more = heading("More from the harbour") + "<div><b>Fog and tides</b></div>"
        let sections = heading("Steamers") + Self.prose + more + heading("Lights") + Self.prose
        let shown = try text("<article>\(sections)\(heading("Useful pages"))</article>")
        #expect(shown.hasPrefix("h2 Steamers\nThe keeper") && shown.contains("\nh2 Lights\nThe keeper"))
        #expect(["from the harbour", "Fog", "Useful"].allSatisfy { !shown.contains($0) })
    }

    @Test("A heading in an element of its own stays between the parts of a text")
    func headingBetweenParts() throws {
        let parts = "<div>\(Self.prose)</div><div><h2>Lights</h2></div><div>\(Self.prose)</div>"
        #expect(try text("<main>\(parts)</main>").contains("fewer.\nh2 Lights\nThe keeper"))
    }

    @Test("A sentence in a heading stays after the last paragraph")
    func sentenceInHeading() throws {
        let sentence = "So he counts, and every winter the harbour waits for his number."
        for end in ["<h3>\(sentence)</h3>", "<div><h3>\(sentence)</h3></div>"] {
            #expect(try text("<article>\(Self.prose)\(end)</article>").hasSuffix("fewer.\nh3 \(sentence)"))
        }
    }

    // MARK: Other parts

    @Test("A web component with an address is a link")
    func linkingComponents() throws {
        let link = "<app-link href=/fog><h3>Questions about fog</h3></app-link>"
        func shown(_ link: String) throws -> String {
            let teaser = "<app-teaser>\(link)<p>Read our answers about fog.</p></app-teaser>"
            return try text("<article>\(Self.prose)\(teaser)\(Self.prose)</article>")
        }
        #expect(try !shown(link).contains("about fog"))
        let box = link.replacing("app-link", with: "app-box").replacing(" href=/fog", with: "")
        #expect(try shown(box).contains("h3 Questions about fog\nRead our answers about fog.\n"))
    }

    @Test("The description of a product stays, although the tabs around it are named a menu")
    func descriptionInTabs() throws {
        let tabs = "<div class='tab-menu'><div itemprop='description'><p>A lamp of brass, made by hand.</p></div></div>"
        let other = "<div class='tab-menu'><p>Other lamps, which sailors liked less than this one.</p></div>"
        let shown = try text(
            "<div itemscope itemtype='https://schema.org/Product'>\(Self.prose)\(Self.prose)\(tabs)\(other)</div>")
        #expect(shown.hasSuffix("A lamp of brass, made by hand."))
    }

    @Test("The address of the page is left out at the end, with the date above it")
    func permalink() throws {
        let end = "<p><b>Updated on</b> 17.01.2021.</p><p>Permalink: https://quay.example/2021/ships</p>"
        #expect(try text("<article>\(Self.prose)\(end)</article>").hasSuffix("were fewer."))
    }
}
