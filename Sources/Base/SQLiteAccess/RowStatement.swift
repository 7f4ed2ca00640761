package import GRDB
import GRDBSQLite

/// A statement that runs for each of many rows.
///
/// It binds values one by one. GRDB first collects values in arrays, which took 6 % of a first refresh's processor
/// time.
package struct RowStatement {
    private let statement: Statement
    private let database: Database

    package init(_ sql: String, in database: Database) throws {
        statement = try database.cachedStatement(sql: sql)
        self.database = database
    }

    /// Runs the statement with the values that `bind` sets; the others are null.
    package func run(_ bind: (inout RowValues) -> Void) throws {
        try withBound(bind) { raw in
            try check(sqlite3_step(raw), SQLITE_DONE)
        }
    }

    /// Returns the numbers in the first column of the result.
    package func numbers(_ bind: (inout RowValues) -> Void) throws -> [Int64] {
        try withBound(bind) { raw in
            var numbers: [Int64] = []
            var code = sqlite3_step(raw)
            while code == SQLITE_ROW {
                numbers.append(sqlite3_column_int64(raw, 0))
                code = sqlite3_step(raw)
            }
            try check(code, SQLITE_DONE)
            return numbers
        }
    }

    private func withBound<Result>(
        _ bind: (inout RowValues) -> Void, _ body: (OpaquePointer) throws -> Result
    ) throws -> Result {
        let raw = statement.sqliteStatement
        clear(raw)
        defer { clear(raw) }
        var values = RowValues(statement: raw)
        bind(&values)
        try check(values.code, SQLITE_OK)
        return try body(raw)
    }

    private func clear(_ raw: OpaquePointer) {
        sqlite3_reset(raw)
        sqlite3_clear_bindings(raw)
    }

    private func check(_ code: Int32, _ wanted: Int32) throws {
        guard code != wanted else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }
}

/// The values of a statement, numbered from 1.
package struct RowValues {
    fileprivate let statement: OpaquePointer
    /// The first failure.
    fileprivate private(set) var code = SQLITE_OK

    /// Makes SQLite copy a text: the bytes of a Swift string are valid during the call only.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    fileprivate init(statement: OpaquePointer) {
        self.statement = statement
    }

    package mutating func bind(_ index: Int32, _ value: Int64?) {
        guard let value else { return }
        note(sqlite3_bind_int64(statement, index, value))
    }

    package mutating func bind(_ index: Int32, _ value: Int) {
        bind(index, Int64(value))
    }

    package mutating func bind(_ index: Int32, _ value: Bool) {
        bind(index, value ? 1 as Int64 : 0)
    }

    package mutating func bind(_ index: Int32, _ value: Double?) {
        guard let value else { return }
        note(sqlite3_bind_double(statement, index, value))
    }

    package mutating func bind(_ index: Int32, _ value: String?) {
        guard var value else { return }
        let encoding = UInt8(SQLITE_UTF8)
        guard !value.isEmpty else {
            // The bytes of an empty text may have no address, which SQLite would read as null.
            return note(sqlite3_bind_text64(statement, index, "", 0, Self.transient, encoding))
        }
        note(
            value.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text64(statement, index, $0.baseAddress, UInt64($0.count), Self.transient, encoding)
                }
            })
    }

    package mutating func bind(_ index: Int32, _ value: [UInt8]?) {
        guard let value else { return }
        note(sqlite3_bind_blob64(statement, index, value, UInt64(value.count), Self.transient))
    }

    private mutating func note(_ result: Int32) {
        if code == SQLITE_OK { code = result }
    }
}
