import FeedModel
import Foundation
import Glibc
import Synchronization
import Testing

@testable import ArticleStorage

@Suite struct InterruptibleReaderTests {
    static let searches = [
        "word", "word ", "wor", "is:unread word", "is:starred word", "odd", "-odd", "feed:one word", "nothing",
    ]

    @Test("Repeated reads of a search return the same rows as the store", arguments: searches)
    func readsOn(_ words: String) throws {
        let library = try Library()
        try library.feed(
            "one", (0..<40).map { item("word \($0)", hoursAgo: Double($0), html: $0 % 3 == 0 ? "odd" : "even") })
        try library.feed("two", (0..<5).map { item("word of two \($0)", hoursAgo: Double($0) + 0.5) })
        try library.indexAll()
        let ids = try library.store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 100).rows.map(
            \.id)
        try library.store.set(.read(true), on: ids.filter { $0.rawValue % 2 == 0 })
        try library.store.set(.starred(true), on: ids.filter { $0.rawValue % 5 == 0 })
        for order in [ArticleOrder.newestFirst, .oldestFirst] {
            // The second search finds more matches than the limit allows to keep.
            for reader in [
                InterruptibleReader(of: library.store), InterruptibleReader(of: library.store, keepingAtMost: 7),
            ] {
                var listing = ArticleListing(.search(words), order: order, midnight: midnight)
                for kept in [[], Set(ids.prefix(12))] {
                    listing.kept = kept
                    for anchor in [.start, .end] + ids.prefix(20).flatMap({ [.around($0), .after($0), .before($0)] })
                        as [PageAnchor]
                    {
                        #expect(
                            try reader.page(of: listing, at: anchor, limit: 4)
                                == library.store.page(of: listing, at: anchor, limit: 4))
                    }
                    for id in [nil] + ids.prefix(20).map(Optional.some) {
                        #expect(
                            try reader.nextUnread(in: listing, after: id)
                                == library.store.nextUnread(in: listing, after: id))
                        #expect(
                            try reader.previousUnread(in: listing, before: id)
                                == library.store.previousUnread(in: listing, before: id))
                    }
                }
            }
        }
    }

    @Test("The next unread article may come after many read matches")
    func farAway() throws {
        let library = try Library()
        try library.feed(
            "one", (0..<60).map { item("\($0)", hoursAgo: Double($0), html: $0 % 25 == 0 ? "rare" : "common") })
        try library.indexAll()
        let reader = InterruptibleReader(of: library.store)
        let listing = ArticleListing(.search("rare"), midnight: midnight)
        for _ in 0..<3 {
            #expect(try reader.nextUnread(in: listing, after: library.id("0"))?.title == "25")
            #expect(try reader.previousUnread(in: listing, before: library.id("50"))?.title == "25")
        }
    }

    @Test("A search shows articles that are added, edited, marked or deleted while its results are read")
    func changes() throws {
        let library = try Library()
        let feed = try library.feed("one", (0..<9).map { item("word \($0)", hoursAgo: Double($0)) })
        try library.indexAll()
        let reader = InterruptibleReader(of: library.store)
        let listing = ArticleListing(.search("word "), midnight: midnight)
        func titles() throws -> [String] {
            try reader.page(of: listing, at: .start, limit: 100).rows.map(\.title)
        }
        for _ in 0..<3 { #expect(try titles().count == 9) }
        try library.ingest([item("word new", hoursAgo: 0.5)], into: feed)
        #expect(try titles().count == 9)
        try library.indexAll()
        for _ in 0..<3 { #expect(try titles().prefix(3) == ["word 0", "word new", "word 1"]) }
        try library.ingest([item("another", hoursAgo: 0.5, guid: "guid of word new")], into: feed)
        for _ in 0..<3 { #expect(try titles().count == 9) }
        try library.indexAll()
        for _ in 0..<3 { #expect(try titles().count == 9) }
        let last = try library.id("word 8")
        try library.store.set(.starred(true), on: [last])
        #expect(try reader.page(of: listing, at: .end, limit: 1).rows.first?.isStarred == true)
        try library.delete([last])
        #expect(try titles().last == "word 7")
    }

    @Test("An interrupted read ends at once and does not affect the next one")
    func interrupted() throws {
        let library = try Library()
        let text = String(repeating: "to the of ", count: 40)
        try library.feed("one", (0..<400).map { item("\($0)", hoursAgo: Double($0), html: text) })
        try library.indexAll()
        let reader = InterruptibleReader(of: library.store)
        // This search tests every article and finds nothing.
        let listing = ArticleListing(.search("\"the to of\" "), midnight: midnight)
        let other = ArticleListing(.search("\"of to\" "), midnight: midnight)
        let all = try library.store.page(of: other, at: .start, limit: 1_000)
        #expect(all.rows.count == 400)

        let isOver = Atomic(false)
        let thread = Thread { while !isOver.load(ordering: .relaxed) { reader.interrupt() } }
        thread.start()
        var times = 0
        // On a busy machine the interrupting thread seldom runs during a read.
        let end = ContinuousClock.now + .seconds(60)
        while times < 5, ContinuousClock.now < end {
            if isGivenUp({ try reader.page(of: listing, at: .start, limit: 10) }) { times += 1 }
        }
        isOver.store(true, ordering: .relaxed)
        while !thread.isFinished { sched_yield() }
        #expect(times == 5)
        #expect(try reader.page(of: other, at: .start, limit: 1_000) == all)
        #expect(try reader.page(of: listing, at: .start, limit: 10).rows.isEmpty)
    }
    private func isGivenUp(_ read: () throws -> ArticlePage) -> Bool {
        do {
            return try !read().rows.isEmpty
        } catch {
            return error as? ArticleStoreError == .interrupted
        }
    }
}
