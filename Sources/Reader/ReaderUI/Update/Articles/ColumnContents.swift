import ArticleText
import FeedModel
import FoundationEssentials
import Screen

// Keeps the columns and the selection consistent.
extension State {
    var columns: ColumnLayout {
        ColumnLayout(size: size, focus: focus, isZen: isZen, chosen: chosenWidths)
    }

    /// Returns the number of rows that a column shows, or would show if it were visible.
    func height(of column: Column) -> Int {
        let area = columns.area(of: column) ?? Area(row: 0, column: 0, columns: size.columns, rows: size.rows - 2)
        return max(1, ColumnLayout.body(of: area).size.rows)
    }

    /// The open list, in the form that requests to the library use.
    var listing: ArticleListing? {
        list.scope.map { listing(of: $0, order: list.order, keeping: list.kept) }
    }

    /// Returns a list in the form that requests to the library use.
    func listing(of scope: ArticleScope, order: ArticleOrder, keeping kept: Set<ArticleID>) -> ArticleListing {
        var listing = ArticleListing(
            scope, order: order, unreadOnly: hidesRead(in: scope), kept: kept, foldsStories: settings.foldsStories,
            midnight: clock.midnight)
        listing.packedOnly = list.isPackedOnly
        return listing
    }

    /// The list that is shown, or will be once its rows have loaded.
    var target: (scope: ArticleScope?, order: ArticleOrder) {
        waiting.otherList.map { ($0.listing.scope, $0.listing.order) } ?? (list.scope, list.order)
    }

    /// The article that commands apply to.
    var currentArticle: ArticleID? {
        switch focus {
        case .feeds: nil
        case .articles: list.selected?.id
        case .text: reading?.id ?? text.awaited
        }
    }

    /// The feed that commands apply to.
    var currentSubscription: SubscriptionID? {
        switch focus {
        case .feeds: return sidebar.selectedFeed?.id
        case .articles, .text:
            if case .feed(let id) = list.scope { return id }
            return focus == .text ? reading?.open.article.subscription : list.selected?.subscription
        }
    }

    /// Opens a list and focuses it.
    ///
    /// - Parameters:
    ///   - fetches: false for a feed that was fetched a moment ago when it was subscribed.
    ///   - waitsForRows: false to leave the list on the screen at once, whatever the new one needs.
    ///   - kept: articles that are listed whatever their marks.
    mutating func openScope(
        _ scope: ArticleScope, fetches: Bool = true, at anchor: PageAnchor = .start, keeping kept: Set<ArticleID> = [],
        waitsForRows: Bool = true
    ) -> [Effect] {
        focus = .articles
        scopeBesideList = nil
        // Esc in the opened list leads to no list before it. While a search is typed, Esc leaves the search.
        if prompt == nil { previousList = nil }
        sidebar.select(scope)
        var effects = show(scope, at: anchor, keeping: kept, waitsForRows: waitsForRows)
        effects += selectFirstUnread()
        if case .feed(let id) = scope, fetches, settings.fetchesOnOpen { effects.append(.openFeed(id)) }
        return effects
    }

    /// Shows a list, unless it is already shown. A list that needs a search, or that follows the selected feed,
    /// replaces the old one once its rows have loaded.
    ///
    /// - Parameter kept: articles that are listed whatever their marks.
    mutating func show(
        _ scope: ArticleScope, order: ArticleOrder? = nil, at anchor: PageAnchor = .start,
        keeping kept: Set<ArticleID> = [], waitsForRows: Bool = true
    ) -> [Effect] {
        let order = order ?? self.order(of: scope)
        guard target != (scope, order) else { return [] }
        // If the person returned to the list on the screen, requests for its rows may have been cancelled in the
        // meantime.
        waiting.forgetOtherList()
        waiting.needsReload = list.scope == scope && list.order == order
        guard !waiting.needsReload else { return [] }
        guard waitsForRows, scope.isSearched || order.isSorted || list.isPackedOnly || focus == .feeds else {
            openList(scope, order: order, at: anchor, keeping: kept)
            return loadList(at: anchor)
        }
        list.cancelRowRequest()
        let request = PageRequest(listing(of: scope, order: order, keeping: kept), at: anchor, limit: rowsAtOnce)
        waiting.goal = .otherList(request)
        return [.loadPage(request)]
    }

    /// Returns a feed's own order, or the order of all lists.
    func order(of scope: ArticleScope) -> ArticleOrder {
        if case .feed(let id) = scope, let order = sidebar.feed(id)?.preferences.order { return order }
        return settings.order
    }

    mutating func loadList(at anchor: PageAnchor) -> [Effect] {
        guard let listing else { return [] }
        list.requestedPage = anchor
        return [
            .loadPage(PageRequest(listing, at: anchor, limit: max(rowsAtOnce, list.pendingMove.magnitude.clamped)))
        ]
    }

