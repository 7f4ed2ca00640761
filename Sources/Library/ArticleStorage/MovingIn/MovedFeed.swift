import Basics
package import FeedModel
import GRDB

package import struct FoundationEssentials.Date

/// Imports another reader's data of one feed, a few hundred articles per transaction. A second import adds nothing
/// twice:
///
///     var feed = try MovedFeed(of: id, in: store, isShared: true, at: .now)
///     for article in articles { try feed.add(article) }
///     let count = try feed.finish()
///
/// An article that is already in the library keeps its text. The first import adds the other reader's marks to it, and
/// deletes it if it was deleted there and is not starred; later imports leave the library's marks unchanged.
package struct MovedFeed {
    private let store: ArticleStore
    private let subscription: SubscriptionID?
    private let isShared: Bool
    private let now: Date
    private let isDryRun: Bool
    private let addsMarks: Bool
    private let matcher: RuleMatcher
    private let isFirstMove: Bool
    /// True if the feed still waits for its first document after an import.
    private let awaitsFirstDocument: Bool
    private let hasTombstones: Bool
    private let known: KnownArticles
    /// The ids of the articles that this run adds, with the other reader's guid and the date.
    private var added: [String: (guid: String, published: Date?)] = [:]
    private var pending: [Pending] = []
    private var pendingSize = 0
    private var count = MovedCount()

    private indirect enum Pending {
        case new(IncomingArticle, MovedArticle)
        case marks(MovedArticle, article: Int64)
    }

    /// - Parameters:
    ///   - id: nil for a feed that is not subscribed, which occurs only in a dry run.
    ///   - isShared: true if the other reader keeps one article for all feeds that have its guid.
    ///   - addsMarks: true to add marks even to articles of a feed that was imported before.
    ///   - isDryRun: true to count and write nothing.
    package init(
        of id: SubscriptionID?, in store: ArticleStore, isShared: Bool, addsMarks: Bool = false, isDryRun: Bool = false,
        at now: Date
    ) throws(ArticleStoreError) {
        self.store = store
        self.isShared = isShared
        self.addsMarks = addsMarks
        self.isDryRun = isDryRun
        self.now = now
        subscription = id
        guard let id else {
            (matcher, known, isFirstMove, hasTombstones) = (RuleMatcher(), KnownArticles(), true, false)
            awaitsFirstDocument = false
            return
        }
        matcher = try store.ruleMatcher(for: id, titled: nil)
        (known, isFirstMove, hasTombstones, awaitsFirstDocument) = try store.read { database in
            (
                try database.knownArticles(of: id),
                try !database.hasRow("SELECT 1 FROM movedFeed WHERE subscription = ?", [id.rawValue]),
                try database.hasAny(of: id, in: "tombstone"),
                try database.awaitsFirstDocument(id)
            )
        }
    }

    package mutating func add(_ article: MovedArticle) throws(ArticleStoreError) {
        if let entry = stored(article) {
            count.known += 1
            if isFirstMove || addsMarks { pending.append(.marks(article, article: entry.id)) }
        } else if try isAddedOrRemoved(article) {
            count.known += 1
        } else {
            try insert(article)
        }
        if pending.count >= TransactionLimit.articles || pendingSize >= TransactionLimit.bytes { try flush() }
    }

    /// Writes the rest; the feed then waits for its first document.
    package mutating func finish() throws(ArticleStoreError) -> MovedCount {
        try flush()
        guard !isDryRun, let id = subscription, isFirstMove || count.added > 0 else { return count }
        try store.write {
            try $0.run("INSERT OR REPLACE INTO movedFeed (subscription, isSettled) VALUES (?, 0)", [id.rawValue])
        }
        return count
    }

    /// True if the feed had articles before its first import: they may need marks that the other reader kept under
    /// other feeds, see `addSharedMarks`. New articles get such marks from the feed's first document. As the marks are
    /// added after all feeds are imported, an import that was interrupted adds them when it is run again.
    package var mayLackSharedMarks: Bool {
        isShared && (isFirstMove || awaitsFirstDocument) && !isDryRun && !known.isEmpty
    }

    // MARK: - Matching

    /// Finds the stored article by the other reader's guid, else by lede's id, else by link and date, else by title.
    private func stored(_ article: MovedArticle) -> KnownArticles.Entry? {
        guard !known.isEmpty else { return nil }
        let item = article.item
        if let found = known.entry(guid: article.guid) { return found }
        if let url = item.url, let found = known.entry(guid: "\(article.guid)#\(url)") { return found }
        if let found = known.entry(guid: item.id), found.published == item.published || found.title == item.title {
            return found
        }
        let isKnownByLink = item.url == article.guid || item.url == item.id
        return known.entry(link: item.url, dates: item.dates, title: item.title, isKnownByLink: isKnownByLink)
            ?? known.entry(title: item.title, dates: item.dates)
    }

    private func isAddedOrRemoved(_ article: MovedArticle) throws(ArticleStoreError) -> Bool {
        if added[article.item.id]?.guid == article.guid || added[article.guid]?.guid == article.guid { return true }
        guard hasTombstones, let subscription else { return false }
        return try store.read { database in
            try [article.guid, article.item.id].contains {
                try database.hasTombstone(of: Fingerprint(guid: $0), in: subscription)
            }
                || article.item.url.map {
                    try database.hasTombstone(
                        of: Fingerprint(link: $0, published: article.item.published), in: subscription)
                } ?? false
        }
    }

    private mutating func insert(_ article: MovedArticle) throws(ArticleStoreError) {
        var article = article
        // A link that several articles share does not identify any of them.
        if added[article.item.id] != nil || known.entry(guid: article.item.id) != nil { article.item.id = article.guid }
        added[article.item.id] = (article.guid, article.item.published)
        count.added += 1
        guard !isDryRun else { return }
        let incoming = IncomingArticle(article.item, received: now, matcher: matcher, isImported: true)
        article.item = ParsedItem(id: article.item.id)
        pending.append(.new(incoming, article))
        pendingSize += incoming.size
    }

    // MARK: - Writing

    private mutating func flush() throws(ArticleStoreError) {
        defer { (pending, pendingSize) = ([], 0) }
        guard !isDryRun, let id = subscription, !pending.isEmpty else { return }
        let (late, starred) = try store.writeAfterPause { database in
            guard try database.isSubscribed(id) else { return (0, 0) }
            var tally = NewArticleCount()
            var (late, starred) = (0, 0)
            for change in pending {
                let marks = try marksOfConcurrentlyStored(change, in: id, of: database)
                if marks != nil { late += 1 }
                if try write(marks ?? change, to: id, &tally, in: database) { starred += 1 }
            }
            try database.count(new: tally, in: id)
            return (late, starred)
        }
        count.added -= late
        count.known += late
        count.starred += starred
        store.checkpointer.count(text: pendingSize)
    }

    /// Returns the marks of a new article that another process, such as a refresh, has stored since `known` was read;
    /// nil for any other change.
    private func marksOfConcurrentlyStored(
        _ change: Pending, in id: SubscriptionID, of database: Database
    ) throws -> Pending? {
        guard case .new(let incoming, var article) = change else { return nil }
        article.item = incoming.item
        return try database.articleID(guid: incoming.item.id, in: id).map { .marks(article, article: $0) }
    }

    /// Returns true if an article that the library had already gets a star.
    private func write(
        _ change: Pending, to id: SubscriptionID, _ tally: inout NewArticleCount, in database: Database
    ) throws -> Bool {
        let article: MovedArticle
        let stored: Int64
        var getsStar = false
        switch change {
        case .new(let incoming, let new):
            let inserted = try database.insert(
                incoming, into: id, received: now, marks: new.marks, story: database.joinStory(of: incoming, in: id))
            tally.add(incoming.verdict, new.marks)
            article = new
            stored = inserted.rawValue
        case .marks(let known, let existing):
            // Another process may have removed the article since `known` was read.
            guard isFirstMove || addsMarks, try database.hasArticle(existing, in: id) else { return false }
            getsStar = try database.addMarks(
                known.marks, to: ArticleID(rawValue: existing), deletedAt: isFirstMove ? now : nil)
            try database.addTags(known.item.tags.filter { $0.hasPrefix(FlagTag.prefix) }, to: existing)
            article = known
            stored = existing
        }
        for tag in article.ownTags { _ = try database.set(.tagged(tag, true), on: [ArticleID(rawValue: stored)]) }
        try database.keep(article, of: id, as: stored, isShared: isShared)
        return getsStar
    }
}

