import Basics
import FeedModel
import GRDB
import Markup

extension ArticleStore {
    /// Returns the number of articles that the index does not hold yet, 0 when it is complete; slightly too high if
    /// articles of the backlog have been removed.
    package func searchBacklog() throws(ArticleStoreError) -> Int {
        try read { try $0.searchBacklog() }
    }

    /// Adds at most `limit` articles of the backlog to the full-text index, fewer if they are long, in one short
    /// transaction; returns the number left. The backlog is part of the library and so survives every restart.
    @discardableResult
    package func indexPending(limit: Int = 1_024) throws(ArticleStoreError) -> Int {
        let (backlog, indexedThrough) = try read { (try $0.searchBacklog(), try $0.indexedThrough()) }
        guard backlog > 0 else { return 0 }
        // Converts the HTML before the transaction begins, so that no other writer waits for that.
        let piece: BacklogPiece
        if let prepared = backlogAhead.piece(after: indexedThrough, limit: limit) {
            piece = prepared
        } else {
            piece = try read { try $0.nextPieceOfBacklog(limit: limit) }
        }
        if let last = piece.lastNew, backlog > piece.documents.count {
            backlogAhead.prepare(limit: limit) { [self] in
                try? read { try $0.pieceOfBacklog(limit: limit, after: last) }
            }
        }
        let left = try writeAfterPause { database in
            try database.index(piece)
            return try database.searchBacklog()
        }
        checkpointer.count(text: piece.size)
        return left
    }
}

extension Database {
    /// Removes an article from the index before its text changes: the index stores no texts, and needs the old one to
    /// remove its words. `willReturn`: the new text will be indexed.
    func forgetInSearch(_ id: Int64, willReturn: Bool) throws {
        guard try id <= indexedThrough(), try !needsReindexing(id), let document = try SearchDocument(id, in: self)
        else { return }
        try run(
            "INSERT INTO search (search, rowid, title, body, author, feed) VALUES ('delete', ?, ?, ?, ?, ?)",
            document.arguments)
        try countSearchChange()
        if willReturn {
            try run("INSERT INTO reindex (article) VALUES (?)", [id])
        }
    }

    fileprivate func searchBacklog() throws -> Int {
        try first(
            """
            SELECT coalesce((SELECT max(id) FROM article), 0) - min(indexedThrough, coalesce((SELECT max(id) FROM article), 0))
                + (SELECT count(*) FROM reindex)
            FROM searchProgress
            """
        ) { $0[0] } ?? 0
    }

    func nextPieceOfBacklog(limit: Int) throws -> BacklogPiece {
        var piece = BacklogPiece(after: try indexedThrough())
        try piece.append(limit, "id IN (SELECT article FROM reindex LIMIT ?)", [limit], in: self)
        try piece.append(limit, "id > ? ORDER BY id LIMIT ?", [piece.indexedThrough, limit], in: self)
        return piece
    }

    /// Returns the new articles after an article that is about to be indexed.
    fileprivate func pieceOfBacklog(limit: Int, after id: Int64) throws -> BacklogPiece {
        var piece = BacklogPiece(after: id)
        try piece.append(limit, "id > ? ORDER BY id LIMIT ?", [id, limit], in: self)
        return piece
    }

    func index(_ piece: BacklogPiece) throws {
        let isStillNext = try indexedThrough() == piece.indexedThrough
        let documents = try piece.documents.compactMap { document in
            // Another process may have indexed it meanwhile, or its feed may have edited it.
            let isWanted = try document.id > piece.indexedThrough ? isStillNext : needsReindexing(document.id)
            guard isWanted else { return nil as SearchDocument? }
            return try hasFingerprint(document) ? document : try SearchDocument(document.id, in: self)
        }
        // The index stores rows in ascending order as one segment, and begins a new segment whenever a row is lower.
        for document in documents.sorted(by: { $0.place < $1.place }) {
            try run("INSERT INTO search (rowid, title, body, author, feed) VALUES (?, ?, ?, ?, ?)", document.arguments)
        }
        let ids = piece.documents.map(\.id)
        try run("DELETE FROM reindex WHERE article IN (SELECT value FROM json_each(?))", [ids.jsonArray])
        if isStillNext, let last = ids.max() {
            try run("UPDATE searchProgress SET indexedThrough = max(indexedThrough, ?)", [last])
        }
        if !documents.isEmpty { try countSearchChange() }
    }

