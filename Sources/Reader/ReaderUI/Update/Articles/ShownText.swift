import ArticleText
import FeedModel
import Screen

// Shows articles in the column of text, laid out for its width.
extension State {
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

    /// Lays the text out again if the width of its column changed; the reading position stays.
    mutating func keepTextInView() {
        guard let reading, columns.area(of: .text) != nil else { return }
        if reading.layout.form != textForm(of: reading.open.article) {
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

    private func textForm(of article: Article) -> TextLayout.Form {
        let cell = showsPictures(of: article) ? pictures.cell : nil
        var form = TextLayout.Form(width: textWidth, glyphs: settings.glyphs, pictureCell: cell)
        form.hasThumbnail = settings.thumbnails && cell != nil
        return form
    }

    private func layOut(
        _ open: OpenArticle, at position: TextLayout.Position?, finding text: String?, pictures: PictureTable
    ) -> Reading {
        let form = textForm(of: open.article)
        var open = open
        if !settings.foldsStories { open.copies = [] }
        if settings.hasPlainLetters { open.document = open.document.inPlainLetters }
        let (key, pageKey) = (keymap.name(of: .enclosures), keymap.name(of: .fullText))
        let (dot, ellipsis) = (form.glyphs.dot, form.glyphs.ellipsis)
        let room = form.hasThumbnail ? form.width - PictureTable.thumbnailRoom.columns - 2 : form.width
        let header = ArticleHeader.lines(
            open, width: max(20, room), clock: clock, dot: dot,
            copiesKey: keymap.name(of: .sameStory), commentsKey: keymap.name(of: .comments),
            changesKey: keymap.name(of: .changes))
        // The pictures of the text are unknown until all of it has loaded.
        let enclosures = open.document.isBeginning ? [] : open.article.item.enclosures
        let files = EnclosureList(enclosures, below: open.document)
            .lines(
                width: form.width, key: key, transcriptKey: open.offersTranscript ? pageKey : nil, dot: dot,
                ellipsis: ellipsis)
        let footer = files.isEmpty ? MissingText.lines(open, width: form.width, pageKey: pageKey) : files
        var reading = Reading(open, below: header, above: footer, form)
        // Pictures that are switched off while they are shown are searched again once they are switched on.
        var table = form.pictureCell == nil ? PictureTable() : pictures
        if !form.hasThumbnail { table.thumbnail = .unasked }
        reading.show(table)
        if let position { reading.go(to: position) }
        if let text { reading.look(for: text, keepingPosition: true) }
        reading.scroll(by: 0, height: height(of: .text))
        reading.storedPosition = reading.position
        return reading
    }
}