/// The numbers of articles that were imported from another reader, and of articles that the library had already.
package struct MovedCount: Equatable, Sendable {
    package var added = 0
    package var known = 0
    /// The number of articles among `known` that got a star.
    package var starred = 0

    package init() {}
}

extension ArticleStore {
    /// Stores the marks of articles whose feed is not in any list: a feed of the list may offer them under its own
    /// address.
    package func keepMarks(of articles: [MovedArticle]) throws(ArticleStoreError) {
        try write { database in
            for article in articles {
                try database.keep(article, of: SubscriptionID(rawValue: 0), as: nil, isShared: true)
            }
        }
    }

    /// Gives the articles of these feeds the marks that the other reader kept for their guids under other feeds. Only
    /// adds marks, as the first import of a feed does, and to each article only once.
    ///
    /// Under a guid that proves nothing, see `SharedGuid`, the links must be equal too.
    package func addSharedMarks(to feeds: [SubscriptionID], at now: Date) throws(ArticleStoreError) {
        guard !feeds.isEmpty else { return }
        try writeAfterPause { database in
            let found = try database.all(
                """
                SELECT article.id, mark.isRead, mark.isStarred, mark.isDeleted, mark.guid, article.subscription
                FROM json_each(?) JOIN article ON article.subscription = value
                    JOIN movedMark AS mark ON mark.guid = article.guid
                WHERE mark.isShared AND mark.subscription <> article.subscription
                    AND NOT EXISTS (SELECT 1 FROM movedMark AS own WHERE own.article = article.id)
                    AND (\(SharedGuid.isProof) OR EXISTS (
                        SELECT 1 FROM content AS here JOIN content AS there ON here.url = there.url
                        WHERE here.article = article.id AND there.article = mark.article))
                """, [feeds.jsonArray]
            ) {
                (
                    id: ArticleID(rawValue: $0[0]),
                    marks: MovedMarks(isRead: $0[1], isStarred: $0[2], isDeleted: $0[3]),
                    guid: $0[4] as String, feed: SubscriptionID(rawValue: $0[5])
                )
            }
            for (id, marks, guid, feed) in found {
                _ = try database.addMarks(marks, to: id, deletedAt: now)
                let article = MovedArticle(guid: guid, item: ParsedItem(id: guid), marks: marks)
                try database.keep(article, of: feed, as: id.rawValue, isShared: true)
            }
        }
    }

