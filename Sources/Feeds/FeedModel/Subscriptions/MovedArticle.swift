/// An article as another reader stored it, with its marks there.
package struct MovedArticle: Equatable, Sendable {
    /// The other reader's id for the article, without white space at the ends.
    package var guid: String
    /// Its `id` is lede's id for the article, as far as that is known before the feed is fetched.
    package var item: ParsedItem
    package var marks: MovedMarks
    /// The person's own tags for it.
    package var ownTags: [String] = []

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
    /// The person deleted it there: the library knows it but does not list it.
    package var isDeleted: Bool

    package init(isRead: Bool = false, isStarred: Bool = false, isDeleted: Bool = false) {
        self.isRead = isRead
        self.isStarred = isStarred
        self.isDeleted = isDeleted
    }
}
