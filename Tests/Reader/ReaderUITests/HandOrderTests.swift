import FeedModel
import Testing

@testable import ReaderUI

@Suite struct HandOrderTests {
    private func feeds() -> Rig {
        var rig = Rig(columns: 100, rows: 24)
        rig.savedSearches = [SavedSearch(name: "Swift", query: "swift"), SavedSearch(name: "Go", query: "golang")]
        rig.start()
        rig.press("g", "j", "j", "j", "j")
        return rig
    }

    @Test("e renames a saved search and , changes its words")
    func search() {
        var rig = feeds()
        #expect(rig.state.sidebar.selected == .search(SavedSearch(name: "Swift", query: "swift")))
        rig.press("e", "Ctrl-u")
        rig.type("Apple")
        rig.press("Enter")
        #expect(rig.effects.last == .renameSearch("Swift", to: "Apple"))
        rig.press(",")
        #expect(rig.state.prompt?.text == "swift")
        rig.press("Ctrl-u")
        rig.type("is:odd")
        rig.press("Enter")
        #expect(rig.effects.contains(.saveSearch(SavedSearch(name: "Swift", query: "is:odd"))))
        #expect(rig.effects.contains(.checkSearch("is:odd")))
    }

    @Test("F and Enter alone save a search under its own words")
    func nameless() {
        var rig = Rig(columns: 100, rows: 24)
        rig.start()
        rig.press("/")
        rig.type("rain")
        rig.press("Enter", "F")
        #expect(rig.line(with: "Enter alone: the words of the search") != nil)
        rig.press("Enter")
        #expect(rig.effects.contains(.saveSearch(SavedSearch(name: "rain", query: "rain"))))
        #expect(rig.line(with: "Saved “rain” to the feed list") != nil)
        rig.press("f")
        rig.type("wind or sun")
        rig.press("Enter", "F", "Enter")
        let both = "(rain) wind or sun"
        #expect(rig.effects.contains(.saveSearch(SavedSearch(name: both, query: both))))
    }

    @Test(
        "F on a filtered list saves a search for the list and the filter",
        arguments: [
            (.all, "wind"), (.unread, "is:unread wind"), (.starred, "is:starred wind"), (.today, nil),
            (.folder(["Tech"]), "folder:=\"Tech\" wind"),
            (.folder(["Tech", "News"]), "folder:=\"Tech/News\" wind"),
            (.feed(SubscriptionID(rawValue: 1)), "feed:=\"LWN.net\" wind"),
            (.feed(SubscriptionID(rawValue: 4)), "feed:\"The \" feed:\"Big\" feed:\" Blog\" wind"),
        ] as [(ArticleScope, String?)])
    func filteredLists(scope: ArticleScope, words: String?) {
        var rig = Rig(columns: 100, rows: 24)
        rig.subscriptions[2].folder = ["Tech", "News"]
        rig.subscriptions[3].name = "The \"Big\" Blog"
        rig.start()
        rig.press("g")
        for _ in 0..<20 where rig.state.sidebar.selected?.scope != scope { rig.press("j") }
        rig.press("f")
        rig.type("wind")
        rig.press("Enter", "F")
        #expect((rig.line(with: "Search for something first") != nil) == (words == nil))
        rig.press("Enter")
        let saved = rig.effects.compactMap { if case .saveSearch(let search) = $0 { search } else { nil } }
        #expect(saved == (words.map { [SavedSearch(name: $0, query: $0)] } ?? []))
    }

    @Test("q in a search just saved leads to its new row; in a filtered list it leads to the list")
    func rowOfSavedSearch() {
        var rig = feeds()
        rig.press("/")
        rig.type("rain")
        rig.press("Enter", "F")
        let rain = SavedSearch(name: "rain", query: "rain")
        rig.savedSearches.append(rain)
        rig.press("Enter", "q")
        #expect(rig.state.focus == .feeds && rig.state.sidebar.selected == .search(rain))
        rig.press("g", "Enter", "f")
        rig.type("wind")
        rig.press("Enter", "F", "Enter", "q")
        #expect(rig.state.sidebar.selected?.scope == .all)
    }

    @Test("F refuses the name of another search, since its words would be lost")
    func takenName() {
        var rig = feeds()
        rig.press("/")
        rig.type("rain")
        rig.press("Enter", "F", "Ctrl-u")
        rig.type("Swift")
        rig.press("Enter")
        #expect(!rig.effects.contains(.saveSearch(SavedSearch(name: "Swift", query: "rain"))))
        #expect(rig.line(with: "Another search is named “Swift”") != nil)
    }

