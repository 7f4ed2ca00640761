import FeedModel
import FeedParsing
import Foundation
import Testing

/// Complete documents, each with one quirk.
@Suite struct FeedFileTests {
    /// File, title, and the ids and titles of the items.
    @Test(
        "The parser reads titles and items in all formats",
        arguments: [
            (
                "rss2.rss", "Harbour notes",
                ["harbour-1: Fog & foghorns", "https://harbour.example/low: Low water"]
            ),
            ("atom1.atom", "Skog & mark", ["tag:skog.example,2024:bjork: Björk"]),
            ("atom03.xml", "Old style", ["https://old.example/1: A slanted title"]),
            ("rss1.rdf", "Stones", ["urn:stones:1: Granite"]),
            ("jsonfeed.json", "Short & plain", ["a: One", "2: "]),
            ("undeclared-prefixes.rss", "Nobody declared anything", ["1: One"]),
            ("upper-case.rss", "SHOUTING", ["https://loud.example/1: ONE"]),
            ("prefixed-root.xml", "All prefixed", ["1: In XHTML"]),
            ("unclosed-cdata.rss", "Open ends", ["1: One", "2: Two"]),
            ("no-item-ends.rss", "No ends", ["1: One", "2: Two", "3: Three"]),
            ("truncated.rss", "Cut off", ["https://cut.example/1: One", "https://cut.example/2: Two"]),
            ("channel-definition.cdf", "A channel of 1997", ["https://cdf.example/1: One"]),
            ("video.atom", "Films", ["film:1: A film"]),
            ("microblog.rss", "Small talk", ["https://talk.example/@x/1: "]),
            ("double-mark.rss", "Мир", []), ("bad-byte.rss", "Grüße \u{FFFD} done", []),
            ("compressed.rss.gz", "Pressed flat", []),
        ] as [(String, String, [String])])
    func titlesAndItems(_ name: String, _ title: String, _ items: [String]) throws {
        let feed = try Fixture.feed(name)
        #expect(feed.title == title)
        #expect(feed.items.map { "\($0.id): \($0.title ?? "")" } == items)
    }

    @Test("The parser reads every field of RSS") func rssInFull() throws {
        let feed = try Fixture.feed("rss2.rss")
        #expect(feed.homePageURL == "https://harbour.example/")
        #expect(feed.feedURL == "https://harbour.example/feed")
        #expect(feed.summary == "What came in with the tide")
        #expect(feed.language == "en-gb")
        #expect(feed.authors == [Author(name: "The pilot", email: "pilot@harbour.example")])
        let item = try #require(feed.items.first)
        #expect(item.url == "https://harbour.example/fog")
        #expect(item.commentsURL == "https://harbour.example/fog#said")
        #expect(item.published == Date(timeIntervalSince1970: 1_709_647_629))
        #expect(item.authors == [Author(name: "Mara")])
        #expect(item.tags == ["weather"])
        #expect(item.summary == "Nobody saw a thing.")
        #expect(
            item.contentHTML
                == #"<p>Nobody saw a <em>thing</em>.</p><img src="https://example.org/fog.jpg" alt="grey">"#)
    }

