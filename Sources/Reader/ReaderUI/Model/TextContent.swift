package import FeedModel

/// The column of text: an article, or the wait for one.
package enum TextContent: Equatable, Sendable {
    case empty
    /// The article's text was asked for. The text before it stays on the screen meanwhile, but no command is about it.
    case loading(ArticleID, before: Reading?)
    case shown(Reading)

    /// The text that commands are about.
    package var reading: Reading? {
        get {
            if case .shown(let reading) = self { reading } else { nil }
        }
        // Yields the text itself, so that scrolling copies nothing of a long one.
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
    package var visible: Reading? {
        switch self {
        case .empty: nil
        case .loading(_, let before): before
        case .shown(let reading): reading
        }
    }

    /// The article whose text has not come.
    package var awaited: ArticleID? {
        if case .loading(let id, _) = self { id } else { nil }
    }
}
