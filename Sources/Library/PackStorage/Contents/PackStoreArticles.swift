package import FeedModel
package import FoundationEssentials
import GRDB
import Glibc
import HTTPCache
import SQLiteAccess

extension PackStore {
    /// The time after which an unavailable address is tried again, in seconds (7 days).
    private static let secondTry = 7 * 86_400.0
    /// Maximum number of enclosures that are remembered as removed with their articles: the newest 1,000.
    static let rememberedRemovals = 1_000
    /// Subtracted from the position that a person chose, so that it precedes the position of every article.
    fileprivate static let chosenPositionOffset = 1_000_000_000

    /// Adds articles to a journey. Articles that the pack store knows already stay unchanged.
    package func add(_ articles: some Collection<PackedArticle>, to journey: Int64) throws(PackStoreError) {
        try forgetDeletedFiles(of: articles)
        try write { database in
            for article in articles {
                try database.add(article, to: journey)
                try database.forgetFailedNeeds(of: article)
                for need in article.needs { try database.add(need, of: article) }
                // A page is wanted again if the library has lost it, or has it for another article only.
                if article.page == .none {
                    try database.setPage(of: article.id, .wanted, from: [.packed, .unproven])
                }
            }
        }
    }

    /// Removes the enclosures requested by hand whose files the person has deleted or moved, so that they come back.
    private func forgetDeletedFiles(of articles: some Collection<PackedArticle>) throws(PackStoreError) {
        let needs = articles.filter(\.isByHand).flatMap(\.needs).filter { $0.stage == .enclosure }
        guard !needs.isEmpty else { return }
        for enclosure in try knownEnclosures() where enclosure.state == .stored {
            guard needs.contains(where: { $0.url == enclosure.url }), !hasFile(enclosure.file) else { continue }
            _ = try removeEnclosure(enclosure.id)
        }
    }

    /// Queues again the addresses that servers refused before this journey, and those found unavailable long ago.
    package func renewRefused(in journey: Int64, at now: Date) throws(PackStoreError) {
        try write {
            try $0.execute(
                sql: """
                    UPDATE address SET state = \(AddressState.wanted.rawValue), note = NULL
                    WHERE (state = \(AddressState.refused.rawValue)
                        OR (state = \(AddressState.unavailable.rawValue) AND changed < ?)) AND id IN (
                        SELECT address FROM need JOIN article ON article.id = need.article WHERE journey = ?)
                    """,
                arguments: [now.timeIntervalSince1970 - Self.secondTry, journey])
        }
    }

    /// Returns the addresses that a journey still has to fetch, and the enclosures of all journeys, except paused
    /// ones.
    package func wanted(in journey: Int64) throws(PackStoreError) -> [WantedAddress] {
        let enclosure = PackingStage.enclosure.rawValue
        return try read {
            try $0.wanted("(article.journey = ? OR stage = \(enclosure)) AND address.isPaused = 0", [journey])
        }
    }

