import FeedModel

// Goes to a neighbouring article of the list, and to the feed of an article.
extension State {
    /// Selects the article that is `count` rows below, whatever its marks; if a text is shown, the text of that article
    /// replaces it.
    mutating func stepArticle(by count: Int) -> [Effect] {
        switch focus {
        case .feeds:
            say("Open a list first")
            return []
        case .articles:
            return move(by: count)
        case .text:
            let start = list.selected?.id
            list.isHeld = true
            list.move(by: count)
            guard list.selected?.id != start || list.pendingMove != 0 else {
                decline(count > 0 ? "The last article of this list" : "The first article of this list")
                return []
            }
            waiting.goal = .neighbour
            return openNeighbour()
        }
    }

    /// Opens the article that a step has selected, once the rows up to it have loaded.
    mutating func openNeighbour() -> [Effect] {
        guard waiting.goal == .neighbour, list.pendingMove == 0 else { return [] }
        waiting.goal = .nothing
        guard focus == .text, let selected = list.selected else { return [] }
        return openText(of: selected)
    }

    /// Shows the list of the article's feed, with the article selected; in the feeds, asks for the name of a feed.
    mutating func goToFeed() -> [Effect] {
        guard focus != .feeds else { return ask(.feed(before: sidebar.selected?.scope)) }
        guard let article = currentArticle, let feed = subscription(of: article) else {
            return sayNoArticle()
        }
        guard list.scope != .feed(feed) else {
            say("This is already the list of its feed")
            return []
        }
        return openScope(.feed(feed), at: .around(article), keeping: [article])
    }

    private func subscription(of article: ArticleID) -> SubscriptionID? {
        if let reading, reading.id == article { return reading.open.article.subscription }
        return list.rows.first { $0.id == article }?.subscription
    }

    /// True if a list leaves out read articles. A filter behaves like the list that it filters, unless its words select
    /// articles by their marks.
    func hidesRead(in scope: ArticleScope) -> Bool {
        switch scope {
        case .all, .today, .feed, .folder: !settings.showsReadArticles
        case .filtered(let scope, let words): !Self.askForMarks(words) && hidesRead(in: scope)
        case .unread, .starred, .history, .search, .guide: false
        }
    }

    mutating func toggleReadArticles() -> [Effect] {
        settings.showsReadArticles.toggle()
        say(readArticlesMessage)
        return reloadForReadArticlesSetting()
    }

    private var readArticlesMessage: String {
        guard !settings.showsReadArticles else { return "Listing all articles" }
        guard let scope = list.scope, scope != .unread, !hidesRead(in: scope) else {
            return "Listing unread articles only"
        }
        return "Other lists hide read articles now; this one keeps them"
    }

    /// Reloads the list after read articles were hidden or shown. Articles read since the list was opened are hidden
    /// too.
    mutating func reloadForReadArticlesSetting() -> [Effect] {
        if list.scope.map(hidesRead) == true { list.kept = [] }
        return reload()
    }
}
