import Foundation
import GRDB
import TestFolders
import Testing

@testable import PackStorage

@Suite struct PackStoreFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A foreign or damaged file stays unchanged and is reported in one line of text")
    func foreignFile() throws {
        let other = folder.path
        try Data(repeating: 65, count: 50_000).write(to: URL(fileURLWithPath: PackStore.path(in: other)))
        #expect(throws: PackStoreError.notAPackStore(path: PackStore.path(in: other))) { try PackStore(folder: other) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: PackStore.path(in: other))).count == 50_000)
    }

    @Test("The message about damage inside the file says how to recover")
    func damage() throws {
        let path = PackStore.path(in: folder.path)
        do { _ = try PackStore(folder: folder.path) }
        let (page, size) = try DatabaseQueue(path: path).inDatabase { database in
            let page = try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'article'")
            return (try #require(page), try #require(try Int.fetchOne(database, sql: "PRAGMA page_size")))
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.resetBytes(in: (page - 1) * size..<page * size)
        try bytes.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: PackStoreError.self) { try PackStore(folder: folder.path).known() }
        #expect(error?.description.contains("; delete aboard.sqlite, and the next pack creates a new one") == true)
    }

    @Test("Another program's database stays unchanged, even a database that returns free pages automatically")
    func foreignDatabase() throws {
        let other = folder.path
        let path = PackStore.path(in: other)
        try DatabaseQueue(path: path).inDatabase {
            try $0.execute(sql: "PRAGMA auto_vacuum = FULL; CREATE TABLE word (text)")
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(throws: PackStoreError.notAPackStore(path: path)) { try PackStore(folder: other) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("Several processes may create the file at the same time")
    func severalProcessesCreateTheFile() async throws {
        let shared = folder.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { _ = try PackStore(folder: shared) }
            }
            try await group.waitForAll()
        }
    }
}