    /// True if a packed article needs the object at this address.
    package func isNeeded(_ address: AddressID) throws(PackStoreError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database.cachedStatement(sql: "SELECT 1 FROM need WHERE address = ?"), arguments: [address.rawValue])
                != nil
        }
    }

    /// Returns the stored pages that are unproven (perhaps a hotspot's), the oldest first.
    package func unprovenPages() throws(PackStoreError) -> [WantedAddress] {
        try read { try $0.addresses(.unproven, "stage = \(PackingStage.page.rawValue)", [], orderedBy: "changed") }
    }

    /// Returns all articles in the pack store, packed completely or not.
    package func known() throws(PackStoreError) -> Set<ArticleID> {
        try read { Set(try Int64.fetchAll($0, sql: "SELECT id FROM article").map(ArticleID.init)) }
    }

    /// Returns the addresses that no journey requests now: those whose contents are stored, removed or paused
    /// enclosures, and those found unavailable a short time ago.
    package func unrequestedAddresses(at now: Date) throws(PackStoreError) -> Set<String> {
        let (removed, unavailable) = (AddressState.removed.rawValue, AddressState.unavailable.rawValue)
        return try read {
            Set(
                try String.fetchAll(
                    $0,
                    sql: """
                        SELECT url FROM address
                        WHERE state IN \(AddressState.stored) OR state = \(removed) OR isPaused = 1
                            OR (state = \(unavailable) AND changed >= ?)
                        """,
                    arguments: [now.timeIntervalSince1970 - Self.secondTry]))
        }
    }

    package func articles(of journey: Int64) throws(PackStoreError) -> [ArticleID] {
        try read {
            try Int64.fetchAll($0, sql: "SELECT id FROM article WHERE journey = ?", arguments: [journey])
                .map(ArticleID.init)
        }
    }

    /// Returns how far each packed article is packed, computed from the stored contents, so that no mark exists without
    /// them.
    package func marks() throws(PackStoreError) -> [ArticleID: PackState] {
        try read { database in
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT article.id, EXISTS (
                            SELECT 1 FROM need CROSS JOIN address ON address.id = need.address
                            WHERE need.article = article.id AND stage < \(PackingStage.enclosure.rawValue)
                                AND state IN \(AddressState.incomplete))
                        FROM article
                        """))
            var marks: [ArticleID: PackState] = [:]
            while let row = try rows.next() { marks[ArticleID(rawValue: row[0])] = row[1] ? .partly : .packed }
            return marks
        }
    }

    /// Returns the articles that are packed.
    package func packedArticles() throws(PackStoreError) -> Set<ArticleID> {
        Set(try marks().filter { $0.value == .packed }.keys)
    }

    /// Removes articles and everything that only they needed. Their stored enclosures count as removed by hand.
    ///
    /// - Returns: the number of articles.
    @discardableResult
    package func remove(_ articles: some Collection<ArticleID>) throws(PackStoreError) -> Int {
        do throws(PackStoreError) {
            return try removeRecorded(articles)
        } catch {
            // The record of the removal takes room on the disk, too.
            guard error == .full, try deleteFiles(neededOnlyBy: articles) else { throw error }
            return try writable().removeRecorded(articles)
        }
    }

    private func removeRecorded(_ articles: some Collection<ArticleID>) throws(PackStoreError) -> Int {
        let (count, files) = try write { database -> (Int, [String]) in
            for id in articles {
                try database.execute(sql: "DELETE FROM article WHERE id = ?", arguments: [id.rawValue])
            }
            return (articles.count, try database.dropUnneeded(remembersEnclosures: true))
        }
        files.forEach(removeEnclosureFile)
        try removeUnneededContents()
        try vacuum()
        return count
    }

    /// Forgets all articles, since their numbers mean other articles in a new library. Stored contents stay for the
    /// next journeys.
    package func forgetArticles() throws(PackStoreError) {
        try write { try $0.execute(sql: "DELETE FROM article") }
    }

    /// Removes the files of contents that no address uses.
    package func removeUnneededContents() throws(PackStoreError) {
        // Uses a transaction, so that no other process stores an address for such a file meanwhile.
        try write { database in
            let digests = try Data.fetchSet(database, sql: "SELECT digest FROM address WHERE digest IS NOT NULL")
            contents.removeAll(except: Set(digests.compactMap { BodyDigest(stored: $0)?.description }))
        }
    }

    /// Returns free pages to the file system.
    func vacuum() throws(PackStoreError) {
        do {
            try self.database.writeWithoutTransaction { database in
                // Each step of this statement frees one page.
                let statement = try database.makeStatement(sql: "PRAGMA incremental_vacuum")
                let rows = try Row.fetchCursor(statement)
                while try rows.next() != nil {}
                _ = try? database.checkpoint(.truncate)
            }
        } catch {
            throw PackStoreError(error)
        }
    }
}

extension Database {
    fileprivate func add(_ article: PackedArticle, to journey: Int64) throws {
        try cachedStatement(
            sql: """
                INSERT INTO article (id, turn, journey, isByHand, isStarred, date) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET turn = excluded.turn, journey = excluded.journey,
                    isByHand = max(isByHand, excluded.isByHand), isStarred = excluded.isStarred, date = excluded.date
                """
        ).execute(arguments: [
            article.id.rawValue, article.position, journey, article.isByHand, article.isStarred,
            article.date.timeIntervalSince1970,
        ])
        if article.page == .proven { try setPage(of: article.id, .packed, from: [.wanted]) }
    }

    /// Removes the needs that failed and that the article no longer has: its feed may have corrected the address of a
    /// picture, or the person may no longer want its page. Without this the article would never be complete.
    fileprivate func forgetFailedNeeds(of article: PackedArticle) throws {
        let failed = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT address.id, url FROM need CROSS JOIN address ON address.id = need.address
                    WHERE need.article = ? AND stage < \(PackingStage.enclosure.rawValue)
                        AND (state = \(AddressState.refused.rawValue)
                            OR state = \(AddressState.wanted.rawValue) AND note IS NOT NULL)
                    """),
            arguments: [article.id.rawValue])
        for row in failed where !article.needs.contains(where: { $0.url == row[1] as String }) {
            try execute(
                sql: "DELETE FROM need WHERE article = ? AND address = ?",
                arguments: [article.id.rawValue, row[0] as Int64])
        }
    }

    fileprivate func setPage(of article: ArticleID, _ state: AddressState, from old: [AddressState]) throws {
        for old in old {
            try cachedStatement(
                sql: """
                    UPDATE address SET state = ?1 WHERE state = ?2 AND id IN (
                        SELECT address FROM need WHERE article = ?3 AND stage = \(PackingStage.page.rawValue))
                    """
            ).execute(arguments: [state.rawValue, old.rawValue, article.rawValue])
        }
    }

    fileprivate func add(_ need: PackedNeed, of article: PackedArticle) throws {
        let isStored = need.stage == .page && article.page == .proven
        if need.stage != .page { try forgetPage(of: article.id, at: need.url) }
        if need.stage == .enclosure {
            try renameEnclosure(of: article.id, to: need.url, among: article.needs.map(\.url))
        }
        try cachedStatement(
            sql:
                "INSERT INTO address (url, state, file, title, size) VALUES (?, ?, ?, ?, ?) ON CONFLICT (url) DO NOTHING"
        ).execute(arguments: [
            need.url, isStored ? AddressState.packed.rawValue : AddressState.wanted.rawValue, need.file, need.title,
            need.size,
        ])
        if article.isByHand, need.stage == .enclosure {
            try cachedStatement(
                sql: """
                    UPDATE address SET state = \(AddressState.wanted.rawValue), file = ?
                    WHERE url = ? AND state = \(AddressState.removed.rawValue)
                    """
            ).execute(arguments: [need.file, need.url])
        }
        try addNeed(of: article.id, need)
    }

    /// Forgets a missing page that is an enclosure or a picture: earlier versions took an article's link to its enclosure
    /// or its picture for a page.
    private func forgetPage(of article: ArticleID, at url: String) throws {
        try cachedStatement(
            sql: """
                DELETE FROM address WHERE url = ?1 AND file IS NULL AND state <> \(AddressState.packed.rawValue)
                    AND NOT EXISTS (
                        SELECT 1 FROM need WHERE need.address = address.id
                            AND (article <> ?2 OR stage <> \(PackingStage.page.rawValue)))
                """
        ).execute(arguments: [url, article.rawValue])
    }

    private func addNeed(of article: ArticleID, _ need: PackedNeed) throws {
        try cachedStatement(
            sql: """
                INSERT INTO need (article, address, stage)
                SELECT article.id, address.id, ? FROM article JOIN address ON url = ? WHERE article.id = ?
                ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [need.stage.rawValue, need.url, article.rawValue])
    }

    func wanted(_ condition: String, _ arguments: StatementArguments) throws -> [WantedAddress] {
        try addresses(.wanted, condition, arguments, orderedBy: "address.id")
    }

    fileprivate func addresses(
        _ state: AddressState, _ condition: String, _ arguments: StatementArguments, orderedBy order: String
    ) throws -> [WantedAddress] {
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT address.id, url, min(stage), coalesce(place - \(PackStore.chosenPositionOffset), min(turn)),
                        group_concat(article.id), note IS NOT NULL
                    FROM address JOIN need ON need.address = address.id JOIN article ON article.id = need.article
                    WHERE state = \(state.rawValue) AND \(condition) GROUP BY address.id ORDER BY \(order)
                    """),
            arguments: arguments)
        var addresses: [WantedAddress] = []
        while let row = try rows.next() {
            let articles = (row[4] as String).split(separator: ",").compactMap { Int64($0).map(ArticleID.init) }
            addresses.append(
                WantedAddress(
                    id: AddressID(rawValue: row[0]), url: row[1],
                    stage: PackingStage(rawValue: row[2]) ?? .otherPicture,
                    position: row[3], articles: articles, hasFailed: row[5]))
        }
        return addresses
    }

    /// Removes addresses that no article needs; returns the files of the removed enclosures. `removeUnneededContents`
    /// and `removeOldParts` remove their contents and parts later.
    ///
    /// - Parameter remembersEnclosures: true if the person removed the articles: only a request by hand then fetches
    ///   their stored enclosures again.
    func dropUnneeded(remembersEnclosures: Bool = false) throws -> [String] {
        let isUnneeded = "NOT EXISTS (SELECT 1 FROM need WHERE need.address = address.id)"
        let (packed, removed) = (AddressState.packed.rawValue, AddressState.removed.rawValue)
        let storedEnclosures = "\(isUnneeded) AND file IS NOT NULL AND state = \(packed)"
        let files = try String.fetchAll(self, sql: "SELECT file FROM address WHERE \(storedEnclosures)")
        // An enclosure that never arrived was not removed: the next request of any kind fetches it.
        if remembersEnclosures { try markRemoved(storedEnclosures) }
        try execute(
            sql: """
                DELETE FROM address WHERE \(isUnneeded) AND (state <> \(removed) OR id NOT IN (
                    SELECT id FROM address WHERE state = \(removed) AND \(isUnneeded) ORDER BY id DESC LIMIT ?))
                """,
            arguments: [PackStore.rememberedRemovals])
        return files
    }

    /// Marks enclosures as removed, and forgets their parts and positions.
    func markRemoved(_ condition: String, _ arguments: StatementArguments = []) throws {
        try execute(
            sql: """
                UPDATE address SET state = \(AddressState.removed.rawValue), note = NULL, opened = NULL, isPaused = 0,
                    place = NULL, validator = NULL, boot = NULL, whole = NULL, synced = 0, counted = 0
                WHERE \(condition)
                """,
            arguments: arguments)
    }
}
