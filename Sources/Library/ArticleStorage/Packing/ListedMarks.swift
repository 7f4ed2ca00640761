import Basics
package import FeedModel
import GRDB

extension ArticleStore {
    /// Returns the marks of the listed ones among these articles: without deleted, hidden and unsubscribed ones.
    package func listedMarks(of ids: some Sequence<ArticleID>) throws(ArticleStoreError) -> [ArticleID: ArticleMarks] {
        let found = try read {
            try $0.all(
                """
                SELECT id, isRead, isStarred FROM article
                WHERE id IN (SELECT value FROM json_each(?)) AND isListed = 1
                """, [ids.jsonArray]
            ) { (ArticleID(rawValue: $0[0]), ArticleMarks(isRead: $0[1], isStarred: $0[2])) }
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    /// Returns the articles among these that are listed.
    package func listed(_ ids: some Sequence<ArticleID>) throws(ArticleStoreError) -> Set<ArticleID> {
        Set(try listedMarks(of: ids).keys)
    }
}
