import Basics
package import FeedModel
import FeedRules
import GRDB
import SQLiteAccess

package import struct FoundationEssentials.Date

extension ArticleStore {
    /// Stores feed documents, several small ones in one transaction. The guid identifies an article within its
    /// subscription: unchanged articles are not written, edited ones keep their marks and their place, deleted ones
    /// do not come back.
    ///
    /// The transaction of a document's last article also stores its state, digest and validators, so they are never
    /// ahead of the articles. Documents of feeds that the person does not subscribe to are ignored. The results have
    /// the order of the documents.
    package func ingest(_ documents: [IncomingDocument]) throws(ArticleStoreError) -> [IngestSummary] {
        var ingestions = documents.map {
            Ingestion(subscription: $0.subscription, now: $0.now, marksTogether: marksStoriesTogether)
        }
        for transaction in documents.transactions() {
            try writeAfterPause { database in
                for piece in transaction {
                    try ingestions[piece.document].store(piece, of: documents[piece.document], in: database)
                }
            }
            checkpointer.count(text: transaction.reduce(0) { $0 + documents[$1.document].size(of: $1) })
        }
        return ingestions.map(\.summary)
    }

    /// Stores one feed document; see `document`.
    package func ingest(
        _ feed: ParsedFeed, into id: SubscriptionID, state: PollingState, at now: Date, arrival: Date? = nil
    ) throws(ArticleStoreError) -> IngestSummary {
        try ingest([document(feed, for: id, state: state, at: now, arrival: arrival)])[0]
    }

    /// Computes everything about a document that does not need the library, including the verdicts of the current
    /// rules. This is the slow part of storing it; any number of calls may run in parallel.
    ///
    /// - Parameters:
    ///   - now: the time by this machine's clock, which has set the ends of rules.
    ///   - arrival: the time at which its articles arrive, if that clock is wrong.
    package func document(
        _ feed: ParsedFeed, for id: SubscriptionID, state: PollingState, at now: Date, arrival: Date? = nil
    ) throws(ArticleStoreError) -> IncomingDocument {
        try endMutes(at: now)
        return IncomingDocument(
            feed, for: id, state: state, at: arrival ?? now, matcher: try ruleMatcher(for: id, titled: feed.title))
    }
}

/// Stores one document in one subscription.
private struct Ingestion {
    let subscription: SubscriptionID
    let now: Date
    var summary = IngestSummary()
    /// False if the feed has no articles and no removed ones to compare with, as in most first refreshes.
    private var hasArticles = true
    private var hasTombstones = true
    /// Marks that another reader kept for items under another feed, by the items' ids.
    private var movedMarks: [String: MovedMarks] = [:]
    /// True for the feed's first document since another reader's articles were imported.
    private var isFirstSinceImport = false
    /// Nil if the feed has no articles to compare with.
    private var changedGuids: ChangedGuids?
    /// Known story keys of the piece that is being stored; nil if it has few new articles, which are looked up singly.
    private var knownStories: KnownStoryKeys?
    /// Keys of the addresses that several articles of the document have, which therefore identify no story.
    private var sharedAddresses: Set<Int64> = []

    /// The statements of the piece that is being stored.
    private var statements: NewArticleStatements?

    /// True if a new article takes the marks of its story.
    private let marksTogether: Bool

    init(subscription: SubscriptionID, now: Date, marksTogether: Bool) {
        self.subscription = subscription
        self.now = now
        self.marksTogether = marksTogether
    }

    mutating func store(_ piece: IncomingPiece, of document: IncomingDocument, in database: Database) throws {
        guard try database.isSubscribed(subscription) else { return }
        if piece.isFirst {
            try begin(with: document.articles, in: database)
        }
        let articles = document.articles[piece.articles]
        if !hasArticles { knownStories = try database.knownStoryKeys(of: articles) }
        var tally = NewArticleCount()
        defer { statements = nil }
        for article in articles {
            guard let marks = try store(article, in: database) else { continue }
            tally.add(article.verdict, marks)
        }
        try database.count(new: tally, in: subscription)
        if piece.isLast {
            if isFirstSinceImport { try database.recordFirstDocument(of: subscription) }
            try database.describe(subscription, by: document)
            try database.store([document.state])
        }
    }

