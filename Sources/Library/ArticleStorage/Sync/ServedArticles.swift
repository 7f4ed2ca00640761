package import FeedModel
import GRDB

/// The articles of an account that its server knows under their ids.
enum ServedArticles {
    /// The condition on a row of `remoteArticle`. An id counts only while the server has the article's feed: without the
    /// feed it has no such article, and after a backup was restored it may give the id to another one.
    static let condition = """
        remoteArticle.remoteID IS NOT NULL AND
            (SELECT subscription FROM article WHERE article.id = remoteArticle.article) NOT IN
            (SELECT subscription FROM remoteFeed WHERE isGone = 1 AND subscription IS NOT NULL)
        """
}

extension ArticleStore {
    /// The number of stored articles of each feed in which some have no id since the server assigned new ones; by the
    /// server's ids of the feeds.
    package func forgottenFeeds(of account: AccountID) throws(ArticleStoreError) -> [String: Int] {
        // Syncs with some servers ask each time and nearly always find none: an index has the articles without an id.
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
