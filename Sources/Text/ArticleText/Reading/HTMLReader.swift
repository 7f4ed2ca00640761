import Basics
import Markup

/// Reads HTML into blocks in one pass over the tokens, without a tree or recursion.
struct HTMLReader: ~Copyable {
    /// The state to restore when an element ends.
    struct Memo {
        let position: BlockWriter.Position
        let styles: StyleDepths
    }

    var scanner: MarkupScanner
    var writer = BlockWriter()
    var links: LinkTable
    var open = OpenElements<Memo>()
    var styles = StyleDepths()
    var anchor: Anchor?
    var phrasing = PhrasingState()
    var edits = EditedText()
    var keptLines = KeptLines()
    /// True in a `cite` at the start of a quotation.
    var beginsWithCite = false
    /// True in a `summary` whose mark follows in its heading, so that the mark is not alone on a line.
    var summaryNeedsMark = false
    /// The length of the text up to the end of the last number of a note.
    private var noteEnd: Int?
    /// The length of the text up to the end of the number that begins a note and leads back to the text.
    var noteNumberEnd: Int?
    private var lookahead = Lookahead()
    /// False if only pictures and links are needed.
    private let readsText: Bool
    /// The number of tokens read ahead to count items.
    var countedTokens = 0
    /// Kept between two texts, so that decoding allocates only once.
    private var decoded: [UInt8] = []

    /// Reads `bytes`, which must be safe text (`SafeText.clean`).
    init(_ bytes: [UInt8], base: String?, readsText: Bool = true) {
        self.readsText = readsText
        scanner = MarkupScanner(bytes, dialect: .html)
        links = LinkTable(base: base)
        if readsText { keptLines = KeptLines(scanner) }
    }

    /// True if the document has the maximum number of blocks, where it ends.
    var isFull: Bool { writer.blockCount >= DocumentBuilder.maximumBlocks }

    /// Reads until this many bytes of text and this many blocks are written; returns false if more may follow.
    mutating func read(upTo length: Int, blocks: Int) -> Bool {
        while writer.textLength < length || writer.blockCount < blocks {
            guard !isFull else { return true }
            guard let token = scanner.next() else { return true }
            switch token {
            case .text where !readsText, .characterData where !readsText: break
            case .text(let range): read(text: range)
            case .characterData(let range): append(scanner.bytes, range)
            case .startTag(let tag): start(tag)
            case .endTag(let name): end(name)
            case .rawText, .comment, .instruction, .doctype: break
            }
        }
        return false
    }

    /// Closes all open elements.
    mutating func finish() -> Document {
        close(to: 0)
        endAnchor()
        return Document(blocks: writer.finish(), links: links.links)
    }

    // MARK: Text

    private mutating func read(text: Range<Int>) {
        if open.last?.role == .figureCaption, scanner.beginsCredit(text) { writer.append(" ") }
        guard writer.shape != .preformatted, keptLines.holds(text, in: scanner.bytes) else { return decode(text) }
        var start = text.lowerBound
        var position = start
        while !isFull, let feed = scanner.bytes.firstIndex(of: UInt8(ascii: "\n"), in: position..<text.upperBound) {
            position = feed + 1
            guard keptLines.breaksLine(at: feed, in: scanner.bytes) else { continue }
            decode(start..<feed)
            writer.breakLine()
            start = position
        }
        decode(start..<text.upperBound)
    }

    private mutating func decode(_ range: Range<Int>) {
        if scanner.isBeforeWordBreak, BareAddresses.mayHold(scanner.bytes, range) { return decodeBroken(range) }
        guard scanner.bytes.firstIndex(of: UInt8(ascii: "&"), in: range) != nil else {
            append(scanner.bytes, range)
            return
        }
        var text: [UInt8] = []
        swap(&text, &decoded)
        text.removeAll(keepingCapacity: true)
        scanner.appendDecoded(range, to: &text)
        append(text, text.indices)
        decoded = text
    }

    /// Decodes text that continues after `<wbr>`, where a line may break inside an address.
    private mutating func decodeBroken(_ range: Range<Int>) {
        var text: [UInt8] = []
        scanner.appendDecoded(range, to: &text)
        while scanner.isBeforeWordBreak {
            var ahead = scanner
            guard case .startTag? = ahead.next() else { break }
            scanner = ahead
            guard case .text(let rest)? = ahead.next() else { break }
            ahead.appendDecoded(rest, to: &text)
            scanner = ahead
        }
        append(text, text.indices)
    }

