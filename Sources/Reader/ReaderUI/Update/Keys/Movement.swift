import FeedModel

// Moves within a column and between columns.
extension State {
    mutating func move(by count: Int) -> [Effect] {
        switch focus {
        case .feeds:
            sidebar.move(by: count)
            return previewScope()
        case .articles:
            let start = list.cursor
            list.isHeld = true
            list.move(by: count)
            return markPassed(from: start) + followSelection()
        case .text:
            scrollText(by: count)
            return []
        }
    }

    mutating func page(by count: Int) -> [Effect] {
        // One line of the previous page stays visible.
        move(by: max(1, height(of: focus) - 1) * count)
    }

    mutating func jump(toEnd: Bool) -> [Effect] {
        switch focus {
        case .feeds:
            sidebar.move(by: toEnd ? sidebar.rows.count : -sidebar.rows.count)
            return previewScope()
        case .articles:
            list.isHeld = toEnd
            let isLoaded = toEnd ? !list.hasLaterRows : !list.hasEarlierRows
            guard isLoaded else {
                list.isSelectionAwaited = true
                list.pendingMove = 0
                return loadList(at: toEnd ? .end : .start)
            }
            list.move(by: toEnd ? list.rows.count : -list.rows.count)
            return followSelection()
        case .text:
            reading?.go(toEnd: toEnd)
            scrollText(by: 0)
            return []
        }
    }

    /// Moves one column to the right. Only opening an article marks it read.
    mutating func open() -> [Effect] {
        switch focus {
        case .feeds:
            if case .folder(let path, true) = sidebar.selected {
                sidebar.fold(path, false, showsReadFeeds: settings.showsReadFeeds)
                memory.foldedFolders = sidebar.folded
            }
            guard let scope = sidebar.selected?.scope else { return [] }
            return openScope(scope) + followSelection()
        case .articles:
            guard let selected = list.selected else { return [] }
            list.isHeld = true
            return openArticle(selected)
        case .text:
            return []
        }
    }

    /// Opens an article in the form set for its feed: the feed's text, the page's text, or the page in the browser.
    private mutating func openArticle(_ article: ArticleSummary) -> [Effect] {
        let opening = sidebar.feed(article.subscription)?.preferences.opening ?? .text
        guard opening != .browser else { return [.browseArticle(article.id)] + markOpened(article.id) }
        return openText(of: article)
    }

    /// Shows an article's text, or the text of its page if the feed is set so.
    mutating func openText(of article: ArticleSummary) -> [Effect] {
        focus = .text
        let effects = read(article.id) + markOpened(article.id)
        guard sidebar.feed(article.subscription)?.preferences.opening == .page, network.connectivity == .online,
            reading?.id != article.id || reading?.open.isFullText == false
        else { return effects }
        return effects + [.loadFullText(article.id)]
    }

    mutating func back(quitting: Bool) -> [Effect] {
        stopWaiting()
        if isZen {
            isZen = false
            if focus == .text { return [] }
        }
        switch focus {
        case .text:
            if let reading { readingPositions[reading.id] = reading.position }
            focus = .articles
            return followSelection()
        case .articles:
            focus = .feeds
            scopeBesideList = nil
            leaveSearch()
            return followSelection()
        case .feeds:
            if quitting { return [.remember(memory), .quit] }
            return foldCurrent()
        }
    }

    mutating func shiftFocus(by step: Int) -> [Effect] {
        let count = Column.allCases.count
        guard var column = Column(rawValue: (focus.rawValue + step + count) % count) else { return [] }
        if column == .text {
            guard list.selected == nil || selectsOtherListThanShown else { return shiftToText() }
            guard focus == .articles else {
                say("Open an article first")
                return []
            }
            // An empty list has no text next to it.
            column = .feeds
        }
        if column == .articles, list.scope == nil || selectsOtherListThanShown {
            // In a single column, the list does not follow the selection: the selected list is opened.
            focus = .feeds
            return open()
        }
        if column == .feeds { scopeBesideList = sidebar.selected?.scope }
        focus = column
        return selectFirstUnread() + followSelection()
    }

    /// True if the feeds hide the list, and another list has been selected there.
    private var selectsOtherListThanShown: Bool {
        let selected = sidebar.selected?.scope
        return focus == .feeds && columns.area(of: .articles) == nil && selected != target.scope
            && selected != scopeBesideList
    }

    mutating func toggleZen() -> [Effect] {
        // The person has selected a feed there, not an article: only a text on the screen can be meant.
        guard isZen || focus != .feeds || (reading != nil && columns.area(of: .text) != nil) else {
            say("Open an article first")
            return []
        }
        isZen.toggle()
        return isZen && focus != .text && list.selected != nil ? shiftToText() : followSelection()
    }

    /// Goes to the next page (Space) or, after the last page, to the next unread article.
    mutating func advance() -> [Effect] {
        guard focus == .text, let reading else { return page(by: 1) }
        return reading.isAtEnd ? findUnread(.forward) : page(by: 1)
    }

    mutating func stepFeed(by count: Int) -> [Effect] {
        let column = focus
        let step = count < 0 ? -1 : 1
        var index = sidebar.cursor
        for _ in 0..<abs(count) {
            var next = index + step
            while sidebar.rows.indices.contains(next), sidebar.rows[next] == .gap { next += step }
            guard sidebar.rows.indices.contains(next) else { break }
            index = next
        }
        let isAtEnd = index == sidebar.cursor
        sidebar.cursor = index
        guard column != .feeds else { return previewScope() }
        guard !isAtEnd else {
            say(count > 0 ? "The end of the feed list" : "The beginning of the feed list")
            return []
        }
        guard let scope = sidebar.selected?.scope else { return [] }
        return openScope(scope)
    }

    mutating func goToRow(_ number: Int) -> [Effect] {
        let effects = jump(toEnd: false)
        let distance = max(0, number - 1)
        guard focus == .articles, list.requestedPage == .start, list.isSelectionAwaited else {
            return effects + move(by: distance)
        }
        // The first rows are being fetched, and the move starts from them.
        list.isHeld = true
        list.pendingMove = distance
        return effects
    }

    private mutating func shiftToText() -> [Effect] {
        guard let selected = list.selected else { return [] }
        list.isHeld = true
        focus = .text
        return read(selected.id) + markOpened(selected.id)
    }
}
