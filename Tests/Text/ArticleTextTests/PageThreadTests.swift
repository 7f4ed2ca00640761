import ArticleText
import Testing

/// Pages made of many short texts: live blogs, forums, archives of mail.
@Suite struct PageThreadTests {
    private static let prose = ShipsArticle.prose

    @Test("The entries of a live blog keep their headings and times")
    func liveBlog() throws {
        let entries = [("12.40", "The ferry is back"), ("11.05", "Fog over the pier")].map { time, heading in
            """
            <article class=entry><header class=entry__header><time>\(time)</time><h2>\(heading)</h2></header>
            <div class=entry__body>\(Self.prose)</div></article>
            """
        }
        let shown = try mainText(
            ofPage: "<title>Ships</title><body><main><h1>Ships</h1><div>\(entries.joined())</div></main></body>")
        #expect(shown.hasPrefix("12.40\nh2 The ferry is back\nThe keeper"), "\(shown)")
        #expect(shown.contains("11.05\nh2 Fog over the pier\nThe keeper"), "\(shown)")
    }

    @Test("The header of an article below the title stays out if its heading is a link")
    func linkedHeader() throws {
        let teaser = "<article><header class=head><h2><a href=/b>The old light</a></h2></header>\(Self.prose)</article>"
        let shown = try mainText(
            ofPage: "<title>Ships</title><body><main><h1>Ships</h1><div>\(Self.prose)\(teaser)</div></main></body>")
        #expect(!shown.contains("The old light"), "\(shown)")
    }

    @Test(
        "The title of a forum's page is that of the thread, not the name of the forum",
        arguments: [
            ("A leaking hatch - Sailing", "<h1>Sailing</h1><h2>A leaking hatch</h2>", "A leaking hatch"),
            ("A leaking hatch - Sailing", "<h1>Sailing</h1>", "Sailing"),
            ("A leaking hatch - Sailing", "<h1>Hatches that leak</h1><h2>A leaking hatch</h2>", "Hatches that leak"),
            ("Harbour News - The fog has gone", "<h1>The fog has gone</h1><h3>Harbour News</h3>", "The fog has gone"),
        ])
    func titles(_ title: String, _ headings: String, _ expected: String) throws {
        let page = "<title>\(title)</title><body>\(headings)<div>\(Self.prose)</div></body>"
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/t/9"))
        #expect(main.title == expected)
    }

    @Test(
        "The number of likes of a message is left out",
        arguments: ["interactionStatistic", "upvoteCount"])
    func likes(_ property: String) throws {
        #expect(try !text(around: "<div itemprop=\(property)><span>3 likes</span></div>").contains("3 likes"))
    }

    @Test("The portrait of a member is left out")
    func avatars() throws {
        let part = "<p><img class='gravatar avatar' src=/a.png alt=Nora width=48> said: it is the light.</p>"
        #expect(try text(around: part).contains("\nsaid: it is the light.\n"))
        #expect(outline(DocumentBuilder.document(html: part, base: nil)) == "said: it is the light.")
        let other = "<img class=avatars src=/a.png alt='Four avatars'>"
        #expect(outline(DocumentBuilder.document(html: other, base: nil)) == "picture Four avatars [1]")
    }

    @Test("The links to other messages of an archive are left out")
    func archive() throws {
        let links = """
            <ul><li>Previous message (by thread): <a href=1.html>Ships of the old line</a></li>
            <li>Next message (by thread): <a href=3.html>Ships of the old line</a></li></ul>
            """
        let page = "<title>Ships</title><body>\(links)<hr><pre>\(ShipsArticle.words)</pre><hr>\(links)</body>"
        #expect(try !mainText(ofPage: page).contains("message"))
    }
}
