import Markup

/// Handles start and end tags by role.
extension HTMLReader {
    mutating func start(_ tag: StartTag) {
        let name = ShortName(scanner.bytes, tag.name)
        let role = name.flatMap(ElementRole.role)
        if name == .script, let formula = TeXScript(tag, &scanner) { return add(formula) }
        if name == .script, let gist = Media.gist(tag, &scanner) { addGist(gist) }
        let isShown =
            role != .hidden || scanner.isWholeHeading(button: tag)
            || (name == .noscript && (scanner.begins(with: [.preformatted]) || scanner.holdsOnlyPicture))
        if !isShown || scanner.isInvisible(tag) || isLineNumber(tag) {
            if role?.isVoid != true { skip(tag) }
            return
        }
        let isInCode = writer.shape == .preformatted
        if role == nil, writer.endsInWord, scanner.standsApart(tag, isInCode: isInCode) { writer.append(" ") }
        guard let name, let role else { return }
        if let implied = role.impliedEnd { closeInnermost({ implied.ends($0.role) }, notBeyond: implied.notBeyond) }
        if role.isBlockLevel {
            endHeading(before: role)
            keptLines.begin(tag, scanner)
        }
        begin(tag, name, role)
    }

    private mutating func begin(_ tag: StartTag, _ name: ShortName, _ role: ElementRole) {
        if role == .table, addCode(tag) { return }
        switch role {
        case .block:
            endParagraphUnlessNumber()
            if name == .details { addMissingSummary() }
            if name == .figure { writer.beginFigure() }
            if let formula = TeXScript(substack: tag, &scanner) { add(formula) }
            if let post = SubstackPost(tag, &scanner) { add(post) }
        case .row: startRow(tag)
        case .style(let style):
            if style == .strikethrough { startEdit(.deletion) }
            if name == .cite { startCite() }
            styles.open(style)
        case .insertion: startEdit(name)
        case .anchor: startAnchor(tag)
        case .quotation: append(phrasing.beginQuotation())
        case .abbreviation: phrasing.beginAbbreviation(title: scanner.attribute("title", of: tag))
        case .rubyText: startRubyText()
        case .lineBreak: writer.breakLine()
        case .rule: writer.addRule()
        case .picture: addPicture(tag)
        case .media(let label): addMedia(tag, label)
        case .control: addControl(tag)
        case .base: scanner.attribute("href", of: tag).map { links.setBase($0) }
        case .formula: addFormula(tag)
        case .ruby, .hidden: break
        default: startTracked(tag, name, role)
        }
    }

    /// Ends the open paragraph, unless it is only the number of a note, as in Substack's posts: the note follows in a
    /// block of its own.
    private mutating func endParagraphUnlessNumber() {
        guard let end = noteNumberEnd, writer.textLength - end <= 1, writer.holdsOnlyNumber else {
            return writer.endParagraph()
        }
        writer.append(" ")
        noteNumberEnd = writer.textLength
    }

    mutating func end(_ range: Range<Int>) {
        guard let name = ShortName(scanner.bytes, range), let role = ElementRole.role(of: name) else { return }
        switch role {
        case .block:
            writer.endParagraph()
            if name == .figure { writer.endFigure() }
        case .style(let style):
            if style == .strikethrough { edits.end(.deletion, at: writer.textLength) }
            if name == .cite { endCite() }
            styles.close(style)
        case .insertion: edits.end(name, at: writer.textLength)
        case .anchor: endAnchor()
        case .quotation: phrasing.endQuotation().map { append($0) }
        case .abbreviation: phrasing.endAbbreviation().map { append($0) }
        case .ruby, .rubyText: phrasing.endRubyText().map { append($0) }
        // `</br>` is read as `<br>` (HTML §13.2.6.4.7).
        case .lineBreak: writer.breakLine()
        case .row:
            if let implied = role.impliedEnd { closeInnermost({ implied.ends($0.role) }, notBeyond: implied.notBeyond) }
            writer.inTable { table, _ in table.beginRow() }
        case .rule, .picture, .media, .control, .base, .formula, .hidden: break
        default: endTracked(name, role)
        }
    }

    private func isLineNumber(_ tag: StartTag) -> Bool {
        writer.shape == .preformatted && scanner.isLineNumber(tag)
    }

    private mutating func startRow(_ tag: StartTag) {
        let isRight = scanner.isAlignedRight(tag) == true
        writer.inTable { table, _ in table.beginRow(isRight: isRight) }
    }

