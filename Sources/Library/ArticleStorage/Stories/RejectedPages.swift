package import FeedModel
import GRDB

extension ArticleStore {
    /// Deletes the texts of pages that turned out not to be articles, and removes their articles from the stories that
    /// only the addresses of these pages led to.
    ///
    /// - Parameters:
    ///   - ids: all articles whose pages are known to be wrong: they may have led each other to a story.
    ///   - onlyUnproven: true to keep pages that certainly come from their servers.
    package func removePageText(of ids: [ArticleID], onlyUnproven: Bool = false) throws(ArticleStoreError) {
        try write { database in
            let ids = try ids.filter { id in
                guard onlyUnproven else { return true }
                return try database.first("SELECT isUnproven FROM pageText WHERE article = ?", [id.rawValue]) { $0[0] }
                    ?? true
            }
            let pages = try ids.compactMap { try database.rejectedPage(of: $0.rawValue) }
            for id in ids { try database.run("DELETE FROM pageText WHERE article = ?", [id.rawValue]) }
            for page in pages {
                try database.run("UPDATE article SET addressKey = ? WHERE id = ?", [page.ownKey, page.article])
            }
            for page in pages where page.sharesStory { try database.leaveStory(page) }
        }
    }
}

/// A page that turned out not to be an article, and whose address its article has taken over.
private struct RejectedPage {
    let article: Int64
    /// The key of the article's own address.
    let ownKey: Int64?
    /// True if another article of its story has the page's address.
    let sharesStory: Bool
}

extension Database {
    fileprivate func rejectedPage(of article: Int64) throws -> RejectedPage? {
        let found = try first(
            """
            SELECT pageText.url, content.url, addressKey, EXISTS (
                SELECT 1 FROM article AS other INDEXED BY article_story
                WHERE other.story = own.story AND other.id <> own.id AND other.addressKey = own.addressKey)
            FROM article AS own
                JOIN pageText ON pageText.article = own.id JOIN content ON content.article = own.id
            WHERE own.id = ? AND addressKey IS NOT NULL
            """, [article]
        ) { (page: $0[0] as String, own: $0[1] as String?, key: $0[2] as Int64, sharesStory: $0[3] as Bool) }
        guard let found, StoryKeys.key(ofAddress: found.page) == found.key else { return nil }
        let ownKey = found.own.flatMap(StoryKeys.key(ofAddress:))
        guard ownKey != found.key else { return nil }
        return RejectedPage(article: article, ownKey: ownKey, sharesStory: found.sharesStory)
    }

    /// Removes the article from its story, unless it shares its own address or its title with the story.
    fileprivate func leaveStory(_ page: RejectedPage) throws {
        try run(
            """
            UPDATE article SET story = NULL WHERE id = ?1 AND NOT EXISTS (
                SELECT 1 FROM article AS other INDEXED BY article_story
                WHERE other.story = article.story AND other.id <> ?1
                    AND (other.addressKey = article.addressKey OR other.titleKey = article.titleKey))
            """, [page.article])
    }
}
