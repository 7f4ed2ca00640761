import ArticleStorage
import FeedModel
import Testing

@Suite struct ReadingPositionsTests {
    @Test("A reading position is stored, replaced and deleted without reloading a list")
    func position() throws {
        let library = try Library()
        var item = ParsedItem(id: "1")
        item.title = "Long"
        try library.feed("one", [item])
        let id = try library.id("Long")
        let token = try library.store.changeToken()
        #expect(try library.store.whole(id, withPage: false)?.readingPosition == nil)
        for block in [3, 7] {
            let position = StoredReadingPosition(block: block, offset: 12, isPage: block == 7)
            try library.store.setReadingPosition(position, of: id)
            #expect(try library.store.whole(id, withPage: false)?.readingPosition == position)
        }
        try library.store.setReadingPosition(nil, of: id)
        #expect(try library.store.whole(id, withPage: false)?.readingPosition == nil)
        // A missing article is not an error.
        let position = StoredReadingPosition(block: 1, offset: 0, isPage: false)
        try library.store.setReadingPosition(position, of: ArticleID(rawValue: 99))
        #expect(try library.store.whole(ArticleID(rawValue: 99), withPage: false)?.readingPosition == nil)
        #expect(try library.store.changeToken() == token)
    }
}
