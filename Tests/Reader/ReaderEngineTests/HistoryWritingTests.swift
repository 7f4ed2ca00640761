import ArticleStorage
import FeedModel
import Foundation
import ReaderUI
import TestFolders
import Testing

@testable import ReaderEngine

@Suite struct HistoryWritingTests {
    private let folder: TemporaryFolder
    private let store: ArticleStore
    private let mailbox = Mailbox()
    private let start = Date(timeIntervalSince1970: 1_795_184_520)

    init() throws {
        folder = try TemporaryFolder()
        store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let feed = try store.add(NewSubscription(feedURL: "https://example.org/feed")).id
        var document = ParsedFeed()
        document.items = ["Ferry", "Harbour"].map { title in
            var item = ParsedItem(id: title)
            item.title = title
            return item
        }
        _ = try store.ingest(document, into: feed, state: PollingState(subscription: feed), at: start)
    }

    private func history() throws -> [ArticleID] {
        try store.page(of: ArticleListing(.history, midnight: start), at: .start, limit: 10).rows.map(\.id)
    }

    @Test("The history includes an article that was opened just before the history is read")
    func openings() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        let ids = try store.unread(.all, of: ArticleListing(.all, midnight: start))
        library.mark([ids[0]], .read(true))
        for (index, id) in ids.enumerated() { library.recordOpening(of: id, at: start + Double(index)) }
        library.awaitOpenings()
        #expect(try history() == ids.reversed())
        #expect(library.unwrittenCount == 0)
    }

    @Test("Opening a missing article shows no message; clearing the history is reported, and lists are reloaded")
    func clear() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        library.recordOpening(of: ArticleID(rawValue: 99), at: start)
        library.awaitOpenings()
        #expect(mailbox.dequeueAll().isEmpty)
        for id in try store.unread(.all, of: ArticleListing(.all, midnight: start)) {
            library.recordOpening(of: id, at: start)
        }
        library.clearHistory()
        library.awaitOpenings()
        #expect(try history() == [])
        let events = mailbox.dequeueAll()
        #expect(events.contains { if case .libraryChanged = $0 { true } else { false } })
        let messages: [String] = events.compactMap { if case .message(let message) = $0 { message.text } else { nil } }
        #expect(messages == ["History cleared"])
    }
}
