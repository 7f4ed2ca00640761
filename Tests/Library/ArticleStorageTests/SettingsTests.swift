import FeedModel
import Testing

@testable import ArticleStorage

@Suite struct SettingsTests {
    @Test("Settings apply to every process") func settingsHoldForEveryProcess() throws {
        let library = try Library()
        let other = try ArticleStore(path: library.path)
        #expect(try library.store.setting("offline") == nil)
        try library.store.setSetting("yes", for: "offline")
        #expect(try other.setting("offline") == "yes")
        try other.setSetting(nil, for: "offline")
        #expect(try library.store.setting("offline") == nil)
    }

    @Test("Saved searches keep their order") func savedSearchesKeepTheirOrder() throws {
        let library = try Library()
        try library.store.saveSearch(SavedSearch(name: "b", query: "is:unread"))
        try library.store.saveSearch(SavedSearch(name: "a", query: "swift"))
        try library.store.saveSearch(SavedSearch(name: "b", query: "is:starred"))
        #expect(
            try library.store.savedSearches()
                == [SavedSearch(name: "b", query: "is:starred"), SavedSearch(name: "a", query: "swift")])
        try library.store.removeSavedSearch(named: "b")
        #expect(try library.store.savedSearches().map(\.name) == ["a"])
    }

    @Test("Hostile text is stored only as a value") func hostileTextIsOnlyEverAValue() throws {
        let library = try Library()
        let hostile = "'; DROP TABLE article; -- \" \\ % _"
        try library.store.setSetting(hostile, for: hostile)
        #expect(try library.store.setting(hostile) == hostile)
        let id = try library.feed("one", folder: [hostile], [item(hostile)])
        try library.store.rename(id, to: hostile)
        try library.indexAll()
        #expect(try library.store.subscription(id)?.folder == [hostile])
        #expect(try library.titles(.folder([hostile])) == [hostile])
        #expect(try library.titles(.search(hostile)) == [hostile])
        #expect(try library.titles(.search("feed:\"\(hostile)\"")) == [hostile])
    }

    @Test("A saved search gets another name or position; a name in use is refused")
    func savedSearchesChange() throws {
        let library = try Library()
        for name in ["a", "b", "c"] { try library.store.saveSearch(SavedSearch(name: name, query: "query " + name)) }
        #expect(try library.store.renameSearch("b", to: "d"))
        #expect(try !library.store.renameSearch("a", to: "c"))
        #expect(try library.store.savedSearches().map(\.name) == ["a", "d", "c"])
        try library.store.orderSearches(["c", "a"])
        #expect(try library.store.savedSearches().map(\.name) == ["c", "a", "d"])
        #expect(try library.store.savedSearches()[2].query == "query b")
    }
}
