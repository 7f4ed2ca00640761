import ArticleText
import Testing

/// Buttons of scripts and links to embedded pages in the text of a page.
@Suite struct PageControlTests {
    private static let prose = ShipsArticle.prose

    @Test(
        "A button of a script is left out",
        arguments: [
            "<p><a onclick='more()'>Show the quay</a></p>",
            "<div><a class='btn large' tabindex=0>Show the quay</a></div>",
            "<a role=button>Show the quay</a>", "<p>He knows each. <a data-toggle=modal>Show the quay</a></p>",
            "<ul><li><a data-to=a>Show the quay</a><li><a data-to=b>Steamers</a><li><a data-to=c>Yachts</a></ul>",
        ])
    func buttons(_ part: String) throws {
        #expect(try !text(around: part).contains("Show the quay"))
    }

    @Test("The names of tabs are left out, but the sections of an accordion stay")
    func tabs() throws {
        let names = "<ul role=tablist><li role=tab>Steam</li><li role=tab>Sail</li></ul>"
        let tabs = "\(names)<div role=tabpanel><p>Both.</p></div>"
        let shown = try text(around: tabs)
        #expect(shown.contains("Both.") && !shown.contains("Steam"))
        let accordion = "<div role=tablist><h3 role=tab>Steam</h3><div role=tabpanel><p>It is loud.</p></div></div>"
        #expect(try text(around: accordion).contains("h3 Steam\nIt is loud."))
    }

    @Test(
        "A request for consent to load content of another site is left out",
        arguments: [
            """
            <div><p>Empfohlener externer Inhalt</p><p>An dieser Stelle finden Sie einen externen Inhalt, der den Artikel
            ergänzt. Sie können ihn sich mit einem Klick anzeigen lassen.</p></div>
            """,
            "<div class=embed-privacy-container><p>Click here to display the film of a site of films, which is big.</p></div>",
        ])
    func requests(_ part: String) throws {
        #expect(try text(around: part).matches(of: /xterne|display/).isEmpty)
    }

    @Test(
        "Words in an element of a link without an address stay",
        arguments: [
            "<p><a>Show the quay</a></p>", "<p><a name=quay>Show the quay</a></p>",
            "<h3><a class=btn onclick='more()'>Show the quay</a></h3><p>It is behind the old ropery, they say.</p>",
            "<p>The men of the pilot boat, who <a class=btn>Show the quay</a> to all who come, are on strike today.</p>",
            "<ul><li><a name=a>Show the quay</a><li><a name=b>Steamers</a><li><a name=c>Yachts</a></ul>",
        ])
    func positions(_ part: String) throws {
        #expect(try text(around: part).contains("Show the quay"))
    }

    @Test(
        "A link to a video or a message stays, but one to a channel or for sharing does not",
        arguments: [
            ("<p><a href='https://www.youtube.com/watch?v=abc'>How ferries work, a film</a></p>", true),
            ("<div class=embed><a href='https://youtu.be/aB3'>How ferries work, a film</a></div>", true),
            ("<div class=embed><a href='//vimeo.com/123456'>How ferries work, a film</a></div>", true),
            (
                """
                <blockquote class=instagram-media><a href='https://www.instagram.com/p/abc/'>How ferries work</a>
                </blockquote>
                """, true
            ),
            ("<p><a href='https://www.facebook.com/events/12'>How ferries work, an evening</a></p>", true),
            ("<p><a href='https://www.youtube.com/@quay'>How ferries work, our channel</a></p>", false),
            ("<p><a href='https://vimeo.com/harbour'>How ferries work, our channel</a></p>", false),
            ("<p><a href='https://x.com/intent/tweet?url=/status/1'>How ferries work: share it</a></p>", false),
            ("<p><a href='https://quay.example?u=www.youtu.be/aB3'>How ferries work, a film</a></p>", false),
            ("<p><a href='https://netflux.com/status/1'>How ferries work, a film</a></p>", false),
        ])
    func embeds(_ part: String, _ stays: Bool) throws {
        #expect(try text(around: part).contains("How ferries work") == stays)
    }

    @Test("A link to a video stays at the end of a text")
    func lastEmbed() throws {
        let part = "<p><a href='https://www.youtube.com/watch?v=abc'>How ferries work, a film</a></p>"
        let page = "<title>Ships</title><body><article>\(Self.prose + Self.prose)\(part)</article></body>"
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/a"))
        #expect(main.html.contains("How ferries work"))
    }

    @Test(
        "A player of a recording or a video on another site is a link",
        arguments: [
            ("https://quay.podigee.io/5-fog/embed", "audio: [Fog (quay.podigee.io)]1"),
            ("https://embed.acast.com/quay/fog", "audio: [Fog (embed.acast.com)]1"),
            ("https://www.tiktok.com/embed/v2/1", "video: [Fog (tiktok.com)]1"),
            ("https://fast.wistia.net/embed/iframe/a1", "video: [Fog (fast.wistia.net)]1"),
        ])
    func players(_ address: String, _ expected: String) throws {
        #expect(try text(around: "<iframe title=Fog src='\(address)'></iframe>").contains("fewer.\n\(expected)\nThe"))
    }
}
