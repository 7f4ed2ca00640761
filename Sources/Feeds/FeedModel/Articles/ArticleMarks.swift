/// The marks of one article that matter when a full journey has to remove articles.
package struct ArticleMarks: Equatable, Sendable {
    package var isRead: Bool
    package var isStarred: Bool

    package init(isRead: Bool, isStarred: Bool) {
        self.isRead = isRead
        self.isStarred = isStarred
    }
}
