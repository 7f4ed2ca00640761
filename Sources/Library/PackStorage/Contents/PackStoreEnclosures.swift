import Basics
package import FeedModel
import GRDB
import Glibc

package import struct FoundationEssentials.Date

/// An enclosure in the queue, or a stored one.
package struct QueuedEnclosure: Equatable, Sendable {
    package var id: AddressID
    package var url: String
    package var title: String
    /// The file's path below the folder of enclosures.
    package var file: String
    package var state: State
    /// The number of bytes stored, and the total if it is known.
    package var received: Int64
    package var size: Int64?

    package enum State: Equatable, Sendable {
        case waiting, paused, stored
        case missing(String)
    }
}

extension PackStore {
    /// Returns the enclosures in the order of fetching; stored ones last, except those whose files are missing.
    package func enclosures() throws(PackStoreError) -> [QueuedEnclosure] {
        try knownEnclosures().filter { $0.state != .stored || hasFile($0.file) }
    }

    /// Returns the enclosures with the stored ones whose files are missing.
    func knownEnclosures() throws(PackStoreError) -> [QueuedEnclosure] {
        let found = try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT address.id, url, title, file, state, isPaused, size, note FROM address
                    JOIN need ON need.address = address.id JOIN article ON article.id = need.article
                    WHERE stage = \(PackingStage.enclosure.rawValue) AND state <> \(AddressState.removed.rawValue)
                    GROUP BY address.id
                    ORDER BY state, note IS NOT NULL, place IS NULL, place, min(turn), address.id
                    """
            ).map { row in
                QueuedEnclosure(
                    id: AddressID(rawValue: row[0]), url: row[1], title: row[2] ?? row[1], file: row[3] ?? "",
                    state: Self.state(row[4], isPaused: row[5], note: row[7]), received: 0, size: row[6])
            }
        }
        return found.map { enclosure in
            var enclosure = enclosure
            enclosure.received =
                enclosure.state == .stored ? enclosure.size ?? 0 : parts.length(of: enclosure.id)
            // Many feeds name a wrong length, such as 0 or the playing time.
            if let size = enclosure.size, size < max(1, enclosure.received) { enclosure.size = nil }
            return enclosure
        }
    }

    private static func state(_ number: Int, isPaused: Bool, note: String?) -> QueuedEnclosure.State {
        switch AddressState(rawValue: number) {
        case .packed: .stored
        case .unavailable, .refused: .missing(note ?? "unavailable")
        case .wanted, .removed, .unproven, nil: isPaused ? .paused : .waiting
        }
    }

    /// Pauses an enclosure, or resumes it; a missing enclosure is tried again. Returns false if there is no such
    /// enclosure.
    package func pause(_ id: AddressID, _ isPaused: Bool) throws(PackStoreError) -> Bool {
        let missing = "state IN \(AddressState.missing)"
        return try write { database in
            try database.execute(
                sql: """
                    UPDATE address SET isPaused = ?1,
                        state = iif(?1 OR NOT \(missing), state, \(AddressState.wanted.rawValue)),
                        note = iif(?1 OR NOT \(missing), note, NULL)
                    WHERE id = ?2 AND file IS NOT NULL AND state <> \(AddressState.removed.rawValue)
                    """,
                arguments: [isPaused, id.rawValue])
            return database.changesCount > 0
        }
    }

    /// True if the enclosure is still to be fetched and neither paused nor removed.
    package func isWanted(_ id: AddressID) throws(PackStoreError) -> Bool {
        try read {
            try Bool.fetchOne(
                $0.cachedStatement(
                    sql: "SELECT isPaused = 0 AND state = \(AddressState.wanted.rawValue) FROM address WHERE id = ?"),
                arguments: [id.rawValue]) ?? false
        }
    }

    /// Removes an enclosure from the queue, with its part or its file. The pack store remembers it: a feed whose
    /// enclosures are packed in every run would bring it back with the next one.
    package func removeEnclosure(_ id: AddressID) throws(PackStoreError) -> Bool {
        let file = try write { database -> String?? in
            guard
                let row = try Row.fetchOne(
                    database,
                    sql: """
                        SELECT file, state FROM address
                        WHERE id = ? AND file IS NOT NULL AND state <> \(AddressState.removed.rawValue)
                        """,
                    arguments: [id.rawValue])
            else { return nil }
            try database.markRemoved("id = ?", [id.rawValue])
            return .some(row[1] == AddressState.packed.rawValue ? row[0] : nil)
        }
        guard let file else { return false }
        parts.remove(id)
        file.map(removeEnclosureFile)
        return true
    }

    /// Moves a complete part to the folder of enclosures. Returns its path; nil if the person has removed it meanwhile.
    @discardableResult
    package func storeEnclosure(
        _ id: AddressID, length: Int64, cost: ExchangeCost, at now: Date
    ) throws(PackStoreError) -> String? {
        let named = try read { database in
            try String.fetchOne(
                database, sql: "SELECT file FROM address WHERE id = ? AND state <> \(AddressState.removed.rawValue)",
                arguments: [id.rawValue])
        }
        let part = parts.file(of: id)
        guard let named, access(part, F_OK) == 0 else {
            try record(cost, part: nil)
            parts.remove(id)
            return nil
        }
        let file = freeName(named, for: part)
        let path = enclosureFolder + "/" + file
        makeFolder(of: file)
        // The part keeps its name until the database has the file, so that a kill in between loses nothing.
        if let problem = Self.moveFile(part, to: path) {
            // The folder may be a link to another disk.
            throw problem == ENOSPC ? .full : .file(path: path, reason: SystemError.words(problem))
        }
        FileReplacement.syncFolder(of: path)
        try write { database in
            try database.notePacked(id, file: file, length: length, at: now)
            try database.record(cost)
        }
        parts.remove(id)
        return path
    }

    /// The condition for the stored file of an address: ?1, or ?2 without its query. The token in the address may have
    /// changed since the last pack.
    private static let isStoredFile = """
        state = \(AddressState.packed.rawValue) AND file IS NOT NULL AND (
            url = ?1 OR (NOT EXISTS (SELECT 1 FROM address WHERE url = ?1)
                AND (url = ?2 OR substr(url, 1, length(?2) + 1) = ?2 || '?')))
        """

    /// Returns the file of a stored enclosure; nil if it is not stored, or if the person has deleted it.
    package func enclosureFile(of url: String) throws(PackStoreError) -> String? {
        let files = try read { database in
            try String.fetchAll(
                database,
                sql: "SELECT file FROM address WHERE \(Self.isStoredFile) LIMIT 2",
                arguments: [url, FileAddress.withoutQuery(url)])
        }
        // Several queries of one path may name several files.
        guard files.count == 1 else { return nil }
        return files.first.map { enclosureFolder + "/" + $0 }.flatMap { access($0, R_OK) == 0 ? $0 : nil }
    }

    /// Returns the articles that need an enclosure.
    package func articlesWithEnclosures() throws(PackStoreError) -> Set<ArticleID> {
        let stage = PackingStage.enclosure.rawValue
        return try read {
            Set(try Int64.fetchAll($0, sql: "SELECT article FROM need WHERE stage = \(stage)").map(ArticleID.init))
        }
    }

    /// Gives the enclosures of articles the addresses that their feeds name now.
    package func renewEnclosures(of articles: [ArticleID: [String]]) throws(PackStoreError) {
        guard !articles.isEmpty else { return }
        try write { database in
            for (article, urls) in articles {
                for url in urls { try database.renameEnclosure(of: article, to: url, among: urls) }
            }
        }
    }

    /// Records that the person has begun to play a stored enclosure, which may be removed 48 hours later.
    package func noteOpened(_ url: String, at now: Date) throws(PackStoreError) {
        try write {
            try $0.execute(
                sql: "UPDATE address SET opened = coalesce(opened, ?3) WHERE \(Self.isStoredFile)",
                arguments: [url, FileAddress.withoutQuery(url), now.timeIntervalSince1970])
        }
    }

    /// Returns the bytes of the stored enclosures.
    package func enclosureBytes() throws(PackStoreError) -> Int64 {
        try enclosures().reduce(0) { $1.state == .stored ? $0 + $1.received : $0 }
    }

    /// False if the person has deleted or moved the file of a stored enclosure.
    func hasFile(_ file: String) -> Bool { access(enclosureFolder + "/" + file, F_OK) == 0 }

    /// Removes enclosures beyond the capacity, if they were opened 48 hours ago or more: first those played to their
    /// ends, then those opened longest ago. Enclosures of starred articles, and of articles packed by hand, stay.
    ///
    /// - Parameter finished: the addresses of enclosures that were played to their ends.
    package func makeRoomForEnclosures(
        capacity: Int64, finished: Set<String> = [], at now: Date
    ) throws(PackStoreError) -> PackStoreRemovals {
        var removals = PackStoreRemovals()
        var total = try enclosureBytes()
        guard total > capacity else { return removals }
        let removable = try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT address.id, size, url, file FROM address
                    JOIN need ON need.address = address.id JOIN article ON article.id = need.article
                    WHERE state = \(AddressState.packed.rawValue)
                        AND stage = \(PackingStage.enclosure.rawValue) AND opened <= ?
                    GROUP BY address.id HAVING max(isStarred) = 0 AND max(isByHand) = 0 ORDER BY opened
                    """,
                arguments: [now.timeIntervalSince1970 - RemovalOrder.timeAfterReading]
            ).filter { hasFile($0[3] as String? ?? "") }
                .map { (id: AddressID(rawValue: $0[0]), size: $0[1] as Int64? ?? 0, url: $0[2] as String) }
        }
        let inOrder = removable.filter { finished.contains($0.url) } + removable.filter { !finished.contains($0.url) }
        for enclosure in inOrder where total > capacity {
            _ = try removeEnclosure(enclosure.id)
            total -= enclosure.size
            removals.articles += 1
            removals.bytes += enclosure.size
        }
        return removals
    }

    // MARK: - Files

    func removeEnclosureFile(_ file: String) {
        let path = enclosureFolder + "/" + file
        unlink(path)
        // Removes the feed's folder if it is empty.
        if let slash = path.lastIndex(of: "/") { rmdir(String(path[..<slash])) }
    }

    private func makeFolder(of file: String) {
        mkdir(enclosureFolder, 0o700)
        guard let slash = file.firstIndex(of: "/") else { return }
        mkdir(enclosureFolder + "/" + file[..<slash], 0o700)
    }

    /// Moves a part to a path, even on another disk, to which the folder may be a link. Returns the error number; nil if
    /// the part is at this path.
    private static func moveFile(_ part: String, to path: String) -> Int32? {
        if isSameFile(part, path) || link(part, path) == 0 || rename(part, path) == 0 { return nil }
        return errno == EXDEV ? FileCopy.copy(part, to: path) : errno
    }

    private static func isSameFile(_ a: String, _ b: String) -> Bool {
        guard let first = FileIdentity(of: a) else { return false }
        return FileIdentity(of: b) == first
    }

    /// Returns a file name that is free, or is this part's already: two episodes of one day may share a title.
    private func freeName(_ file: String, for part: String) -> String {
        let dot = file.lastIndex(of: ".").flatMap { file[$0...].contains("/") || file[$0...].contains(" ") ? nil : $0 }
        let (stem, ending) = dot.map { (file[..<$0], file[$0...]) } ?? (file[...], "")
        var name = file
        var number = 2
        while access(enclosureFolder + "/" + name, F_OK) == 0, !Self.isSameFile(part, enclosureFolder + "/" + name) {
            name = "\(stem) (\(number))\(ending)"
            number += 1
        }
        return name
    }
}

