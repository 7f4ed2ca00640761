import Basics
package import FeedModel
import GRDB

/// Imports and exports subscription lists. Parts of an imported list that lede does not use are stored beside the
/// feeds and written back on export.
extension ArticleStore {
    /// Subscribes to the feeds of a list, in its order, in one transaction; returns the number of new feeds. Existing
    /// subscriptions and folders stay unchanged. Spellings of one address are one feed (`ComparableAddress`), and so is
    /// the address before a permanent redirect. `preferences` are the settings of new feeds, by address. If several
    /// lists are imported, the head of the last one is kept.
    @discardableResult
    package func add(
        _ list: OPMLDocument, preferences: [String: FeedPreferences] = [:]
    ) throws(ArticleStoreError) -> Int {
        try write { database in
            try database.keep(head: list.head)
            try database.keep(namespaces: list.namespaces)
            let firstPosition = try database.nextListPosition()
            var known = try KnownAddresses(of: database, includesFormer: true)
            var addresses: Set<String> = []
            var added = 0
            let outlines = list.outlines.map(\.nested)
            for (index, outline) in outlines.enumerated() {
                let position = firstPosition.addingSaturating(Int64(index))
                if let feedURL = outline.feedURL {
                    let address = known.spelling(of: feedURL)
                    let feed = try database.add(NewSubscription(outline, feedURL: address), at: position)
                    if feed.isNew {
                        added += 1
                        if let wanted = preferences[feedURL] { try database.setPreferences(wanted, of: feed.id) }
                    }
                    let isFurther = !addresses.insert(address).inserted
                    if isFurther { try database.keep(furtherPlace: outline, of: feed.id, at: position) }
                } else {
                    let next = index + 1 < outlines.count ? outlines[index + 1].folder : []
                    let isEmpty = !next.starts(with: outline.folder + [outline.title])
                    try database.keep(folder: outline, isEmpty: isEmpty, at: position)
                }
            }
            return added
        }
    }

    /// Removes a folder that a list brought and that does not contain a feed, with the empty folders in it.
    ///
    /// - Returns: the data that restores it; nil, without a change, if there is no such folder or a feed is in it.
    @discardableResult
    package func removeEmptyFolder(_ names: [String]) throws(ArticleStoreError) -> RemovedFolders? {
        let path = FolderPath(names)
        let bounds: StatementArguments = [path.text, path.prefixOfContents, path.endOfContents]
        return try write { database in
            let isUsed =
                try database.hasRow(
                    """
                    WITH place AS (
                        SELECT folder FROM subscription WHERE removedAt IS NULL
                        UNION ALL
                        SELECT place.folder FROM furtherPlace AS place JOIN subscription ON id = subscription
                        WHERE removedAt IS NULL)
                    SELECT 1 FROM place WHERE folder = ?1 OR (folder >= ?2 AND folder < ?3)
                    """, bounds)
            guard !isUsed, !path.text.isEmpty else { return nil }
            let removed = try database.all(
                """
                DELETE FROM folder WHERE path = ?1 OR (path >= ?2 AND path < ?3)
                RETURNING path, position, isEmpty, attributes
                """, bounds
            ) { RemovedFolders.Folder(path: $0[0], position: $0[1], isEmpty: $0[2], attributes: $0[3]) }
            return removed.isEmpty ? nil : RemovedFolders(folders: removed)
        }
    }

    /// Undoes `removeEmptyFolder`: puts the folders back at their positions.
    package func restore(_ removed: RemovedFolders) throws(ArticleStoreError) {
        try write { database in
            for folder in removed.folders {
                try database.run(
                    "INSERT OR IGNORE INTO folder (path, position, isEmpty, attributes) VALUES (?, ?, ?, ?)",
                    [folder.path, folder.position, folder.isEmpty, folder.attributes])
            }
        }
    }

    /// Returns all subscriptions in the person's order, with the data of the lists that they were imported from.
    package func subscriptionList() throws(ArticleStoreError) -> OPMLDocument {
        try read { database in
            var list = OPMLDocument(
                head: try database.values(.head), namespaces: try database.values(.namespaces),
                outlines: try database.outlines())
            list.declareSettings()
            return list
        }
    }