    @Test("The parser reads every field of Atom") func atomInFull() throws {
        let feed = try Fixture.feed("atom1.atom")
        #expect(feed.homePageURL == "https://skog.example/blogg/")
        #expect(feed.feedURL == "https://skog.example/blogg/feed.atom")
        #expect(feed.iconURL == "https://skog.example/icon.png")
        #expect(feed.language == "sv")
        #expect(feed.authors == [Author(name: "Ebba", email: "ebba@skog.example")])
        let item = try #require(feed.items.first)
        #expect(item.url == "https://skog.example/blogg/bjork")
        #expect(item.commentsURL == "https://skog.example/blogg/bjork/svar")
        #expect(
            item.enclosures == [
                Enclosure(url: "https://skog.example/ljud/bjork.ogg", mimeType: "audio/ogg", size: 4_096)
            ])
        #expect(item.published == Date(timeIntervalSince1970: 1_709_647_629))
        #expect(item.updated == Date(timeIntervalSince1970: 1_709_708_400))
        #expect(item.tags == ["Träd"])
        #expect(item.summary == "Vit bark.")
        let body = #"<div><p>Vit <b>bark</b>, <a href="https://skog.example/blogg/gran">till gran</a></p></div>"#
        #expect(item.contentHTML == body)
    }

    @Test("The parser reads RDF items beside their channel") func parserReadsRDFItemsBesideTheirChannel() throws {
        let feed = try Fixture.feed("rss1.rdf")
        #expect(feed.homePageURL == "https://stones.example/")
        #expect(feed.iconURL == "https://stones.example/mark.png")
        #expect(feed.items.first?.url == "https://stones.example/1")
        #expect(feed.items.first?.authors == [Author(name: "Petra")])
        #expect(feed.items.first?.tags == ["igneous"])
        #expect(feed.items.first?.published == Date(timeIntervalSince1970: 1_709_647_629))
    }

    /// RSS 1.0 §5.3.4 and §5.4: the channel's `image` refers to a sibling element, which has the address.
    @Test(
        "The parser finds the picture of an RDF feed",
        arguments: [
            ("<url>https://e.example/i.png</url>", "https://e.example/i.png"), ("", "https://e.example/about"),
        ])
    func thePictureOfRDF(_ content: String, _ url: String) throws {
        let source = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
            <channel><title>T</title><image rdf:resource="https://e.example/about"/></channel>
            <image rdf:about="https://e.example/about"><title>no</title>\(content)</image></rdf:RDF>
            """
        let feed = try FeedParser.parse(Array(source.utf8))
        #expect(feed.iconURL == url && feed.title == "T")
    }

    @Test("The parser reads every field of JSON Feed") func jsonInFull() throws {
        let item = try #require(try Fixture.feed("jsonfeed.json", url: nil).items.first)
        #expect(item.url == "https://plain.example/a")
        #expect(item.externalURL == "https://far.example/x")
        #expect(item.contentHTML == #"<p>Hi <a href="https://plain.example/b">there</a></p>"#)
        #expect(item.tags == ["x", "y"])
    }

    @Test(
        "Unknown prefixes have their usual meaning or none",
        arguments: ["undeclared-prefixes.rss", "other-prefixes.rss"])
    func prefixesMeanNothingOrTheUsual(_ name: String) throws {
        let item = try #require(try Fixture.feed(name).items.first)
        #expect(item.authors == [Author(name: "Ola")])
        #expect(item.contentHTML == "<p>Whole text</p>")
        #expect(item.imageURL == "https://prefix.example/t.jpg")
    }

    @Test("An unknown default namespace is treated as the feed's own")
    func anUnknownDefaultNamespaceIsTheFeedsOwn() throws {
        let feed = try Fixture.feed("default-namespace.rss")
        #expect(feed.items.map(\.title) == ["One"])
        #expect(feed.items.first?.contentText == "text")
    }

    @Test("The parser skips text before and after the feed") func parserSkipsTextBeforeAndAfterFeed() throws {
        let feed = try Fixture.feed("junk-around.rss")
        #expect(feed.title == "Behind a warning")
        #expect(feed.items.first?.title == "One")
    }

    @Test("Misspelt end tags cost little content") func misspeltEndTagsLoseLittle() throws {
        let feed = try Fixture.feed("misspelt-ends.rss")
        #expect(feed.title == "Slips")
        #expect(feed.homePageURL == "https://slips.example/")
        #expect(feed.items.map(\.title) == ["One", "Two"])
        #expect(feed.items.first?.contentText == "text")
        #expect(feed.items.first?.id == "1")
    }

    @Test("The parser decodes entities of HTML and of the document") func entitiesOfHTMLAndOfTheDocument() throws {
        let feed = try Fixture.feed("entities.rss")
        #expect(feed.title == "The \"Gazette\"\u{A0}— déjà vu")
        #expect(feed.items.first?.title == "R&D &unknown; & more")
        #expect(feed.items.first?.url == "https://ent.example/?a=1&b=2&c=3")
    }

    @Test("Nested entities stay within a limit") func nestedEntitiesStayWithinLimit() throws {
        let title = try Fixture.feed("laughs.rss").items.first?.title ?? ""
        #expect(title.utf8.count < 10_000)
    }

    @Test("Control characters are removed everywhere") func controlCharactersAreRemovedEverywhere() throws {
        let feed = try Fixture.feed("control-characters.rss")
        #expect(feed.title == "Bell and [31mred")
        let item = try #require(feed.items.first)
        #expect(item.title == "C1 ›31m and [0m and [0m turned")
        #expect(item.url == "https://ctl.example/]0;x")
        #expect(item.tags == ["tag"])
        #expect(item.authors == [Author(name: "An…n")])
        #expect(item.id == "1")
    }

    @Test("The parser reads the media of films and podcasts") func parserReadsMediaOfFilmsAndPodcasts() throws {
        let film = try #require(try Fixture.feed("video.atom").items.first)
        #expect(film.contentText == "What happens\nin it.")
        #expect(film.imageURL == "https://film.example/1.jpg")
        #expect(film.enclosures == [Enclosure(url: "https://film.example/1.mp4", mimeType: "video/mp4", duration: 75)])
        let talk = try #require(try Fixture.feed("microblog.rss").items.first)
        #expect(talk.title == nil)
        #expect(talk.enclosures == [Enclosure(url: "https://talk.example/p.png", mimeType: "image/png", size: 77)])
    }

    @Test("Original links replace the links of a proxy") func originalLinksReplaceThoseOfProxy() throws {
        let item = try #require(try Fixture.feed("proxied.rss").items.first)
        #expect(item.url == "https://true.example/1")
        #expect(item.enclosures.map(\.url) == ["https://true.example/1.mp3"])
    }
}
