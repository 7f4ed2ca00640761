import Markup

/// A web page as a flat tree: elements and texts in document order, each with the index after its last descendant.
///
/// Building takes time linear in the page's length, and no traversal recurses.
struct PageTree {
    /// Maximum number of elements and texts that are read; long encyclopedia pages have 60,000.
    static let maximumNodes = 200_000
    /// Maximum lengths of a line, in bytes and in nodes; longer lines are cut off.
    private static let maximumLineLength = 1_000
    private static let maximumNodesInLine = 500
    /// Maximum number of headings that are compared with the title.
    static let maximumHeadings = 300

    let bytes: [UInt8]
    private(set) var nodes: [Node] = []
    private(set) var metadata = PageMetadata()
    /// True if the content of `noscript` is included.
    private(set) var readsNoscript = false
    /// True if the content of templates is included.
    let readsTemplates: Bool
    /// True if a template contains paragraphs.
    private(set) var hasTemplateWithText = false
    /// True if an element describes a product.
    private(set) var hasProduct = false
    /// The index of `body`, or of the page if it has none.
    private(set) var body = 0
    /// The index of the heading with the page's title.
    private(set) var titleHeading: Int?
    /// The words of all candidates for the title.
    private(set) var titles: [WordSet] = []

    private var scanner: MarkupScanner
    private var open = OpenElements<Int>()
    private var openCounts = OpenCounts()
    private var lookahead = Lookahead()
    /// The ends of the elements whose hidden content is read, by name: elements inside them are read without a search
    /// for their own end.
    private var readUpTo: [ShortName: Int] = [:]

    /// `bytes` is the page as safe text (`SafeText.clean`).
    init(_ bytes: [UInt8], readsTemplates: Bool = false) {
        self.bytes = bytes
        self.readsTemplates = readsTemplates
        scanner = MarkupScanner(bytes, dialect: .html)
        nodes.reserveCapacity(min(bytes.count / 40 + 16, Self.maximumNodes))
        nodes.append(Node(kind: .html, parent: 0, start: 0, end: Int32(bytes.count)))
        while nodes.count < Self.maximumNodes, let token = scanner.next() {
            switch token {
            case .text(let range), .characterData(let range): append(text: range)
            case .startTag(let tag): start(tag)
            case .endTag(let name): end(name)
            case .rawText, .comment, .instruction, .doctype: break
            }
        }
        // If a page has more elements, its rest is not part of any of them.
        close(to: 0, at: scanner.position)
        nodes[0].end = Int32(scanner.position)
        nodes[0].subtreeEnd = Int32(nodes.count)
        for index in namedAfterHeadings { nodes[index].idHints.formIntersection(.outside) }
        titleHeading = headingWithTitle()
        if titleHeading != nil { metadata.noteTitleHeading() }
        titles = metadata.titles.map(WordSet.init).filter { !$0.isEmpty }
    }

    /// Returns the indices of the direct children of `index`.
    func children(of index: Int) -> Children {
        Children(nodes: nodes, index: index + 1, end: Int(nodes[index].subtreeEnd))
    }

    /// Returns the start of an element's visible text, as one line without soft hyphens.
    func text(of index: Int) -> String {
        var text: [UInt8] = []
        var scanner = scanner
        var end: Int?
        for node in nodes[index..<min(Int(nodes[index].subtreeEnd), index + Self.maximumNodesInLine)] {
            if node.kind == .text {
                let range = Int(node.start)..<Int(node.end)
                if let end, hasSpace(between: end, and: range.lowerBound) { text.append(UInt8(ascii: " ")) }
                end = range.upperBound
                scanner.appendDecoded(range.prefix(Self.maximumLineLength), to: &text)
            } else if !node.kind.isPhrasing {
                text.append(UInt8(ascii: " "))
            }
            guard text.count < Self.maximumLineLength else { break }
        }
        let line = WhiteSpace.collapsed(text, in: text.indices)
        guard text.firstRange(of: "\u{AD}", in: text.indices) != nil else { return line }
        return line.filter { $0 != "\u{AD}" }
    }

