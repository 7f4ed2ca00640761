import FeedModel
import GRDB
import Markup
import SQLiteAccess

/// The stored articles in another reader's database: one table, whose columns depend on the version of that reader.
final class ForeignArticles {
    /// The table, in the versions of one reader.
    struct Table: Sendable {
        let program: String
        let name: String
        /// The column with the feed's address.
        let feed: String
        /// The columns to read, each with a substitute for versions that lack it.
        let wanted: [(name: String, missing: String)]
        /// The columns of every version.
        let required: Set<String>
    }

    let database: ForeignDatabase
    /// The damage found so far, one line for each part.
    private(set) var problems: [String] = []
    private let table: Table
    private let columns: Set<String>

    init(copying path: String, _ table: Table) throws {
        self.table = table
        database = try ForeignDatabase(copying: path, program: table.program)
        columns = try database.columns(of: table.name)
        guard columns.isSuperset(of: table.required) else {
            throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "it has no table of articles")
        }
    }

    /// Returns the home pages and titles of feeds, by address.
    ///
    /// - Parameter query: selects address, home page and title from the table.
    func feedProperties(of table: String, _ query: String) -> [String: (home: String, title: String)] {
        var properties: [String: (home: String, title: String)] = [:]
        guard (try? database.isTable(table)) == true else { return properties }
        try? database.forEach(query) { row in
            properties[row.text(0)] = (row.line(1), row.line(2))
        }
        return properties
    }

    /// Returns the wanted columns for a query, in their order.
    func columnList(texts: Bool) -> String {
        table.wanted.map { name, missing in
            let isKnown = name == "rowid" || columns.contains(name.lowercased())
            return isKnown && (texts || name != "content") ? name : missing
        }.joined(separator: ", ")
    }

    /// Calls `body` with the articles of all feeds but these, in pieces, without their texts.
    func forEachPiece(
        besides articleKeys: Set<String>, _ article: (ForeignRow) -> MovedArticle,
        _ body: ([MovedArticle]) throws -> Void
    ) throws {
        var piece: [MovedArticle] = []
        let query = "SELECT \(columnList(texts: false)) FROM \(table.name) WHERE \(table.feed) = ?"
        do {
            // Read from the index, which is much smaller than the articles.
            var others: [String] = []
            try database.forEach("SELECT DISTINCT \(table.feed) FROM \(table.name)") { row in
                if !articleKeys.contains(row.text(0)) { others.append(row.rawText(0)) }
            }
            for key in others {
                try database.forEach(query, [key]) { row in
                    piece.append(article(row))
                    guard piece.count == 1_000 else { return }
                    try body(piece)
                    piece = []
                }
            }
        } catch let error as DatabaseError where error.isDamage {
            note(error)
        }
        if !piece.isEmpty { try body(piece) }
    }

    func note(_ error: DatabaseError) {
        let cause = "\(error.fileProblem), and some articles cannot be read"
        let problem = "\(database.path): \(cause) (\(error.message ?? "SQLite"))"
        if !problems.contains(problem) { problems.append(problem) }
    }
}

extension DatabaseError {
    /// True if a part of the file cannot be read, since it is damaged or its disk fails: the rest may be readable.
    var isDamage: Bool {
        [.foreign, .damaged, .failing].contains(fault) || resultCode == .SQLITE_ERROR
    }

    /// The cause, for a sentence that begins with the file's path.
    fileprivate var fileProblem: String {
        (fault == .failing ? fault.plainWords : nil) ?? "is damaged"
    }
}

extension MovedHome {
    /// Opens the database of stored articles. One that is missing or damaged becomes a problem of the home.
    mutating func openArticles<Articles>(
        at path: String, _ make: (String) throws -> Articles
    ) throws(MovingInError) -> Articles? {
        guard ForeignFile.exists(path) else {
            problems.append("\(path) is missing: no articles are moved")
            return nil
        }
        do {
            return try make(path)
        } catch let error as MovingInError {
            guard case .noCopy = error else { throw error }
            problems.append(error.description)
        } catch {
            let failure = error as? DatabaseError
            let reason = SafeText.line(failure?.message ?? "\(error)")
            problems.append("\(path): \(failure?.fileProblem ?? "is damaged"), and no articles can be read (\(reason))")
        }
        return nil
    }
}
