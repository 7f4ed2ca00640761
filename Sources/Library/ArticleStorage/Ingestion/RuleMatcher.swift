import Basics
import FeedModel
import FeedRules
import GRDB
import Markup

/// Matches the articles of one feed with the person's rules.
struct RuleMatcher {
    /// Maximum length of the examined part of a text, in bytes.
    private static let contentLimit = FoldedText.limit

    private var rules = RuleSet()
    private var feed = RuleSubject.FoldedFeed(title: nil, url: "")

    /// A matcher without rules, which does not hide or mark any article.
    init() {}

    /// Leaves out all rules for the feed of saved addresses.
    init(_ rules: RuleSet, feedTitle: String?, feedURL: String) {
        self.rules = feedURL == SavedFeed.address ? RuleSet() : rules
        let shownURL = ShownAddress.of(feedURL)
        feed = RuleSubject.FoldedFeed(title: feedTitle, url: feedURL, shownURL: shownURL == feedURL ? nil : shownURL)
    }

    func verdict(on item: ParsedItem) -> RuleVerdict {
        guard !rules.isEmpty else { return .none }
        return rules.verdict(on: subject(item))
    }

    /// Returns the verdict on an article of a document, and the marks that it gets if it is new.
    func evaluation(of item: ParsedItem) -> (verdict: RuleVerdict, marks: ArrivalMarks) {
        guard !rules.isEmpty else { return (.none, ArrivalMarks()) }
        return rules.evaluation(of: subject(item))
    }

    private func subject(_ item: ParsedItem) -> RuleSubject {
        RuleSubject(item, of: feed) {
            item.contentText
                ?? (item.contentHTML ?? item.summary).map { PlainText.words(html: $0, limit: Self.contentLimit) }
                ?? ""
        }
    }
}

extension ArticleStore {
    fileprivate static let setting = "rules"
    /// The number of articles matched between two transactions.
    private static let piece = 200

    /// Applies the current rules to stored articles, unless that is done already. Articles whose hiding rule is gone
    /// are listed again. Uses short transactions; after an interruption the next run starts over.
    ///
    /// - Returns: true if any article changed.
    @discardableResult
    package func applyRules(isCancelled: () -> Bool = { false }) throws(ArticleStoreError) -> Bool {
        let rules = rules
        guard try !hasAppliedRules() else { return false }
        let matchers = try read { database in
            Dictionary(uniqueKeysWithValues: try database.feedNames().map { ($0.id, RuleMatcher(rules, $0)) })
        }
        var last: Int64 = 0
        var hasChanged = false
        while !isCancelled() {
            let stored = try read {
                try $0.articlesWithVerdicts(after: last, withText: rules.readsContent, limit: Self.piece)
            }
            guard let end = stored.last else {
                try setSetting(rules.text.isEmpty ? nil : rules.text, for: Self.setting)
                return hasChanged
            }
            last = end.id
            let changed = stored.compactMap { article in
                let verdict = matchers[article.subscription]?.verdict(on: article.item) ?? .none
                return verdict == article.verdict ? nil : (id: article.id, verdict: verdict)
            }
            guard !changed.isEmpty else { continue }
            hasChanged = true
            try write { database in
                for (id, verdict) in changed { try database.set(verdict, on: id) }
            }
        }
        return hasChanged
    }

    /// True if the current rules have been applied to all stored articles.
    package func hasAppliedRules() throws(ArticleStoreError) -> Bool {
        try setting(Self.setting) ?? "" == rules.text
    }

    /// Returns the number of articles that the rules hide, without deleted ones.
    package func killedCount() throws(ArticleStoreError) -> Int {
        try read {
            try $0.first(
                "SELECT count(*) FROM article INDEXED BY article_killed WHERE verdict < 0 AND deletedAt IS NULL"
            ) { $0[0] } ?? 0
        }
    }

    /// - Parameter title: the feed's current title for itself.
    func ruleMatcher(for id: SubscriptionID, titled title: String?) throws(ArticleStoreError) -> RuleMatcher {
        let rules = rules
        guard !rules.isEmpty, var feed = try read({ try $0.feedNames(id).first }) else { return RuleMatcher() }
        if feed.hasOwnTitle { feed.title = title ?? feed.title }
        return RuleMatcher(rules, feed)
    }
}

