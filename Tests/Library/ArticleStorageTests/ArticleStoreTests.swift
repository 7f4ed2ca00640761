import FeedModel
import FoundationEssentials
import GRDB
import Glibc
import SQLiteAccess
import Testing

@testable import ArticleStorage

@Suite struct ArticleStoreTests {
    @Test("Only its owner can read a library") func aLibraryIsReadableByItsOwnerOnly() throws {
        let library = try Library()
        try library.feed()
        for suffix in ["", "-wal", "-shm"] {
            var status = stat()
            #expect(stat(library.path + suffix, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(suffix)")
        }
    }

    @Test("Opening a library again writes nothing") func openingALibraryAgainWritesNothing() throws {
        let library = try Library()
        let path = library.folder + "/again.sqlite"
        _ = try ArticleStore(path: path)
        // The last connection deletes the log.
        #expect(access(path + "-wal", F_OK) != 0)
        let before = try Data(contentsOf: URL(filePath: path))
        let store = try ArticleStore(path: path)
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")).isEmpty)
        #expect(try store.subscriptions() == [])
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        try store.setSetting("1", for: "offline")
        #expect(try ArticleStore(path: path).setting("offline") == "1")
    }

    @Test("Nothing is written into a library that was moved or replaced", arguments: [false, true])
    func movedLibrary(_ isReplaced: Bool) throws {
        let library = try Library()
        try library.store.setSetting("1", for: "before")
        _ = try library.store.logChanges()
        let moved = library.path + ".old"
        #expect(rename(library.path, moved) == 0)
        if isReplaced { try Data().write(to: URL(filePath: library.path)) }
        let error = ArticleStoreError.database(
            .unwritable, message: "\(library.path) was moved or replaced; start lede again")
        #expect(throws: error) { try library.store.setSetting("2", for: "before") }
        #expect(throws: error) { try library.store.logChanges() }
        #expect(rename(moved, library.path) == 0)
        try library.store.setSetting("2", for: "before")
    }

