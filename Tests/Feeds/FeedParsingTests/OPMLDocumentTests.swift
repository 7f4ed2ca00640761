import FeedModel
import FeedParsing
import Testing

@Suite struct OPMLDocumentTests {
    private static let source = """
        <?xml version="1.0"?><opml version="1.0"><head><title>My feeds</title><ownerName>me</ownerName></head><body>
        <outline text="News" title="News" isOpen="true">
          <outline text="Daily &amp; more" title="The Daily" type="rss" xmlUrl="https://daily.example/feed?a=1&amp;b=2"
            htmlUrl="https://daily.example/" category="/press,/local" x-color="#fa0"/>
          <outline text="Deep"><outline text="Leaf" xmlUrl="https://leaf.example/"/></outline>
          <outline text="Empty"/>
        </outline>
        <outline title="Only a title" xmlUrl=" https://top.example/feed "></outline>
        </body></opml>
        """

    @Test("The parser reads folders and feeds") func foldersAndFeeds() throws {
        let document = try OPMLDocument(parsing: Array(Self.source.utf8))
        #expect(document.title == "My feeds")
        #expect(document.outlines.map(\.title) == ["News", "Daily & more", "Deep", "Leaf", "Empty", "Only a title"])
        #expect(document.outlines.map(\.folder) == [[], ["News"], ["News"], ["News", "Deep"], ["News"], []])
        #expect(
            document.feeds.map(\.feedURL) == [
                "https://daily.example/feed?a=1&b=2", "https://leaf.example/", "https://top.example/feed",
            ])
        let daily = document.outlines[1]
        #expect(daily.homePageURL == "https://daily.example/")
        #expect(daily.attributes.map(\.name) == ["type", "category", "x-color", "title"])
    }

    @Test("The title of a feed or a folder is cut like the title of a feed document") func longTitles() throws {
        let long = String(repeating: "\u{E9}", count: 100_000)
        let source = "<opml><body><outline text='\(long)'><outline text='\(long)' xmlUrl='https://a.example/'/>"
        let document = try OPMLDocument(parsing: Array((source + "</outline></body></opml>").utf8))
        #expect(document.outlines.map(\.title.utf8.count) == [4_000, 4_000])
        #expect(document.outlines[1].folder.map(\.utf8.count) == [4_000])
        let outlines = ["text='\(long)'", "text='a'"].map { "<outline \($0) title='\(long)'/>" }
        let titled = Array("<opml><body>\(outlines.joined())</body></opml>".utf8)
        let attributes = try OPMLDocument(parsing: titled).outlines.map(\.attributes)
        #expect(attributes.map { $0.map(\.value.utf8.count) } == [[], [4_000]])
    }

    @Test("A round trip loses nothing") func roundTripLosesNothing() throws {
        let document = try OPMLDocument(parsing: Array(Self.source.utf8))
        let written = document.write()
        let again = try OPMLDocument(parsing: written)
        #expect(again.head == document.head && document.head.map(\.name) == ["title", "ownerName"])
        #expect(again.outlines.map(\.title) == document.outlines.map(\.title))
        #expect(again.outlines.map(\.folder) == document.outlines.map(\.folder))
        #expect(again.outlines.map(\.feedURL) == document.outlines.map(\.feedURL))
        for (one, two) in zip(document.outlines, again.outlines) {
            #expect(Set(one.attributes).isSubset(of: Set(two.attributes)))
        }
        #expect(try OPMLDocument(parsing: again.write()).outlines == again.outlines)
    }

    @Test("If text is empty, the title is the name, for feeds and folders") func emptyTexts() throws {
        let source = """
            <opml version="2.0"><body><outline text="" title="News">
            <outline text=" " title="Daily" xmlUrl="https://daily.example/"/>
            <outline text="Leaf" title="" xmlUrl="https://leaf.example/"/></outline></body></opml>
            """
        let document = try OPMLDocument(parsing: Array(source.utf8))
        #expect(document.outlines.map(\.title) == ["News", "Daily", "Leaf"])
        #expect(document.outlines.map(\.folder) == [[], ["News"], ["News"]])
        #expect(try OPMLDocument(parsing: document.write()).outlines.map(\.title) == ["News", "Daily", "Leaf"])
    }

    @Test("The head keeps unknown elements") func headKeepsUnknownElements() throws {
        let source = """
            <opml version="2.0" xmlns:x="urn:x?a&amp;b" x:y="1"><head><Title>A &lt; B</Title><ownerId/>
            <x:mood><![CDATA[<calm>]]></x:mood><dateCreated>today<vertScrollState>5</vertScrollState></head>
            <body><outline text="a"/></body></opml>
            """
        let document = try OPMLDocument(parsing: Array(source.utf8))
        #expect(document.namespaces.map(\.name) == ["xmlns:x", "x:y"])
        #expect(document.namespaces[0].value == "urn:x?a&b")
        #expect(document.head.map(\.name) == ["title", "ownerId", "x:mood", "dateCreated", "vertScrollState"])
        #expect(document.head.map(\.value) == ["A < B", "", "<calm>", "today", "5"])
        #expect(try OPMLDocument(parsing: document.write()).head == document.head)
        #expect(try OPMLDocument(parsing: document.write()).namespaces == document.namespaces)
    }

    /// The output is always valid XML: forbidden names and repeated attributes are left out.
    @Test("Names that XML forbids are left out") func namesThatXMLForbidsAreLeftOut() throws {
        let source =
            #"<opml><body><outline text="t" 1a="x" b"c="x" é="1" k="1" k="2" <d="x" xmlUrl="u"/></body></opml>"#
        let outline = try #require(try OPMLDocument(parsing: Array(source.utf8)).outlines.first)
        #expect(outline.attributes == [OPMLValue(name: "é", value: "1"), OPMLValue(name: "k", value: "1")])
    }

    @Test("The number of attributes and the size of the head are limited")
    func attributesAndTheHeadAreBounded() throws {
        let attributes = (0..<50_000).map { "a\($0)='x'" }.joined(separator: " ")
        let head = (0..<50_000).map { "<h\($0)>x</h\($0)>" }.joined()
        let source =
            "<opml \(attributes)><head>\(head)</head><body><outline \(attributes) text='t' xmlUrl='u'/></body></opml>"
        let document = try OPMLDocument(parsing: Array(source.utf8))
        #expect(
            document.namespaces.count == OPMLDocument.maximumValues && document.head.count == OPMLDocument.maximumValues
        )
        #expect(document.outlines.map(\.attributes.count) == [OPMLDocument.maximumValues])
        #expect(document.feeds.map(\.title) == ["t"])
        let written = document.write()
        #expect(try OPMLDocument(parsing: written).write() == written)
    }

    @Test("Feeds create folders for which there is no outline") func feedsCreateFoldersThatHaveNoOutline() throws {
        let document = OPMLDocument(
            head: [OPMLValue(name: "title", value: "<&\">")],
            outlines: [
                OPMLOutline(title: "A", feedURL: "https://a.example/", folder: ["One", "Two"]),
                OPMLOutline(title: "B", feedURL: "https://b.example/", folder: ["One"]),
                OPMLOutline(title: "line\nbreak", feedURL: "https://c.example/"),
            ])
        let again = try OPMLDocument(parsing: document.write())
        #expect(again.title == "<&\">")
        #expect(again.feeds.map(\.folder) == [["One", "Two"], ["One"], []])
        #expect(again.feeds.map(\.title) == ["A", "B", "line break"])
    }

    @Test(
        "The parser refuses documents that are not OPML",
        arguments: [
            ("", FeedParsingError.empty), ("<html></html>", .html), ("<rss></rss>", .otherMarkup(root: "rss")),
            ("text", .unknownForm),
        ])
    func otherDocuments(_ source: String, _ error: FeedParsingError) {
        #expect(throws: error) { try OPMLDocument(parsing: Array(source.utf8)) }
    }

    @Test("The depth is limited") func depthIsBounded() throws {
        let source =
            "<opml><body>" + String(repeating: "<outline text='f'>", count: 20_000) + "<outline text='x' xmlUrl='u'/>"
        let document = try OPMLDocument(parsing: Array(source.utf8))
        #expect(document.feeds.first?.folder.count == OPMLDocument.maximumFolderDepth)
    }

    @Test("The end of an outline below the maximum depth ends no folder above it") func endBelowMaximumDepth() throws {
        let maximum = OPMLDocument.maximumFolderDepth
        let starts = (0..<maximum + 3).map { "<outline text='f\($0)'>" }.joined()
        let feeds = ["</outline></outline></outline>", "</outline>"].map { $0 + "<outline text='x' xmlUrl='u'/>" }
        let document = try OPMLDocument(parsing: Array("<opml><body>\(starts)\(feeds.joined())".utf8))
        let folders = (0..<maximum).map { "f\($0)" }
        #expect(document.feeds.map(\.folder) == [folders, folders.dropLast()])
    }
}
