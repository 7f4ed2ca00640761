import ArticleStorage
import Dispatch
import FeedModel
import Foundation
import ReaderUI
import SQLiteAccess
import TestFolders
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

    @Test("A note is shown once it is stored, and an undo brings back the one before")
    func note() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        let id = try stored(["Ferry"])[0]
        library.setNote("first", of: id)
        library.setNote("second", of: id)
        #expect(try store.article(id)?.note == "second")
        let shown = mailbox.dequeueAll().count { if case .articlesEdited([id]) = $0 { true } else { false } }
        #expect(shown == 2)
        for (note, message) in [("first", "Note restored"), (nil, "Note removed")] as [(String?, String)] {
            #expect(messages(library.undo()) == [message])
            #expect(try store.article(id)?.note == note)
        }
    }

    private func stored(_ titles: [String]) throws -> [ArticleID] {
        var document = ParsedFeed()
        document.items = titles.map { title in
            var item = ParsedItem(id: title)
            item.title = title
            return item
        }
        _ = try store.ingest(document, into: feed, state: PollingState(subscription: feed), at: Date())
        return try store.unread(.all, of: ArticleListing(.all, midnight: Date()))
    }

    private func messages(_ events: [Event]) -> [String] {
        events.compactMap { if case .message(let message) = $0 { message.text } else { nil } }
    }

    @Test("The report of an undo names the mark and the article, or the number of articles")
    func namesMark() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        let one = try stored(["Ferry"])
        library.mark(one, .starred(true))
        library.mark(one, .starred(false))
        library.mark(one, .read(true))
        #expect(messages(library.undo()) == ["Undone: the read mark of “Ferry”"])
        #expect(messages(library.undo()) == ["Undone: the removed star of “Ferry”"])
        #expect(messages(library.undo()) == ["Undone: the star of “Ferry”"])
        library.mark(try stored(["Ferry", "Harbour"]), .read(true))
        #expect(messages(library.undo()) == ["Undone: the read marks of 2 articles"])
        library.finish()
    }

    @Test("One undo reverses all marks of a key, the last one first")
    func severalMarks() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        let one = try stored(["Ferry"])
        library.mark(one, [.tagged("sea", true), .starred(true), .starred(false)])
        #expect(messages(library.undo()) == ["Undone: the marks of “Ferry”"])
        let rows = try store.page(of: ArticleListing(.all, midnight: Date()), at: .start, limit: 9).rows
        #expect(rows.count == 1 && rows.allSatisfy { !$0.isStarred && $0.tags.isEmpty })
        #expect(messages(library.undo()) == ["Nothing to undo"])
        library.finish()
    }

    @Test("The last 200 actions can be undone")
    func limit() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        let one = try stored(["Ferry"])
        for number in 0...200 { library.mark(one, .starred(number % 2 == 0)) }
        for number in 1...200 {
            let star = number % 2 == 0 ? "removed star" : "star"
            #expect(messages(library.undo()) == ["Undone: the \(star) of “Ferry”"])
        }
        #expect(messages(library.undo()) == ["Nothing to undo"])
        #expect(try store.article(one[0])?.isStarred == true)
        library.finish()
    }

    @Test("U restores deleted articles with their marks, and pressed again undoes the marks")
    func deletion() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        let ids = try stored(["Ferry", "Harbour"])
        library.mark(ids, .starred(true))
        let deletions = library.delete(ids).compactMap { event -> ArticleDeletion? in
            if case .articlesDeleted(let deletion) = event { deletion } else { nil }
        }
        #expect(deletions.map(\.articles.count) == [2] && deletions.map(\.starred) == [2])
        let starred = ArticleListing(.starred, midnight: Date())
        #expect(try store.ids(of: starred) == [])
        #expect(messages(library.delete(ids)) == ["That article is no longer in the library"])
        let undo = library.undo()
        let restored = undo.compactMap { event -> Set<ArticleID>? in
            if case .articlesRestored(let ids) = event { Set(ids) } else { nil }
        }
        #expect(restored == [Set(ids)] && messages(undo) == ["2 articles restored"])
        #expect(Set(try store.ids(of: starred)) == Set(ids))
        #expect(messages(library.undo()) == ["Undone: the stars of 2 articles"])
        library.finish()
    }

    /// Waits until the earlier changes are in the library.
    private func waitForChanges(of library: LibraryWriter) {
        let isDone = DispatchSemaphore(value: 0)
        library.inOrder(delaysQuitting: false) { isDone.signal() }
        isDone.wait()
    }

    @Test("Marking more articles read than the library marks at once is reported before it is done")
    func longMarking() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(0))
        _ = try stored((0...ArticleStore.markedAtOnce).map { "Article \($0)" })
        library.markRead(.all, of: ArticleListing(.all, midnight: Date()))
        waitForChanges(of: library)
        let reports = messages(mailbox.dequeueAll())
        #expect(reports == ["Marking 1,001 articles read", "1,001 articles marked read"])
        library.finish()
    }

    /// Returns the numbers of the articles that the journal restores, in its order.
    private func journaledRestorations() throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        let journal = try #require(names.first { $0.contains("-marks-") })
        let text = try String(contentsOf: folder.url.appendingPathComponent(journal), encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        return lines.filter { $0[1] == "restore" }.map { String($0[3]) }
    }

    @Test(
        "The journal names the articles of the undone deletion, even if a later deletion found no article",
        arguments: [false, true])
    func journaledUndo(_ isGone: Bool) throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(0))
        let ids = try stored(["Ferry", "Harbour"])
        // As long as one change waits, the journal keeps all lines.
        _ = library.journal.append(.read(true), on: [ids[0]])
        _ = library.delete([ids[0]])
        waitForChanges(of: library)
        if isGone { try store.delete([ids[1]], at: Date()) }
        let isHeld = DispatchSemaphore(value: 0)
        library.inOrder(delaysQuitting: false) { isHeld.wait() }
        _ = library.delete([ids[1]])
        _ = library.undo()
        isHeld.signal()
        waitForChanges(of: library)
        let restored = isGone ? ids[0] : ids[1]
        #expect(try store.deletedArticles(limit: 9).map(\.id) == ids.filter { $0 != restored })
        let named = isGone ? [ids[1], ids[0]] : [ids[1]]
        #expect(try journaledRestorations() == named.map { "\($0.rawValue)" })
        #expect(library.unwrittenCount == 0)
        library.finish()
    }

    @Test("A change that is abandoned at the end keeps the library's reason")
    func refused() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(0))
        library.finish()
        #expect(library.refusal == nil)
        let written = try library.untilWritable { () throws(ArticleStoreError) -> Bool in
            throw .database(.full, message: "the disk is full")
        }
        #expect(written == nil && library.unwrittenCount == 1)
        #expect(library.refusal == "the disk is full")
    }

    @Test("A rule that was removed by hand is not undone again")
    func removedRule() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        let one = try stored(["Ferry"])
        library.mark(one, .starred(true))
        library.add(Mute(.author, "Jane Doe"))
        library.remove(Mute(.author, "Jane Doe"))
        #expect(messages(library.undo()) == ["Undone: the star of “Ferry”"])
        library.finish()
    }

    @Test("U restores a removed search at its position, unless another one has its name now")
    func removedSearch() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(20))
        let searches = ["a", "b", "c"].map { SavedSearch(name: $0, query: "query " + $0) }
        for search in searches { try store.saveSearch(search) }
        library.removeSearch(named: "b")
        let events = library.undo()
        #expect(messages(events) == ["Search restored"])
        let queries: [String] = events.compactMap { if case .searchRestored(let query) = $0 { query } else { nil } }
        #expect(queries == ["query b"])
        #expect(try store.savedSearches() == searches)
        library.removeSearch(named: "b")
        try store.saveSearch(SavedSearch(name: "b", query: "other words"))
        #expect(messages(library.undo()) == ["Another search is named “b” now"])
        #expect(try store.savedSearches().map(\.query) == ["query a", "query c", "other words"])
        library.finish()
    }

    @Test("An undo that takes longer than a key press waits is reported once")
    func reportedOnce() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(0))
        library.unsubscribe(feed)
        let events = library.undo()
        library.finish()
        #expect(restored(events + mailbox.dequeueAll()) == [feed])
    }

    @Test("An undo that takes longer than a key press waits is also reported when it begins")
    func reportedBeginning() throws {
        let library = LibraryWriter(store: store, mailbox: mailbox, keyWait: .seconds(0))
        library.mark(try stored(["Ferry"]), .starred(true))
        waitForChanges(of: library)
        _ = mailbox.dequeueAll()
        let isHeld = DispatchSemaphore(value: 0)
        library.inOrder(delaysQuitting: false) { isHeld.wait() }
        #expect(library.undo().isEmpty)
        #expect(messages(mailbox.dequeueAll()) == ["Undoing the last change"])
        isHeld.signal()
        waitForChanges(of: library)
        #expect(messages(mailbox.dequeueAll()) == ["Undone: the star of “Ferry”"])
        library.finish()
    }
}