    private mutating func begin(with articles: [IncomingArticle], in database: Database) throws {
        var addresses: Set<Int64> = []
        sharedAddresses = Set(articles.compactMap(\.storyKeys.address).filter { !addresses.insert($0).inserted })
        isFirstSinceImport = try database.awaitsFirstDocument(subscription)
        if isFirstSinceImport {
            movedMarks = try database.adoptMoved(articles, of: subscription)
        }
        hasArticles = try database.hasAny(of: subscription, in: "article")
        hasTombstones = try database.hasAny(of: subscription, in: "tombstone")
        guard hasArticles || hasTombstones else { return }
        let changed = ChangedGuids(articles, of: subscription)
        try changed.adoptAll(in: database, hasTombstones: hasTombstones)
        if hasArticles { changedGuids = changed }
    }

    /// Returns the marks of a new article; nil if it is known.
    private mutating func store(_ article: IncomingArticle, in database: Database) throws -> MovedMarks? {
        if let stored = try hasArticles ? database.stored(article, of: subscription) : nil {
            try update(stored, by: article, in: database)
        } else if try hasTombstones && database.hasTombstone(of: Fingerprint(guid: article.item.id), in: subscription) {
            summary.unchanged += 1
        } else if try changedGuids?.repeatsStored(article, receivedAt: now, in: database) == true {
            summary.unchanged += 1
        } else if try changedGuids?.adopt(article, in: database) == true,
            let stored = try database.stored(article, of: subscription)
        {
            try update(stored, by: article, in: database)
        } else {
            return try insert(article, in: database)
        }
        return nil
    }

    private mutating func update(_ stored: StoredArticle, by article: IncomingArticle, in database: Database) throws {
        let isEqual = stored.isDeleted || stored.fingerprint == article.fingerprint
        let isImported = stored.fingerprint == IncomingArticle.importedContent
        if !isEqual { try database.replace(stored.id, by: article, keepsText: !isImported) }
        if let count = article.item.commentCount, count != stored.commentCount {
            try database.run("UPDATE article SET commentCount = ? WHERE id = ?", [count, stored.id])
        }
        if isEqual || isImported {
            summary.unchanged += 1
        } else {
            summary.updated.append(ArticleID(rawValue: stored.id))
        }
    }

    private mutating func insert(_ article: IncomingArticle, in database: Database) throws -> MovedMarks {
        let moved = movedMarks[article.item.id]
        // An article that the person had in another reader is not new to them.
        let arrival = moved == nil ? article.arrivalMarks : ArrivalMarks()
        var marks = moved ?? MovedMarks(isRead: arrival.isRead, isStarred: arrival.isStarred)
        let story = try database.joinStory(
            of: article, in: subscription, known: knownStories, sharedAddresses: sharedAddresses)
        if let story, marksTogether {
            marks.isRead = marks.isRead || story.isRead
            marks.isStarred = marks.isStarred || story.isStarred
        }
        let id = try database.insert(
            article, into: subscription, received: now, marks: marks, story: story, with: statements(in: database))
        for tag in arrival.tags { _ = try database.set(.tagged(tag, true), on: [id]) }
        summary.new.append(id)
        return marks
    }

    private mutating func statements(in database: Database) throws -> NewArticleStatements {
        if let statements { return statements }
        let new = try NewArticleStatements(in: database)
        statements = new
        return new
    }
}

/// The number of articles that an insertion adds to the lists' counts.
struct NewArticleCount {
    private(set) var listed = 0
    private(set) var unread = 0
    private(set) var starred = 0

    /// Counts one inserted article with these marks.
    mutating func add(_ verdict: RuleVerdict, _ marks: MovedMarks = MovedMarks()) {
        guard verdict != .killed, !marks.isDeleted else { return }
        listed += 1
        unread += marks.isRead ? 0 : 1
        starred += marks.isStarred ? 1 : 0
    }
}

/// The statements that insert an article. GRDB finds a statement by its text: looking both up for each new article took
/// 1.2 % of a first refresh.
struct NewArticleStatements {
    fileprivate let article: RowStatement
    fileprivate let content: RowStatement

    fileprivate init(in database: Database) throws {
        article = try RowStatement(newArticle, in: database)
        content = try RowStatement(newContent, in: database)
    }
}

/// The parts of a stored article that are compared with the feed's version.
private struct StoredArticle {
    let id: Int64
    let fingerprint: Int64
    let isDeleted: Bool
    let commentCount: Int?
}

private let newArticle = """
    INSERT INTO article (
        subscription, place, title, guid, fingerprint, received, verdict, isListed, isRead, isStarred, deletedAt, story,
        addressKey, titleKey, commentCount)
    VALUES (
        ?1, coalesce((SELECT max(place) + 1 FROM article WHERE place >= ?2 AND place < ?3), ?2), ?4, ?5, ?6, ?7, ?8,
        ?8 >= 0 AND ?11 IS NULL, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
    ON CONFLICT (place) DO NOTHING
    """

