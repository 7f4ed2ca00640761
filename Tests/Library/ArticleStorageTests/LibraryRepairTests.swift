import FeedModel
import Foundation
import GRDB
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
        "A search index of another layout is damage, and is repaired",
        arguments: [
            "DELETE FROM search_config", "DROP TABLE search_config", "DROP TABLE search_idx", "DROP TABLE search",
        ])
    func otherLayout(_ damage: String) throws {
        let library = try library()
        try DatabaseQueue(path: library.path).write { database in
            try database.execute(sql: "PRAGMA writable_schema = ON")
            try database.execute(sql: damage)
        }
        let repair = LibraryRepair(path: library.path)
        #expect(try !repair.problems().isEmpty)
        _ = try repair.repair()
        #expect(try repair.problems().isEmpty)
        let store = try ArticleStore(path: library.path)
        #expect(try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 300).rows.count == 200)
    }

    @Test("The library of a newer version is neither checked nor repaired")
    func newer() throws {
        let library = try library()
        try DatabaseQueue(path: library.path).write { database in
            try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999 later')")
            try database.execute(sql: "DROP TABLE search")
        }
        let repair = LibraryRepair(path: library.path)
        let newer = ArticleStoreError.newerSchema(path: library.path)
        #expect(throws: newer) { try repair.problems() }
        #expect(throws: newer) { try repair.repair() }
        let names = try FileManager.default.contentsOfDirectory(
            atPath: URL(fileURLWithPath: library.path).deletingLastPathComponent().path)
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

    @Test("Repair saves most rows of a library with damaged pages and keeps the damaged file")
    func salvage() throws {
        let library = try library()
        try library.store.set(.starred(true), on: [library.id("ferry 1")])
        let copy = library.folder + "/damaged.sqlite"
        try DatabaseQueue(path: library.path).inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
        // A page of article texts, long after the schema.
        let page = 16_384
        let victim = try #require(
            (10..<bytes.count / page).first { bytes[$0 * page] == 0x0D && bytes[$0 * page + page - 1] != 0 })
        for offset in 0..<page { bytes[victim * page + offset] = 0xA5 }
        try bytes.write(to: URL(fileURLWithPath: copy))
        let repair = LibraryRepair(path: copy)
        #expect(try !repair.problems().isEmpty)
        let kept = try repair.repair()
        #expect(FileManager.default.fileExists(atPath: kept))
        #expect(try repair.problems().isEmpty)
        let store = try ArticleStore(path: copy)
        let rows = try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 1_000).rows
        #expect(rows.count > 50)
    }
}