    /// Adds the searches whose names are free; returns their number.
    package func addSearches(_ searches: [SavedSearch]) throws(ArticleStoreError) -> Int {
        try write { database in
            var added = 0
            for search in searches {
                try database.run(
                    "INSERT OR IGNORE INTO savedSearch (name, query) VALUES (?, ?)", [search.name, search.query])
                added += database.changesCount
            }
            return added
        }
    }
}

extension Database {
    fileprivate func keep(
        _ article: MovedArticle, of subscription: SubscriptionID, as stored: Int64?, isShared: Bool
    ) throws {
        try run(
            """
            INSERT OR IGNORE INTO movedMark (guid, subscription, article, isShared, isRead, isStarred, isDeleted)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                article.guid, subscription.rawValue, stored, isShared, article.marks.isRead, article.marks.isStarred,
                article.marks.isDeleted,
            ])
    }

    /// Adds marks only: a mark that the other reader lacks stays here. Returns true if the article had no star and gets
    /// one.
    ///
    /// - Parameter date: the time for an article that was deleted there; a star keeps it. Nil means that nothing is
    ///   deleted.
    fileprivate func addMarks(_ marks: MovedMarks, to id: ArticleID, deletedAt date: Date?) throws -> Bool {
        if marks.isRead { _ = try set(.read(true), on: [id]) }
        let getsStar = try marks.isStarred && !set(.starred(true), on: [id]).isEmpty
        guard marks.isDeleted, let date else { return getsStar }
        try run(
            "UPDATE article SET isListed = 0, deletedAt = ? WHERE id = ? AND deletedAt IS NULL AND isStarred = 0",
            [date.stored, id.rawValue])
        return getsStar
    }
}