extension Database {
    fileprivate func stored(_ article: IncomingArticle, of subscription: SubscriptionID) throws -> StoredArticle? {
        try first(
            """
            SELECT id, fingerprint, deletedAt IS NOT NULL, commentCount FROM article
            WHERE subscription = ? AND guid = ?
            """,
            [subscription.rawValue, article.item.id]
        ) { StoredArticle(id: $0[0], fingerprint: $0[1], isDeleted: $0[2], commentCount: $0[3]) }
    }

    func hasAny(of subscription: SubscriptionID, in table: String) throws -> Bool {
        try hasRow("SELECT 1 FROM \(table) WHERE subscription = ? LIMIT 1", [subscription.rawValue])
    }

    /// Inserts the article at the place after all articles of its second. The caller counts it, see `count`.
    ///
    /// - Parameter guid: nil for the item's own.
    func insert(
        _ article: IncomingArticle, guid: String? = nil, into subscription: SubscriptionID, received: Date,
        marks: MovedMarks = MovedMarks(), story: JoinedStory? = nil, with statements: NewArticleStatements? = nil
    ) throws -> ArticleID {
        let statements = try statements ?? NewArticleStatements(in: self)
        var place = article.earliestPlace
        repeat {
            let next = place.firstOfNextSecond
            try statements.article.run { values in
                values.bind(1, subscription.rawValue)
                values.bind(2, place.rawValue)
                values.bind(3, next.rawValue)
                values.bind(4, article.listTitle)
                values.bind(5, guid ?? article.item.id)
                values.bind(6, article.fingerprint)
                values.bind(7, received.stored)
                values.bind(8, Int64(article.verdict.stored))
                values.bind(9, marks.isRead)
                values.bind(10, marks.isStarred)
                values.bind(11, marks.isDeleted ? received.stored : nil)
                values.bind(12, story?.id)
                values.bind(13, article.storyKeys.address)
                values.bind(14, article.storyKeys.title)
                values.bind(15, article.item.commentCount.map(Int64.init))
            }
            place = next
        } while changesCount == 0
        let id = lastInsertedRowID
        try statements.content.store(article, of: id)
        return ArticleID(rawValue: id)
    }

    /// Adds new articles to the counts: their insertion counts nothing, see `Schema`; triggers count all later
    /// changes.
    func count(new: NewArticleCount, in subscription: SubscriptionID) throws {
        guard new.listed > 0 else { return }
        try run(
            """
            UPDATE tally SET articles = articles + ?1, unread = unread + ?2, starred = starred + ?3
            WHERE subscription = ?4
            """,
            [new.listed, new.unread, new.starred, subscription.rawValue])
    }

    /// - Parameter keepsText: true if it is an edit, which the person may compare with the text before.
    func replace(_ id: Int64, by article: IncomingArticle, keepsText: Bool = true) throws {
        try forgetInSearch(id, willReturn: true)
        // The key of an address that stays may be that of its page after redirects.
        try run(
            """
            UPDATE article SET title = ?1, fingerprint = ?2, titleKey = ?3,
                addressKey = CASE WHEN (SELECT url FROM content WHERE article = ?4) IS ?5 THEN addressKey ELSE ?6 END
            WHERE id = ?4
            """,
            [
                article.listTitle, article.fingerprint, article.storyKeys.title, id, article.item.url,
                article.storyKeys.address,
            ])
        try set(article.verdict, on: id)
        if keepsText { try keepText(of: id, before: article.item) }
        try copyPlaybacks(of: id, to: article)
        let flags = try flagTags(of: id)
        try RowStatement(replacedContent, in: self).store(article, of: id)
        if !flags.isEmpty { try addTags(flags, to: id) }
    }

    fileprivate func describe(_ id: SubscriptionID, by document: IncomingDocument) throws {
        try run(
            """
            UPDATE subscription SET feedTitle = coalesce(?1, feedTitle), homePageURL = coalesce(?2, homePageURL),
                language = coalesce(?3, language)
            WHERE id = ?4 AND (feedTitle IS NOT coalesce(?1, feedTitle)
                OR homePageURL IS NOT coalesce(?2, homePageURL) OR language IS NOT coalesce(?3, language))
            """,
            [document.title, document.homePageURL, document.language, id.rawValue])
    }
}
