import Basics
import FoundationEssentials
import GRDB
import Glibc
import Markup

/// Another program's SQLite file, read from a private copy that is deleted with this object.
final class ForeignDatabase {
    private let queue: DatabaseQueue
    /// The path that the other program uses.
    let path: String

    /// Throws `DatabaseError` if the file is not a database.
    init(copying path: String, program: String) throws {
        self.path = path
        let folder = try Self.privateFolder(for: path)
        defer { rmdir(folder) }
        let copy = try PrivateCopy(of: path, program: program, into: folder)
        defer { copy.remove() }
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // Code in the file's own schema must not run.
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY")
        }
        queue = try DatabaseQueue(path: copy.path, configuration: configuration)
        // Plays back a journal that was copied with the file.
        try queue.inDatabase { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
    }

    private static func privateFolder(for path: String) throws(MovingInError) -> String {
        // A database may be too large for a /tmp in memory.
        let isOnDisk = EnvironmentVariable.value(of: "TMPDIR") == nil && access("/var/tmp", W_OK) == 0
        let parent = isOnDisk ? "/var/tmp" : FileManager.default.temporaryDirectory.path
        guard let folder = TemporaryName("lede-move", in: parent).makeFolder() else {
            throw .noCopy(path: path, reason: SystemError.words())
        }
        return folder
    }

    /// True for a table whose rows are stored in the file; a view can compute rows without end.
    func isTable(_ name: String) throws -> Bool {
        try number(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE AND rootpage > 0",
            [name]) > 0
    }

    /// Returns the columns of a table in lower case; none if there is no such table.
    func columns(of table: String) throws -> Set<String> {
        guard try isTable(table) else { return [] }
        return try queue.inDatabase { database in
            Set(
                try Row.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
                    .map { ForeignRow($0).text(0).lowercased() })
        }
    }

    func forEach(
        _ sql: String, _ arguments: [any DatabaseValueConvertible] = [], _ body: (ForeignRow) throws -> Void
    ) throws {
        try queue.inDatabase { database in
            let statement = try database.cachedStatement(sql: sql)
            let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
            while let row = try rows.next() { try body(ForeignRow(row)) }
        }
    }

    /// Returns the first value of the first row.
    func number(_ sql: String, _ arguments: [any DatabaseValueConvertible] = []) throws -> Int {
        var number = 0
        try forEach(sql, arguments) { number = $0.number(0) }
        return number
    }
}

/// A row of another program's table, whose columns may hold anything.
struct ForeignRow {
    private let row: Row

    /// Maximum length of a text in bytes; the rest is dropped.
    private static let maximumTextLength = 8 << 20

    init(_ row: Row) {
        self.row = row
    }

    /// Returns text that is safe for a terminal; empty if there is none.
    func text(_ index: Int) -> String {
        SafeText.clean(rawText(index))
    }

    /// Returns such text as one line.
    func line(_ index: Int) -> String {
        SafeText.line(rawText(index))
    }

    func number(_ index: Int) -> Int {
        let value: DatabaseValue = row[index]
        switch value.storage {
        case .int64(let number): return Int(number)
        case .double(let number): return Int(exactly: number.rounded()) ?? 0
        case .string(let text): return Int(text) ?? 0
        case .null, .blob: return 0
        }
    }

    /// Returns a moment after 1970, and before the year 10000; nil for any other number.
    func date(_ index: Int) -> Date? {
        let seconds = number(index)
        return CalendarSeconds.afterEpoch ~= seconds ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }

    /// Returns the stored text; a caller that splits it cleans the parts.
    func rawText(_ index: Int) -> String {
        let value: DatabaseValue = row[index]
        switch value.storage {
        case .string(let text): return text.prefix(bytes: Self.maximumTextLength)
        case .blob(let data): return String(decoding: data.prefix(Self.maximumTextLength), as: UTF8.self)
        case .int64(let number): return String(number)
        case .double(let number): return String(number)
        case .null: return ""
        }
    }
}
