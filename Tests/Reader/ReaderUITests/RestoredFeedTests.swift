import FeedModel
import Testing

@testable import ReaderUI

@Suite struct RestoredFeedTests {
    @Test("A feed that U brings back is selected again, once")
    func selection() throws {
        var rig = Rig()
        rig.start()
        let feed = try #require(rig.subscriptions.first { $0.title == "Hacker News" })
        rig.state.sidebar.select(.feed(feed.id))
        rig.subscriptions.removeAll { $0.id == feed.id }
        rig.send(.libraryChanged)
        #expect(rig.state.sidebar.selectedFeed?.id != feed.id)
        rig.subscriptions.insert(feed, at: 1)
        rig.send(.feedRestored(feed.id))
        #expect(rig.state.sidebar.selectedFeed?.id == feed.id)
        rig.state.sidebar.select(.unread)
        rig.send(.libraryChanged)
        #expect(rig.state.sidebar.selected?.scope == .unread)
    }

    @Test("A saved search that U brings back is selected again, unless the person has left the feeds")
    func search() {
        var rig = Rig()
        let search = SavedSearch(name: "Rain", query: "rain")
        rig.savedSearches = [search]
        rig.start()
        rig.state.sidebar.select(.search("rain"))
        rig.savedSearches = []
        rig.send(.libraryChanged)
        #expect(rig.state.sidebar.selected != .search(search))
        rig.savedSearches = [search]
        rig.send(.searchRestored("rain"))
        #expect(rig.state.sidebar.selected == .search(search))
        rig.state.sidebar.select(.unread)
        rig.press("Enter")
        rig.send(.searchRestored("rain"))
        #expect(rig.state.sidebar.selected?.scope == .unread)
    }

    @Test("If another process deletes a feed while a command for it is typed, the next feed needs another Enter")
    func lineAboutDeletedFeed() throws {
        var rig = Rig()
        rig.start()
        let feed = try #require(rig.subscriptions.first { $0.title == "LWN.net" })
        rig.state.sidebar.select(.feed(feed.id))
        rig.press(":")
        rig.type("rename New")
        rig.subscriptions.removeAll { $0.id == feed.id }
        rig.send(.libraryChanged)
        let next = try #require(rig.state.sidebar.selectedFeed)
        rig.press("Enter")
        #expect(!rig.effects.contains(.rename(next.id, "New")))
        #expect(rig.state.prompt?.text == "rename New" && rig.line(with: "The selected row is gone") != nil)
        rig.press("Enter")
        #expect(rig.state.prompt == nil && rig.effects.contains(.rename(next.id, "New")))
    }

    @Test(
        "If another process deletes the feed whose setting is being typed, the line stays open until it ends",
        arguments: ["Enter", "Esc"])
    func settingsOfDeletedFeed(_ key: String) throws {
        var rig = Rig()
        rig.start()
        let feed = try #require(rig.subscriptions.first { $0.title == "LWN.net" })
        rig.state.sidebar.select(.feed(feed.id))
        rig.press(",", "Enter")
        rig.type("old")
        rig.subscriptions.removeAll { $0.id == feed.id }
        rig.send(.libraryChanged)
        rig.type("est")
        #expect(rig.state.prompt?.text == "oldest")
        rig.press(key)
        #expect(rig.state.panel == nil && rig.state.prompt == nil)
        #expect(!rig.effects.contains { if case .setPreferences = $0 { true } else { false } })
        #expect(rig.state.messages.shown?.text == "This feed was deleted")
    }

    @Test("If another process deletes the feed in whose panel a filter is typed, the letters do not become commands")
    func filterInPanelOfDeletedFeed() throws {
        var rig = Rig()
        rig.start()
        let feed = try #require(rig.subscriptions.first { $0.title == "LWN.net" })
        rig.state.sidebar.select(.feed(feed.id))
        rig.press(",", "/", "o")
        rig.subscriptions.removeAll { $0.id == feed.id }
        rig.send(.libraryChanged)
        rig.type("rD")
        #expect(rig.state.panel?.filter == "orD" && rig.state.prompt == nil)
    }

    @Test(
        "The open text of a feed that another process deletes no longer has a feed to fetch",
        arguments: ["r", "Ctrl-r"])
    func textOfDeletedFeed(_ key: String) throws {
        var rig = Rig()
        rig.start()
        let feed = try #require(rig.subscriptions.first { $0.title == "LWN.net" })
        rig.state.sidebar.select(.feed(feed.id))
        rig.press("Enter", "Enter")
        #expect(rig.state.reading?.open.article.subscription == feed.id)
        rig.subscriptions.removeAll { $0.id == feed.id }
        rig.send(.libraryChanged)
        rig.press(key)
        #expect(!rig.effects.contains(.refreshFeed(feed.id, force: key == "Ctrl-r")))
        #expect(rig.state.messages.shown?.text == "This feed was deleted")
    }

    @Test("The settings shown stay the settings of their feed if another process deletes the selected article")
    func settingsOfDeletedArticle() {
        var rig = Rig.listingAll()
        let feed = rig.articles[0].subscription
        rig.press(",")
        rig.articles.removeFirst()
        rig.send(.libraryChanged)
        #expect(rig.state.currentSubscription != feed)
        rig.press("Enter")
        rig.type("oldest")
        rig.press("Enter")
        var preferences = FeedPreferences()
        preferences.order = .oldestFirst
        #expect(rig.effects.contains(.setPreferences(feed, preferences)))
    }

    @Test("Only after deleting a feed that no server reads, U is offered", arguments: [false, true])
    func offer(_ isServed: Bool) throws {
        var rig = Rig()
        rig.start()
        let feed = try #require(rig.subscriptions.first { $0.title == "Hacker News" })
        if isServed { rig.servedFeeds = [feed.id] }
        rig.state.sidebar.select(.feed(feed.id))
        rig.press("D")
        #expect(rig.effects.contains(.unsubscribe(feed.id)))
        let text = isServed ? "Deleting Hacker News on its server" : "Deleted Hacker News; U undoes"
        #expect(rig.state.messages.shown?.text == text)
    }

    @Test("A feed that U brings back is selected even if its folder was folded meanwhile")
    func foldedFolder() throws {
        var rig = Rig()
        rig.start()
        let feed = try #require(rig.subscriptions.first { $0.title == "Hacker News" })
        rig.subscriptions.removeAll { $0.id == feed.id }
        rig.send(.libraryChanged)
        rig.state.sidebar.select(.folder(["Tech"]))
        rig.press("_")
        #expect(rig.line(with: "LWN.net") == nil)
        rig.subscriptions.insert(feed, at: 1)
        rig.send(.feedRestored(feed.id))
        #expect(rig.state.sidebar.selectedFeed?.id == feed.id)
        #expect(rig.line(with: "LWN.net") != nil)
        #expect(!rig.state.memory.foldedFolders.contains(["Tech"]))
    }
}