    /// Maximum number of bytes between two texts that are searched for a space.
    private static let maximumGap = 200

    /// True if there is white space between two tags: `<b>Fog</b> <i>is gone</i>`.
    private func hasSpace(between end: Int, and start: Int) -> Bool {
        guard start - end <= Self.maximumGap else { return false }
        return (end + 1..<max(end + 1, start)).contains {
            bytes[$0].isMarkupSpace && bytes[$0 - 1] == UInt8(ascii: ">")
        }
    }

    /// Returns the first heading that repeats a title that the page names outside its text.
    private func headingWithTitle() -> Int? {
        let titles = metadata.namedTitles.map(WordSet.init).filter { !$0.isEmpty }
        guard !titles.isEmpty else { return nil }
        var compared = 0
        for index in nodes.indices where nodes[index].kind.isHeading && compared < Self.maximumHeadings {
            compared += 1
            let words = WordSet(text(of: index))
            if titles.contains(where: { $0.isLike(words) }) { return index }
        }
        return nil
    }

    /// Returns the article, the main part or the page that contains an element.
    func enclosingArticle(of index: Int) -> Int {
        var outer = Int(nodes[index].parent)
        while outer > body, nodes[outer].kind != .article, nodes[outer].kind != .main {
            outer = Int(nodes[outer].parent)
        }
        return outer
    }

    /// True if the parent of an element, or an ancestor at most `depth` levels up, is of one of the kinds.
    func isInside(_ index: Int, anyOf kinds: PageElement..., depth: Int = 3) -> Bool {
        var current = index
        for _ in 0..<depth where current > 0 {
            current = Int(nodes[current].parent)
            if kinds.contains(nodes[current].kind) { return true }
        }
        return false
    }

    /// True if an element is inside one of these elements, up to a limited depth.
    func isInside(_ index: Int, anyOf elements: Set<Int>) -> Bool {
        var current = index
        for _ in 0..<8 where current > 0 {
            current = Int(nodes[current].parent)
            if elements.contains(current) { return true }
        }
        return false
    }

    struct Children: Sequence, IteratorProtocol {
        let nodes: [Node]
        var index: Int
        let end: Int

        mutating func next() -> Int? {
            guard index < end else { return nil }
            defer { index = Int(nodes[index].subtreeEnd) }
            return index
        }
    }

    // MARK: Text

    private mutating func append(text range: Range<Int>) {
        let measured = TextLength(bytes, range)
        metadata.append(bytes, range)
        guard measured.characters > 0 else { return }
        var node = Node(kind: .text, parent: parent, start: Int32(range.lowerBound), end: Int32(range.upperBound))
        node.subtreeEnd = Int32(nodes.count + 1)
        node.length = Int32(clamping: measured.characters)
        node.commas = Int32(clamping: measured.commas)
        if measured.endsSentence { node.traits = .endsSentence }
        nodes.append(node)
        // Such a link names a source or a page for the reader to visit; a teaser has the title of its page.
        let outer = Int(node.parent)
        if nodes[outer].kind == .link, beginsWithAddress(range) { nodes[outer].traits.insert(.leadsToFile) }
    }

    private func beginsWithAddress(_ range: Range<Int>) -> Bool {
        let text = bytes[bytes.trimmed(range)]
        return text.starts(with: "https://".utf8) || text.starts(with: "http://".utf8)
    }

    private var parent: Int32 {
        Int32(open.last?.memo ?? 0)
    }

    // MARK: Tags

