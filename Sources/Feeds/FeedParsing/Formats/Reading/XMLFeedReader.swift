import Basics
internal import FeedModel
internal import Markup

/// Reads RSS, RDF and Atom in one pass over the document's tokens.
///
/// Text elements are captured whole; only elements that hold other elements of the feed are kept on a stack, so there
/// is no recursion, and depth costs nothing.
struct XMLFeedReader: ~Copyable {
    var scanner: MarkupScanner
    private var scope = NamespaceScope()
    private var open: [OpenElement] = []
    private var channel = FeedDraft()
    private var item: FeedDraft?
    private var items: [ParsedItem] = []
    /// Open elements of extensions: their depth in `open`, and the number of items before each.
    private var extensions: [(depth: Int, items: Int)] = []
    /// True once the root has ended; more markup may follow.
    private var hasEnded = false
    private let url: String?

    /// `text` is the document in UTF-8, made safe.
    init(_ text: [UInt8], url: String?) {
        scanner = MarkupScanner(text, dialect: .xml)
        self.url = url
    }

    mutating func read() throws(FeedParsingError) -> ParsedFeed {
        try openRoot()
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag): start(tag)
            case .endTag(let name): end(name)
            default: break
            }
        }
        // An item cut off by the document's end is incomplete; it is kept only if there is no other.
        if items.isEmpty { closeItem() }
        var feed = channel.feed(reading: &scanner)
        feed.isTruncated = !hasEnded
        // Moves the items out, so that applying the limits does not copy them.
        swap(&feed.items, &items)
        FeedLimits.apply(to: &feed)
        let home = feed.homePageURL
        UniqueIdentifiers.assign(to: &feed.items, home: home)
        return feed
    }

    // MARK: The root

    /// Reads to the first element, which decides the kind of a document. Programs write `<!DOCTYPE html>` before feeds,
    /// so the document type counts only if no element is a feed's.
    mutating func openRoot() throws(FeedParsingError) {
        var firstName: String?
        var declaresHTML = false
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag):
                let name = scanner.lowercasedName(tag.name)
                let local = name.split(separator: ":").last.map(String.init) ?? name
                if name == "html" || (declaresHTML && Self.pageElements.contains(name)) { throw .html }
                if let native = Self.roots[local] ?? (firstName == nil ? Self.partialRoots[local] : nil) {
                    openRoot(tag, native, prefix: name == local ? "" : scanner.prefix(of: tag.name))
                    return
                }
                if Self.otherRoots.contains(local) { throw .otherMarkup(root: name) }
                firstName = firstName ?? name
            case .doctype(let range):
                declaresHTML = scanner.bytes.hasBytes(ignoringCase: "html", at: firstWord(range))
            default: break
            }
        }
        if declaresHTML { throw .html }
        guard let firstName else { throw .unknownForm }
        throw HTMLElement.isKnown(firstName) ? .html : .otherMarkup(root: firstName)
    }

    private func firstWord(_ range: Range<Int>) -> Int {
        scanner.bytes.trimmed(range).lowerBound
    }

    private mutating func openRoot(_ tag: StartTag, _ native: Vocabulary, prefix: String) {
        let surroundings = inherit(tag)
        scope.setNative(native, rootPrefix: prefix)
        channel.base = surroundings.base
        channel.language = surroundings.language
        let local = scanner.lowercasedName(tag.name)
        enter(local.hasSuffix("entry") ? .item : .channel, tag, surroundings)
    }

    private static let roots: [String: Vocabulary] = ["rss": .rss, "rdf": .rss, "feed": .atom]

    /// Roots that are a feed only if nothing surrounds them: a channel of CDF, an Atom entry on its own.
    private static let partialRoots: [String: Vocabulary] = ["channel": .rss, "entry": .atom]

    /// Elements that begin a web page whose `html` tag is left out (HTML §13.1.2.4).
    private static let pageElements: Set<String> = ["head", "body", "title", "meta", "script", "link"]

    private static let otherRoots: Set<String> = ["opml", "urlset", "sitemapindex", "svg", "kml"]

    // MARK: Elements

    private struct Surroundings {
        let base: String?
        let language: String?
        /// The number of namespace declarations in force outside.
        let namespaces: Int
    }

    /// Applies a tag's namespace declarations; returns its inherited or new surroundings.
    private mutating func inherit(_ tag: StartTag) -> Surroundings {
        let namespaces = scope.count
        var base = open.last.map(\.base) ?? url
        var language = open.last.flatMap(\.language)
        for attribute in scanner.attributes(of: tag) where scanner.bytes.hasBytes("xml", at: attribute.name.lowerBound)
        {
            switch scanner.rawText(attribute.name) {
            case "xml:base":
                base = Self.usable(WebAddress.resolve(scanner.decodedText(attribute.value), against: base)) ?? base
            case "xml:lang": language = WhiteSpace.collapsed(scanner.decodedText(attribute.value)).nonEmpty
            case "xmlns": scope.declare("", scanner.decodedText(attribute.value))
            case let name where name.hasPrefix("xmlns:"):
                scope.declare(String(name.dropFirst(6)), scanner.decodedText(attribute.value))
            default: break
            }
        }
        return Surroundings(base: base, language: language, namespaces: namespaces)
    }

    /// Returns the base unless it is too long or a script. Bases nest, and each may make the next one longer.
    static func usable(_ base: String) -> String? {
        base.utf8.count <= FeedLimits.base && !WebAddress.isScript(base) ? base : nil
    }

    private mutating func start(_ tag: StartTag) {
        let surroundings = inherit(tag)
        let name = scope.meaning(of: scanner.rawText(tag.name))
        switch (name.meaning, open.last?.kind) {
        case (.item, let kind) where kind != .ignored || item == nil:
            closeItem()
            leaveItem()
            enter(.item, tag, surroundings)
        case (.channel, let kind) where kind != .ignored || item == nil:
            enter(.channel, tag, surroundings)
        case (.ignored, let kind) where kind != .ignored && item == nil && isExtension(tag, name):
            if !tag.isSelfClosing { extensions.append((open.count, items.count)) }
            enter(.ignored, tag, surroundings)
        case (_, .ignored), (.ignored, _), (.root, _), (.item, _), (.channel, _):
            enter(.ignored, tag, surroundings)
        case (.wrapper, _):
            enter(.wrapper, tag, surroundings)
        case (.mediaContent, _), (.podcastCategory, _):
            record(FeedElement(tag, name, surroundings.base), .empty)
            enter(.wrapper, tag, surroundings)
        case (.skipHours, _):
            enter(.wrapper, tag, surroundings)
        default:
            let capture = scanner.capture(tag, isShort: name.meaning.isShort)
            scope.forget(to: surroundings.namespaces)
            record(FeedElement(tag, name, surroundings.base), capture)
        }
    }

    private mutating func record(_ element: FeedElement, _ capture: Capture) {
        if item != nil {
            if isTitleOfPicture(element) { return }
            if describesFile(element) { item?.describeFile(element, capture, from: &scanner) }
            item?.record(element, capture, from: &scanner, in: scope.native)
        } else {
            channel.record(element, capture, from: &scanner, in: scope.native)
        }
    }

    /// True for a description inside the element of one file, not for the description of an item or of a group of
    /// files.
    private mutating func describesFile(_ element: FeedElement) -> Bool {
        guard case .body(rank: Meaning.rankOfMediaDescription) = element.meaning else { return false }
        return isInFile()
    }

    /// True for the title of a picture, which is often the name of a file. WordPress.com lists the portrait of the
    /// author, with a login name as its title, in each post: an untitled one must not get it.
    private mutating func isTitleOfPicture(_ element: FeedElement) -> Bool {
        guard case .title = element.meaning, element.vocabulary == .media, item?.isLastFilePicture == true else {
            return false
        }
        return isInFile()
    }

    private mutating func isInFile() -> Bool {
        guard let outer = open.last else { return false }
        if case .mediaContent = scope.meaning(of: scanner.rawText(outer.name)).meaning { return true }
        return false
    }

    /// Opens an element whose content is read piece by piece.
    private mutating func enter(_ kind: OpenElement.Kind, _ tag: StartTag, _ surroundings: Surroundings) {
        switch kind {
        case .item:
            // The feed's own language is stored once, with the feed.
            let language = surroundings.language == open.last?.language ? nil : surroundings.language
            item = FeedDraft(base: surroundings.base, language: language)
            item?.recordAttributes(of: tag, from: &scanner)
        case .channel:
            channel.recordAttributes(of: tag, from: &scanner)
            channel.language = channel.language ?? surroundings.language
        case .wrapper, .ignored: break
        }
        // An item too deep to be tracked ends at once, since no end tag would match it.
        guard !tag.isSelfClosing, open.count < FeedLimits.depth else {
            if open.isEmpty { hasEnded = true }
            if kind == .item { closeItem() }
            return scope.forget(to: surroundings.namespaces)
        }
        open.append(
            OpenElement(
                kind: kind, name: tag.name, base: surroundings.base, language: surroundings.language,
                namespaces: surroundings.namespaces))
    }

    /// Closes the nearest open element of that name, and all elements in it; an end tag without a match is skipped.
    private mutating func end(_ name: Range<Int>) {
        // The document may nest elements to any depth, so the search is bounded; items and channels are found at any
        // depth.
        let nearest = open.indices.suffix(32).last { scanner.bytes.sameName(open[$0].name, name) }
        guard let index = nearest ?? structural(named: name) else { return }
        if index == 0 { hasEnded = true }
        if open[index...].contains(where: { $0.kind == .item }) { closeItem() }
        closeExtensions(from: index)
        scope.forget(to: open[index].namespaces)
        open.removeSubrange(index...)
    }

    /// True for an element of another vocabulary, by its prefix or by an unknown namespace of its own.
    private func isExtension(_ tag: StartTag, _ name: NamespaceScope.QualifiedMeaning) -> Bool {
        if name.vocabulary == .foreign { return true }
        var scanner = scanner
        guard let namespace = scanner.attribute("xmlns", of: tag) else { return false }
        return !namespace.isEmpty && Vocabulary(namespace: namespace) == nil
    }

    /// Drops the items inside an extension's element when its own end tag closes it. Items after an extension's
    /// unclosed tag stay: they may be the feed's.
    private mutating func closeExtensions(from index: Int) {
        while let last = extensions.last, last.depth >= index {
            extensions.removeLast()
            if last.depth == index { items.removeSubrange(min(last.items, items.count)...) }
        }
    }

    /// Items do not nest: the beginning of one ends the unclosed item before it, with all its open elements.
    private mutating func leaveItem() {
        guard let index = open.suffix(32).lastIndex(where: { $0.kind == .item }) else { return }
        open.removeSubrange(index...)
        extensions.removeAll { $0.depth >= index }
    }

    private mutating func structural(named name: Range<Int>) -> Int? {
        switch scope.meaning(of: scanner.rawText(name)).meaning {
        case .item where item != nil: open.lastIndex { $0.kind == .item }
        case .channel: open.prefix(32).firstIndex { $0.kind == .channel }
        default: nil
        }
    }

    private mutating func closeItem() {
        // Taken out and not copied: a draft holds some 20 lists and strings.
        guard let draft = item.take() else { return }
        guard items.count < FeedParser.maximumItems else { return }
        items.append(draft.item(reading: &scanner))
    }
}
