import FeedModel
import Testing

@testable import ArticleStorage

@Suite struct PackedSearchTests {
    @Test("is:aboard lists packed articles, -is:aboard the others, in lists, searches and filters")
    func search() throws {
        let library = try Library()
        try library.feed("one", [item("A"), item("B", hoursAgo: 1), item("C", hoursAgo: 2)])
        try library.indexAll()
        #expect(try library.titles(.search("is:aboard")) == [])
        let packed = try Set([library.id("A"), library.id("C")])
        library.store.setPackedArticles { packed }
        #expect(try library.titles(.search("is:aboard")) == ["A", "C"])
        #expect(try library.titles(.search("is:packed")) == ["A", "C"])
        #expect(try library.titles(.search("-is:aboard")) == ["B"])
        #expect(try library.titles(.filtered(.unread, "is:aboard C")) == ["C"])
        #expect(try library.titles(.search("is:aboard C")) == ["C"])
        #expect(try library.titles(.search("-is:aboard C")) == [])
        let reader = InterruptibleReader(of: library.store)
        let listing = ArticleListing(.search("is:aboard"), midnight: midnight)
        #expect(try reader.page(of: listing, at: .start, limit: 9).rows.map(\.title) == ["A", "C"])
    }
}
