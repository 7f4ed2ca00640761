package import struct FoundationEssentials.Date

/// An article of another feed with the same story.
package struct StoryCopy: Equatable, Sendable {
    package let id: ArticleID
    package var feedTitle: String
    package var title: String
    package var date: Date

    package init(id: ArticleID, feedTitle: String, title: String, date: Date) {
        self.id = id
        self.feedTitle = feedTitle
        self.title = title
        self.date = date
    }
}
