import FeedModel

/// The column of text: an article, or a request for one.
indirect enum TextContent: Equatable, Sendable {
    case empty
    /// The article's text is loading. The previous text stays on the screen meanwhile, but no command applies to it.
    case loading(ArticleID, before: Reading?)
    case shown(Reading)

    /// The text that commands apply to.
    var reading: Reading? {
        get {
            if case .shown(let reading) = self { reading } else { nil }
        }
        // Yield the text in place, so that scrolling does not copy a long text.
        _modify {
            guard case .shown(let shown) = self else {
                var reading: Reading?
                yield &reading
                if let reading { self = .shown(reading) }
                return
            }
            var reading: Reading? = shown
            self = .empty
            yield &reading
            if let reading { self = .shown(reading) }
        }
    }

    /// The text on the screen.
    var visible: Reading? {
        switch self {
        case .empty: nil
        case .loading(_, let before): before
        case .shown(let reading): reading
        }
    }

    /// The article whose text is loading.
    var awaited: ArticleID? {
        if case .loading(let id, _) = self { id } else { nil }
    }
}
