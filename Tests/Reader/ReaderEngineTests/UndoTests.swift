import ArticleStorage
import Dispatch
import FeedModel
import Foundation
import ReaderUI
import Testing

@testable import ReaderEngine

@Suite struct UndoTests {
    private let folder: TemporaryFolder
    private let store: ArticleStore
    private let feed: SubscriptionID
    private let mailbox = Mailbox()

    init() throws {
        folder = try TemporaryFolder()
        store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        feed = try store.add(NewSubscription(feedURL: "https://example.org/feed")).id
    }

    private func restored(_ events: [Event]) -> [SubscriptionID] {
        events.compactMap { if case .feedRestored(let id) = $0 { id } else { nil } }
    }

    @Test("The key after U applies to the restored feed: the undo is reported before it")
    func reportedAtOnce() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        library.unsubscribe(feed)
        #expect(restored(library.undo()) == [feed])
        #expect(mailbox.dequeueAll().isEmpty)
        #expect(try store.subscriptions().map(\.id) == [feed])
    }

    @Test("An undo that takes longer than a key waits is reported once")
    func reportedOnce() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(0))
        library.unsubscribe(feed)
        let events = library.undo()
        library.finish()
        #expect(restored(events + mailbox.dequeueAll()) == [feed])
    }
}
