import FeedModel

/// What a list holds, worked out as far as SQL can say it: the scope with its folder's feeds, the search with its words.
struct ArticleSelection: Equatable {
    /// `nil` for all of the library.
    var feeds: [Int64]?
    var isRead: Bool?
    var isStarred: Bool?
    /// Whether it is packed for a journey.
    var isAboard: Bool?
    /// Only places of this span.
    var span = Span.everything
    /// What the full-text index is asked for, in the syntax of FTS5.
    var match: String?
    /// What must hold of a row of `article` besides.
    var extra: BoundSQL?
}

/// Neighbouring places: a piece of time.
struct Span: Equatable {
    /// The first place in it and the first behind it.
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
