import FeedModel
import FoundationEssentials
import GRDB

extension Database {
    /// Executes a statement and keeps it compiled for the next time.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Returns the result of a statement, a value per row, and keeps it compiled for the next time.
    func all<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ value: (Row) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try rows.next() {
            try values.append(value(row))
        }
        return values
    }

    func first<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ value: (Row) throws -> Value
    ) throws -> Value? {
        // Reads the row in place; `fetchOne` would copy it first.
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        return try rows.next().map(value)
    }
}

extension Sequence<Int64> {
    /// The numbers as a JSON array: one bound value that SQLite's `json_each` splits, however many there are.
    var jsonArray: String {
        var text = "["
        for number in self {
            if text.utf8.count > 1 { text += "," }
            text += String(number)
        }
        return text + "]"
    }
}

extension Sequence where Element: RawRepresentable<Int64> {
    var jsonArray: String {
        map(\.rawValue).jsonArray
    }
}

extension Sequence<String> {
    var jsonArray: String {
        (try? JSONEncoder().encode(Array(self))).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}

extension Row {
    /// Dates are stored as seconds since 1970.
    func date(_ index: Int) -> Date? {
        (self[index] as Double?).map(Date.init(timeIntervalSince1970:))
    }

    func bytes(_ index: Int) -> [UInt8]? {
        (self[index] as Data?).map { [UInt8]($0) }
    }
}

extension Date {
    var stored: Double {
        timeIntervalSince1970
    }
}