    /// Returns the same list with a title, for a file.
    package func exportedList() throws(ArticleStoreError) -> OPMLDocument {
        var list = try subscriptionList()
        if list.title == nil { list.head.insert(OPMLValue(name: "title", value: "lede subscriptions"), at: 0) }
        return list
    }
}

/// Removed folders, with everything that was stored about them.
package struct RemovedFolders: Sendable {
    fileprivate struct Folder: Sendable {
        var path: String
        var position: Int64
        var isEmpty: Bool
        var attributes: String?
    }

    fileprivate let folders: [Folder]
}

extension NewSubscription {
    /// Converts an outline of a list.
    package init(_ outline: OPMLOutline, feedURL: String) {
        let name = Self.name(in: outline, feedURL)
        self.init(
            feedURL: feedURL, customTitle: name, folder: outline.nested.folder, homePageURL: outline.homePageURL,
            attributes: outline.attributes)
        // Kept even if `text` is equal, as the person may rename the feed.
        let isTitled = attributes.contains { $0.name == "title" }
        if !isTitled, let name { attributes.append(OPMLValue(name: "title", value: name)) }
    }

    /// Returns the name in an outline. OPML requires `text`: for a feed without a name, programs write the address
    /// there, which would hide the title that the feed gives itself.
    private static func name(in outline: OPMLOutline, _ feedURL: String) -> String? {
        let title = ComparableAddress.of(outline.title)
        let addresses = [feedURL, ShownAddress.of(feedURL)].map(ComparableAddress.of)
        return title.isEmpty || addresses.contains(title) ? nil : outline.title
    }
}

/// The parts of a list before its first outline; each is stored as a setting.
private enum ListPart: String {
    case head = "list.head"
    case namespaces = "list.namespaces"
}

// MARK: - Import

extension Database {
    fileprivate func keep(head: [OPMLValue]) throws {
        if !head.isEmpty { try set(.head, to: head) }
    }

    /// If two namespaces share a prefix, the older one is kept: stored attributes depend on it.
    func keep(namespaces: [OPMLValue]) throws {
        let known = try values(.namespaces)
        let names = Set(known.map(\.name))
        let new = namespaces.filter { !names.contains($0.name) }
        if !new.isEmpty { try set(.namespaces, to: known + new) }
    }

    private func set(_ part: ListPart, to values: [OPMLValue]) throws {
        try setSetting(Records.encode(values), for: part.rawValue)
    }

    fileprivate func values(_ part: ListPart) throws -> [OPMLValue] {
        Records.values(try setting(part.rawValue))
    }

    fileprivate func keep(folder outline: OPMLOutline, isEmpty: Bool, at position: Int64) throws {
        let path = FolderPath(outline.folder + [outline.title])
        guard !path.text.isEmpty else { return }
        try run(
            "INSERT OR IGNORE INTO folder (path, position, isEmpty, attributes) VALUES (?, ?, ?, ?)",
            [path.text, position, isEmpty, Records.encode(outline.attributes)])
    }

    /// Stores a further folder of a feed. A feed that a list names in several folders is in the first; the others are
    /// kept for export.
    fileprivate func keep(furtherPlace outline: OPMLOutline, of id: SubscriptionID, at position: Int64) throws {
        try run(
            """
            INSERT OR IGNORE INTO furtherPlace (subscription, folder, position, title, homePageURL, attributes)
            SELECT id, ?2, ?3, ?4, ?5, ?6 FROM subscription WHERE id = ?1 AND folder <> ?2
            """,
            [
                id.rawValue, FolderPath(outline.folder).text, position, outline.title, outline.homePageURL,
                Records.encode(outline.attributes),
            ])
    }

    /// Returns the position after all feeds, folders and further places, which share one order. Reads whole tables: a
    /// caller that adds many calls it once.
    func nextListPosition() throws -> Int64 {
        // The cast keeps a sum that overflows within bounds.
        try first(
            """
            SELECT CAST(1 + max(
                (SELECT coalesce(max(position), 0) FROM subscription),
                (SELECT coalesce(max(position), 0) FROM folder),
                (SELECT coalesce(max(position), 0) FROM furtherPlace)) AS INTEGER)
            """
        ) { $0[0] as Int64 } ?? 1
    }

