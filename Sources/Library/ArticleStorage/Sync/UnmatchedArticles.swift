package import FeedModel
import GRDB

/// Matches articles without an id, after the server has assigned new ones. A wrong match would send the marks of one
/// article to another, so an article is not matched if there is a doubt: it is stored as a new one, and the marks wait.
extension Database {
    /// Returns the stored article without an id that is this one: the article with its guid, otherwise an article with
    /// its link and with its title or date. If several articles of the feed have this link, exactly one must agree in
    /// title and date.
    func unmatched(_ incoming: IncomingArticle, in feed: Int64) throws -> KnownArticle? {
        let item = incoming.item
        // A guid that equals the link proves no more than the link: servers that do not send guids give no other.
        if item.id != item.url {
            let known = try first(
                KnownArticle.rows + " WHERE subscription = ? AND remoteID IS NULL AND guid = ?", [feed, item.id],
                KnownArticle.init(row:))
            if let known { return known }
        }
        let linked = try linked(incoming, in: feed)
        let needed = linked.count > 1 ? 2 : 1
        let same = linked.filter { $0.isUnmatched && $0.agreement >= needed }
        return same.count == 1 ? same.first?.article : nil
    }

    private struct LinkedArticle {
        var article: KnownArticle
        var isUnmatched: Bool
        /// 1 for an equal title, 1 for an equal date, 2 for equal content.
        var agreement: Int
    }

    /// Returns the stored articles of a feed with the link of this one.
    private func linked(_ incoming: IncomingArticle, in feed: Int64) throws -> [LinkedArticle] {
        guard let url = incoming.item.url else { return [] }
        // Without guids an article has its link as guid, or, if another one has that, its link, a space and more. The
        // index finds these; only links beside real guids need all articles of the feed.
        for condition in ["guid >= ?2 AND guid < ?2 || '!'", "url = ?2"] {
            let linked = try all(
                """
                SELECT article.id, subscription, fingerprint, deletedAt IS NOT NULL, remoteID IS NULL,
                    max(ifnull(content.title = ?3, 0) + ifnull(published = ?4, 0), 2 * (fingerprint = ?5))
                FROM article JOIN remoteArticle ON remoteArticle.article = article.id
                    JOIN content ON content.article = article.id
                WHERE subscription = ?1 AND \(condition)
                """,
                [feed, url, incoming.item.title, incoming.item.published?.stored, incoming.fingerprint]
            ) { LinkedArticle(article: KnownArticle(row: $0), isUnmatched: $0[4], agreement: $0[5]) }
            if !linked.isEmpty { return linked }
        }
        return []
    }
}

extension ArticleStore {
    /// Returns the number of stored articles of each feed in which some have no id since the server assigned new ones,
    /// by the server's ids of the feeds.
    package func feedsWithUnmatchedArticles(of account: AccountID) throws(ArticleStoreError) -> [String: Int] {
        // Every sync with some servers calls this and nearly always finds nothing: an index lists the articles without
        // an id.
        let counts = try read {
            try $0.all(
                """
                SELECT remoteID, (SELECT count(*) FROM article WHERE article.subscription = remoteFeed.subscription)
                FROM remoteFeed
                WHERE account = ?1 AND isGone = 0 AND subscription IN
                    (SELECT article.subscription FROM remoteArticle JOIN article ON article.id = remoteArticle.article
                    WHERE remoteArticle.account = ?1 AND remoteArticle.remoteID IS NULL)
                """,
                [account.rawValue]
            ) { (feed: $0[0] as String, count: $0[1] as Int) }
        }
        return Dictionary(counts.map { ($0.feed, $0.count) }, uniquingKeysWith: { first, _ in first })
    }
}
