import FeedModel
import GRDB
import Testing

@testable import ArticleStorage

@Suite struct FoundPlacesTests {
    let library: Library
    let listing = ArticleListing(.search("wor"), midnight: midnight)

    init() throws {
        library = try Library()
        try library.feed("one", (0..<9).map { item("word \($0)", hoursAgo: Double($0)) })
        try library.indexAll()
    }

    /// Reads the list with the earlier matches; returns the new matches and the number of index queries.
    private func read(_ earlier: FoundPlaces?, limit: Int = FoundPlaces.limit) throws -> (
        found: FoundPlaces?, asked: Int
    ) {
        try library.store.read { database in
            var asked = 0
            database.trace { if case .statement(let statement) = $0, statement.sql.contains("MATCH") { asked += 1 } }
            defer { database.trace(options: []) }
            let state = LibraryState(database, earlier: earlier, limit: limit)
            let last = try state.page(of: listing, at: .end, limit: 5)
            #expect(last.rows.map(\.title) == (4..<9).map { "word \($0)" })
            let unread = try state.nearestUnread(.down, in: listing, from: nil, limit: 1)
            #expect(unread.map(\.title) == ["word 0"])
            return (state.found, asked)
        }
    }

    @Test("The first read fetches the rows it needs, the second all rows, and the third does not query the index")
    func readingOn() throws {
        let first = try read(nil)
        #expect(try first.asked == 2 && #require(first.found).all == nil)
        let second = try read(first.found)
        #expect(second.asked == 1 && second.found?.all != nil)
        let third = try read(second.found)
        #expect(third.asked == 0 && third.found?.all != nil)
    }

    @Test("Another search, or a changed index, starts without matches")
    func anotherState() throws {
        let other = try library.store.read { database in
            var places = FoundPlaces("\"word\"", version: try database.searchVersion())
            try places.readAll(in: database, limit: FoundPlaces.limit)
            return places
        }
        #expect(try read(other).asked == 2)
        let known = try read(read(nil).found).found
        try library.store.set(.starred(true), on: [library.id("word 5")])
        #expect(try read(known).asked == 0)
        try library.feed("two", [item("something", hoursAgo: 3.5)])
        #expect(try read(known).asked == 0)
        try library.indexAll()
        #expect(try read(known).asked == 2)
    }

    @Test("Too many matches are neither kept nor tried again")
    func tooMany() throws {
        let first = try read(nil, limit: 8)
        let second = try read(first.found, limit: 8)
        #expect(try second.asked == 3 && #require(second.found).all == nil)
        let third = try read(second.found, limit: 8)
        #expect(third.asked == 2)
        #expect(try read(first.found, limit: 9).found?.all != nil)
    }
}
