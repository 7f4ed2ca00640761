import ArticleStorage
import FeedModel
import Testing

@Suite struct ReadingPlacesTests {
    @Test("A reading position is stored, replaced and deleted without reloading a list")
    func place() throws {
        let library = try Library()
        var item = ParsedItem(id: "1")
        item.title = "Long"
        try library.feed("one", [item])
        let id = try library.id("Long")
        let token = try library.store.changeToken()
        #expect(try library.store.whole(id, withPage: false)?.place == nil)
        for block in [3, 7] {
            let place = StoredReadingPlace(block: block, offset: 12, isPage: block == 7)
            try library.store.setReadingPlace(place, of: id)
            #expect(try library.store.whole(id, withPage: false)?.place == place)
        }
        try library.store.setReadingPlace(nil, of: id)
        #expect(try library.store.whole(id, withPage: false)?.place == nil)
        // A missing article is no error.
        let place = StoredReadingPlace(block: 1, offset: 0, isPage: false)
        try library.store.setReadingPlace(place, of: ArticleID(rawValue: 99))
        #expect(try library.store.whole(ArticleID(rawValue: 99), withPage: false)?.place == nil)
        #expect(try library.store.changeToken() == token)
    }
}