    @Test("An empty file whose log holds the library is refused, and the log stays")
    func emptyFileWithLog() throws {
        let library = try Library()
        try library.feed()
        let path = library.folder + "/emptied.sqlite"
        try Data().write(to: URL(filePath: path))
        try FileManager.default.copyItem(atPath: library.path + "-wal", toPath: path + "-wal")
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        let uses: [() throws -> Void] = [
            { _ = try ArticleStore(path: path) }, { _ = try LibraryRepair(path: path).problems() },
            { _ = try LibraryRepair(path: path).repair() },
        ]
        for use in uses {
            let error = #expect(throws: ArticleStoreError.self) { try use() }
            #expect(error?.reason.contains("emptied.sqlite is empty, but its log is not") == true)
        }
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == log && !log.isEmpty)
    }

    @Test("A long log is shortened before the next start") func longLogIsShortenedBeforeNextStart() throws {
        let library = try Library()
        let text = String(repeating: "long ", count: 300_000)
        try library.store.setSetting(text, for: "much")
        #expect(try library.logBytes() > 1 << 20)
        try library.store.shortenLog()
        #expect(try library.logBytes() == 0)
        #expect(try ArticleStore(path: library.path).setting("much") == text)
    }

    @Test("A writer with a small page cache gets a large one with the first large write") func fewPages() throws {
        let library = try Library()
        library.store.readOnIdleWriter()
        let cacheSize = { try library.store.read { try $0.property("cache_size") } }
        library.store.keepFewPages()
        #expect(try cacheSize() == -256)
        try library.store.increase(["requests": 1])
        #expect(try cacheSize() == -256)
        try library.store.saveSearch(SavedSearch(name: "trains", query: "train"))
        #expect(try cacheSize() == -12_288)
        library.store.keepFewPages()
        #expect(try cacheSize() == -256)
        try library.store.saveSearch(SavedSearch(name: "boats", query: "boat"))
        #expect(try cacheSize() == -12_288)
    }

    @Test("A newer schema is refused and stays unchanged") func newerSchemaIsRefusedAndStaysUnchanged() throws {
        let library = try Library()
        let path = library.folder + "/newer.sqlite"
        do {
            _ = try ArticleStore(path: path)
            let newer = try DatabaseQueue(path: path)
            try newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 of the future')") }
        }
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: ArticleStoreError.newerSchema(path: path)) { try ArticleStore(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("A file that is not a database is refused and stays unchanged")
    func aFileThatIsNotADatabaseIsRefused() throws {
        let library = try Library()
        let path = library.folder + "/notes.txt"
        let text = Data(String(repeating: "Milk, bread, butter. ", count: 100).utf8)
        try text.write(to: URL(filePath: path))
        #expect(throws: ArticleStoreError.notALibrary(path: path)) { try ArticleStore(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == text)
    }

    @Test("Another program's database is refused and stays unchanged")
    func anotherProgramsDatabaseIsRefused() throws {
        let library = try Library()
        let path = library.folder + "/other.sqlite"
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE recipe (name TEXT)") }
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: ArticleStoreError.notALibrary(path: path)) { try ArticleStore(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("An empty new library can be opened") func emptyNewLibraryCanBeOpened() throws {
        let library = try Library()
        let path = library.folder + "/begun.sqlite"
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        #expect(try ArticleStore(path: path).subscriptions().isEmpty)
    }

    @Test("An unreachable path is an error") func anUnreachablePathIsAnError() {
        #expect(throws: ArticleStoreError.self) { try ArticleStore(path: "/nowhere/at/all/library.sqlite") }
    }

    @Test("Several processes may open a new library at the same time")
    func severalProcessesMayOpenNewLibraryAtSameTime() async throws {
        let library = try Library()
        let path = library.folder + "/shared.sqlite"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let store = try ArticleStore(path: path)
                    try store.add(NewSubscription(feedURL: "https://\(number).example"))
                }
            }
            try await group.waitForAll()
        }
        #expect(try ArticleStore(path: path).subscriptions().count == 8)
    }

    @Test("Writes by another process change the change token") func anotherProcesssWritesShowInTheChangeToken() throws {
        let library = try Library()
        let other = try ArticleStore(path: library.path)
        let token = try library.store.changeToken()
        #expect(try library.store.changeToken() == token)
        try other.add(NewSubscription(feedURL: "https://a.example"))
        let afterOther = try library.store.changeToken()
        #expect(afterOther != token)
        try library.store.add(NewSubscription(feedURL: "https://b.example"))
        #expect(try library.store.changeToken() != afterOther)
    }

    @Test("Reading the change token during a mark of this store shows no change")
    func readingTheTokenDuringAMarkShowsNoChange() async throws {
        let library = try Library()
        try library.feed("one", [item("a")])
        let (store, article) = (library.store, try library.id("a"))
        let token = try store.changeToken()
        let marking = Task.detached {
            for number in 0..<500 { _ = try store.set(.starred(number % 2 == 0), on: [article]) }
        }
        let looking = Task.detached { () -> Set<Int> in
            var seen: Set<Int> = []
            for _ in 0..<5_000 { seen.insert(try store.changeToken()) }
            return seen
        }
        try await marking.value
        #expect(try await looking.value == [token])
    }

    @Test("Only marks of other connections change the change token")
    func onlyMarksOfOtherConnectionsChangeToken() throws {
        let library = try Library()
        try library.feed("one", [item("a"), item("b")])
        let (a, b) = (try library.id("a"), try library.id("b"))
        let other = try ArticleStore(path: library.path)
        let token = try library.store.changeToken()
        let others = try other.changeToken()
        try library.store.set(.read(true), on: [a])
        try library.store.set(.starred(true), on: [a])
        #expect(try library.store.changeToken() == token)
        #expect(try other.changeToken() != others)
        try other.set(.read(true), on: [b])
        let afterOther = try library.store.changeToken()
        #expect(afterOther != token)
        #expect(try library.store.changeToken() == afterOther)
    }

    @Test("A mark does not hide another process's write") func markDoesNotHideWriteOfAnotherProcess() throws {
        let library = try Library()
        try library.feed("one", [item("a")])
        let a = try library.id("a")
        let other = try ArticleStore(path: library.path)
        let token = try library.store.changeToken()
        // The write comes before the mark, and the token is not read in between.
        try other.add(NewSubscription(feedURL: "https://b.example"))
        try library.store.set(.read(true), on: [a])
        #expect(try library.store.changeToken() != token)
        // The write follows the mark directly, before the token can be read.
        let before = try library.store.changeToken()
        try library.store.writeKnown { database in
            _ = try database.set(.starred(true), on: [a])
            database.afterNextTransaction { _ in
                _ = try? other.add(NewSubscription(feedURL: "https://c.example"))
            }
        }
        #expect(try other.subscriptions().count == 3)
        #expect(try library.store.changeToken() != before)
    }

    @Test("Every connection sees a commit at once")
    func everyConnectionSeesCommitAtOnce() throws {
        let library = try Library()
        let id = try library.feed("one", [item("a")])
        let other = try ArticleStore(path: library.path)
        try other.set(.starred(true), on: [library.id("a")])
        #expect(try library.titles(.starred) == ["a"])
        #expect(try other.subscription(id)?.articleCount == 1)
    }

    @Test("Reads use the idle writer, without a second connection, until one would have to wait")
    func readsUseTheIdleWriter() throws {
        let library = try Library()
        try library.feed("one", [item("a")])
        let store = library.store
        store.readOnIdleWriter()
        let connection = { (database: Database) in ObjectIdentifier(database) }
        let writer = try store.write(connection)
        #expect(try store.read(connection) == writer)
        // During another read or a write, the writer is not idle.
        let (outer, inner) = try store.read { (connection($0), try store.read(connection)) }
        #expect(outer == writer && inner != writer)
        #expect(try store.read(connection) != writer)
        let another = try ArticleStore(path: library.path)
        another.readOnIdleWriter()
        let read = try another.write { database in
            try database.execute(sql: "UPDATE subscription SET position = position + 100")
            return try another.subscriptions().count
        }
        #expect(read == 1)
    }
}
