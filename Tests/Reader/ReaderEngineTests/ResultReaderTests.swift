import ArticleStorage
import FeedModel
import Foundation
import GRDB
import ReaderUI
import TestFolders
import Testing

@testable import ReaderEngine

@Suite struct ResultReaderTests {
    private let home: TemporaryFolder
    private let store: ArticleStore
    private let mailbox = Mailbox()
    private let library: LibraryWriter
    private let results: ResultReader

    init() throws {
        home = try TemporaryFolder()
        store = try ArticleStore(path: home.url.path + "/library.sqlite")
        library = LibraryWriter(store: store, mailbox: mailbox)
        results = ResultReader(store: store, library: library, mailbox: mailbox)
        let id = try store.add(NewSubscription(feedURL: "https://example.org/feed")).id
        var document = ParsedFeed()
        document.items = (0..<300).map { number in
            var item = ParsedItem(id: "\(number)")
            item.title = "Article \(number)"
            item.contentHTML = String(repeating: "to the of ", count: 40) + "number\(number)"
            return item
        }
        _ = try store.ingest(document, into: id, state: PollingState(subscription: id), at: Date())
        while try store.indexPending() > 0 {}
    }

    private func request(_ words: String) -> PageRequest {
        PageRequest(ArticleListing(.search(words), midnight: Date()), at: .start, limit: 200)
    }

