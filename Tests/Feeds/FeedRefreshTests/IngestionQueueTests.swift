import ArticleStorage
import FeedModel
import Foundation
import TestFolders
import Testing

@testable import FeedRefresh

/// A transaction begins at once, or waits for further documents. The library is real.
@Suite(.timeLimit(.minutes(1))) struct IngestionQueueTests {
    private let folder: TemporaryFolder
    private let store: ArticleStore
    private let ingestion: IngestionQueue
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        folder = try TemporaryFolder()
        store = try ArticleStore(path: folder.path + "/library.sqlite")
        ingestion = IngestionQueue(into: store, on: WorkQueue("lede.test"))
    }

    /// Returns a document of a new feed with this number of articles.
    private func document(_ name: String, articles: Int) throws -> IncomingDocument {
        let id = try store.add(NewSubscription(feedURL: "https://\(name).example/feed")).id
        var feed = ParsedFeed()
        feed.items = (0..<articles).map { ParsedItem(id: "\(name) \($0)") }
        return try store.document(feed, for: id, state: PollingState(subscription: id), at: now)
    }

    private func storedCount() throws -> Int {
        try store.subscriptions().reduce(0) { $0 + $1.articleCount }
    }

    /// Stores so many articles that five more do not begin a transaction at once.
    private func fill() async throws {
        _ = try await ingestion.announce().store(document("first", articles: 150))
    }

    @Test("A document waits for another one that is being parsed, and both are stored together")
    func together() async throws {
        try await fill()
        let (first, second) = (ingestion.announce(), ingestion.announce())
        let (few, more) = (try document("few", articles: 5), try document("more", articles: 2))
        let stored = Task { try await first.store(few) }
        while ingestion.waitingCount == 0, try storedCount() == 150 { await Task.yield() }
        #expect(try storedCount() == 150)
        #expect(try await second.store(more).new.count == 2)
        #expect(try await stored.value.new.count == 5)
        #expect(try storedCount() == 157)
    }

    @Test("A document that cannot be parsed stops delaying the others", arguments: [true, false])
    func withdrawn(explicitly: Bool) async throws {
        try await fill()
        let first = ingestion.announce()
        var failing: IngestionQueue.Announcement? = ingestion.announce()
        let few = try document("few", articles: 5)
        let stored = Task { try await first.store(few) }
        while ingestion.waitingCount == 0, try storedCount() == 150 { await Task.yield() }
        #expect(try storedCount() == 150)
        if explicitly { failing?.withdraw() }
        failing = nil
        #expect(try await stored.value.new.count == 5)
    }

    @Test("A large enough number of articles is stored at once, whatever is being parsed")
    func worthwhile() async throws {
        try await fill()
        let other = ingestion.announce()
        #expect(try await ingestion.announce().store(document("many", articles: 6)).new.count == 6)
        other.withdraw()
    }

    @Test("Articles of a small library do not wait")
    func smallLibrary() async throws {
        let other = ingestion.announce()
        #expect(try await ingestion.announce().store(document("one", articles: 1)).new.count == 1)
        other.withdraw()
    }
}