    private mutating func startEdit(_ name: ShortName) {
        if edits.start(name, at: writer.textLength), writer.lastByte != nil { writer.append(" ") }
    }

    /// Begins a reading; an empty one, as for the syllables within a word, shows nothing.
    private mutating func startRubyText() {
        var inside = scanner
        if case .endTag? = inside.next() { return }
        append(phrasing.beginRubyText())
    }

    // MARK: Elements whose end counts

    private mutating func startTracked(_ tag: StartTag, _ name: ShortName, _ role: ElementRole) {
        writer.endParagraph()
        guard push(name, role) else { return }
        switch role {
        case .heading(let level):
            writer.begin(.heading(level))
            if summaryNeedsMark { addSummaryMark() }
        case .preformatted: writer.begin(.preformatted)
        case .quote:
            writer.beginQuote()
            addEmptyLink()
        case .list(let isOrdered): startList(tag, isOrdered: isOrdered)
        case .item: writer.beginItem(value: scanner.attribute("value", of: tag))
        case .definition: writer.beginDefinition()
        case .term:
            writer.beginTerm()
            styles.open(.strong)
        case .summary:
            styles.open(.strong)
            summaryNeedsMark = scanner.begins(with: Self.headings)
            if !summaryNeedsMark { addSummaryMark() }
        case .figureCaption: styles.open(.emphasis)
        case .table:
            let role = scanner.attribute("role", of: tag)
            writer.beginTable(isPresentation: role == "presentation" || role == "none")
        case .cell(let isHeader): startCell(tag, isHeader: isHeader)
        case .tableCaption: writer.inTable { $0.beginCaption(block: $1) }
        default: break
        }
    }

    private mutating func startCell(_ tag: StartTag, isHeader: Bool) {
        let columns = scanner.attribute("colspan", of: tag)
        let rows = scanner.attribute("rowspan", of: tag)
        let isRight = scanner.isAlignedRight(tag)
        writer.inTable {
            $0.beginCell(isHeader: isHeader, isRight: isRight, columns: columns, rows: rows, block: $1)
        }
        // The signs + and − of MediaWiki's tables of changes, which a style shows.
        scanner.attribute("data-marker", of: tag).map { writer.append($0) }
    }

    private mutating func addSummaryMark() {
        writer.append("▾ ", style: .strong)
        summaryNeedsMark = false
    }

    private static let headings: [ShortName] = ["h1", "h2", "h3", "h4", "h5", "h6"]

    /// Gives `details` without a summary the summary that browsers show.
    private mutating func addMissingSummary() {
        var inside = scanner
        while let token = inside.next() {
            switch token {
            case .text(let range) where inside.bytes.trimmed(range).isEmpty: continue
            case .comment: continue
            case .startTag(let tag) where inside.lowercasedName(tag.name) == "summary": return
            case .endTag(let name) where inside.lowercasedName(name) == "details": return
            default:
                writer.append("▾ Details", style: .strong)
                return writer.endParagraph()
            }
        }
    }

    private mutating func endTracked(_ name: ShortName, _ role: ElementRole) {
        guard !open.endsUntracked() else {
            writer.endParagraph()
            return
        }
        if case .heading = role {
            closeInnermost({ $0.role.isHeading }, notBeyond: role.endStops(at:))
        } else {
            closeInnermost({ $0.name == name }, notBeyond: role.endStops(at:))
        }
    }

    /// Ends an open heading before an element that cannot be inside one, because headings are often left open.
    private mutating func endHeading(before role: ElementRole) {
        guard case .heading = writer.shape, role != .block || writer.hasText else { return }
        closeInnermost({ $0.role.isHeading }, notBeyond: role.endStops(at:))
    }

    private mutating func startList(_ tag: StartTag, isOrdered: Bool) {
        guard isOrdered else {
            writer.beginList { ListMarker(depth: $0) }
            return
        }
        let start = scanner.attribute("start", of: tag)
        let type = scanner.attribute("type", of: tag)
        let isReversed = scanner.attribute("reversed", of: tag) != nil
        let count = isReversed && start == nil ? itemCount(of: tag) : nil
        writer.beginList { _ in ListMarker(start: start ?? count.map(String.init), type: type, isReversed: isReversed) }
    }

