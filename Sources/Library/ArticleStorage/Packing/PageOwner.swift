package import FeedModel
import GRDB

/// The part of an article that the fetch of its page needs.
package struct PageOwner: Equatable, Sendable {
    package var title: String?
    /// Nil if its feed no longer exists.
    package var feedURL: String?
    /// The `User-Agent` that its feed's pages want; nil for the usual one.
    package var userAgent: String?
    /// False if its feed shows no pictures.
    package var showsPictures: Bool
    package var page: PageInLibrary

    package init(
        title: String? = nil, feedURL: String? = nil, userAgent: String? = nil, showsPictures: Bool = true,
        page: PageInLibrary
    ) {
        self.title = title
        self.feedURL = feedURL
        self.userAgent = userAgent
        self.showsPictures = showsPictures
        self.page = page
    }
}

extension ArticleStore {
    /// Returns the articles that still exist, without their texts.
    package func pageOwners(_ ids: some Collection<ArticleID>) throws(ArticleStoreError) -> [ArticleID: PageOwner] {
        try read { database in
            var owners: [ArticleID: PageOwner] = [:]
            for id in ids {
                owners[id] = try database.first(
                    """
                    SELECT content.title, feedURL, (SELECT isUnproven FROM pageText WHERE pageText.article = article.id),
                        preferences
                    FROM article JOIN content ON content.article = article.id
                        LEFT JOIN subscription ON subscription.id = article.subscription
                    WHERE article.id = ?
                    """, [id.rawValue]
                ) { row in
                    let page = (row[2] as Bool?).map { isUnproven -> PageInLibrary in isUnproven ? .unproven : .proven }
                    let preferences = FeedPreferences(json: row[3])
                    return PageOwner(
                        title: row[0], feedURL: row[1], userAgent: preferences.userAgent,
                        showsPictures: preferences.showsPictures ?? true, page: page ?? .none)
                }
            }
            return owners
        }
    }
}
