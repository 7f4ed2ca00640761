import FeedModel
import GRDB

extension ArticleStore {
    /// How many articles the search does not know yet, 0 when it knows all; a few too many where articles of the backlog have
    /// been removed.
    public func searchBacklog() throws(ArticleStoreError) -> Int {
        try read { try $0.searchBacklog() }
    }

    /// Takes at most `limit` articles of the backlog into the full-text index, fewer where they are long, in one short
    /// transaction; answers how many are left. The backlog is part of the library and so outlives everything the library does.
    @discardableResult
    public func indexPending(limit: Int = 25) throws(ArticleStoreError) -> Int {
        guard try searchBacklog() > 0 else { return 0 }
        return try write { database in
            try database.indexPending(limit: limit)
            return try database.searchBacklog()
        }
    }
}

extension Database {
    /// Takes an article out of the index, ahead of a change of its text: the index holds no text, and has to be told what to
    /// forget. `willReturn`: the new text is to be taken in.
    func forgetInSearch(_ id: Int64, willReturn: Bool) throws {
        guard try id <= indexedThrough(),
            try first("SELECT 1 FROM reindex WHERE article = ?", [id], { _ in true }) == nil,
            let document = try SearchDocument(id, in: self)
        else { return }
        try run(
            "INSERT INTO search (search, rowid, title, body, author, feed) VALUES ('delete', ?, ?, ?, ?, ?)",
            document.arguments)
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

    fileprivate func indexPending(limit: Int) throws {
        let edited = try all("SELECT article FROM reindex LIMIT ?", [limit]) { $0[0] as Int64 }
        let new = try all(
            "SELECT id FROM article WHERE id > ? ORDER BY id LIMIT ?", [indexedThrough(), limit - edited.count]
        ) { $0[0] as Int64 }
        var taken: [Int64] = []
        var documents: [SearchDocument] = []
        var size = 0
        for id in edited + new where size < textAtOnce {
            taken.append(id)
            guard let document = try SearchDocument(id, in: self) else { continue }
            documents.append(document)
            size += document.size
        }
        // The index takes rows in rising order as one piece, and starts a new piece whenever the order falls.
        for document in documents.sorted(by: { $0.place < $1.place }) {
            try run("INSERT INTO search (rowid, title, body, author, feed) VALUES (?, ?, ?, ?, ?)", document.arguments)
        }
        try run("DELETE FROM reindex WHERE article IN (SELECT value FROM json_each(?))", [taken.jsonArray])
        if let last = taken.max() {
            try run("UPDATE searchProgress SET indexedThrough = max(indexedThrough, ?)", [last])
        }
    }

    private func indexedThrough() throws -> Int64 {
        try first("SELECT indexedThrough FROM searchProgress") { $0[0] } ?? 0
    }
}

/// In bytes of text: what can be indexed within some ten milliseconds, for which a mark may have to wait.
private let textAtOnce = 64 << 10

/// An article as the full-text index takes it in.
private struct SearchDocument {
    let place: Place
    private let title: String
    private let body: String
    private let author: String
    private let feed: String

    /// In bytes: no search needs more of one article.
    private static let bodyLimit = 512 << 10
    private static let lineLimit = 4 << 10

    init?(_ id: Int64, in database: Database) throws {
        let stored = try database.first(
            """
            SELECT place, subscription, article.title, content.title, authors, summary, text, html
            FROM article JOIN content ON article = id WHERE id = ?
            """,
            [id]
        ) { row in
            SearchDocument(
                place: Place(rawValue: row[0]),
                title: SearchText.indexed(((row[3] ?? row[2]) as String).limited(to: Self.lineLimit)),
                body: SearchText.indexed(Self.body(html: row[7], text: row[6], summary: row[5])),
                author: SearchText.indexed(
                    Records.authors(row[4]).compactMap(\.name).joined(separator: " ; ").limited(to: Self.lineLimit)),
                feed: SearchExpression.feedWords(row[1]))
        }
        guard let stored else { return nil }
        self = stored
    }

    private init(place: Place, title: String, body: String, author: String, feed: String) {
        self.place = place
        self.title = title
        self.body = body
        self.author = author
        self.feed = feed
    }

    var arguments: StatementArguments {
        [place.rawValue, title, body, author, feed]
    }

    var size: Int {
        title.utf8.count + body.utf8.count + author.utf8.count
    }

    private static func body(html: String?, text: String?, summary: String?) -> String {
        if let text { return text.limited(to: bodyLimit) }
        return (html ?? summary).map { PlainText.from(html: $0, limit: bodyLimit) } ?? ""
    }
}

extension String {
    /// At most `count` bytes of UTF-8, never half a character of it.
    fileprivate func limited(to count: Int) -> String {
        guard utf8.count > count else { return self }
        return String(self[..<utf8.index(startIndex, offsetBy: count)])
    }
}