    /// Returns the number of items of the list itself, without the items of nested lists; nil if the list never ends or
    /// is too long to count.
    private mutating func itemCount(of tag: StartTag) -> Int? {
        var inside = scanner
        var (count, depth, unclosed) = (0, 0, 1)
        while let token = inside.next() {
            // The end of the list is not searched for first: nested lists would be searched again and again.
            countedTokens += 1
            guard countedTokens < Self.maximumCountedTokens else { return nil }
            switch token {
            case .startTag(let inner):
                if inside.bytes.sameName(inner.name, tag.name) { unclosed += 1 }
                let role = ShortName(inside.bytes, inner.name).flatMap(ElementRole.role)
                if case .list = role { depth += 1 }
                if role == .item, depth == 0 { count += 1 }
            case .endTag(let name):
                if inside.bytes.sameName(name, tag.name) { unclosed -= 1 }
                guard unclosed > 0 else { return count }
                if case .list = ShortName(inside.bytes, name).flatMap(ElementRole.role) { depth -= 1 }
            default: break
            }
        }
        return nil
    }

    /// Maximum number of tokens read ahead in one document to count the items of reversed lists.
    private static let maximumCountedTokens = 20_000

    // MARK: Elements replaced by text

    private mutating func addPicture(_ tag: StartTag) {
        let picture = Picture.shown(tag, &scanner)
        switch picture.use {
        case .nothing: break
        case .text(let text): append(text)
        case .picture(let alternative, let reference):
            // If a picture links to a picture, its link leads to the larger one.
            let larger = anchor?.address.flatMap { Picture.isAddress($0) ? $0 : nil }
            let address = larger ?? reference.flatMap { links.address(of: $0) }
            let link = address.map { links.index(of: $0, isPicture: true) }
            if larger == nil { anchor?.holdsPicture = true }
            let shown = (picture.fitting?.address ?? reference).flatMap { links.address(of: $0) } ?? address
            if let link, let shown { links.describe(link, attributes(of: picture, at: shown)) }
            writer.addPicture(alternative: alternative, link: link, isDescribed: picture.words != nil)
        }
    }

    private func attributes(of picture: Picture, at address: String) -> PictureAttributes {
        let hasSize = picture.width != nil && picture.height != nil
        return PictureAttributes(
            address: address, width: hasSize ? picture.width : nil, height: hasSize ? picture.height : nil)
    }

    private mutating func addMedia(_ tag: StartTag, _ label: String) {
        let after = label == "object" ? nil : scannerAfter(tag)
        let media = Media(tag, &scanner, contentEnd: after?.tokenStart)
        if let after { scanner = after }
        guard let media, let address = links.address(of: media.reference) else { return }
        let isKnown = links.contains(address)
        let link = links.index(of: address)
        guard !isKnown else { return }
        writer.endParagraph()
        writer.append(Media.label(of: address, otherwise: label) + ": ")
        writer.append(media.words(at: address), link: link)
        writer.endParagraph()
    }

    /// Adds the code of a table that begins with the number of a line; returns false for other tables.
    private mutating func addCode(_ tag: StartTag) -> Bool {
        guard scanner.beginsCodeTable(tag), let after = scannerAfter(tag) else { return false }
        let code = CodeTable(scanner, upTo: after.tokenStart)
        scanner = after
        guard writer.shape != .preformatted else {
            writer.append(code.text)
            return true
        }
        let position = writer.position
        writer.begin(.preformatted)
        writer.append(code.text)
        writer.end(to: position)
        return true
    }

    /// Adds a link to the code that a script would show.
    private mutating func addGist(_ page: String) {
        guard let address = links.address(of: page) else { return }
        writer.endParagraph()
        writer.append("code: ")
        writer.append("gist.github.com", link: links.index(of: address))
        writer.endParagraph()
    }

    private mutating func addControl(_ tag: StartTag) {
        guard let box = TaskBox.text(tag, &scanner) else { return }
        append(box)
    }

    private mutating func addFormula(_ tag: StartTag) {
        guard let after = scannerAfter(tag) else { return }
        let text = MathText.text(tag, &scanner, upTo: after.tokenStart)
        scanner = after
        append(text)
    }

    private mutating func add(_ post: SubstackPost) {
        let address = links.address(of: post.address)
        writer.append(post.text + " — ")
        writer.append("@" + post.author, link: address.map { links.index(of: $0) })
        writer.endParagraph()
    }

    private mutating func add(_ formula: TeXScript) {
        if formula.isDisplay { writer.endParagraph() }
        append(formula.text)
        if formula.isDisplay { writer.endParagraph() }
    }
}