    /// Number of rows requested first: enough to fill the column while the person only browses lists.
    private var rowsAtOnce: Int {
        expectsChange ? min(ArticleList.pageSize, height(of: .articles) + 1) : rowsAround
    }

    /// Number of rows requested for scrolling in both directions, with a reserve so that the next step needs no
    /// request.
    var rowsAround: Int {
        min(ArticleList.pageSize, 4 * height(of: .articles) + 1)
    }

    /// Number of rows kept on each side of the selection.
    private var margin: Int {
        height(of: .articles) * 3 / 2
    }

    /// True if the next key is likely to change the list: while the feeds are focused, and while words are typed.
    private var expectsChange: Bool {
        focus == .feeds || prompt?.kind == .search || prompt?.kind == .filter
    }

    /// Shows the articles of the selected feed in the neighbouring column.
    mutating func previewScope() -> [Effect] {
        guard let scope = sidebar.selected?.scope, columns.area(of: .articles) != nil else { return [] }
        return show(scope)
    }

    /// Shows the text of the selected article in the neighbouring column.
    mutating func followSelection() -> [Effect] {
        if focus == .feeds, list.scope == nil || list.scope != sidebar.selected?.scope {
            let effects = previewScope()
            if !effects.isEmpty { return effects }
        }
        guard waiting.otherList == nil, columns.area(of: .text) != nil, focus != .text || reading == nil else {
            return []
        }
        guard let selected = list.selected else {
            leaveReading()
            return []
        }
        return read(selected.id)
    }

    /// Loads an article's text unless it is already loaded.
    mutating func read(_ id: ArticleID) -> [Effect] {
        guard reading?.id != id else { return [] }
        let before = focus == .text ? nil : text.visible
        leaveReading()
        text = .loading(id, before: before)
        // Reading resumes at its old position; one block for each screen line is enough to fill the screen.
        let position = readingPositions[id].flatMap { $0 > TextLayout.Position(block: 0, offset: 0) ? $0 : nil }
        return [.loadArticle(id, .best, blocks: position.map { $0.block + height(of: .text) + 1 } ?? 0)]
    }

    mutating func leaveReading() {
        if let reading { readingPositions[reading.id] = reading.position }
        text = .empty
    }

    /// Shows an article's text; the same article keeps its position.
    mutating func show(_ open: OpenArticle) -> [Effect] {
        let id = open.article.id
        guard id == reading?.id || id == text.awaited else { return [] }
        // If the article is already shown, do not replace it with its beginning.
        if open.document.isBeginning, id == reading?.id, reading?.open.showsChanges != true { return [] }
        let before = reading.flatMap { $0.id == id ? $0 : nil }
        // A text that replaces another one of the article starts at its beginning, or where it was left.
        var textPositions = before?.otherPositions ?? [:]
        if let before { textPositions[before.open.textKind] = before.position }
        let position = before == nil ? readingPositions[id] ?? open.position : textPositions[open.textKind]
        text = .shown(
            layOut(
                open, at: position, finding: before?.find?.text, pictures: before?.layout.pictures ?? PictureTable()))
        if open.isFullText, messages.shown?.text == Self.fetchingPage { messages.dismiss() }
        if let before {
            reading?.storedPosition = before.storedPosition
            reading?.findStart = before.findStart
        }
        reading?.otherPositions = textPositions
        switch before?.goal {
        case .end:
            reading?.go(toEnd: true)
            scrollText(by: 0)
        case .match: return find(before?.find?.text ?? "")
        case nil: break
        }
        return []
    }

    /// Loads the text again if its feed has changed it; the reading position stays.
    func reloadText(ofOneIn ids: Set<ArticleID>) -> [Effect] {
        guard let reading, ids.contains(reading.id), !reading.open.showsChanges else { return [] }
        return [.loadArticle(reading.id, reading.open.isFullText ? .best : .feed, blocks: nil)]
    }

    /// Stops waiting for rows that could not be read.
    mutating func endWaiting(forRowsOf listing: ArticleListing) {
        waiting.fail(listing)
        if list.scope == listing.scope { list.endAtLoadedRows() }
    }

    /// Requests the rows that are missing around the selection.
    mutating func wantedRows() -> [Effect] {
        guard waiting.otherList == nil else { return [] }
        guard let anchor = list.missingRows(margin: expectsChange ? 0 : margin) else { return [] }
        return loadList(at: anchor)
    }

    /// Requests the missing details of visible feeds; for all other feeds a summary is enough.
    mutating func wantedSubscriptions() -> [Effect] {
        let ids = sidebar.markRequested(feedsInView)
        return ids.isEmpty ? [] : [.loadSubscriptions(ids)]
    }