    private mutating func append(_ text: [UInt8], _ range: Range<Int>) {
        if anchor != nil, skipsMark(text, range) { return }
        let style = isNoteNumber(text, range) ? styles.style.union(.raised) : styles.style
        if anchor == nil, writer.shape != .preformatted, !style.contains(.code),
            BareAddresses.mayHold(text, range)
        {
            return appendLinking(text, range, style)
        }
        guard style.isDisjoint(with: [.raised, .lowered]) || writer.shape == .preformatted else {
            let direction: ShiftedText.Direction = style.contains(.raised) ? .up : .down
            let plain = String(decoding: text[range], as: UTF8.self)
            let isNote =
                direction == .up && anchor?.leadsInside == true && text[text.trimmed(range)].allSatisfy(\.isASCIIDigit)
            // Notes 1 and 2 of one word are not note 12.
            if isNote, noteEnd == anchor?.start, noteEnd == writer.textLength, writer.lastByte != nil {
                writer.append(",")
            }
            append(ShiftedText.text(plain, direction, after: writer.lastByte))
            if isNote { noteEnd = writer.textLength }
            return
        }
        writer.append(text, range, style: style, link: linkIndex(text, range))
        if anchor?.leadsInside == true, writer.holdsOnlyNumber { noteNumberEnd = writer.textLength }
    }

    /// Appends text, and turns the addresses in it into links.
    private mutating func appendLinking(_ text: [UInt8], _ range: Range<Int>, _ style: Run.Style) {
        let style = style.subtracting([.raised, .lowered])
        for piece in BareAddresses.pieces(text, range) {
            let link = piece.url(in: text).flatMap { bareLink($0) }
            writer.append(text, piece.range, style: style, link: link)
        }
    }

    private mutating func bareLink(_ address: String) -> Int? {
        links.hasRoom || links.contains(address) ? links.index(of: address) : nil
    }

    /// Appends text in place of an element.
    mutating func append(_ text: String) {
        let text = Array(text.utf8)
        if anchor != nil, skipsMark(text, text.indices) { return }
        writer.append(
            text, text.indices, style: styles.style.subtracting([.raised, .lowered]),
            link: linkIndex(text, text.indices))
    }

    // MARK: Open elements

    /// Opens an element whose end has an effect; returns false if it is too deep to be tracked.
    mutating func push(_ name: ShortName, _ role: ElementRole) -> Bool {
        open.push(name, role, Memo(position: writer.position, styles: styles))
    }

    /// Ends the element at `index` and all elements inside it.
    mutating func close(to index: Int) {
        while open.count > index, let element = open.pop() {
            if element.role == .figureCaption { writer.endCaption() }
            writer.end(to: element.memo.position)
            styles.limit(to: element.memo.styles)
            if let anchor, anchor.depth > open.count { endAnchor() }
            switch element.role {
            case .cell: writer.inTable { $0.endCell(block: $1) }
            case .tableCaption: writer.inTable { $0.endCaption(block: $1) }
            case .table: writer.endTable()
            case .term: writer.endTerm()
            default: break
            }
        }
    }

    mutating func closeInnermost(
        _ wanted: (OpenElements<Memo>.Element) -> Bool, notBeyond barrier: (ElementRole) -> Bool
    ) {
        guard let index = open.innermost(wanted, notBeyond: barrier) else { return }
        close(to: index)
    }

    // MARK: Looking ahead

    /// Returns the scanner after the element that `tag` began; nil if the element never ends.
    mutating func scannerAfter(_ tag: StartTag) -> MarkupScanner? {
        lookahead.scannerAfter(tag, scanner)
    }

    /// Skips the element that `tag` began, or only the tag if the element never ends.
    mutating func skip(_ tag: StartTag) {
        guard let after = scannerAfter(tag) else { return }
        scanner = after
    }
}

extension MarkupScanner {
    /// True if `<wbr>` follows directly.
    fileprivate var isBeforeWordBreak: Bool {
        bytes.hasBytes(ignoringCase: "<wbr", at: position)
            && ShortName(bytes, position + 1..<bytes.endOfName(in: position + 1..<bytes.count)) == "wbr"
    }
}
