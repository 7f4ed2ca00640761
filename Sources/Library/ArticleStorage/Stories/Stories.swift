import Basics
import FeedModel
import GRDB
import SQLiteAccess

/// The story that a new article joins, and the marks of the article that it repeats.
struct JoinedStory: Equatable {
    let id: Int64
    let isRead: Bool
    let isStarred: Bool
}

// A story has at most one article of each feed: only articles of other feeds count as copies.
extension Database {
    /// Returns the keys of these articles that the library has already, of any feed.
    func knownStoryKeys(of articles: some Collection<IncomingArticle>) throws -> KnownStoryKeys {
        var known = KnownStoryKeys()
        let addresses = articles.compactMap(\.storyKeys.address)
        let titles = articles.compactMap(\.storyKeys.title)
        if !addresses.isEmpty {
            known.addresses = try storyKeys(addresses, in: "addressKey", indexedBy: "article_address")
        }
        if !titles.isEmpty { known.titles = try storyKeys(titles, in: "titleKey", indexedBy: "article_title") }
        return known
    }

    private func storyKeys(_ keys: [Int64], in column: String, indexedBy index: String) throws -> Set<Int64> {
        // One statement per key: a list of keys in JSON took three times as long to write and to read.
        let articles = try RowStatement(
            "SELECT 1 FROM article INDEXED BY \(index) WHERE \(column) = ? LIMIT 1", in: self)
        return Set(try keys.filter { key in try !articles.numbers { $0.bind(1, key) }.isEmpty })
    }

    /// Finds the story that a new article repeats, by its address or by its title and text.
    ///
    /// - Parameters:
    ///   - known: the keys that are worth a look-up; nil if that is not known.
    ///   - sharedAddresses: keys of addresses that identify no story, since several articles of the document have them.
    func joinStory(
        of article: IncomingArticle, in subscription: SubscriptionID, known: KnownStoryKeys? = nil,
        sharedAddresses: Set<Int64> = []
    ) throws -> JoinedStory? {
        let keys = known?.keys(among: article.storyKeys) ?? article.storyKeys
        let found =
            try keys.address.flatMap { try sharedAddresses.contains($0) ? nil : articleAt($0, outside: subscription) }
            ?? keys.title.flatMap { try articleTitled($0, like: article, outside: subscription) }
        guard let found, let story = try openStory(of: found, for: subscription) else { return nil }
        return JoinedStory(id: story, isRead: found.isRead, isStarred: found.isStarred)
    }

    /// Lets an article join a story by the address of its page after redirects. Called once the page is stored. The
    /// address of a transcript is that of a file of the article, and finds no other article.
    func joinStory(of article: Int64, foundAt address: String) throws {
        guard let key = StoryKeys.key(ofAddress: address) else { return }
        let own = try first(
            """
            SELECT subscription, story IS NULL FROM article WHERE id = ?1 AND addressKey IS NOT NULL AND addressKey <> ?2
                AND NOT EXISTS (SELECT 1 FROM content WHERE content.article = ?1 AND instr(enclosures, ?3))
            """, [article, key, address]
        ) { (subscription: SubscriptionID(rawValue: $0[0]), isAlone: $0[1] as Bool) }
        guard let own else { return }
        let found = try articleAt(key, outside: own.subscription)
        try run("UPDATE article SET addressKey = ? WHERE id = ?", [key, article])
        guard own.isAlone, let found, let story = try openStory(of: found, for: own.subscription) else { return }
        try run("UPDATE article SET story = ? WHERE id = ?", [story, article])
    }

    /// Returns the other listed articles of this article's story, in order of arrival.
    func copies(of id: Int64) throws -> [StoryCopy] {
        try all(
            """
            SELECT other.id, coalesce(customTitle, feedTitle, feedURL), other.title, other.place
            FROM article AS own JOIN article AS other INDEXED BY article_story ON other.story = own.story
                JOIN subscription ON subscription.id = other.subscription
            WHERE own.id = ?1 AND own.story IS NOT NULL AND other.id <> ?1 AND other.isListed = 1 ORDER BY other.id
            """, [id]
        ) {
            StoryCopy(id: ArticleID(rawValue: $0[0]), feedTitle: $0[1], title: $0[2], date: Place(rawValue: $0[3]).date)
        }
    }