    /// The feeds with visible rows, and those to which the other columns and the bottom line refer.
    private var feedsInView: [SubscriptionID] {
        let rows = columns.area(of: .feeds) == nil ? 0 : height(of: .feeds)
        var ids: [SubscriptionID] = []
        ids.reserveCapacity(rows + 2)
        for case .feed(let id) in sidebar.rows.dropFirst(sidebar.top).prefix(rows) { ids.append(id) }
        if case .feed(let id) = list.scope { ids.append(id) }
        if let id = currentSubscription { ids.append(id) }
        return ids
    }

    mutating func keepSelectionInView() {
        sidebar.top = Scrolling.top(
            sidebar.top, cursor: sidebar.cursor, count: sidebar.rows.count, height: height(of: .feeds),
            margin: settings.scrollMargin)
        list.top = Scrolling.top(
            list.top, cursor: list.cursor, count: list.rows.count, height: height(of: .articles),
            margin: settings.scrollMargin)
        keepPanelInView()
    }

    private mutating func keepPanelInView() {
        guard let panel else { return }
        let top = top(of: panel, among: rows(of: panel))
        self.panel?.top = top
    }

    /// Returns the area that a panel takes on the screen; nil if the focused column is not visible.
    func area(of panel: Panel) -> Area? {
        columns.area(ofPanelOver: focus, width: panel.wantedWidth)
    }

    /// Returns the screen rows that a panel's lines take.
    func rows(of panel: Panel) -> [PanelRow] {
        panel.rows(width: area(of: panel)?.size.columns ?? size.columns)
    }

    /// Returns the first row that a panel shows so that its selected line is visible.
    func top(of panel: Panel, among rows: [PanelRow]) -> Int {
        let selected = [
            rows.lastIndex { $0.line == panel.cursor } ?? 0, rows.firstIndex { $0.line == panel.cursor } ?? 0,
        ]
        // The last row first: if not all rows of the selected line fit, the first ones are shown.
        let height = height(of: focus) - 1
        return selected.reduce(panel.top) { top, row in
            Scrolling.top(top, cursor: row, count: rows.count, height: height, margin: 1)
        }
    }

    /// Lays the text out again if the width of its column changed; the reading position stays.
    mutating func keepTextInView() {
        guard let reading, columns.area(of: .text) != nil else { return }
        if reading.layout.form != textForm {
            self.reading = layOut(
                reading.open, at: reading.position, finding: reading.find?.text, pictures: reading.layout.pictures)
            self.reading?.storedPosition = reading.storedPosition
            self.reading?.otherPositions = reading.otherPositions
            self.reading?.findStart = reading.findStart
            // The matches do not depend on the width, so the current one stays.
            if let find = reading.find, find.matches == self.reading?.find?.matches { self.reading?.find = find }
        } else if reading.height != height(of: .text) {
            scrollText(by: 0)
        }
    }

    mutating func scrollText(by lines: Int) {
        let height = height(of: .text)
        reading?.scroll(by: lines, height: height)
    }

    private var textWidth: Int {
        let column = columns.area(of: .text)?.size.columns ?? size.columns
        return TextColumn(columnWidth: column, limit: settings.textWidth).width
    }

    private var textForm: TextLayout.Form {
        TextLayout.Form(width: textWidth, glyphs: settings.glyphs, pictureCell: pictures.cell)
    }

    private func layOut(
        _ open: OpenArticle, at position: TextLayout.Position?, finding text: String?, pictures: PictureTable
    ) -> Reading {
        let form = textForm
        var open = open
        if !settings.foldsStories { open.copies = [] }
        if settings.hasPlainLetters { open.document = open.document.inPlainLetters }
        let (key, pageKey) = (keymap.name(of: .enclosures), keymap.name(of: .fullText))
        let (dot, ellipsis) = (form.glyphs.dot, form.glyphs.ellipsis)
        let room =
            settings.thumbnails && showsPictures ? form.width - PictureTable.thumbnailRoom.columns - 2 : form.width
        let header = ArticleHeader.lines(
            open, width: max(20, room), clock: clock, dot: dot,
            copiesKey: keymap.name(of: .sameStory), commentsKey: keymap.name(of: .comments))
        // The pictures of the text are unknown until all of it has loaded.
        let enclosures = open.document.isBeginning ? [] : open.article.item.enclosures
        let files = EnclosureList(enclosures, below: open.document)
            .lines(
                width: form.width, key: key, transcriptKey: open.offersTranscript ? pageKey : nil, dot: dot,
                ellipsis: ellipsis)
        let footer = files.isEmpty ? MissingText.lines(open, width: form.width, pageKey: pageKey) : files
        var reading = Reading(open, below: header, above: footer, form)
        reading.show(pictures)
        if let position { reading.go(to: position) }
        if let text { reading.look(for: text, keepingPosition: true) }
        reading.scroll(by: 0, height: height(of: .text))
        reading.storedPosition = reading.position
        return reading
    }
}

extension UInt {
    /// The number, limited to 10,000 rows per request.
    fileprivate var clamped: Int { Int(Swift.min(self, 10_000)) }
}
