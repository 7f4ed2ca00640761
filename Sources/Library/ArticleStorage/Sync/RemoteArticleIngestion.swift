import Basics
import FeedModel
import FeedRules
import GRDB

extension SyncIngestion {
    mutating func apply(_ remote: RemoteArticle, _ incoming: IncomingArticle?) throws {
        guard let incoming else { return try delete(remote.id) }
        if let known = try known(remote, incoming) {
            try update(known, remote, incoming)
        } else {
            try insert(remote, incoming)
        }
    }

    /// Finds the stored article by the server's id, or else among articles without an id.
    private mutating func known(_ remote: RemoteArticle, _ incoming: IncomingArticle) throws -> KnownArticle? {
        let known = try database.first(
            KnownArticle.rows + " WHERE account = ? AND remoteID = ?", [account, remote.id], KnownArticle.init(row:))
        guard let known else { return try rematched(remote, incoming) }
        guard try belongsToGoneFeed(known) else { return known }
        guard try belongsToServedFeed(remote) else {
            // It is the same article: as long as its feed is gone, later syncs need not fetch it.
            try refuse(remote)
            return known
        }
        // The server has given the id to an article of another feed.
        try database.run("UPDATE remoteArticle SET remoteID = NULL WHERE article = ?", [known.id])
        try database.run("DELETE FROM serverTag WHERE article = ?", [known.id])
        return try rematched(remote, incoming)
    }

    /// Finds the stored article without an id that is this one, and gives it the id.
    private mutating func rematched(_ remote: RemoteArticle, _ incoming: IncomingArticle) throws -> KnownArticle? {
        guard hasUnmatched, let feed = try remote.feed.flatMap({ try feed($0)?.subscription }) else { return nil }
        guard var known = try database.unmatched(incoming, in: feed) else { return nil }
        try database.run("UPDATE remoteArticle SET remoteID = ? WHERE article = ?", [remote.id, known.id])
        known.isRematched = true
        return known
    }

    /// True if the server no longer has the article's feed.
    private func belongsToGoneFeed(_ known: KnownArticle) throws -> Bool {
        try database.first("SELECT isGone FROM remoteFeed WHERE subscription = ?", [known.subscription]) {
            $0[0] as Bool
        } ?? false
    }

    /// True if the article's feed is one that the server has. Some servers send the remaining articles of a removed
    /// feed without a feed, or with a feed that they do not list.
    private func belongsToServedFeed(_ remote: RemoteArticle) throws -> Bool {
        guard let name = remote.feed else { return false }
        return try database.hasRow(
            "SELECT 1 FROM remoteFeed WHERE account = ? AND remoteID = ? AND isGone = 0", [account, name])
    }

    private mutating func update(
        _ known: KnownArticle, _ remote: RemoteArticle, _ incoming: IncomingArticle
    ) throws {
        var isChanged = false
        if known.isDeleted {
            // A local deletion stays; a deletion that the server has reverted is undone. The marks follow the server in
            // both cases: the person may restore the article.
            guard try database.undoServerDeletion(of: known.id) else {
                _ = try mark(known.id, as: remote)
                return
            }
            isChanged = true
        }
        if known.fingerprint != incoming.fingerprint {
            try database.replace(known.id, by: incoming)
            isChanged = true
        }
        if known.isRematched { try enqueueMarks(of: known.id, missingIn: remote) }
        if try mark(known.id, as: remote) { isChanged = true }
        if isChanged { note(known.id, of: known.subscription, in: \.changed) }
    }

    private mutating func insert(_ remote: RemoteArticle, _ incoming: IncomingArticle) throws {
        guard let feed = try feedOrNew(of: remote), let subscription = feed.subscription,
            try !isRemoved(incoming.item, remote, from: SubscriptionID(rawValue: subscription))
        else { return try refuse(remote) }
        let id = SubscriptionID(rawValue: subscription)
        let guid = try unusedGuid(incoming.item.id, for: remote, in: id)
        let story = try database.joinStory(of: incoming, in: id)
        let article = try database.insert(incoming, guid: guid, into: id, received: now, story: story)
        var tally = NewArticleCount()
        tally.add(incoming.verdict)
        try database.count(new: tally, in: id)
        try database.run(
            "INSERT INTO remoteArticle (article, account, remoteID) VALUES (?, ?, ?)",
            [article.rawValue, account, remote.id])
        _ = try mark(article.rawValue, as: remote)
        if feed.isRemoved {
            try database.run("UPDATE article SET isListed = 0 WHERE id = ?", [article.rawValue])
        } else {
            // Rules mark only new articles; the person has seen those that are read on the server.
            let arrival = remote.isRead == true ? [] : incoming.arrivalMarks.all
            for given in arrival { _ = try database.set(given, on: [article]) }
            note(article.rawValue, of: subscription, in: \.new)
        }
    }