    private mutating func start(_ tag: StartTag) {
        guard let name = ShortName(bytes, tag.name) else { return }
        metadata.start(tag, name, &scanner)
        let role = ElementRole.role(of: name)
        var kind = PageElement.of(name)
        if kind == .hidden, scanner.isWholeHeading(button: tag) { kind = .span }
        if kind == .table, scanner.beginsCodeTable(tag) { kind = .preformatted }
        if kind == .metadata { return }
        if kind == .hidden || scanner.isInvisible(tag) {
            if role?.isVoid != true { startHidden(tag, name) }
            return
        }
        closeImplied(by: name, role, kind)
        var node = Node(
            kind: kind, parent: parent, start: Int32(scanner.tokenStart), end: Int32(scanner.position))
        // Pages give the elements that they invent names like those of classes: `app-related-articles`.
        if kind == .custom { node.idHints = NameHints.of(bytes, tag.name) }
        if !tag.attributes.isEmpty { describe(&node, tag) }
        // A picture that a page shows without scripts is its author's, like one in a gallery.
        if kind == .picture, let end = readUpTo[.noscript], scanner.position <= end {
            node.classHints.insert(.galleryPart)
        }
        if kind == .player || kind == .frame, Media.isPlayer(tag, name, &scanner) { node.traits.insert(.isPlayer) }
        let index = nodes.count
        guard !(role?.isVoid ?? kind.isVoid) else {
            node.subtreeEnd = Int32(index + 1)
            nodes.append(node)
            return
        }
        guard open.push(name, role ?? .style([]), index) else { return }
        openCounts.open(name)
        node.end = Int32(bytes.count)
        nodes.append(node)
        if kind == .body, body == 0 { body = index }
    }

    /// Skips a hidden element, unless its content is read.
    private mutating func startHidden(_ tag: StartTag, _ name: ShortName) {
        if let end = readUpTo[name], scanner.position <= end { return }
        guard let after = lookahead.scannerAfter(tag, scanner) else { return }
        let content = scanner.position..<after.tokenStart
        if name == .noscript, !scanner.isInvisible(tag), scanner.holdsOnlyPicture {
            readUpTo[name] = after.tokenStart
            return
        }
        // Some pages keep their text in `noscript`, or in a template that a script shows.
        if name == .noscript || name == .template, bytes.firstRange(of: "<p>", in: content) != nil {
            if name == .noscript { readsNoscript = true } else { hasTemplateWithText = true }
            if name == .noscript || readsTemplates {
                readUpTo[name] = after.tokenStart
                return
            }
        }
        metadata.readHidden(tag, name, content, &scanner)
        scanner = after
    }

    private mutating func describe(_ node: inout Node, _ tag: StartTag) {
        for attribute in scanner.attributes(of: tag) {
            switch ShortName(bytes, attribute.name) {
            case .classAttribute?:
                node.classHints = NameHints.of(bytes, attribute.value)
                node.classRange = Int32(attribute.value.lowerBound)..<Int32(attribute.value.upperBound)
            case .idAttribute?: node.idHints.formUnion(NameHints.of(bytes, attribute.value))
            case .roleAttribute?:
                if let role = ShortName(bytes, attribute.value) { node.traits.formUnion(Self.roles[role] ?? []) }
                // Bootstrap's accordions have this role around their sections, too.
                if node.kind == .list, scanner.hasValue("tablist", attribute) { node.traits.insert(.isWidget) }
            case .relAttribute? where scanner.hasValue("author", attribute): node.traits.insert(.isAuthor)
            case .itempropAttribute?: describe(&node, property: attribute)
            case .itemtypeAttribute?:
                let isProduct = bytes.firstRange(of: "schema.org/Product", in: attribute.value) != nil
                hasProduct = hasProduct || isProduct
                node.traits.formUnion(isProduct ? [.isItem, .isProduct] : .isItem)
            // Web components lead to pages with the same attribute: `<app-link href="/quay">`.
            case .hrefAttribute? where node.kind == .link || node.kind == .custom:
                node.kind = .link
                node.traits.formUnion(PageLink.traits(ofLinkTo: bytes.trimmed(attribute.value), in: bytes))
            // A disabled box belongs to a task list, one outside a form to a recipe or tabs, other inputs to forms.
            case .disabledAttribute? where node.kind == .input: node.kind = .inline
            case .typeAttribute? where node.kind == .input && isBox(attribute) && !openCounts.mayBeOpen(.form):
                node.kind = .inline
            case .summaryAttribute? where node.kind == .table && !attribute.value.isEmpty:
                node.traits.insert(.isDataTable)
            default: break
            }
        }
        if node.kind == .link, !node.traits.isLink { node.traits.formUnion(PageLink.traits(ofScripted: tag, scanner)) }
    }

