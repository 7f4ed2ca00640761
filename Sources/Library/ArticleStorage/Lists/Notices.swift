import Basics
package import FeedModel
import GRDB

extension ArticleStore {
    /// Returns the notice about the listed, unread ones of these articles; nil if there are none.
    package func notice(of ids: [ArticleID]) throws(ArticleStoreError) -> ArrivalNotice? {
        let silent = Set(
            try subscriptions().filter { $0.preferences.isHidden || $0.preferences.notifies == false }.map(
                \.id.rawValue))
        let rows = try read { database in
            try database.all(
                """
                SELECT article.title, article.subscription, coalesce(customTitle, feedTitle, feedURL)
                FROM article JOIN subscription AS feed ON feed.id = article.subscription
                WHERE article.id IN (SELECT value FROM json_each(?)) AND isListed = 1 AND isRead = 0
                ORDER BY place DESC
                """, [ids.jsonArray]
            ) { (title: $0[0] as String, feed: $0[1] as Int64, name: $0[2] as String) }
        }.filter { !silent.contains($0.feed) }
        guard let newest = rows.first else { return nil }
        var feeds: [String] = []
        var seen: Set<Int64> = []
        for row in rows where seen.insert(row.feed).inserted { feeds.append(row.name) }
        return ArrivalNotice(title: newest.title, count: rows.count, feeds: feeds)
    }
}
