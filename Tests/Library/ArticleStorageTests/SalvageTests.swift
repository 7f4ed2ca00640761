import FeedModel
import Foundation
import GRDB
import Glibc
import Testing

@testable import ArticleStorage

@Suite struct SalvageTests {
    /// The page size of a new library, in bytes.
    private static let page = 16_384

    private static let items = (1...200).map {
        item("ferry \($0)", html: String(repeating: "<p>harbour</p>", count: 400))
    }

    private func library() throws -> Library {
        let library = try Library()
        try library.feed("one", Self.items)
        try library.store.set(.starred(true), on: [library.id("ferry 1")])
        try library.indexAll()
        return library
    }

    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// Writes over the pages, which are counted from 0, or over their first bytes.
    private func damage(_ pages: [Int], of path: String, bytes count: Int = Self.page) throws {
        var bytes = try bytes(path)
        for page in pages {
            let start = page * Self.page
            bytes.replaceSubrange(start..<start + count, with: Data(repeating: 0xA5, count: count))
        }
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    /// Returns the pages that hold texts of articles.
    private func textPages(of path: String) throws -> [Int] {
        let bytes = try bytes(path)
        return (1..<bytes.count / Self.page).filter { page in
            let start = page * Self.page
            return bytes[start] == 0x0D
                && bytes.range(of: Data("<p>harbour".utf8), in: start..<start + Self.page) != nil
        }
    }

    private func count(_ table: String, in path: String) throws -> Int? {
        try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }

    private func hasCopy(_ library: Library) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: library.folder).contains { $0.contains("damaged") }
    }

    /// Repairs the library; all its articles and marks remain. Returns the losses.
    private func repair(_ path: String) throws -> [String] {
        let damaged = try bytes(path)
        let repair = LibraryRepair(path: path)
        #expect(try !repair.problems().isEmpty)
        let outcome = try repair.repair()
        #expect(try repair.problems().isEmpty)
        let copy = try #require(outcome.copy)
        #expect(try bytes(copy) == damaged)
        let store = try ArticleStore(path: path)
        let all = ArticleListing(.all, midnight: midnight)
        let starred = ArticleListing(.starred, midnight: midnight)
        #expect(try store.page(of: all, at: .start, limit: 300).rows.count == 200)
        #expect(try store.page(of: starred, at: .start, limit: 300).rows.count == 1)
        let feeds = try store.subscriptions()
        #expect(feeds.map(\.feedURL) == ["https://one.example/feed"])
        #expect(feeds.first?.articleCount == 200)
        return outcome.losses
    }

    @Test("A truncated library keeps all remaining rows, and the repair reports the losses", arguments: [0, 5_000])
    func cutShort(_ rest: Int) throws {
        let library = try library()
        let path = try library.closedCopy()
        var bytes = try bytes(path)
        bytes.removeSubrange((bytes.count / Self.page * 7 / 10 * Self.page + rest)...)
        try bytes.write(to: URL(fileURLWithPath: path))
        let losses = try repair(path)
        let texts = try #require(try count("content", in: path))
        #expect(texts > 50 && texts < 200)
        #expect(losses.contains("texts of articles: \(texts) saved, an unknown number lost"))
    }

    /// Returns a copy of a library whose log is in use.
    private func copyWithLog(_ library: Library) throws -> String {
        let path = library.folder + "/left.sqlite"
        try library.store.shortenLog()
        try DatabaseQueue(path: library.path).inDatabase { _ = try $0.checkpoint(.truncate) }
        try library.store.set(.starred(false), on: [library.id("ferry 1")])
        try library.store.set(.starred(true), on: [library.id("ferry 2")])
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: library.path + suffix, toPath: path + suffix)
        }
        return path
    }

    /// Returns a library that was cut short while its log was in use.
    private func cutWithLog(_ library: Library) throws -> String {
        let path = try copyWithLog(library)
        var bytes = try bytes(path)
        bytes.removeSubrange((bytes.count / Self.page * 8 / 10 * Self.page)...)
        try bytes.write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("A library that was cut short while its log was in use is repaired with the log")
    func cutShortWithLog() throws {
        let library = try library()
        let path = try cutWithLog(library)
        let (damaged, log) = try (bytes(path), bytes(path + "-wal"))
        let repair = LibraryRepair(path: path)
        let outcome = try repair.repair()
        let copy = try #require(outcome.copy)
        #expect(try bytes(copy) == damaged && bytes(copy + "-wal") == log)
        #expect(outcome.losses.contains("the end of the file was missing: some texts may end early"))
        #expect(try repair.problems().isEmpty)
        let starred = ArticleListing(.starred, midnight: midnight)
        let rows = try ArticleStore(path: path).page(of: starred, at: .start, limit: 10).rows
        #expect(rows.map(\.title) == ["ferry 2"])
    }

    @Test("Rows between two damaged pages are kept")
    func between() throws {
        let library = try library()
        let path = try library.closedCopy()
        let pages = try textPages(of: path)
        try damage([pages[5], pages[pages.count - 5]], of: path)
        let losses = try repair(path)
        let texts = try #require(try count("content", in: path))
        #expect(texts > 180 && texts < 200)
        #expect(losses.count == 1)
    }

    @Test("A feed whose row is damaged keeps its address and its articles")
    func addresses() throws {
        let library = try library()
        let path = try library.closedCopy()
        let root = try DatabaseQueue(path: path).read { database in
            try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'subscription'")
        }
        let page = try #require(root) - 1
        try damage([page], of: path)
        #expect(try repair(path) == ["feeds with only their address saved: 1"])
    }

    /// Returns the page at which a table begins, counted from 0.
    private func root(of table: String, in path: String) throws -> Int {
        let root = try DatabaseQueue(path: path).read { database in
            try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table])
        }
        return try #require(root) - 1
    }

    @Test(
        "A change log that has lost a part is rebuilt with all articles",
        arguments: ["changeLog", "loggedArticle", "loggedFeed"])
    func changeLog(_ table: String) throws {
        let library = try library()
        let former = try library.store.logChanges().epoch
        let path = try library.closedCopy()
        try damage([root(of: table, in: path)], of: path)
        #expect(try repair(path) == ["the change log: the clients of `lede serve` list everything again"])
        let store = try ArticleStore(path: path)
        #expect(try store.logChanges().epoch != former)
        let logged = try store.changes(.after(0), limit: 300)
        #expect(logged.articles.count == 200 && logged.articles.allSatisfy { $0.article != nil })
        #expect(logged.feeds.count == 1)
    }

    @Test("After a repair, a new article does not get the number of a removed one, and reaches the change log")
    func numbers() throws {
        let library = try library()
        let all = ArticleListing(.all, midnight: midnight)
        let last = try #require(try library.store.page(of: all, at: .start, limit: 300).rows.map(\.id).max())
        let position = try library.store.logChanges().last
        try library.delete([last])
        try library.store.purge(before: now.addingTimeInterval(1))
        try library.store.logChanges()
        let path = try library.closedCopy()
        try damage([try #require(try textPages(of: path).first)], of: path)
        _ = try LibraryRepair(path: path).repair()
        let store = try ArticleStore(path: path)
        let feed = try #require(try store.subscriptions().first?.id)
        var document = ParsedFeed()
        document.items = [item("a new ferry")]
        _ = try store.ingest(document, into: feed, state: PollingState(subscription: feed), at: now)
        let new = try store.page(of: all, at: .start, limit: 300).rows.first { $0.title == "a new ferry" }
        #expect(try #require(new).id > last)
        try store.logChanges()
        let logged = try store.changes(.after(position), limit: 300).articles
        #expect(logged.contains { $0.article?.item.title == "a new ferry" })
    }

    @Test("Lost articles that their feed offers again get their wire ids again")
    func wireIDs() throws {
        let library = try library()
        try library.store.logChanges()
        let former = try library.store.changes(.after(0), limit: 500).articles.map(\.wireID)
        let path = try library.closedCopy()
        try damage([root(of: "article", in: path)], of: path)
        _ = try LibraryRepair(path: path).repair()
        #expect(try count("article", in: path) == 0)
        let store = try ArticleStore(path: path)
        let feed = try #require(try store.subscriptions().first?.id)
        var document = ParsedFeed()
        document.items = Self.items
        _ = try store.ingest(document, into: feed, state: PollingState(subscription: feed), at: now)
        try store.logChanges()
        let logged = try store.changes(.after(0), limit: 500).articles
        #expect(logged.count == 200 && Set(logged.map(\.wireID)) == Set(former))
    }

    @Test("Lost texts return with the next refresh, although the feed's document is unchanged")
    func lostTexts() throws {
        let library = try library()
        let feed = try #require(try library.store.subscriptions().first?.id)
        try library.store.record([PollingState(subscription: feed, digest: [1], etag: "e", lastModified: "l")])
        let path = try library.closedCopy()
        try damage([try #require(try textPages(of: path).last)], of: path)
        _ = try LibraryRepair(path: path).repair()
        let last = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT max(article) FROM content") }
        #expect(try #require(last) < 200)
        let store = try ArticleStore(path: path)
        for _ in 1...3 { try store.indexPending() }
        #expect(try store.searchBacklog() == 0)
        #expect(try store.pollingState(of: feed) == PollingState(subscription: feed))
        var document = ParsedFeed()
        document.items = Self.items
        let summary = try store.ingest(document, into: feed, state: PollingState(subscription: feed), at: now)
        #expect(summary.new.isEmpty && summary.unchanged == 200)
        #expect(try count("content", in: path) == 200)
        #expect(try store.indexPending() == 0)
    }

    @Test("A number that is only due to damage does not keep new articles out of the repaired library")
    func largestNumber() throws {
        let library = try library()
        try library.store.logChanges()
        try library.store.write { try $0.execute(sql: "UPDATE changeLog SET through = \(Int64.max)") }
        let path = try library.closedCopy()
        try damage([try #require(try textPages(of: path).first)], of: path)
        let losses = try LibraryRepair(path: path).repair().losses
        #expect(losses.contains("the change log: the clients of `lede serve` list everything again"))
        let store = try ArticleStore(path: path)
        let feed = try #require(try store.subscriptions().first?.id)
        var document = ParsedFeed()
        document.items = [item("a new ferry")]
        _ = try store.ingest(document, into: feed, state: PollingState(subscription: feed), at: now)
        try store.logChanges()
        let logged = try store.changes(.after(0), limit: 300).articles
        #expect(logged.contains { $0.article?.item.title == "a new ferry" })
    }

    @Test("A library with a damaged header is repaired without a loss")
    func header() throws {
        let library = try library()
        let path = try library.closedCopy()
        try damage([0], of: path, bytes: 100)
        #expect(try repair(path).isEmpty)
    }

    @Test("A repair while another one runs changes nothing, not even a damaged header")
    func otherRepair() throws {
        let library = try library()
        let path = try library.closedCopy()
        try damage([0], of: path, bytes: 100)
        let damaged = try bytes(path)
        let other = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(other) }
        try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(throws: LibraryRepair.isOpenElsewhere) { try LibraryRepair(path: path).repair() }
        #expect(try bytes(path) == damaged)
        #expect(try !hasCopy(library))
    }

    @Test("A library with a damaged header stays unchanged while another process has it open, and is repaired later")
    func headerWhileOpen() throws {
        let library = try library()
        let path = try library.closedCopy()
        try damage([0], of: path, bytes: 100)
        let damaged = try bytes(path)
        // The lock of an open file also blocks this process (fcntl(2), F_OFD_SETLK).
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        lock.l_whence = Int16(SEEK_SET)
        (lock.l_start, lock.l_len) = (0x4000_0002, 510)
        try #require(fcntl(descriptor, 37, &lock) == 0)
        #expect(throws: LibraryRepair.isOpenElsewhere) { try LibraryRepair(path: path).repair() }
        #expect(try bytes(path) == damaged)
        #expect(try !hasCopy(library))
        close(descriptor)
        #expect(try repair(path).isEmpty)
    }

    @Test("A file that is not a library cannot be repaired, and stays unchanged")
    func noLibrary() throws {
        let library = try Library()
        let path = library.folder + "/text.sqlite"
        let text = Data(repeating: 0x61, count: 40_000)
        try text.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: ArticleStoreError.self) { try LibraryRepair(path: path).repair() }
        #expect(error?.reason.contains("cannot be repaired") == true)
        #expect(try bytes(path) == text)
        #expect(try !hasCopy(library))
    }

    @Test("If the table of contents is damaged, the error names the newest copy that a repair has kept")
    func contents() throws {
        let library = try library()
        let path = try library.closedCopy()
        try damage([0], of: path)
        let damaged = try bytes(path)
        let failing = LibraryRepair(path: path)
        let error = #expect(throws: ArticleStoreError.self) { try failing.repair() }
        #expect(error?.reason.hasSuffix("; restore a backup of \(path)") == true)
        for (name, time) in [(".damaged-1-wal", 3.0), (".damaged-1", 2), (".damaged-2", 1)] {
            try Data(name.utf8).write(to: URL(fileURLWithPath: path + name))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path + name)
        }
        let second = #expect(throws: ArticleStoreError.self) { try failing.repair() }
        #expect(second?.reason.hasSuffix(", or the newest copy that a repair has kept, \(path).damaged-1") == true)
        #expect(try bytes(path) == damaged)
    }

    @Test(
        "If the table of contents is damaged while the log is in use, the error names the copy, which includes the log")
    func contentsWithLog() throws {
        let library = try library()
        let path = try copyWithLog(library)
        try damage([0], of: path)
        let (damaged, log) = try (bytes(path), bytes(path + "-wal"))
        let error = #expect(throws: ArticleStoreError.self) { try LibraryRepair(path: path).repair() }
        let words = try #require(error?.reason.split(separator: "; its earlier state is kept as "))
        let copy = try #require(words.count == 2 ? words.last.map { String($0) } : nil)
        #expect(try bytes(copy) == damaged && bytes(copy + "-wal") == log)
    }

    @Test("If the library is a symbolic link, the file that it names is repaired, with its log")
    func symbolicLink() throws {
        let library = try library()
        let path = try cutWithLog(library)
        let log = try bytes(path + "-wal")
        let links = library.folder + "/links"
        try FileManager.default.createDirectory(atPath: links, withIntermediateDirectories: false)
        let link = links + "/library.sqlite"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let copy = try #require(try LibraryRepair(path: link).repair().copy)
        #expect(try bytes(copy + "-wal") == log)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: links) == ["library.sqlite"])
        #expect(try LibraryRepair(path: path).problems().isEmpty)
    }

    @Test("A failed repair leaves no copy behind")
    func failure() throws {
        let library = try library()
        let path = try library.closedCopy()
        let page = try #require(try textPages(of: path).last)
        try damage([page], of: path)
        // A folder of this name keeps the new library from being created.
        try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: false)
        #expect(throws: ArticleStoreError.self) { try LibraryRepair(path: path).repair() }
        #expect(try !hasCopy(library))
        #expect(try !LibraryRepair(path: path).problems().isEmpty)
    }

    @Test("A repair that fails after a new header puts the damaged one back, and leaves no copy behind")
    func failureWithNewHeader() throws {
        let library = try library()
        let path = try library.closedCopy()
        let page = try #require(try textPages(of: path).last)
        try damage([0, page], of: path, bytes: 100)
        let damaged = try bytes(path)
        try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: false)
        #expect(throws: ArticleStoreError.self) { try LibraryRepair(path: path).repair() }
        #expect(try bytes(path) == damaged)
        #expect(try !hasCopy(library))
    }

    @Test("A repair that fails after it has changed the file names the copy")
    func failureAfterChange() throws {
        let library = try library()
        let path = try cutWithLog(library)
        let damaged = try bytes(path)
        try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: false)
        let error = #expect(throws: ArticleStoreError.self) { try LibraryRepair(path: path).repair() }
        let words = try #require(error?.reason.split(separator: "; its earlier state is kept as "))
        #expect(try words.count == 2 && bytes(String(words[1])) == damaged)
    }
}