    private func isBox(_ type: Attribute) -> Bool {
        scanner.hasValue("checkbox", type) || scanner.hasValue("radio", type)
    }

    private func describe(_ node: inout Node, property: Attribute) {
        if holds("articlebody", property) { node.traits.insert(.isBody) }
        if holds("author", property) { node.traits.insert(.isAuthor) }
        if holds("interactionstatistic", property) || holds("upvotecount", property) { node.traits.insert(.isWidget) }
        if holds("datepublished", property) || holds("datemodified", property) {
            node.traits.insert(.isPublicationDate)
        }
        if holds("offers", property) { node.traits.insert(.isOffer) }
        guard holds("description", property) else { return }
        node.traits.insert(.isDescription)
        if Self.descriptive.contains(node.kind), isInProduct(node) { node.traits.insert(.isBody) }
    }

    private static let descriptive: Set<PageElement> = [.division, .section, .article, .paragraph, .span]

    /// True if the innermost item around an element is a product.
    private func isInProduct(_ node: Node) -> Bool {
        var outer = Int(node.parent)
        while outer > 0, !nodes[outer].traits.contains(.isItem) { outer = Int(nodes[outer].parent) }
        return nodes[outer].traits.contains(.isProduct)
    }

    private static let roles: [ShortName: Traits] = [
        "menu": .isWidget, "menubar": .isWidget, "complementary": .isWidget, "navigation": .isWidget,
        "alert": .isAlert, "alertdialog": .isWidget, "dialog": .isWidget, "presentation": .isLayout,
        "main": .isMain, "article": .isMain,
    ]

    private func holds(_ word: StaticString, _ attribute: Attribute) -> Bool {
        bytes[attribute.value].split(whereSeparator: \.isMarkupSpace).contains {
            bytes.equals(ignoringCase: word, in: $0.indices)
        }
    }

    private mutating func end(_ range: Range<Int>) {
        guard let name = ShortName(bytes, range) else { return }
        metadata.end(name)
        guard !open.endsUntracked(), openCounts.mayBeOpen(name) else { return }
        let role = ElementRole.role(of: name)
        guard let index = open.innermost({ $0.name == name }, notBeyond: { role?.endStops(at: $0) ?? false }) else {
            return
        }
        close(to: index + 1, at: scanner.tokenStart)
        close(to: index, at: scanner.position)
    }

    /// A block ends open paragraphs; the next item or row ends the previous one.
    private mutating func closeImplied(by name: ShortName, _ role: ElementRole?, _ kind: PageElement) {
        guard let role else { return }
        if kind == .link, openCounts.mayBeOpen(name),
            let index = open.innermost({ $0.name == name }, notBeyond: { $0.isBlockLevel })
        {
            close(to: index, at: scanner.tokenStart)
        }
        guard role.isBlockLevel else { return }
        // A paragraph ends even if an inline element inside it is still open.
        if openCounts.mayBeOpen(.paragraph),
            let index = open.innermost({ $0.name == .paragraph }, notBeyond: { $0.isBlockLevel })
        {
            close(to: index, at: scanner.tokenStart)
        }
        if role == .row, let index = open.innermost({ $0.name == name }, notBeyond: { $0 == .table }) {
            close(to: index, at: scanner.tokenStart)
        }
        guard let implied = role.impliedEnd,
            let index = open.innermost({ implied.ends($0.role) }, notBeyond: implied.notBeyond)
        else { return }
        close(to: index, at: scanner.tokenStart)
    }

    private mutating func close(to index: Int, at end: Int) {
        while open.count > index, let element = open.pop() {
            openCounts.close(element.name)
            nodes[element.memo].end = Int32(end)
            nodes[element.memo].subtreeEnd = Int32(nodes.count)
        }
    }
}
