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

    /// Runs the statement with the values that `bind` sets, and with a text that SQLite reads in place. Copying long
    /// texts and blobs took 2 % of a first refresh.
    package func run(_ index: Int32, inPlace text: String?, _ bind: (inout RowValues) -> Void) throws {
        guard var text, !text.isEmpty else {
            return try run { values in
                values.bind(index, text)
                bind(&values)
            }
        }
        try text.withUTF8 { bytes in
            try run { values in
                values.bind(index, text: bytes, owner: RowValues.caller)
                bind(&values)
            }
        }
    }

    /// Runs the statement with the values that `bind` sets, and with a blob that SQLite reads in place.
    package func run(_ index: Int32, inPlace blob: [UInt8], _ bind: (inout RowValues) -> Void) throws {
        try blob.withUnsafeBytes { bytes in
            try run { values in
                values.bind(index, blob: bytes, owner: RowValues.caller)
                bind(&values)
            }
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
    /// The caller keeps the bytes until the statement has run (`SQLITE_STATIC`).
    fileprivate static let caller: sqlite3_destructor_type? = nil

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
        guard !value.isEmpty else {
            // The bytes of an empty text may have no address, which SQLite would read as null.
            return note(sqlite3_bind_text64(statement, index, "", 0, Self.transient, UInt8(SQLITE_UTF8)))
        }
        value.withUTF8 { bind(index, text: $0, owner: Self.transient) }
    }

    fileprivate mutating func bind(
        _ index: Int32, text: UnsafeBufferPointer<UInt8>, owner: sqlite3_destructor_type?
    ) {
        let result = text.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text64(statement, index, $0.baseAddress, UInt64($0.count), owner, UInt8(SQLITE_UTF8))
        }
        note(result)
    }

    package mutating func bind(_ index: Int32, _ value: [UInt8]?) {
        guard let value else { return }
        value.withUnsafeBytes { bind(index, blob: $0, owner: Self.transient) }
    }

    fileprivate mutating func bind(
        _ index: Int32, blob: UnsafeRawBufferPointer, owner: sqlite3_destructor_type?
    ) {
        // A blob without an address would be null.
        guard let start = blob.baseAddress else { return note(sqlite3_bind_zeroblob(statement, index, 0)) }
        note(sqlite3_bind_blob64(statement, index, start, UInt64(blob.count), owner))
    }

    private mutating func note(_ result: Int32) {
        if code == SQLITE_OK { code = result }
    }
}
