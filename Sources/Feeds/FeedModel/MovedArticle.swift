/// An article as another reader kept it, with the marks that it had there.
package struct MovedArticle: Equatable, Sendable {
    /// How the other reader tells its articles apart, without white space at the ends.
    package var guid: String
    /// Its `id` is the one that lede gives the article, as far as that is known before the feed is fetched.
    package var item: ParsedItem
    package var marks: MovedMarks

    package init(guid: String, item: ParsedItem, marks: MovedMarks) {
        self.guid = guid
        self.item = item
        self.marks = marks
    }
}

/// The marks that an article had in another reader.
package struct MovedMarks: Equatable, Sendable {
    package var isRead: Bool
    package var isStarred: Bool
    /// The person deleted it there: it is known, and in no list.
    package var isDeleted: Bool

    package init(isRead: Bool = false, isStarred: Bool = false, isDeleted: Bool = false) {
        self.isRead = isRead
        self.isStarred = isStarred
        self.isDeleted = isDeleted
    }
}
