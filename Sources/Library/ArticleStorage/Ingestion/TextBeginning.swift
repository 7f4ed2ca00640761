import GRDB
import GRDBSQLite

/// The beginning of a stored text, and how long the text is.
struct TextBeginning {
    var text: String
    /// The length of the whole text, in bytes.
    var length: Int
}

extension Database {
    /// Reads the beginning of a text. Reads only the database pages that it needs, even if the text fills many; no SQL
    /// expression can do that.
    ///
    /// - Parameter limit: the length to read, in bytes; a character that is cut in two becomes one U+FFFD.
    func beginning(
        of column: String, in table: String, row: Int64, upTo limit: Int
    ) throws -> TextBeginning {
        var blob: OpaquePointer?
        defer { sqlite3_blob_close(blob) }
        try check(sqlite3_blob_open(sqliteConnection, "main", table, column, row, 0, &blob))
        let length = Int(sqlite3_blob_bytes(blob))
        let count = min(limit, length)
        let text = try String(unsafeUninitializedCapacity: count) { bytes in
            try check(sqlite3_blob_read(blob, bytes.baseAddress, Int32(count), 0))
            return count
        }
        return TextBeginning(text: text, length: length)
    }

    private func check(_ code: Int32) throws {
        guard code != SQLITE_OK else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
    }
}