    /// Moves folders along with their contents, see `ArticleStore.moveFolder`. An existing folder at the new path
    /// stays.
    func moveFolders(_ old: FolderPath, to new: FolderPath) throws {
        let moved = try all(
            "SELECT path, attributes FROM folder WHERE path = ? OR (path >= ? AND path < ?)",
            [old.text, old.prefixOfContents, old.endOfContents]
        ) { (path: FolderPath(text: $0[0]), attributes: Records.values($0[1])) }
        for (path, attributes) in moved {
            let isRenamed = path == old && old.names.last != new.names.last
            let kept = isRenamed ? attributes.filter { $0.name != "title" } : attributes
            try run(
                "UPDATE OR IGNORE folder SET path = ?, attributes = ? WHERE path = ?",
                [path.moved(from: old, to: new).text, Records.encode(kept), path.text])
        }
        let places = try all(
            "SELECT DISTINCT folder FROM furtherPlace WHERE folder = ? OR (folder >= ? AND folder < ?)",
            [old.text, old.prefixOfContents, old.endOfContents]
        ) { FolderPath(text: $0[0]) }
        for path in places {
            try run(
                "UPDATE OR REPLACE furtherPlace SET folder = ? WHERE folder = ?",
                [path.moved(from: old, to: new).text, path.text])
        }
    }
}

// MARK: - Export

extension Database {
    func emptyFolders() throws -> [[String]] {
        try all("SELECT path FROM folder WHERE isEmpty = 1 ORDER BY position") { FolderPath(text: $0[0]).names }
    }

    fileprivate func outlines() throws -> [OPMLOutline] {
        var tree = OutlineTree()
        let folders = try all("SELECT path, position, attributes, isEmpty FROM folder ORDER BY position") { row in
            tree.addKnownFolder(FolderPath(text: row[0]), position: row[1], attributes: Records.values(row[2]))
            return (path: FolderPath(text: row[0]), isEmpty: row[3] as Bool)
        }
        try addFeeds(to: &tree)
        // A folder that has lost all its feeds is dropped; a folder that never had any feeds is written as it was
        // imported.
        for folder in folders where folder.isEmpty { tree.open(folder.path.names) }
        return tree.outlines
    }

    /// Returns an SQL expression: the address of a feed, without the fragment that distinguishes an account's feed from
    /// another subscription to it. Other programs and servers would take that for another feed.
    ///
    /// - Parameter feed: the name of the table of subscriptions in the statement.
    private func plainAddress(of feed: String) -> String {
        """
        coalesce(
            (SELECT substr(\(feed).feedURL, 1, length(\(feed).feedURL) - length('#' || account)) FROM remoteFeed
            WHERE remoteFeed.subscription = \(feed).id
                AND substr(\(feed).feedURL, -length('#' || account)) = '#' || account),
            \(feed).feedURL)
        """
    }

    /// Adds the feeds and their further places, by position.
    private func addFeeds(to tree: inout OutlineTree) throws {
        _ = try all(
            """
            SELECT position, folder, coalesce(customTitle, feedTitle, \(plainAddress(of: "subscription"))),
                \(plainAddress(of: "subscription")), homePageURL, attributes, preferences, 0
            FROM subscription WHERE removedAt IS NULL AND feedURL <> ?
            UNION ALL
            SELECT place.position, place.folder, place.title, \(plainAddress(of: "feed")), place.homePageURL,
                place.attributes, preferences, 1
            FROM furtherPlace AS place JOIN subscription AS feed ON feed.id = place.subscription
            WHERE removedAt IS NULL AND place.folder <> feed.folder
            ORDER BY 1
            """,
            [SavedFeed.address]
        ) { row in
            let name: String = row[2]
            var outline = OPMLOutline(
                title: name, feedURL: row[3], homePageURL: row[4], folder: FolderPath(text: row[1]).names,
                attributes: Records.values(row[5]).filter { $0 != OPMLValue(name: "title", value: name) })
            let preferences = FeedPreferences(json: row[6])
            outline.removeSettings(missingIn: preferences)
            let isFurtherPlace: Bool = row[7]
            if !isFurtherPlace { outline.addSettings(of: preferences) }
            if !isFurtherPlace, let tags = preferences.tags { outline.tags = tags }
            tree.add(outline, at: row[0])
        }
    }
}