    /// Returns these articles and all listed copies of them.
    func withCopies(_ ids: some Sequence<ArticleID>) throws -> [ArticleID] {
        let own = Array(ids)
        let copies = try all(
            """
            SELECT other.id FROM json_each(?) JOIN article AS own ON own.id = value
                JOIN article AS other INDEXED BY article_story ON other.story = own.story
            WHERE own.story IS NOT NULL AND other.id <> own.id AND other.isListed = 1
            """, [own.jsonArray]
        ) { ArticleID(rawValue: $0[0]) }
        return copies.isEmpty ? own : own + Set(copies).subtracting(own)
    }

    /// Returns the members of these stories, or of all, that a selection lists; ignores `match`.
    func members(of stories: [Int64]?, in selection: ArticleSelection) throws -> [StoryMember] {
        let condition = selection.condition(in: .everything)
        return try all(
            """
            SELECT id, story, place FROM article INDEXED BY article_story
            WHERE story IS NOT NULL AND \(stories == nil ? "" : "story IN (SELECT value FROM json_each(?)) AND")
                \(condition.sql) ORDER BY story, id
            """,
            (stories.map { [$0.jsonArray] } ?? []) + condition.arguments
        ) { StoryMember(article: $0[0], story: $0[1], place: $0[2]) }
    }

    // MARK: - Finding the repeated article

    private struct Candidate {
        let id: Int64
        let subscription: Int64
        let story: Int64?
        let isRead: Bool
        let isStarred: Bool
        let isListed: Bool

        static let columns = "id, subscription, story, isRead, isStarred, isListed"

        init(row: Row) {
            (id, subscription, story) = (row[0], row[1], row[2])
            (isRead, isStarred, isListed) = (row[3], row[4], row[5])
        }
    }

    /// Maximum number of articles examined that share an address; an address of more articles does not identify a
    /// story.
    private static let maximumPerAddress = 16
    /// Maximum number of articles with one title whose texts are compared.
    private static let maximumPerTitle = 4
    /// Maximum number of days between two articles with one title.
    private static let daysBetweenTitles: Int64 = 3

    /// Returns the article of another feed with this address. An address that two articles of one feed share, such as
    /// the feed's home page, does not identify a story.
    private func articleAt(_ key: Int64, outside subscription: SubscriptionID) throws -> Candidate? {
        let found = try all(
            "SELECT \(Candidate.columns) FROM article INDEXED BY article_address WHERE addressKey = ? ORDER BY id LIMIT ?",
            [key, Self.maximumPerAddress + 1], Candidate.init)
        let feeds = Set(found.map(\.subscription))
        guard feeds.count == found.count, found.count <= Self.maximumPerAddress, !feeds.contains(subscription.rawValue)
        else { return nil }
        return found.first(where: \.isListed)
    }

    private func articleTitled(
        _ key: Int64, like article: IncomingArticle, outside subscription: SubscriptionID
    ) throws -> Candidate? {
        let place = article.earliestPlace
        let days = Self.daysBetweenTitles
        let found = try all(
            """
            SELECT \(Candidate.columns) FROM article INDEXED BY article_title
            WHERE titleKey = ? AND place >= ? AND place < ? AND subscription <> ? AND isListed = 1 LIMIT ?
            """,
            [
                key, place.moved(byDays: -days).rawValue, place.moved(byDays: days).rawValue, subscription.rawValue,
                Self.maximumPerTitle,
            ], Candidate.init)
        guard !found.isEmpty else { return nil }
        let item = article.item
        let own = StoryText.letters(html: item.contentHTML, text: item.contentText, summary: item.summary)
        return try found.first { candidate in
            let theirs = try first("SELECT html, text, summary FROM content WHERE article = ?", [candidate.id]) {
                StoryText.letters(html: $0[0], text: $0[1], summary: $0[2])
            }
            return theirs.map { StoryText.areNearlySame(own, $0) } ?? false
        }
    }

    /// Returns the story of an article, a new one if it has none; nil if the feed has an article in it already.
    private func openStory(of article: Candidate, for subscription: SubscriptionID) throws -> Int64? {
        guard let story = article.story else {
            try run("UPDATE article SET story = id WHERE id = ?", [article.id])
            return article.id
        }
        let exists =
            try hasRow(
                "SELECT 1 FROM article INDEXED BY article_story WHERE story = ? AND subscription = ?",
                [story, subscription.rawValue])
        return exists ? nil : story
    }
}

/// An article of a story.
struct StoryMember: Equatable {
    let article: Int64
    let story: Int64
    let place: Int64
}
