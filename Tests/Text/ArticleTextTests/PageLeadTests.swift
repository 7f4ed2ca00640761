import Testing

/// The picture and the first sentences of a page beside its title.
@Suite struct PageLeadTests {
    private static let prose = String(
        repeating: """
            <p>The keeper of the north light has counted ships for thirty years, and last winter, he says, they were
            fewer.</p>
            """, count: 6)
    private static let title = "<h1>The counter of ships</h1>"
    private static let picture = "<img src=/quay.jpg alt='A quay'>"

    private func text(_ body: String) throws -> String {
        try mainText(
            ofPage: "<title>The counter of ships</title><body><nav><img src=/logo.png alt=Logo></nav>\(body)</body>")
    }

    @Test(
        "The picture of a title is above the text",
        arguments: [
            "<header class=entry-header><div class=post-thumbnail>\(picture)</div>\(title)</header><div>\(prose)</div>",
            "<header class=entry-header>\(title)<div class=post-thumbnail>\(picture)</div></header><div>\(prose)</div>",
            "<header><figure>\(picture)</figure>\(title)</header><div>\(prose)</div>",
            "<div class='featured-image'>\(picture)</div><header class=top>\(title)</header><div>\(prose)</div>",
            "<header class=entry-header>\(title)</header><p><a href=/full.jpg>\(picture)</a></p><div>\(prose)</div>",
        ])
    func pictures(_ article: String) throws {
        let shown = try text("<article>\(article)</article>")
        #expect(shown.split(separator: "\n").count { $0.contains("A quay") } == 1, "\(shown)")
        #expect(!shown.contains("Logo") && !shown.contains("h1"))
    }

    @Test("A picture above the title that may be a logo or a portrait is left out")
    func otherPictures() throws {
        let header = "<header class=entry-header><img src=/nora.jpg alt=Nora>\(Self.title)</header>"
        #expect(try !text("<article>\(header)<div>\(Self.prose)</div></article>").contains("Nora"))
    }

    @Test("A picture above the title in the main part is shown if it is named after the article")
    func mainPart() throws {
        for (name, isShown) in [("wp-block-post-featured-image", true), ("banner", false)] {
            let title = "<div><figure class='\(name)'>\(Self.picture)</figure>\(Self.title)</div>"
            let shown = try text("<main>\(title)<div class=entry-content>\(Self.prose)</div></main>")
            #expect(shown.contains("A quay") == isShown, "\(shown)")
        }
    }

    @Test(
        "A title that is named a header, or that never ends, has no header around it",
        arguments: [
            "<h1 class=post-header>The counter of ships</h1><div>\(prose)</div>",
            "<div><h1 id=header><b>The counter of ships<div>\(prose)</div></div>",
        ])
    func bareTitles(_ article: String) throws {
        #expect(try text("<article>\(article)</article>").contains("The keeper"))
    }

    @Test("The lead beside the title is kept in front of the article and in a header inside it")
    func leads() throws {
        let lead = "<p class=lead>How one man counts ships at the north light.</p><p>By Nora</p>"
        let outside = "<div class=hero>\(Self.title)\(lead)</div><main><article>\(Self.prose)</article></main>"
        let header = "<header class=entry-header>\(Self.title)\(lead)</header>"
        let inside = "<article>\(header)<div>\(Self.prose)</div></article>"
        for page in [outside, inside] {
            let shown = try text(page)
            #expect(shown.hasPrefix("How one man counts ships") && !shown.contains("Nora"), "\(shown)")
        }
    }

    @Test("A lead that the text repeats is shown once")
    func repeated() throws {
        let lead = "<div class=lead>How one man counts ships at the north light.</div>"
        let page = "<article><header class=entry-header>\(Self.title)\(lead)</header><div>\(lead)\(Self.prose)</div>"
        let shown = try text(page)
        #expect(shown.matches(of: /How one man counts/).count == 1, "\(shown)")
    }

    @Test("A picture below the lead and a lead in a heading below a picture stay")
    func order() throws {
        let words = "How one man counts ships at the north light."
        let (picture, text) = ("<div>\(Self.picture)</div>", "<div>\(Self.prose)</div>")
        let below = try self.text("<article>\(Self.title)<p class=lead>\(words)</p>\(picture)\(text)</article>")
        #expect(below.hasPrefix("\(words)\npicture A quay [1]\nThe keeper"))
        let above = try self.text("<article>\(Self.title)\(picture)<h2 class=lead>\(words)</h2>\(text)</article>")
        #expect(above.hasPrefix("picture A quay [1]\nh2 \(words)\nThe keeper"))
    }
}
