import Markup

/// The parts of a page in the order of its tags, each with how much text stands in it: a tree as a flat list, where
/// every part comes after the one that it stands in.
struct PageOutline {
    struct Part {
        let name: ShortName
        let role: ElementRole
        let hint: ContentHint
        /// The index of the part that this one stands in; the page itself, the first, stands in itself.
        let parent: Int
        /// Where its tag begins, and where what follows its end tag begins.
        let start: Int
        var end: Int
        /// Bytes of text, white space left out.
        var text = 0
        /// Those of them that are links.
        var linkedText = 0
        var links = 0
    }

    /// Text without a block's border in it.
    struct Passage {
        let part: Int
        let start: Int
        var text = 0
        var linkedText = 0
        var endsSentence = false
    }

    private(set) var parts: [Part]
    private(set) var passages: [Passage] = []
    private(set) var facts = PageFacts()

    private var scanner: MarkupScanner
    private var open = OpenElements<Int>()
    private var lookahead = Lookahead()
    private var passage = Passage(part: 0, start: 0)
    /// How many elements are open around the link that is open.
    private var linkDepth: Int?

    /// The outline of a page, given as safe text (`SafeText.clean`).
    init(_ bytes: [UInt8]) {
        scanner = MarkupScanner(bytes, dialect: .html)
        parts = [Part(name: "html", role: .block, hint: .none, parent: 0, start: 0, end: bytes.count)]
        while let token = scanner.next() {
            switch token {
            case .text(let range), .characterData(let range): measure(range)
            case .startTag(let tag): start(tag)
            case .endTag(let name): end(name)
            case .rawText, .comment, .instruction, .doctype: break
            }
        }
        close(to: 0, at: bytes.count)
        endPassage()
        addUp()
    }

    // MARK: Text

    private mutating func measure(_ range: Range<Int>) {
        var length = 0
        var last: UInt8 = 0
        for index in range where !scanner.bytes[index].isMarkupSpace {
            length += 1
            last = scanner.bytes[index]
        }
        guard length > 0 else { return }
        passage.text += length
        if linkDepth != nil { passage.linkedText += length }
        passage.endsSentence = Self.sentenceEnds.contains(last) || last >= 0x80
        facts.append(scanner.bytes, range)
    }

    /// The last bytes of sentences; those of other scripts end in bytes beyond ASCII, as their letters do.
    private static let sentenceEnds = Set(".!?:;)\"'".utf8)

    private mutating func endPassage() {
        if passage.text > 0 {
            passages.append(passage)
            parts[passage.part].text += passage.text
            parts[passage.part].linkedText += passage.linkedText
        }
        passage = Passage(part: open.last?.memo ?? 0, start: scanner.position)
    }

    // MARK: Tags

    private mutating func start(_ tag: StartTag) {
        guard let name = ShortName(scanner.bytes, tag.name) else { return }
        let role = ElementRole.role(of: name)
        facts.start(tag, name, &scanner)
        guard role?.hidesContent != true, !scanner.isInvisible(tag) else {
            if role?.isVoid != true, let behind = lookahead.scannerBehind(tag, scanner) {
                facts.take(scanner.bytes, scanner.position..<behind.tokenStart)
                scanner = behind
            }
            return
        }
        guard let role else { return }
        if role == .anchor { startLink(tag) }
        guard role.isBlockLevel else { return }
        closeImplied(by: name, role)
        endPassage()
        guard !role.isVoid else { return }
        let hint = ContentHint.of(tag, name, scanner)
        parts.append(
            Part(
                name: name, role: role, hint: hint, parent: open.last?.memo ?? 0, start: scanner.tokenStart,
                end: scanner.bytes.count))
        guard open.push(name, role, parts.count - 1) else {
            parts.removeLast()
            return
        }
        endPassage()
    }

    private mutating func end(_ range: Range<Int>) {
        guard let name = ShortName(scanner.bytes, range), let role = ElementRole.role(of: name) else { return }
        facts.end(name)
        if role == .anchor { linkDepth = nil }
        guard role.isBlockLevel, !role.isVoid, !open.endsUntracked(),
            let index = open.innermost({ $0.name == name }, notBeyond: role.endStops(at:))
        else { return }
        close(to: index + 1, at: scanner.tokenStart)
        close(to: index, at: scanner.position)
    }

    private mutating func startLink(_ tag: StartTag) {
        linkDepth = nil
        guard scanner.attribute("href", of: tag) != nil else { return }
        linkDepth = open.count
        parts[open.last?.memo ?? 0].links += 1
    }

    /// Paragraphs end where a block begins, items and rows where the next does.
    private mutating func closeImplied(by name: ShortName, _ role: ElementRole) {
        if open.last?.name == .paragraph { close(to: open.count - 1, at: scanner.tokenStart) }
        if role == .row, let index = open.innermost({ $0.name == name }, notBeyond: { $0 == .table }) {
            close(to: index, at: scanner.tokenStart)
        }
        guard let implied = role.impliedEnd,
            let index = open.innermost({ implied.ends($0.role) }, notBeyond: implied.notBeyond)
        else { return }
        close(to: index, at: scanner.tokenStart)
    }

    private mutating func close(to index: Int, at end: Int) {
        while open.count > index {
            endPassage()
            guard let element = open.pop() else { return }
            parts[element.memo].end = end
            if let depth = linkDepth, depth > open.count { linkDepth = nil }
        }
        endPassage()
    }

    /// What stands in a part stands in all those around it.
    private mutating func addUp() {
        for index in parts.indices.dropFirst().reversed() {
            parts[parts[index].parent].text += parts[index].text
            parts[parts[index].parent].linkedText += parts[index].linkedText
            parts[parts[index].parent].links += parts[index].links
        }
    }
}

extension ElementRole {
    /// Whether what the element holds is no text of the page.
    fileprivate var hidesContent: Bool {
        switch self {
        case .hidden, .media: true
        default: false
        }
    }
}
