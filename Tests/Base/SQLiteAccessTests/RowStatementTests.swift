import Foundation
import GRDB
import Testing

@testable import SQLiteAccess

@Suite struct RowStatementTests {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { try $0.execute(sql: "CREATE TABLE t (i INTEGER, d REAL, s TEXT, n TEXT UNIQUE) STRICT") }
    }

    private func insert(
        _ number: Int64?, _ double: Double?, _ text: String?, unique: String? = nil, into database: Database
    ) throws {
        try RowStatement("INSERT INTO t VALUES (?, ?, ?, ?)", in: database).run { values in
            values.bind(1, number)
            values.bind(2, double)
            values.bind(3, text)
            values.bind(4, unique)
        }
    }

    @Test("Values are stored unchanged; an empty text is not null, and a null replaces the previous value")
    func values() throws {
        let long = String(repeating: "Fähre ", count: 100_000)
        try queue.write { database in
            try insert(.min, 0.1, long, into: database)
            try insert(nil, nil, nil, into: database)
            try insert(0, -0.0, "", into: database)
            try insert(1, 2, "a\u{0}b", into: database)
        }
        let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT i, d, s FROM t ORDER BY rowid") }
        #expect(rows.map { $0[0] as Int64? } == [.min, nil, 0, 1])
        #expect(rows.map { $0[1] as Double? } == [0.1, nil, 0, 2])
        #expect(rows.map { ($0[2] as DatabaseValue).isNull } == [false, true, false, false])
        let texts = try queue.read { try Data?.fetchAll($0, sql: "SELECT CAST(s AS BLOB) FROM t ORDER BY rowid") }
        #expect(texts.map { $0.map(Array.init) } == [Array(long.utf8), nil, [], [0x61, 0, 0x62]])
    }

    @Test("A refused row is an error with SQLite's code, and the statement can run again")
    func refusal() throws {
        try queue.write { database in
            try insert(1, nil, nil, unique: "a", into: database)
            #expect {
                try insert(2, nil, nil, unique: "a", into: database)
            } throws: {
                ($0 as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT
            }
            try insert(3, nil, nil, unique: "b", into: database)
        }
        #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT i FROM t ORDER BY i") } == [1, 3])
    }

    @Test("Bytes are stored unchanged; an empty array is not null")
    func bytes() throws {
        try queue.write { database in
            try database.execute(sql: "CREATE TABLE b (bytes BLOB) STRICT")
            for bytes in [[0, 255, 0], [], nil] as [[UInt8]?] {
                try RowStatement("INSERT INTO b VALUES (?)", in: database).run { $0.bind(1, bytes) }
            }
        }
        let stored = try queue.read { try Data?.fetchAll($0, sql: "SELECT bytes FROM b ORDER BY rowid") }
        #expect(stored.map { $0.map(Array.init) } == [[0, 255, 0], [], nil])
    }

    @Test("Values that SQLite reads in place are stored unchanged beside copied ones, also after the bytes are gone")
    func inPlace() throws {
        let long = String(repeating: "Fähre ", count: 100_000)
        try queue.write { database in
            try database.execute(sql: "CREATE TABLE b (id INTEGER, bytes BLOB) STRICT")
            let text = try RowStatement("INSERT INTO t (i, s, n) VALUES (?, ?, ?)", in: database)
            for (number, value) in [long, nil, "", "a\u{0}b"].enumerated() {
                try text.run(2, inPlace: value) {
                    $0.bind(1, number)
                    $0.bind(3, "\(number)")
                }
            }
            let blob = try RowStatement("INSERT INTO b VALUES (?, ?)", in: database)
            for (number, bytes) in ([[0, 255, 0], []] as [[UInt8]]).enumerated() {
                try blob.run(2, inPlace: bytes) { $0.bind(1, number) }
            }
            // The value of the previous run is gone.
            try text.run { $0.bind(1, 4) }
        }
        let texts = try queue.read { try Data?.fetchAll($0, sql: "SELECT CAST(s AS BLOB) FROM t ORDER BY i") }
        #expect(texts.map { $0.map(Array.init) } == [Array(long.utf8), nil, [], [0x61, 0, 0x62], nil])
        let numbers = try queue.read { try String?.fetchAll($0, sql: "SELECT n FROM t ORDER BY i") }
        #expect(numbers == ["0", "1", "2", "3", nil])
        let blobs = try queue.read { try Data?.fetchAll($0, sql: "SELECT bytes FROM b ORDER BY id") }
        #expect(blobs.map { $0.map(Array.init) } == [[0, 255, 0], []])
    }

    @Test("The numbers of all rows are read, and the statement can run again after an error")
    func numbers() throws {
        try queue.write { database in
            for number in [3, 1, .max] as [Int64] { try insert(number, nil, nil, into: database) }
            // The smallest number has no absolute value, which is an error at its row.
            let statement = try RowStatement("SELECT abs(i - ?) FROM t ORDER BY rowid", in: database)
            #expect(try statement.numbers { $0.bind(1, 1) } == [2, 0, .max - 1])
            try insert(.min, nil, nil, into: database)
            #expect(throws: DatabaseError.self) { try statement.numbers { $0.bind(1, 0) } }
            try database.execute(sql: "DELETE FROM t WHERE i = ?", arguments: [Int64.min])
            #expect(try statement.numbers { $0.bind(1, 3) } == [0, 2, .max - 3])
            let none = try RowStatement("SELECT i FROM t WHERE i = ?", in: database)
            #expect(try none.numbers { $0.bind(1, 7) } == [])
        }
    }
}
