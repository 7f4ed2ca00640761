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

    /// True if the statement returns a row.
    func hasRow(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
        try first(sql, arguments) { _ in } != nil
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