extension Database {
    /// Records that an enclosure is complete, in a file of the folder of enclosures.
    fileprivate func notePacked(_ id: AddressID, file: String, length: Int64, at now: Date) throws {
        try execute(
            sql: """
                UPDATE address SET state = \(AddressState.packed.rawValue), file = ?, size = ?, changed = ?,
                    note = NULL, validator = NULL, boot = NULL, whole = NULL, synced = 0, counted = 0
                WHERE id = ?
                """,
            arguments: [file, length, now.timeIntervalSince1970, id.rawValue])
    }

    /// Gives an article's enclosure its current address, if only a token in its query is new: some feeds send another
    /// token in each response, although the file is the same. Two addresses that the article has now are two
    /// enclosures.
    ///
    /// - Parameter urls: the addresses that the article has now.
    func renameEnclosure(of article: ArticleID, to url: String, among urls: [String]) throws {
        guard let address = FileAddress.withoutQuery(url) else { return }
        try cachedStatement(
            sql: """
                UPDATE OR IGNORE address SET url = ?1,
                    note = iif(state IN \(AddressState.missing), NULL, note),
                    state = iif(state IN \(AddressState.missing), \(AddressState.wanted.rawValue), state)
                WHERE url <> ?1 AND (url = ?2 OR substr(url, 1, length(?2) + 1) = ?2 || '?') AND file IS NOT NULL
                    AND url NOT IN (SELECT value FROM json_each(?4))
                    AND id IN (
                        SELECT address FROM need WHERE article = ?3 AND stage = \(PackingStage.enclosure.rawValue))
                """
        ).execute(arguments: [url, address, article.rawValue, urls.jsonArray])
    }
}
