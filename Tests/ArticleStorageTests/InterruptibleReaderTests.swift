import FeedModel
import Foundation
import Glibc
import Synchronization
import Testing

@testable import ArticleStorage

@Suite struct InterruptibleReaderTests {
    @Test("It reads what the store reads")
    func reads() throws {
        let library = try Library()
        try library.feed("one", (0..<9).map { item("word \($0)", hoursAgo: Double($0)) })
        try library.indexAll()
        let reader = InterruptibleReader(of: library.store)
        let listing = ArticleListing(.search("word "), midnight: midnight)
        let middle = try library.id("word 4")
        try library.store.set(.read(true), on: [library.id("word 5"), library.id("word 3")])
        for anchor in [PageAnchor.start, .end, .around(middle), .after(middle), .before(middle)] {
            #expect(
                try reader.page(of: listing, at: anchor, limit: 3)
                    == library.store.page(of: listing, at: anchor, limit: 3))
        }
        #expect(try reader.nextUnread(in: listing, after: middle)?.title == "word 6")
        #expect(try reader.previousUnread(in: listing, before: middle)?.title == "word 2")
    }

    @Test("A read that is given up ends at once, and the next one is not concerned")
    func interrupted() throws {
        let library = try Library()
        let text = String(repeating: "to the of ", count: 40)
        try library.feed("one", (0..<400).map { item("\($0)", hoursAgo: Double($0), html: text) })
        try library.indexAll()
        let reader = InterruptibleReader(of: library.store)
        // All of it has to be gone through, and nothing is found.
        let listing = ArticleListing(.search("\"the to of\" "), midnight: midnight)
        let other = ArticleListing(.search("\"of to\" "), midnight: midnight)
        let all = try library.store.page(of: other, at: .start, limit: 1_000)
        #expect(all.rows.count == 400)

        let isOver = Atomic(false)
        let thread = Thread { while !isOver.load(ordering: .relaxed) { reader.interrupt() } }
        thread.start()
        var times = 0
        for _ in 0..<1_000 where times < 5 {
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
