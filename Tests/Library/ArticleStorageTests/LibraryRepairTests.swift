import FeedModel
import Foundation
import GRDB
import Glibc
import SQLiteAccess
import TestFolders
import Testing

@testable import ArticleStorage

@Suite struct LibraryRepairTests {
    private func library() throws -> Library {
        let library = try Library()
        try library.feed(
            "one", (1...200).map { item("ferry \($0)", html: String(repeating: "<p>harbour</p>", count: 200)) })
        try library.indexAll()
        return library
    }

    private func damageSearch(_ library: Library, rows: String = "id > 10") throws {
        try DatabaseQueue(path: library.path).write {
            try $0.execute(sql: "UPDATE search_data SET block = x'00ff00ff00ff00ff' WHERE \(rows)")
        }
    }

    @Test("An undamaged library has no problems")
    func whole() throws {
        let library = try library()
        #expect(try LibraryRepair(path: library.path).problems().isEmpty)
    }

    @Test(
        "A library whose first start met a full disk is not called damaged, but one that lost its contents is",
        arguments: [false, true])
    func new(hasMigrations: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/library.sqlite"
        try DatabaseQueue(path: path).writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            guard hasMigrations else { return }
            try database.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        #expect(try LibraryRepair(path: path).problems().isEmpty)
        let library = try library()
        let kept = hasMigrations ? "grdb_migrations" : ""
        try DatabaseQueue(path: library.path).writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA writable_schema = ON")
            try database.execute(sql: "DELETE FROM sqlite_master WHERE tbl_name <> '\(kept)'")
        }
        #expect(try !LibraryRepair(path: library.path).problems().isEmpty)
    }

    @Test("An empty file is called empty, not damaged or repaired, and stays unchanged")
    func empty() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/library.sqlite"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let error = ArticleStoreError.database(
            .program,
            message: "\(path) is empty; restore a backup, or start lede to begin with an empty library")
        #expect(throws: error) { try LibraryRepair(path: path).problems() }
        #expect(throws: error) { try LibraryRepair(path: path).repair() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["library.sqlite"])
    }

    @Test(
        "A library that another process writes to is not called damaged",
        .enabled(if: ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] != nil, "waits ten seconds for the lock"))
    func locked() throws {
        let library = try library()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let holder = try DatabaseQueue(path: library.path, configuration: configuration)
        try holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(throws: ArticleStoreError.self) { try LibraryRepair(path: library.path).problems() }
        try holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(try LibraryRepair(path: library.path).problems().isEmpty)
    }

    @Test("A damaged search index is rebuilt and finds everything again", arguments: ["id > 10", "true"])
    func searchHeals(_ rows: String) throws {
        let library = try library()
        try damageSearch(library, rows: rows)
        let listing = ArticleListing(.search("ferry"), midnight: midnight)
        _ = try? library.store.page(of: listing, at: .start, limit: 300)
        try library.indexAll()
        #expect(try library.store.page(of: listing, at: .start, limit: 300).rows.count == 200)
    }

    @Test(
        "A search index with another layout counts as damage, and is repaired",
        arguments: [
            "DELETE FROM search_config", "DROP TABLE search_config", "DROP TABLE search_idx", "DROP TABLE search",
        ])
    func otherLayout(_ damage: String) throws {
        let library = try library()
        let path = try library.closedCopy()
        try DatabaseQueue(path: path).write { database in
            try database.execute(sql: "PRAGMA writable_schema = ON")
            try database.execute(sql: damage)
        }
        let repair = LibraryRepair(path: path)
        #expect(try !repair.problems().isEmpty)
        #expect(try repair.repair().losses.isEmpty)
        #expect(try repair.problems().isEmpty)
        let store = try ArticleStore(path: path)
        #expect(try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 300).rows.count == 200)
    }

    @Test(
        "A missing table, index or trigger counts as damage, is named in errors, and is repaired",
        arguments: [
            ("table tally", true), ("table polling", true), ("table ownTag", true), ("index article_place", true),
            ("index article_guid", false), ("trigger article_changed", false),
        ])
    func missingPart(_ part: String, isNeededByLists: Bool) throws {
        let library = try library()
        let path = try library.closedCopy()
        try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP \(part)") }
        let all = ArticleListing(.all, midnight: midnight)
        let read = { () throws(ArticleStoreError) -> Int in
            let store = try ArticleStore(path: path)
            return try store.subscriptions().count + store.page(of: all, at: .start, limit: 300).rows.count
        }
        if isNeededByLists {
            let error = #expect(throws: ArticleStoreError.self) { try read() }
            #expect(error?.description.contains("lede check --repair") == true)
        }
        let repair = LibraryRepair(path: path)
        #expect(try repair.problems().contains("the \(part) is missing"))
        #expect(try repair.repair().losses.isEmpty)
        #expect(try repair.problems().isEmpty)
        #expect(try read() == 201)
    }

    @Test("The library of a newer version is neither checked nor repaired")
    func newer() throws {
        let library = try library()
        let path = try library.closedCopy()
        try DatabaseQueue(path: path).write { database in
            try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999 later')")
            try database.execute(sql: "DROP TABLE search")
        }
        let repair = LibraryRepair(path: path)
        let newer = ArticleStoreError.newerSchema(path: path)
        #expect(throws: newer) { try repair.problems() }
        #expect(throws: newer) { try repair.repair() }
        let names = try FileManager.default.contentsOfDirectory(atPath: library.folder)
        #expect(!names.contains { $0.contains("damaged") })
    }

    @Test("An edit is stored even if the search index is damaged")
    func ingestionHeals() throws {
        let library = try library()
        let feed = try #require(try library.store.subscriptions().first).id
        try damageSearch(library)
        try library.ingest((1...200).map { item("ferry \($0)", html: "<p>edited</p>") }, into: feed)
        try library.indexAll()
        let listing = ArticleListing(.search("edited"), midnight: midnight)
        #expect(try library.store.page(of: listing, at: .start, limit: 300).rows.count == 200)
    }

    @Test("A library that another connection has open is not repaired, and keeps a mark that is made meanwhile")
    func openElsewhere() throws {
        let library = try library()
        try damageSearch(library)
        #expect(throws: LibraryRepair.isOpenElsewhere) { try LibraryRepair(path: library.path).repair() }
        try library.store.set(.starred(true), on: [library.id("ferry 1")])
        let names = try FileManager.default.contentsOfDirectory(atPath: library.folder)
        #expect(!names.contains { $0.contains("damaged") || $0.contains("new") })
        let starred = ArticleListing(.starred, midnight: midnight)
        let rows = try ArticleStore(path: library.path).page(of: starred, at: .start, limit: 10).rows
        #expect(rows.map(\.title) == ["ferry 1"])
    }

    @Test("A repair that finds the library in use does not touch the new library of another repair")
    func otherRepair() throws {
        let library = try library()
        try damageSearch(library)
        let new = library.path + ".new"
        try Data("new".utf8).write(to: URL(fileURLWithPath: new))
        #expect(throws: LibraryRepair.isOpenElsewhere) { try LibraryRepair(path: library.path).repair() }
        #expect(FileManager.default.fileExists(atPath: new))
    }

    @Test("Two copies made in the same second have different names, and an empty copy does not delete another one")
    func copies() throws {
        let library = try Library()
        let path = library.folder + "/a"
        try Data("text".utf8).write(to: URL(fileURLWithPath: path))
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let (first, second) = (DamagedCopy(of: path), DamagedCopy(of: path))
        try first.fill(from: file)
        second.remove()
        try second.fill(from: file)
        #expect(first.path != second.path)
        second.remove()
        #expect(FileManager.default.fileExists(atPath: first.path))
        #expect(!FileManager.default.fileExists(atPath: second.path))
    }

    @Test("A library that another process has just repaired stays unchanged, without a copy")
    func repairedBefore() throws {
        let library = try library()
        let path = try library.closedCopy()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try LibraryRepair(path: path).repair() == LibraryRepair.Outcome(copy: nil, losses: []))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: library.folder)
        #expect(!names.contains { $0.contains("damaged") })
    }

    @Test("A library whose log was left by a killed process is repaired with the changes in the log")
    func leftLog() throws {
        let library = try library()
        try library.store.set(.starred(true), on: [library.id("ferry 1")])
        try damageSearch(library)
        let path = library.folder + "/left.sqlite"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: library.path + suffix, toPath: path + suffix)
        }
        let repair = LibraryRepair(path: path)
        #expect(try repair.repair().losses.isEmpty)
        #expect(try repair.problems().isEmpty)
        let starred = ArticleListing(.starred, midnight: midnight)
        #expect(try ArticleStore(path: path).page(of: starred, at: .start, limit: 10).rows.count == 1)
    }
}
