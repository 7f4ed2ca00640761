/// The marks of one article that a full journey heeds.
package struct ArticleMarks: Equatable, Sendable {
    package var isRead: Bool
    package var isStarred: Bool

    package init(isRead: Bool, isStarred: Bool) {
        self.isRead = isRead
        self.isStarred = isStarred
    }
}