    @Test("{ and } move a saved search; the selection moves with it")
    func moveSearch() {
        var rig = feeds()
        rig.press("}")
        #expect(rig.effects.last == .orderSearches(["Go", "Swift"]))
        #expect(rig.state.sidebar.selected == .search(SavedSearch(name: "Swift", query: "swift")))
        let before = rig.effects.count
        rig.press("}")
        #expect(rig.effects.count == before)
    }

    @Test("A selected search stays selected if another one has the same words")
    func sameWords() {
        var rig = Rig(columns: 100, rows: 24)
        let (first, second) = (SavedSearch(name: "A", query: "rain"), SavedSearch(name: "B", query: "rain"))
        rig.savedSearches = [first, second, SavedSearch(name: "C", query: "sun")]
        rig.start()
        rig.press("g", "j", "j", "j", "j", "j")
        #expect(rig.state.sidebar.selected == .search(second))
        rig.send(.libraryChanged)
        #expect(rig.state.sidebar.selected == .search(second))
        rig.press("Enter", "q")
        #expect(rig.state.sidebar.selected == .search(second))
        rig.press("{")
        #expect(rig.effects.last == .orderSearches(["B", "A", "C"]))
        #expect(rig.state.sidebar.selected == .search(second))
        rig.press("D")
        #expect(rig.effects.contains(.removeSearch(named: "B")))
    }

    @Test("A saved search that gets the words of another one stays selected")
    func wordsOfAnother() {
        var rig = feeds()
        rig.press("j", ",", "Ctrl-u")
        rig.type("swift")
        rig.savedSearches[1] = SavedSearch(name: "Go", query: "swift")
        rig.press("Enter")
        #expect(rig.effects.contains(.saveSearch(SavedSearch(name: "Go", query: "swift"))))
        rig.press("e")
        #expect(rig.state.prompt?.text == "Go")
    }

    @Test("{ and } move a feed within its folder if feeds are in the person's own order")
    func moveFeed() {
        var rig = feeds()
        while rig.state.sidebar.selectedFeed?.title != "Hacker News" { rig.press("j") }
        rig.press("{")
        let ids = [2, 1].map { SubscriptionID(rawValue: $0) }
        #expect(rig.effects.last == .orderFeeds(ids))
        #expect(rig.state.sidebar.selectedFeed?.title == "Hacker News")
        rig.state.settings.feedOrder = .name
        rig.press("}")
        #expect(rig.line(with: "Feeds are sorted by name") != nil)
    }