    /// Returns a number that changes whenever the index changes.
    func searchVersion() throws -> Int64 {
        try first("SELECT version FROM searchProgress") { $0[0] } ?? 0
    }

    private func countSearchChange() throws {
        try run("UPDATE searchProgress SET version = version + 1")
    }

    private func needsReindexing(_ id: Int64) throws -> Bool {
        try hasRow("SELECT 1 FROM reindex WHERE article = ?", [id])
    }

    private func hasFingerprint(_ document: SearchDocument) throws -> Bool {
        try first("SELECT fingerprint FROM article WHERE id = ?", [document.id]) { $0[0] } == document.fingerprint
    }

    fileprivate func indexedThrough() throws -> Int64 {
        try first("SELECT indexedThrough FROM searchProgress") { $0[0] } ?? 0
    }
}

/// Bytes of text indexed in one transaction (default 1 MB): about 25 milliseconds, for which a mark may have to wait.
///
/// Each transaction adds a segment to the index, and segments are merged. In pieces of 256 KB, 100,000 articles took
/// half as long again, and the longest transaction, with a merge of many segments, took 100 ms instead of 50.
private let textAtOnce = 1 << 20

/// The next articles to index, as read from one snapshot of the library.
struct BacklogPiece {
    /// The last new article that the index held then.
    let indexedThrough: Int64
    private(set) var documents: [SearchDocument] = []
    /// In bytes of text.
    private(set) var size = 0

    init(after indexedThrough: Int64) {
        self.indexedThrough = indexedThrough
    }

    /// The last of its articles that are new; nil if all of them are to be indexed again.
    var lastNew: Int64? {
        documents.lazy.map(\.id).filter { $0 > indexedThrough }.max()
    }

    /// Adds articles until there are `limit` of them, or enough text.
    mutating func append(
        _ limit: Int, _ condition: String, _ arguments: StatementArguments, in database: Database
    ) throws {
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: "\(SearchDocument.rows) WHERE \(condition)"), arguments: arguments)
        while documents.count < limit, size < textAtOnce, let row = try rows.next() {
            let document = SearchDocument(row: row)
            documents.append(document)
            size += document.size
        }
    }
}

/// An article in the form that the full-text index stores.
struct SearchDocument {
    let id: Int64
    let fingerprint: Int64
    let place: Place
    private let title: String
    private let body: String
    private let author: String
    private let feed: String

    /// Maximum length of an article's indexed text, in bytes; no search needs more.
    private static let bodyLimit = 512 << 10
    private static let lineLimit = 4 << 10

    /// An article whose text is lost has at least its title, and does not stay in the backlog.
    static let rows = """
        SELECT id, fingerprint, place, subscription, article.title, content.title, authors, summary, text, html
        FROM article LEFT JOIN content ON article = id
        """

    init?(_ id: Int64, in database: Database) throws {
        guard let stored = try database.first("\(Self.rows) WHERE id = ?", [id], SearchDocument.init) else {
            return nil
        }
        self = stored
    }

    init(row: Row) {
        id = row[0]
        fingerprint = row[1]
        place = Place(rawValue: row[2])
        title = SearchText.indexed(((row[5] ?? row[4]) as String).prefix(bytes: Self.lineLimit))
        body = SearchText.indexed(Self.body(html: row[9], text: row[8], summary: row[7]))
        author = SearchText.indexed(
            Records.authors(row[6]).compactMap(\.name).joined(separator: " ; ").prefix(bytes: Self.lineLimit))
        feed = SearchExpression.feedWords(row[3])
    }

    var arguments: StatementArguments {
        [place.rawValue, title, body, author, feed]
    }

    var size: Int {
        title.utf8.count + body.utf8.count + author.utf8.count
    }

    private static func body(html: String?, text: String?, summary: String?) -> String {
        if let text { return text.prefix(bytes: bodyLimit) }
        return (html ?? summary).map { PlainText.words(html: $0, limit: bodyLimit) } ?? ""
    }
}
