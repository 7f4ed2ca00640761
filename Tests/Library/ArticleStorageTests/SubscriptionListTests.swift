import FeedModel
import GRDB
import Testing

@testable import ArticleStorage

@Suite struct SubscriptionListTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    private static let list = OPMLDocument(
        head: [OPMLValue(name: "title", value: "Mine"), OPMLValue(name: "ownerId", value: "")],
        namespaces: [OPMLValue(name: "xmlns:x", value: "urn:x")],
        outlines: [
            feed("Top", attributes: ["type": "rss"]),
            OPMLOutline(title: "News", attributes: [OPMLValue(name: "isOpen", value: "true")]),
            feed(
                "Daily", in: ["News"],
                attributes: ["type": "atom", "category": "/press,/local", "x:color": "#fa0", "title": "The Daily"]),
            OPMLOutline(title: "Deep", folder: ["News"]),
            feed("Leaf", in: ["News", "Deep"], attributes: ["type": "rss", "empty": ""]),
            OPMLOutline(title: "Empty", folder: ["News"], attributes: [OPMLValue(name: "x:note", value: "a\nb")]),
            OPMLOutline(title: "Else"),
            feed("Daily", in: ["Else"], attributes: ["type": "rss"]),
            feed("Last", attributes: ["type": "rss"]),
        ])

    private static func feed(
        _ name: String, in folder: [String] = [], attributes: KeyValuePairs<String, String>
    ) -> OPMLOutline {
        OPMLOutline(
            title: name, feedURL: "https://\(name).example/feed", homePageURL: "https://\(name).example",
            folder: folder,
            attributes: attributes.map { OPMLValue(name: $0, value: $1) })
    }

    private func id(_ name: String) throws -> SubscriptionID {
        try #require(try store.subscription(feedURL: "https://\(name).example/feed")).id
    }

    /// Returns the list as titles with folders.
    private func places() throws -> [String] {
        try store.subscriptionList().outlines.map { ($0.folder + [$0.title]).joined(separator: "/") }
    }

    @Test("A list survives a round trip through the library") func nothingIsLostThroughTheLibrary() throws {
        #expect(try store.add(Self.list) == 4)
        #expect(try store.subscriptionList() == Self.list)
        let other = try Library()
        try other.store.add(try store.subscriptionList())
        #expect(try other.store.subscriptionList() == Self.list)
    }

    @Test("Importing a list again changes nothing") func takingAListInAgainChangesNothing() throws {
        try store.add(Self.list)
        #expect(try store.add(Self.list) == 0)
        #expect(try store.subscriptionList() == Self.list)
    }

    @Test("An import asks for the last position once, however long the list is")
    func theLastPositionIsReadOnce() throws {
        let folders = (0..<50).map { OPMLOutline(title: "Folder \($0)") }
        let feeds = (0..<50).map { Self.feed("feed\($0)", in: ["Folder \($0)"], attributes: [:]) }
        let further = (0..<50).map { Self.feed("feed\($0)", in: ["Folder 0"], attributes: [:]) }
        var asked = 0
        try store.write { database in
            database.trace {
                if case .statement(let statement) = $0, statement.sql.contains("max(position)") { asked += 1 }
            }
        }
        try store.add(OPMLDocument(outlines: folders + feeds + further))
        try store.write { $0.trace(options: []) }
        #expect(asked == 1)
        #expect(try places().first == "Folder 0")
    }

    @Test("Existing subscriptions stay unchanged") func existingSubscriptionsStayUnchanged() throws {
        try store.add(NewSubscription(feedURL: "https://Daily.example/feed", customTitle: "My paper"))
        try store.add(Self.list)
        #expect(try store.subscription(id("Daily"))?.title == "My paper")
        #expect(try store.subscription(id("Daily"))?.folder == [])
    }

    @Test("Spellings of the same address are one feed, which keeps its first spelling")
    func spellings() throws {
        let stored = "http://Example.org"
        try store.add(NewSubscription(feedURL: stored, customTitle: "Mine"))
        let addresses = [
            "HTTP://a.example/x", "http://a.example/x", "http://A.example:80/x#f", "http://example.org/",
            "http://b.example/",
        ]
        let list = OPMLDocument(outlines: addresses.map { OPMLOutline(title: $0, feedURL: $0) })
        #expect(list.feedCount == 3)
        #expect(try store.add(list) == 2)
        #expect(try store.subscriptions().map(\.feedURL) == [stored, addresses[0], addresses[4]])
        #expect(try store.subscriptions().map(\.title) == ["Mine", addresses[0], addresses[4]])
        let again = try store.add(addresses.reversed().map { NewSubscription(feedURL: $0) })
        #expect(again.count == 5 && again.allSatisfy { !$0.isNew } && Set(again.map(\.id)).count == 3)
    }

    @Test(
        "An address in place of a name leaves the name to the feed",
        arguments: [
            "https://me:pw@quay.example", "https://quay.example/", "HTTPS://Quay.example:443", "https://quay.example/a",
        ])
    func addressAsName(_ text: String) throws {
        try store.add(
            OPMLDocument(outlines: [OPMLOutline(title: text, feedURL: "https://me:pw@quay.example")]))
        let isName = text.hasSuffix("/a")
        #expect(try store.subscriptions().map(\.name) == [isName ? text : nil])
        let outline = try #require(try store.subscriptionList().feeds.first)
        #expect(outline.title == (isName ? text : "https://me:pw@quay.example") && outline.attributes.isEmpty)
    }

    @Test("Settings that other programs know are exported with their current values, or as imported if unchanged")
    func settings() throws {
        let imported: KeyValuePairs = [
            "frss:cssFullContent": "article", "miniflux:crawler": "false", "frss:priority": "archived", "x:a": "b",
        ]
        let declared = [OPMLValue(name: "xmlns:frss", value: "urn:f"), OPMLValue(name: "xmlns:x", value: "urn:x")]
        let list = OPMLDocument(
            namespaces: declared,
            outlines: [Self.feed("A", attributes: imported), Self.feed("A", in: ["F"], attributes: imported)])
        func attributes() throws -> [[String]] {
            try store.subscriptionList().feeds.map { $0.attributes.map { "\($0.name)=\($0.value)" } }
        }
        var preferences = FeedPreferences()
        preferences.opening = .page
        preferences.isHidden = true
        try store.add(list, preferences: ["https://A.example/feed": preferences])
        let unchanged = ["frss:cssFullContent=article", "miniflux:crawler=false", "frss:priority=archived", "x:a=b"]
        #expect(try attributes() == [unchanged, unchanged])
        try store.setPreferences(FeedPreferences(), of: id("A"))
        #expect(try attributes() == Array(repeating: ["miniflux:crawler=false", "x:a=b"], count: 2))
        try store.add(NewSubscription(feedURL: "https://B.example/feed"))
        try store.setPreferences(preferences, of: id("B"))
        #expect(try attributes().last == ["miniflux:crawler=true", "miniflux:hideGlobally=true"])
        let namespaces = try store.subscriptionList().namespaces
        #expect(namespaces == declared + [OPMLValue(name: "xmlns:miniflux", value: "https://miniflux.app/opml")])
    }

    @Test("A removed feed returns for another spelling of its address, unless an existing feed has that address")
    func removedSpelling() throws {
        let removed = try store.add(NewSubscription(feedURL: "HTTP://a.example/x")).id
        try store.remove(removed, at: now)
        #expect(try store.add([NewSubscription(feedURL: "http://a.example/x")])[0].id == removed)
        try store.remove(removed, at: now)
        let present = try store.add(NewSubscription(feedURL: "http://A.example/x")).id
        #expect(try store.add([NewSubscription(feedURL: "http://a.example/x")])[0].id == present)
    }

    @Test("Feeds of one folder are listed together, whatever their order in the file")
    func feedsOfOneFolderAreListedTogether() throws {
        for (name, folder) in [("a", ["F"]), ("b", []), ("c", ["F", "G"]), ("d", ["F"])] as [(String, [String])] {
            try store.add(NewSubscription(feedURL: name, customTitle: name, folder: folder))
        }
        #expect(try places() == ["F", "F/a", "F/G", "F/G/c", "F/d", "b"])
    }

    @Test("An imported title is kept beside the new name", arguments: [("Daily", "The Daily"), ("Leaf", "Leaf")])
    func theTitleOfAListStaysBesideTheNewName(_ name: String, _ title: String) throws {
        try store.add(Self.list)
        let id = try id(name)
        for newName in ["My paper", "Ours"] {
            try store.rename(id, to: newName)
            let outline = try #require(try store.subscriptionList().feeds.first { $0.title == newName })
            #expect(outline.attributes.filter { $0.name == "title" }.map(\.value) == [title])
        }
        try store.rename(id, to: name)
        #expect(try store.subscriptionList() == Self.list)
    }

    @Test("A slash in the name of an imported folder separates nested folders")
    func slashes() throws {
        let list = OPMLDocument(outlines: [
            OPMLOutline(title: "News/Tech"),
            OPMLOutline(title: "AC/DC", feedURL: "https://a.example/", folder: ["News/Tech"]),
            OPMLOutline(title: "Old / Empty"),
        ])
        try store.add(list)
        let feed = try #require(try store.subscriptions().first)
        #expect(feed.folder == ["News", "Tech"] && feed.title == "AC/DC")
        #expect(try store.overview(midnight: now).emptyFolders == [["Old", "Empty"]])
        #expect(
            try store.subscriptionList().outlines.map { ($0.folder + [$0.title]).joined(separator: ">") }
                == ["News", "News>Tech", "News>Tech>AC/DC", "Old", "Old>Empty"])
    }

    @Test("An empty folder can be removed, but a folder with feeds cannot")
    func anEmptyFolderCanBeTakenOutAndOneWithFeedsCannot() throws {
        try store.add(Self.list)
        for folder in [["News"], ["News", "Deep"], ["Else"], ["News", "Nowhere"]] {
            #expect(try store.removeEmptyFolder(folder) == nil, "\(folder)")
        }
        #expect(try store.subscriptionList() == Self.list)
        #expect(try store.overview(midnight: now).emptyFolders == [["News", "Empty"]])
        let removed = try #require(try store.removeEmptyFolder(["News", "Empty"]))
        #expect(try store.subscriptionList().outlines == Self.list.outlines.filter { $0.title != "Empty" })
        #expect(try store.overview(midnight: now).emptyFolders == [])
        try store.restore(removed)
        #expect(try store.subscriptionList() == Self.list)
    }

    @Test("A moved folder keeps its attributes") func movedFolderKeepsItsAttributes() throws {
        try store.add(Self.list)
        try store.moveFolder(["News"], to: ["Archive", "Papers"])
        #expect(
            try places() == [
                "Top", "Archive", "Archive/Papers", "Archive/Papers/Daily", "Archive/Papers/Deep",
                "Archive/Papers/Deep/Leaf", "Archive/Papers/Empty", "Else", "Else/Daily", "Last",
            ])
        let attributes = try store.subscriptionList().outlines[2].attributes
        #expect(attributes == [OPMLValue(name: "isOpen", value: "true")])
    }

    @Test("A folder disappears with its last feed") func folderDisappearsWithItsLastFeed() throws {
        try store.add(Self.list)
        try store.move(id("Leaf"), to: [])
        let daily = try id("Daily")
        try store.remove(daily, at: now)
        #expect(try places() == ["Top", "News", "News/Empty", "Leaf", "Last"])
        try store.restore(daily)
        #expect(try places() == ["Top", "News", "News/Daily", "News/Empty", "Leaf", "Else", "Else/Daily", "Last"])
    }

    @Test("The last head counts, and the first of two namespaces")
    func theLastHeadCountsAndTheFirstOfTwoNamespaces() throws {
        try store.add(Self.list)
        let prefixes = ["xmlns:x": "urn:other", "xmlns:y": "urn:y"].map { OPMLValue(name: $0, value: $1) }
        try store.add(OPMLDocument(head: [OPMLValue(name: "title", value: "Yours")], namespaces: prefixes))
        try store.add(OPMLDocument())
        let list = try store.subscriptionList()
        #expect(list.head == [OPMLValue(name: "title", value: "Yours")])
        #expect(list.namespaces.map(\.value) == ["urn:x", "urn:y"])
    }

    @Test("A new address applies to every entry of the feed") func aNewAddressAppliesToEveryEntry() throws {
        try store.add(Self.list)
        #expect(try store.setFeedURL("https://moved.example", of: id("Daily")))
        #expect(try store.subscriptionList().feeds.count { $0.feedURL == "https://moved.example" } == 2)
    }
}