extension RuleVerdict {
    /// The verdict as the library stores it: −1 is hidden, highlight rules count from 1.
    var stored: Int {
        switch self {
        case .none: 0
        case .killed: -1
        case .highlighted(let index): index + 1
        }
    }

    init(stored: Int) {
        self = stored < 0 ? .killed : stored == 0 ? .none : .highlighted(stored - 1)
    }

    var highlight: Int? {
        if case .highlighted(let index) = self { index } else { nil }
    }
}

private struct FeedNames {
    let id: Int64
    let url: String
    var title: String?
    /// True if the feed has its own title, not a name that the person gave it.
    let hasOwnTitle: Bool
}

extension RuleMatcher {
    fileprivate init(_ rules: RuleSet, _ feed: FeedNames) {
        self.init(rules, feedTitle: feed.title, feedURL: feed.url)
    }
}

extension ArticleStore {
    /// Returns the titles and addresses of all feeds that the person reads, by id.
    func feedsForRules() throws(ArticleStoreError) -> [Int64: (title: String?, url: String)] {
        let ids = Set(try subscriptions().map(\.id.rawValue))
        return try read { database in
            Dictionary(
                uniqueKeysWithValues: try database.feedNames().filter { ids.contains($0.id) }.map {
                    ($0.id, ($0.title, $0.url))
                })
        }
    }

    /// Returns the next articles after an id, without deleted ones.
    func undeletedArticles(
        after id: Int64, withText: Bool, limit: Int
    ) throws(ArticleStoreError) -> [ArticleWithVerdict] {
        try read { try $0.articlesWithVerdicts(after: id, withText: withText, withDeleted: false, limit: limit) }
    }
}

/// A stored article as the rules read it.
struct ArticleWithVerdict {
    let id: Int64
    let subscription: Int64
    let verdict: RuleVerdict
    let item: ParsedItem
}

extension Database {
    /// Sets a stored article's verdict; no other function changes it.
    func set(_ verdict: RuleVerdict, on id: Int64) throws {
        try run(
            """
            UPDATE article SET verdict = ?1, isListed = ?1 >= 0 AND deletedAt IS NULL
                AND (SELECT removedAt IS NULL FROM subscription WHERE subscription.id = article.subscription)
            WHERE id = ?2 AND verdict <> ?1
            """,
            [verdict.stored, id])
    }

    /// Forgets that the rules were applied. Called when a feed's name changes: its stored articles need a new verdict.
    func forgetAppliedRules() throws {
        try setSetting(nil, for: ArticleStore.setting)
    }

    /// Returns the names of one feed, or of all feeds.
    fileprivate func feedNames(_ id: SubscriptionID? = nil) throws -> [FeedNames] {
        try all(
            "SELECT id, feedURL, coalesce(customTitle, feedTitle), customTitle IS NULL FROM subscription WHERE ?1 IS NULL OR id = ?1",
            [id?.rawValue]
        ) { FeedNames(id: $0[0], url: $0[1], title: $0[2], hasOwnTitle: $0[3]) }
    }

    /// - Parameter withDeleted: false leaves out deleted articles, which no list shows. A verdict needs them: they may be
    ///   restored.
    fileprivate func articlesWithVerdicts(
        after id: Int64, withText: Bool, withDeleted: Bool = true, limit: Int
    ) throws -> [ArticleWithVerdict] {
        try all(
            """
            SELECT id, subscription, verdict, content.title, url, externalURL, authors, tags,
                \(withText ? "summary, text, html" : "NULL, NULL, NULL")
            FROM article JOIN content ON article = id
            WHERE id > ? \(withDeleted ? "" : "AND deletedAt IS NULL") ORDER BY id LIMIT ?
            """,
            [id, limit]
        ) { row in
            var item = ParsedItem(id: "")
            item.title = row[3]
            item.url = row[4]
            item.externalURL = row[5]
            item.authors = Records.authors(row[6])
            item.tags = Records.tags(row[7])
            item.summary = row[8]
            item.contentText = row[9]
            item.contentHTML = row[10]
            return ArticleWithVerdict(
                id: row[0], subscription: row[1], verdict: RuleVerdict(stored: row[2]), item: item)
        }
    }
}