    /// Returns the events up to the expected one.
    private func events(until isWanted: (Event) -> Bool) -> [Event] {
        var heard: [Event] = []
        while !heard.contains(where: isWanted) {
            var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 20_000) > 0 else { return heard }
            heard += mailbox.dequeueAll()
        }
        return heard
    }

    private func pages(_ events: [Event]) -> [(request: PageRequest, page: ArticlePage)] {
        events.compactMap { if case .page(let request, let page) = $0 { (request, page) } else { nil } }
    }

    @Test("The most recent of several searches is answered last")
    func theLastOne() throws {
        for round in 0..<20 {
            let asked = ["\"the to of", "\"of the to", "\"to of the", "number\(round) "].map(request)
            asked.forEach(results.page)
            let pages = pages(events { if case .page(asked[3], _) = $0 { true } else { false } })
            #expect(pages.last?.page.rows.map(\.title) == ["Article \(round)"])
            #expect(
                pages.map { asked.firstIndex(of: $0.request)! }
                    == pages.map { asked.firstIndex(of: $0.request)! }.sorted())
        }
    }

    @Test(
        "All reads of one list are answered in order")
    func theSameList() throws {
        let first = request("number")
        var second = first
        second.anchor = .end
        results.page(first)
        results.unread(UnreadRequest(first.listing, from: nil, .forward))
        results.page(second)
        let heard = events { if case .page(second, _) = $0 { true } else { false } }
        let answers = heard.filter { if case .found = $0 { false } else { true } }
        #expect(answers.count == 3 && pages(answers).map(\.page.rows.count) == [200, 200])
        guard case .unreadFound(let found, _) = answers[1] else { throw NothingFound() }
        #expect(found.map(\.title) == ["Article 0"])
    }

    @Test("A search with more articles than rows is counted")
    func count() {
        let asked = request("number")
        results.page(asked)
        let heard = events { if case .found = $0 { true } else { false } }
        guard case .page(asked, _)? = heard.first, case .found(300, in: asked.listing.scope)? = heard.last else {
            Issue.record("\(heard)")
            return
        }
    }

    @Test("A search says that it misses articles that are not indexed yet")
    func unindexed() throws {
        _ = try store.saveAddress("https://example.org/page", at: Date())
        results.page(request("number"))
        let heard = events { if case .message = $0 { true } else { false } }
        guard case .message(let message)? = heard.last else { throw NothingFound() }
        #expect(message.text == "1 article not indexed yet: some results are missing" && message.topic == .index)
    }

    @Test("A search is not counted if the next letter is typed meanwhile")
    func typing() {
        let results = ResultReader(store: store, library: library, mailbox: mailbox, countPause: .seconds(1))
        let (short, long) = (request("numbe"), request("number"))
        results.page(short)
        var early = events { if case .page(short, _) = $0 { true } else { false } }
        // The second one is answered after the count, if that does not wait.
        for _ in 1...2 {
            results.unread(UnreadRequest(short.listing, from: nil, .forward))
            early += events { if case .unreadFound = $0 { true } else { false } }
        }
        #expect(!early.contains { if case .found = $0 { true } else { false } })
        results.page(long)
        let heard = events { if case .found = $0 { true } else { false } }
        guard case .found(300, in: long.listing.scope)? = heard.last else {
            Issue.record("\(heard)")
            return
        }
    }

    @Test("A search that is restored at its selected article is counted again")
    func restored() throws {
        let listing = request("number").listing
        let id = try #require(try store.page(of: listing, at: .start, limit: 40).rows.last?.id)
        results.page(PageRequest(listing, at: .around(id), limit: 50))
        let heard = events { if case .found = $0 { true } else { false } }
        guard case .found(300, in: listing.scope)? = heard.last else {
            Issue.record("\(heard)")
            return
        }
    }

    @Test("A search that is no longer on the screen is not counted", arguments: [true, false])
    func left(_ leaves: Bool) {
        // The count must not come before the test has seen the rows.
        let pause = DispatchTimeInterval.seconds(1)
        let results = ResultReader(store: store, library: library, mailbox: mailbox, countPause: pause)
        let asked = request("number")
        results.page(asked)
        _ = events { if case .page(asked, _) = $0 { true } else { false } }
        if leaves { results.leave() }
        var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, leaves ? 1_500 : 60_000) == (leaves ? 0 : 1))
    }

    @Test("A small number of rows is reported together with them")
    func together() throws {
        let asked = request("number7 ")
        results.page(asked)
        var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&descriptor, 1, 20_000) == 1)
        let heard = mailbox.dequeueAll()
        guard case .page(asked, _)? = heard.first, case .found(1, in: asked.listing.scope)? = heard.last else {
            Issue.record("\(heard)")
            return
        }
    }

    @Test("Search results show a mark that is not written yet")
    func marks() throws {
        let id = try #require(try store.page(of: request("number7 ").listing, at: .start, limit: 1).rows.first?.id)
        library.mark([id], .starred(true))
        results.page(request("number7 "))
        let heard = pages(events { if case .page = $0 { true } else { false } })
        #expect(heard.first?.page.rows.first?.isStarred == true)
        library.finish()
    }

    @Test("Next unread skips articles whose read mark is being written")
    func nextUnread() throws {
        let listing = request("number").listing
        let rows = try store.page(of: listing, at: .start, limit: 5).rows.map(\.id)
        library.mark([rows[1]], .read(true))
        let asked = UnreadRequest(listing, from: rows[0], .forward, limit: 2)
        results.unread(asked)
        let heard = events { if case .unreadFound = $0 { true } else { false } }
        guard case .unreadFound(let found, asked)? = heard.last else { throw NothingFound() }
        #expect(found.map(\.id) == [rows[2], rows[3]])
        let opener = ArticleOpener(store: store, mailbox: mailbox)
        #expect(try opener.unread(asked, marks: library.unstoredMarks).map(\.id) == [rows[2], rows[3]])
        library.finish()
    }

    @Test("A random unread article is neither the selected one nor one whose read mark is being written")
    func randomUnread() throws {
        let listing = request("number").listing
        let rows = try store.page(of: listing, at: .start, limit: 1_000).rows.map(\.id)
        library.mark(Array(rows.dropFirst(3)), .read(true))
        let opener = ArticleOpener(store: store, mailbox: mailbox)
        let asked = UnreadRequest(listing, from: rows[1], .random, limit: 1_000)
        let found = try (0..<100).map { _ in try opener.unread(asked, marks: library.unstoredMarks).map(\.id) }
        #expect(Set(found) == [[rows[0]], [rows[2]]])
        library.finish()
    }

    @Test("Next unread passes over any number of articles whose read marks are not written yet")
    func manyUnwrittenMarks() throws {
        let listing = ArticleListing(.all, midnight: Date())
        let rows = try store.page(of: listing, at: .start, limit: 200).rows.map(\.id)
        try #require(rows.count == 200)
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: home.url.path + "/library.sqlite", configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        library.mark(Array(rows[1..<150]), .read(true))
        let opener = ArticleOpener(store: store, mailbox: mailbox)
        let asked = UnreadRequest(listing, from: rows[0], .forward)
        #expect(try opener.unread(asked, marks: library.unstoredMarks).map(\.id) == [rows[150]])
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        library.finish()
    }

    @Test("A mark that cannot be written is reported, and the rows are reloaded")
    func failingMark() throws {
        let id = try #require(try store.page(of: request("number7 ").listing, at: .start, limit: 1).rows.first?.id)
        try DatabaseQueue(path: home.url.path + "/library.sqlite").write {
            try $0.execute(
                sql: "CREATE TRIGGER full BEFORE UPDATE ON article BEGIN SELECT RAISE(ABORT, 'no room'); END")
        }
        library.mark([id], .starred(true))
        let heard = events { if case .libraryChanged = $0 { true } else { false } }
        guard case .message(let message)? = heard.first, case .libraryChanged? = heard.last else {
            throw NothingFound()
        }
        #expect(message.kind == .error && message.text.contains("no room") && library.unstoredMarks.isEmpty)
    }

    private struct NothingFound: Error {}
}
