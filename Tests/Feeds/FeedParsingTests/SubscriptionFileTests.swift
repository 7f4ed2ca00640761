import FeedModel
import FeedParsing
import Testing

@Suite struct SubscriptionFileTests {
    private static let whole = """
        <opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/"/>
        <outline text="B" xmlUrl="https://b.example/"/></body></opml>
        """

    @Test("A truncated file adds nothing unless the caller accepts a part")
    func cutOff() throws {
        #expect(try SubscriptionFile(parsing: Array(Self.whole.utf8), name: "f").list.feeds.count == 2)
        let parts: [(length: Int, complete: [String])] = [(60, []), (90, ["A"]), (115, ["A"]), (125, ["A", "B"])]
        for (length, complete) in parts {
            let bytes = Array(Self.whole.utf8.prefix(length))
            let error = #expect(throws: SubscriptionFileError.self) {
                try SubscriptionFile(parsing: bytes, name: "f.opml")
            }
            #expect(error?.description.hasPrefix("f.opml:\(length < 71 ? 1 : 2): the file ends before </opml>") == true)
            let part = try SubscriptionFile(parsing: bytes, name: "f", partial: true)
            #expect(part.list.outlines.map(\.title) == complete, "\(length)")
        }
    }

    @Test("An address has no tab and no line break, which could look like another row of a list")
    func breaksInAddress() throws {
        let lists = [
            "<opml><body><outline xmlUrl='https://a.example/&#13;&#10;9&#9;Bank'/></body></opml>",
            "\"https://a.example/\t9Bank\"",
        ]
        for list in lists {
            let file = try SubscriptionFile(parsing: Array(list.utf8), name: "f")
            #expect(file.list.outlines.map(\.feedURL) == ["https://a.example/9Bank"])
        }
    }

    @Test(
        "The page of a channel or a subreddit is imported as its feed",
        arguments: [
            "<opml><outline xmlUrl='youtube.com/channel/UC-a_1'/><outline xmlUrl='http://reddit.com/r/a/'/></opml>",
            "https://www.youtube.com/channel/UC-a_1\nhttps://old.reddit.com/r/a",
        ])
    func pages(_ list: String) throws {
        let file = try SubscriptionFile(parsing: Array(list.utf8), name: "f")
        let feeds = ["https://www.youtube.com/feeds/videos.xml?channel_id=UC-a_1", "https://www.reddit.com/r/a/.rss"]
        #expect(file.list.outlines.map(\.feedURL) == feeds)
    }

    @Test("The hint for a truncated file counts each feed once, and does not count refused ones")
    func hintForTruncatedFile() throws {
        let text = """
            <opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/"/>
            <outline text="F"><outline text="A again" xmlUrl="https://A.example:443/#top"/></outline>
            <outline text="B" xmlUrl="https://b.example/"/><outline text="C" xmlUrl="ftp://c.example/"/>
            """
        let error = #expect(throws: SubscriptionFileError.self) {
            try SubscriptionFile(parsing: Array(text.utf8), name: "f")
        }
        #expect(error?.description.hasSuffix("(lede import --partial adds its 2 feeds)") == true, "\(error as Any)")
    }

    @Test(
        "A file without feeds is refused with one line of text",
        arguments: [
            ("", "empty"), ("  \n ", "empty"), ("\u{0}\u{1}\u{2}garbage", "no feeds found"),
            ("<html></html>", "not an OPML file"),
            ("@ News\nhttps://a.example/ \"A\"", "newsraft"),
            ("https://a.example/ \"A\" < reload-period 5", "newsraft"),
            ("@\u{0}\n < \u{1}", "no feeds found"), ("{}", "no feeds found"),
            (" {\"id\": \"user/1/starred\", \"items\": []}", "lede import --starred"),
        ])
    func refused(_ text: String, _ words: String) {
        let error = #expect(throws: SubscriptionFileError.self) {
            try SubscriptionFile(parsing: Array(text.utf8), name: "file")
        }
        #expect(error?.description.hasPrefix("file: ") == true && error?.description.contains(words) == true)
    }

    @Test("A feed in two folders has the settings of both outlines, and the first category")
    func twoPlaces() throws {
        let text = """
            <opml version="2.0" xmlns:miniflux="https://miniflux.app/opml"><body>
            <outline text="A"><outline text="C" xmlUrl="https://c.example/" category="sea" miniflux:crawler="true"
                miniflux:hideGlobally="true"/></outline>
            <outline text="B"><outline text="C" xmlUrl="https://c.example/" category="news"/></outline>
            </body></opml>
            """
        let settings = try SubscriptionFile(parsing: Array(text.utf8), name: "f").preferences["https://c.example/"]
        #expect(settings?.opening == .page && settings?.isHidden == true && settings?.tags == ["sea"])
    }

    @Test("The parser accepts newsboat's urls file and reports its other lines")
    func newsboat() throws {
        let file = try SubscriptionFile(parsing: Array("https://a.example/ tech\nquery:x:y\n".utf8), name: "urls")
        #expect(file.list.feeds.map(\.feedURL) == ["https://a.example/"] && file.list.feeds[0].folder == ["tech"])
        #expect(file.remarks.count == 1 && file.remarks[0].hasPrefix("urls:2: "))
    }

    @Test("Each line of newsboat's file is reported if all are refused")
    func allRefused() throws {
        let text = "exec:make-feed tag\n\"filter:strip:https://a.example/\"\ngopher://a.example/\n"
        let file = try SubscriptionFile(parsing: Array(text.utf8), name: "urls")
        #expect(file.list.feeds.isEmpty && file.refusedCount == 3 && file.remarks.count == 3)
        #expect(file.remarks[0].hasPrefix("urls:1: a program; add it yourself"))
    }

    @Test("Addresses in OPML that cannot be addresses of feeds are refused; the others are kept")
    func foreignSchemes() throws {
        let outlines = ["javascript:alert(1)", "mailto:me@example.org", "https://example.org/feed", "file:///a.xml"]
            .map { "<outline text='x' xmlUrl='\($0)'/>" }.joined()
        let file = try SubscriptionFile(
            parsing: Array("<opml version='2.0'><body>\(outlines)</body></opml>".utf8), name: "list.opml")
        #expect(file.list.feeds.map(\.feedURL) == ["https://example.org/feed", "file:///a.xml"])
        #expect(
            file.remarks == [
                "list.opml: x: not the address of a feed: javascript:alert(1)",
                "list.opml: x: not the address of a feed: mailto:me@example.org",
            ])
    }

    @Test(
        "A web address without a host, or with an invalid port, is not the address of a feed",
        arguments: ["http:///x", "https://", "http://h.test:99999/", "http://me@:80/", "http://[::1/"])
    func withoutHost(_ address: String) throws {
        let opml = "<opml version='2.0'><body><outline xmlUrl='\(address)'/></body></opml>"
        for text in [opml, "\(address)\nhttps://a.test/\n"] {
            let file = try SubscriptionFile(parsing: Array(text.utf8), name: "list")
            #expect(!file.list.feeds.contains { $0.feedURL == address } && file.refusedCount == 1)
        }
    }

    @Test("RFC 3986 §3.2.3: the port after the colon may be missing")
    func emptyPort() throws {
        let addresses = ["http://h.test:/a", "http://[::1]:/b"]
        let file = try SubscriptionFile(parsing: Array(addresses.joined(separator: "\n").utf8), name: "urls")
        #expect(file.list.feeds.map(\.feedURL) == addresses && file.refusedCount == 0)
    }

    @Test("A message about an outline without a name shows its address")
    func unnamed() throws {
        let text = """
            <opml xmlns:frss="https://freshrss.org/opml"><body>
            <outline type="HTML+XPath" xmlUrl="https://a.test/"/>
            <outline xmlUrl="https://b.test/" frss:ttl="60"/></body></opml>
            """
        let remarks = try SubscriptionFile(parsing: Array(text.utf8), name: "list").remarks
        let names = ["https://a.test/: articles are read", "https://b.test/: kept for export"]
        #expect(remarks.count == 2 && zip(remarks, names).allSatisfy { $0.hasPrefix("list: " + $1) }, "\(remarks)")
    }

    @Test(
        "Addresses with feed: are completed, and in OPML also addresses without a scheme",
        arguments: [
            ("feed://example.org/a", "https://example.org/a"), ("FEED:example.org/a", "https://example.org/a"),
            ("feed:http://example.org/a", "http://example.org/a"),
            ("feed://https://example.org/", "https://example.org/"),
            ("example.org/feed", "https://example.org/feed"), ("127.0.0.1:8080/a", "https://127.0.0.1:8080/a"),
            ("localhost:8080/a", "https://localhost:8080/a"),
            ("b\u{FC}cher.example/a", "https://b\u{FC}cher.example/a"),
            ("feed://me:pw@example.org/a", "https://me:pw@example.org/a"),
        ])
    func completed(_ written: String, _ address: String) throws {
        let opml = "<opml version='2.0'><body><outline text='x' xmlUrl='\(written)'/></body></opml>"
        let urls = written.lowercased().hasPrefix("feed:") ? ["\(written) tag\n"] : []
        for text in [opml] + urls {
            let file = try SubscriptionFile(parsing: Array(text.utf8), name: "list")
            #expect(file.list.feeds.map(\.feedURL) == [address] && file.remarks.isEmpty)
        }
    }

    @Test(
        "In a urls file a line that only begins like a host is not a feed; a file of such lines is not a list of feeds"
    )
    func hostInURLs() throws {
        let mixed = "README.md/x foo\nhttps://example.org/feed\n"
        let file = try SubscriptionFile(parsing: Array(mixed.utf8), name: "urls")
        #expect(file.list.feeds.map(\.feedURL) == ["https://example.org/feed"])
        #expect(file.remarks == ["urls:1: not the address of a feed: README.md/x foo"])
        #expect(throws: SubscriptionFileError.self) {
            try SubscriptionFile(parsing: Array("README.md/x foo\n".utf8), name: "notes")
        }
    }

    @Test(
        "Text that is not an address stays refused",
        arguments: [
            "feed.xml", "feeds/a.xml", "../a.xml", "/a.xml", "nonsense", "me@example.org", "feed:javascript:alert(1)",
            "feed:", "urn:1234", "a.b:c/d",
        ])
    func incomplete(_ text: String) throws {
        let opml = "<opml version='2.0'><body><outline text='x' xmlUrl='\(text)'/></body></opml>"
        let file = try SubscriptionFile(parsing: Array(opml.utf8), name: "list")
        #expect(file.list.feeds.isEmpty && file.refusedCount == 1)
    }

    @Test("A newsboat feed with several tags keeps them, as an OPML feed with a category does")
    func newsboatTags() throws {
        let text = """
            https://a.example/ "sea" "rain" "~A" "!"
            https://b.example/ "sea"
            """
        let file = try SubscriptionFile(parsing: Array(text.utf8), name: "urls")
        let tagged = file.preferences["https://a.example/"]
        #expect(tagged?.tags == ["sea", "rain"] && tagged?.isHidden == true)
        #expect(file.preferences["https://b.example/"] == nil)
        let again = try SubscriptionFile(parsing: file.list.write(), name: "opml")
        #expect(again.preferences["https://a.example/"]?.tags == ["sea", "rain"])
    }
}