    /// True if the article was removed here for good. One that was erased by age returns unread or starred.
    ///
    /// Servers that send no guids may have many articles with one address, which is their guid here: the date
    /// distinguishes them, or without a date the server's id.
    private func isRemoved(
        _ item: ParsedItem, _ remote: RemoteArticle, from subscription: SubscriptionID
    ) throws -> Bool {
        let reason = try database.first(
            "SELECT isRefused FROM skippedArticle WHERE account = ? AND remoteID = ?", [account, remote.id]
        ) { SkipReason(rawValue: $0[0]) ?? .refused }
        if reason == .aged, remote.isMarked { return false }
        guard let link = item.url, link == item.id, !isLedeServe else {
            return try database.hasTombstone(of: Fingerprint(guid: item.id), in: subscription)
        }
        if let date = item.published {
            return try database.hasTombstone(of: Fingerprint(link: link, published: date), in: subscription)
        }
        return reason == .refused || reason == .aged
    }

    /// Returns the feed of a new article. Only servers without a list of feeds have articles without one; elsewhere
    /// such an article belonged to a removed feed.
    private mutating func feedOrNew(of remote: RemoteArticle) throws -> KnownFeed? {
        if let name = remote.feed { return try feedOrNew(name) }
        return isLedeServe ? try feedOrNew("") : nil
    }

    /// Returns a guid that is unique within the feed: servers that do not send guids may have two articles with one
    /// address.
    private func unusedGuid(
        _ guid: String, for remote: RemoteArticle, in subscription: SubscriptionID
    ) throws -> String {
        var candidate = guid
        var attempt = 0
        while try database.hasArticle(guid: candidate, in: subscription) {
            candidate = "\(guid) \(remote.id)" + (attempt > 0 ? " \(attempt)" : "")
            attempt += 1
        }
        return candidate
    }

    /// Keeps later syncs from fetching the article again. One that was erased by age, and is still unmarked, may return.
    private func refuse(_ remote: RemoteArticle) throws {
        try database.run(
            """
            INSERT INTO skippedArticle (account, remoteID, isRefused) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET isRefused = ?3 WHERE isRefused <> ?4 OR ?5
            """, [account, remote.id, SkipReason.refused.rawValue, SkipReason.aged.rawValue, remote.isMarked])
    }

    /// Applies the server's marks, except where a mark of the person waits; true if any changed.
    private func mark(_ id: Int64, as remote: RemoteArticle) throws -> Bool {
        let isRead = try remote.isRead.map { try database.overwrite(.read($0), of: id) } ?? false
        let isStarred = try remote.isStarred.map { try database.overwrite(.starred($0), of: id) } ?? false
        let isTagged = try remote.labels.map { try database.overwriteTags(of: id, with: $0) } ?? false
        return isRead || isStarred || isTagged
    }

    /// Enqueues local marks that the server has lost with the article's former id: it was restored from a backup that
    /// is older than the marks, or has subscribed to the feed again. A read article stays read and a star stays,
    /// whichever side has them; so do tags.
    private func enqueueMarks(of id: Int64, missingIn remote: RemoteArticle) throws {
        let here = try database.first("SELECT isRead, isStarred FROM article WHERE id = ?", [id]) {
            (isRead: $0[0] as Bool, isStarred: $0[1] as Bool)
        }
        var missing: [Mark] = []
        if here?.isRead == true, remote.isRead == false { missing.append(.read(true)) }
        if here?.isStarred == true, remote.isStarred == false { missing.append(.starred(true)) }
        if let labels = remote.labels {
            missing += try database.ownTags(of: id).filter { !labels.contains($0) }.map { Mark.tagged($0, true) }
        }
        for mark in missing { try database.enqueue(mark, of: [ArticleID(rawValue: id)]) }
    }

    /// Deletes an article that the server has deleted, unless it has a note, which exists only here.
    mutating func delete(_ remoteID: String) throws {
        let deleted = try database.first(
            """
            UPDATE article SET isListed = 0, deletedAt = ?
            WHERE id = (SELECT article FROM remoteArticle WHERE account = ? AND remoteID = ?) AND deletedAt IS NULL
                AND note IS NULL
            RETURNING id, subscription
            """,
            [now.stored, account, remoteID]
        ) { (id: $0[0] as Int64, subscription: $0[1] as Int64) }
        guard let deleted else { return }
        try database.run("UPDATE remoteArticle SET isGone = 1 WHERE article = ?", [deleted.id])
        note(deleted.id, of: deleted.subscription, in: \.changed)
    }
}

extension RemoteArticle {
    /// True if the server says that it is unread or starred.
    fileprivate var isMarked: Bool { isRead == false || isStarred == true }
}

extension Database {
    /// Gives an article the server's mark unless the person's mark waits; true if it changed. Nothing enters the
    /// outbox: the server has the mark.
    @discardableResult
    func overwrite(_ mark: Mark, of id: Int64) throws -> Bool {
        guard let column = mark.column else { return false }
        return try hasRow(
            """
            UPDATE article SET \(column) = ?1 WHERE id = ?2 AND \(column) <> ?1
                AND NOT EXISTS (SELECT 1 FROM outbox WHERE article = ?2 AND field = ?3)
            RETURNING 1
            """,
            [mark.value, id, mark.field])
    }

    fileprivate func undoServerDeletion(of id: Int64) throws -> Bool {
        let wasDeletedByServer =
            try first("UPDATE remoteArticle SET isGone = 0 WHERE article = ? AND isGone = 1 RETURNING 1", [id]) { _ in
                true
            }
            ?? false
        return try wasDeletedByServer && !restoreDeleted([ArticleID(rawValue: id)]).isEmpty
    }
}
