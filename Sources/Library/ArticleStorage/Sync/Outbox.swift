import Basics
package import FeedModel
import GRDB

extension ArticleStore {
    /// Returns the number of the newest mark of any account that can be sent; nil if none waits.
    package func lastOutgoingMark() throws(ArticleStoreError) -> Int64? {
        try read {
            try $0.first(
                """
                SELECT sequence FROM outbox JOIN remoteArticle USING (article) WHERE \(ServedArticles.condition)
                ORDER BY sequence DESC LIMIT 1
                """
            ) { $0[0] }
        }
    }

    /// Returns the oldest marks that wait for an account's server, on articles that the server knows.
    package func outgoingMarks(for id: AccountID, limit: Int) throws(ArticleStoreError) -> [OutgoingMark] {
        try read {
            try $0.all(
                """
                SELECT sequence, remoteID, field, value FROM outbox JOIN remoteArticle USING (article)
                WHERE account = ? AND \(ServedArticles.condition) ORDER BY sequence LIMIT ?
                """,
                [id.rawValue, limit]
            ) { OutgoingMark(sequence: $0[0], id: $0[1], mark: Mark(field: $0[2], value: $0[3])) }
        }
    }

    /// Removes marks that were sent to an account's server from the outbox, by their numbers, so that later marks stay.
    ///
    /// - Parameter kept: the marks that the server keeps; their tags are its labels now.
    package func removeOutgoing(
        _ marks: [OutgoingMark], of account: AccountID, kept: [OutgoingMark] = []
    ) throws(ArticleStoreError) {
        try write { database in
            try database.run(
                "DELETE FROM outbox WHERE sequence IN (SELECT value FROM json_each(?))",
                [marks.map(\.sequence).jsonArray])
            for mark in kept {
                guard case .tagged(let name, let isAdded) = mark.mark else { continue }
                try database.noteServerTag(name, isAdded: isAdded, of: mark.id, on: account)
            }
        }
    }
}

extension Database {
    /// Enqueues marks in the outbox, in the transaction that made them. A later mark of one field replaces an earlier
    /// one. Articles of local feeds have no server to send them to.
    func enqueue(_ mark: Mark, of ids: [ArticleID]) throws {
        guard !ids.isEmpty else { return }
        // Only these servers keep tags that a client makes.
        let isTag = if case .tagged = mark { true } else { false }
        let servers = isTag ? "JOIN account ON account.id = account AND kind IN ('greader', 'ttrss', 'since')" : ""
        try run(
            """
            INSERT OR REPLACE INTO outbox (article, field, value)
            SELECT article, ?, ? FROM json_each(?) JOIN remoteArticle ON article = json_each.value \(servers)
            """,
            [mark.field, mark.value, ids.jsonArray])
    }
}

extension Mark {
    /// Its name in the outbox.
    var field: String {
        switch self {
        case .read: "read"
        case .starred: "starred"
        case .tagged(let name, _): Self.tagPrefix + name
        }
    }

    private static let tagPrefix = "tag:"

    fileprivate init(field: String, value: Bool) {
        if field.hasPrefix(Self.tagPrefix) {
            self = .tagged(String(field.dropFirst(Self.tagPrefix.count)), value)
        } else {
            self = field == "read" ? .read(value) : .starred(value)
        }
    }
}
