import FeedModel
import GRDB

/// Matches the items of a feed's first document after an import with the imported articles.
extension Database {
    func awaitsFirstDocument(_ subscription: SubscriptionID) throws -> Bool {
        try hasRow(
            "SELECT 1 FROM movedFeed WHERE subscription = ? AND isSettled = 0", [subscription.rawValue])
    }

    /// Gives imported articles the ids of the document: matches them by guid, else by link and date, else by title.
    ///
    /// - Returns: the marks of items that the other reader kept under another feed, by the items' ids.
    func adoptMoved(_ articles: [IncomingArticle], of subscription: SubscriptionID) throws -> [String: MovedMarks] {
        let unknown = try articles.map(\.item).filter { try !hasArticle(guid: $0.id, in: subscription) }
        guard !unknown.isEmpty else { return [:] }
        var free = ImportCandidates(
            try knownArticles(of: subscription, onlyMoved: true), except: articles.map(\.item.id))
        var marks: [String: MovedMarks] = [:]
        for item in unknown {
            if let id = try free.removeMatch(for: item, in: self, of: subscription) {
                try setGuid(item.id, of: id)
            } else if let elsewhere = try sharedMarks(of: item, besides: subscription) {
                marks[item.id] = elsewhere
            }
        }
        return marks
    }

    /// Called after the document is stored. Once no feed waits for its first document, removes the data for matching.
    func recordFirstDocument(of subscription: SubscriptionID) throws {
        try run("UPDATE movedFeed SET isSettled = 1 WHERE subscription = ?", [subscription.rawValue])
        try run("DELETE FROM movedMark WHERE NOT EXISTS (SELECT 1 FROM movedFeed WHERE isSettled = 0)")
    }

    /// Returns marks kept for the item's guid under another feed; see `SharedGuid` for guids that prove nothing.
    private func sharedMarks(of item: ParsedItem, besides subscription: SubscriptionID) throws -> MovedMarks? {
        for guid in item.movedGUIDs {
            // Marks that the person has changed since take precedence.
            let marks = try first(
                """
                SELECT coalesce(article.isRead, mark.isRead), coalesce(article.isStarred, mark.isStarred), isDeleted
                FROM movedMark AS mark LEFT JOIN article ON article.id = mark.article
                WHERE mark.guid = ? AND mark.subscription <> ? AND isShared
                    AND (\(SharedGuid.isProof)
                        OR EXISTS (SELECT 1 FROM content WHERE content.article = mark.article AND url = ?))
                """,
                [guid, subscription.rawValue, item.url]
            ) { MovedMarks(isRead: $0[0], isStarred: $0[1], isDeleted: $0[2]) }
            if let marks { return marks }
        }
        return nil
    }

    fileprivate func movedArticle(guid: String, of subscription: SubscriptionID) throws -> Int64? {
        try first(
            "SELECT article FROM movedMark WHERE guid = ? AND subscription = ? AND article IS NOT NULL",
            [guid, subscription.rawValue]
        ) { $0[0] }
    }
}

/// Imported articles whose id no item of the document has.
private struct ImportCandidates {
    private let known: KnownArticles
    private var free: Set<Int64>

    init(_ known: KnownArticles, except ids: [String]) {
        self.known = known
        free = Set(known.entries.map(\.id))
        for id in ids {
            if let entry = known.entry(guid: id) { free.remove(entry.id) }
        }
    }

    mutating func removeMatch(
        for item: ParsedItem, in database: Database, of subscription: SubscriptionID
    ) throws -> Int64? {
        for guid in item.movedGUIDs {
            guard let id = try database.movedArticle(guid: guid, of: subscription) else { continue }
            // Among several items that share a guid, the other reader kept only the item with its link.
            let sharesGuid = guid != item.id
            if !sharesGuid || known.entries.contains(where: { $0.id == id && $0.url == item.url }),
                free.remove(id) != nil
            {
                return id
            }
        }
        let match =
            known.entry(link: item.url, dates: item.dates, title: item.title, isKnownByLink: item.url == item.id)
            ?? known.entry(title: item.title, dates: item.dates)
        return match.flatMap { free.remove($0.id) }
    }
}

extension ParsedItem {
    /// The guids under which another reader may have stored it: its own, and for one of several items that share a
    /// guid (`guid#link`, see `UniqueIdentifiers`) the guid in the document.
    fileprivate var movedGUIDs: [String] {
        guard let url, id.hasSuffix("#\(url)") else { return [id] }
        return [id, String(id.dropLast(url.count + 1))]
    }
}