    @Test("{ and } move a folder with its feeds among the folders and feeds beside it")
    func moveFolder() {
        var rig = feeds()
        // The feeds of a folder need not be side by side.
        rig.subscriptions.swapAt(1, 2)
        rig.start()
        let ids = { (numbers: [Int64]) in Effect.orderFeeds(numbers.map { SubscriptionID(rawValue: $0) }) }
        select("News", in: &rig)
        rig.press("{")
        #expect(rig.effects.last == ids([3, 1, 2, 4]))
        #expect(rig.state.sidebar.selected == .folder(["News"], isFolded: false))
        #expect(folders(rig) == [["News"], ["Tech"]])
        let count = rig.effects.count
        rig.press("{")
        #expect(rig.effects.count == count)
        rig.press("}", "}")
        #expect(rig.effects.last == ids([1, 2, 4, 3]))
        #expect(
            rig.state.sidebar.rows.suffix(2) == [
                .folder(["News"], isFolded: false), .feed(SubscriptionID(rawValue: 3)),
            ])
    }

    @Test("A folder without feeds stays after the others, and a nested one within its parent")
    func moveFolderWithoutNeighbour() {
        var rig = feeds()
        rig.emptyFolders = [["Later"]]
        rig.subscriptions[1].folder = ["Tech", "Forums"]
        rig.start()
        for (name, key) in [("Later", "{"), ("Forums", "}"), ("Tech", "{")] {
            select(name, in: &rig)
            let count = rig.effects.count
            rig.press(key)
            #expect(rig.effects.count == count, "\(name)")
        }
        select("Forums", in: &rig)
        rig.press("{")
        #expect(rig.effects.last == .orderFeeds([2, 1].map { SubscriptionID(rawValue: $0) }))
    }

    @Test("A feed or folder that is moved passes the feeds that are not listed")
    func moveBesideReadFeeds() {
        var rig = feeds()
        // Feed 2 is between the folders, and has only read articles.
        rig.subscriptions[1].folder = []
        for index in rig.articles.indices where rig.articles[index].subscription.rawValue == 2 {
            rig.articles[index].isRead = true
        }
        rig.state.settings.showsReadFeeds = false
        rig.start()
        select("News", in: &rig)
        rig.press("{")
        #expect(rig.effects.last == .orderFeeds([3, 2, 1, 4].map { SubscriptionID(rawValue: $0) }))
        #expect(folders(rig) == [["News"], ["Tech"]])
    }

    @Test("Without read feeds, a folder of read feeds is listed only if it is selected, and other folders pass it")
    func readFolders() {
        var rig = feeds()
        rig.subscriptions[1].folder = ["Read", "All"]
        rig.emptyFolders = [["Empty"]]
        for index in rig.articles.indices where rig.articles[index].subscription.rawValue == 2 {
            rig.articles[index].isRead = true
        }
        rig.start()
        select("All", in: &rig)
        rig.press("w")
        #expect(folders(rig) == [["Tech"], ["Read"], ["Read", "All"], ["News"]])
        select("News", in: &rig)
        rig.send(.libraryChanged)
        #expect(folders(rig) == [["Tech"], ["News"]])
        rig.press("{")
        #expect(rig.effects.last == .orderFeeds([3, 2, 1, 4].map { SubscriptionID(rawValue: $0) }))
        #expect(folders(rig) == [["News"], ["Tech"]])
    }

    private func select(_ name: String, in rig: inout Rig) {
        rig.press("g")
        while true {
            if case .folder(let path, _) = rig.state.sidebar.selected, path.last == name { return }
            rig.press("j")
        }
    }

    private func folders(_ rig: Rig) -> [[String]] {
        rig.state.sidebar.rows.compactMap { if case .folder(let path, _) = $0 { path } else { nil } }
    }

    @Test("_ folds all folders, and unfolds them")
    func foldAll() {
        var rig = feeds()
        let count = rig.state.sidebar.rows.count
        rig.press("_")
        #expect(rig.state.sidebar.rows.count == count - 3)
        rig.press("_")
        #expect(rig.state.sidebar.rows.count == count)
    }

    @Test("_ unfolds the folders that were folded one by one, and says so if there are none")
    func foldOneByOne() {
        var rig = feeds()
        let count = rig.state.sidebar.rows.count
        for name in ["Tech", "News"] {
            rig.press("g")
            while rig.state.sidebar.selected != .folder([name], isFolded: false) { rig.press("j") }
            rig.press("-")
        }
        #expect(rig.state.sidebar.rows.count == count - 3)
        rig.press("_")
        #expect(rig.state.sidebar.rows.count == count)

        var flat = Rig()
        for index in flat.subscriptions.indices { flat.subscriptions[index].folder = [] }
        flat.start()
        flat.press("_")
        #expect(flat.state.messages.shown?.text == "There are no folders")
    }

    @Test("If the text hides the feeds, - and _ say what they fold; on a wide screen they only show it")
    func foldingWhileTheFeedsAreHidden() {
        for (columns, isSaid) in [(80, true), (120, true), (160, false)] {
            var rig = Rig(columns: columns)
            rig.start()
            while rig.state.sidebar.selected != .folder(["Tech"], isFolded: false) { rig.press("j") }
            rig.press("Enter", "Enter")
            #expect(rig.state.focus == .text)
            for (key, words) in [
                ("-", "Folded Tech in the feeds"), ("-", "Unfolded Tech in the feeds"),
                ("_", "Folded all folders in the feeds"), ("_", "Unfolded all folders in the feeds"),
            ] {
                rig.press(key)
                #expect(rig.state.messages.shown?.text == (isSaid ? words : nil), "\(columns) columns")
            }
        }
        var rig = Rig()
        rig.start()
        rig.press("Enter", "Enter", "-")
        #expect(rig.state.messages.shown?.text == "No folder is selected in the feeds")
    }

    @Test("y in the panel of a feed copies its address")
    func copies() {
        var rig = feeds()
        while rig.state.sidebar.selectedFeed == nil { rig.press("j") }
        rig.press(",")
        rig.send(
            .feedStatistics(
                FeedStatistics(subscription: rig.subscriptions[0], readCount: 0, newest: nil, articlesPerWeek: 0)))
        rig.press("y")
        #expect(rig.effects.last == .copy("https://example.org/feed1"))
    }
}
