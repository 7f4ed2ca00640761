/// The contents of a list as far as SQL can express them: the scope with its folder's feeds, the search with its
/// words.
struct ArticleSelection: Equatable {
    /// `nil` for all of the library.
    var feeds: [Int64]?
    var isRead: Bool?
    var isStarred: Bool?
    /// True for articles packed for a journey.
    var isPacked: Bool?
    /// True for the articles of the history.
    var isOpened = false
    /// Limits the list to places of this span.
    var span = Span.everything
    /// The query to the full-text index, in the syntax of FTS5.
    var match: String?
    /// A further condition on a row of `article`.
    var extra: SearchCondition?
    /// True if a list shows only the first article to arrive of each story.
    var foldsStories = false
}

/// Neighbouring places: a period of time.
struct Span: Equatable {
    /// The first place in it and the first place after it.
    var from: Int64
    var to: Int64

    static let everything = Span(from: .min, to: .max)
    static let nothing = Span(from: 0, to: 0)

    static func before(_ place: Place) -> Span {
        Span(from: .min, to: place.rawValue)
    }

    static func after(_ place: Place) -> Span {
        from(place.next)
    }

    static func from(_ place: Place) -> Span {
        Span(from: place.rawValue, to: .max)
    }

    func intersection(_ other: Span) -> Span {
        Span(from: max(from, other.from), to: min(to, other.to))
    }
}
