import Markup

/// Writes the main part of a page as plain HTML: what is no text of it left out, only harmless elements and attributes.
struct FragmentWriter {
    private var scanner: MarkupScanner
    private let end: Int
    private var cuts: ArraySlice<Range<Int>>
    private var links: LinkTable
    private var lookahead = Lookahead()
    private var open = OpenElements<Void>()
    private var output: [UInt8] = []
    /// Characters of text so far, white space left out.
    private(set) var textLength = 0

    /// Writes `range` of a page's `bytes` without the `cuts`, which are in order. Addresses are resolved by `links`.
    init(_ bytes: [UInt8], _ range: Range<Int>, without cuts: [Range<Int>], links: LinkTable) {
        scanner = MarkupScanner(bytes, in: range, dialect: .html)
        end = range.upperBound
        self.cuts = cuts[...]
        self.links = links
    }

    mutating func fragment() -> String {
        while let token = scanner.next() {
            if passesCut() { continue }
            switch token {
            case .text(let range), .characterData(let range): write(text: range)
            case .startTag(let tag): start(tag)
            case .endTag(let name): endTag(name)
            case .rawText, .comment, .instruction, .doctype: break
            }
        }
        close(to: 0)
        return String(decoding: output, as: UTF8.self)
    }

    /// Goes on behind the cut that begins here, if one does.
    private mutating func passesCut() -> Bool {
        while let cut = cuts.first, cut.lowerBound < scanner.tokenStart { cuts.removeFirst() }
        guard let cut = cuts.first, cut.lowerBound == scanner.tokenStart else { return false }
        scanner.skip(to: min(cut.upperBound, end))
        return true
    }

    // MARK: Text

    /// References stay as they are written; only what would begin a tag must not.
    private mutating func write(text range: Range<Int>) {
        for byte in scanner.bytes[range] {
            if byte == UInt8(ascii: "<") { output.append(contentsOf: "&lt;".utf8) } else { output.append(byte) }
            if !byte.isMarkupSpace, byte & 0xC0 != 0x80 { textLength += 1 }
        }
    }

    private mutating func write(escaped text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
            default: output.append(byte)
            }
        }
    }

    // MARK: Tags

    private mutating func start(_ tag: StartTag) {
        guard let name = ShortName(scanner.bytes, tag.name) else { return }
        let role = ElementRole.role(of: name)
        guard role != .hidden, !scanner.isInvisible(tag) else {
            if role?.isVoid != true { skip(tag) }
            return
        }
        guard let role else { return }
        switch role {
        case .picture: writePicture(tag)
        case .media(let label): writeMedia(tag, label)
        case .anchor: writeAnchor(tag)
        default: writeElement(tag, SafeElement(name, role), role)
        }
    }

    private mutating func skip(_ tag: StartTag) {
        guard let behind = lookahead.scannerBehind(tag, scanner) else { return }
        scanner = behind
    }

    private mutating func endTag(_ range: Range<Int>) {
        guard let name = ShortName(scanner.bytes, range), let role = ElementRole.role(of: name),
            let safe = SafeElement(name, role), !open.endsUntracked(),
            let index = open.innermost({ $0.name == safe.name }, notBeyond: role.endStops(at:))
        else { return }
        close(to: index)
    }

    private mutating func close(to index: Int) {
        while open.count > index, let element = open.pop() { output.append(contentsOf: "</\(element.name)>".utf8) }
    }

    private mutating func writeElement(_ tag: StartTag, _ safe: SafeElement?, _ role: ElementRole) {
        guard let safe else { return }
        if role.isBlockLevel, open.last?.name == .paragraph { close(to: open.count - 1) }
        if let implied = role.impliedEnd,
            let index = open.innermost({ implied.ends($0.role) }, notBeyond: implied.notBeyond)
        {
            close(to: index)
        }
        let attributes = safe.attributes.compactMap { name in
            scanner.attribute(name, of: tag).map { (name: name, value: $0) }
        }
        guard role.isVoid || open.push(safe.name, role, ()) else { return }
        write(safe.name, attributes)
    }

    private mutating func write(_ name: ShortName, _ attributes: [(name: StaticString, value: String)]) {
        output.append(contentsOf: "<\(name)".utf8)
        for (name, value) in attributes {
            output.append(contentsOf: " \(name)=\"".utf8)
            write(escaped: value)
            output.append(UInt8(ascii: "\""))
        }
        output.append(UInt8(ascii: ">"))
    }

    private mutating func writeAnchor(_ tag: StartTag) {
        if let index = open.innermost({ $0.role == .anchor }, notBeyond: { _ in false }) { close(to: index) }
        guard let reference = scanner.attribute("href", of: tag) else { return }
        // Places on the page itself stay what they are, so that a reader knows them from text.
        let address = reference.utf8.first == UInt8(ascii: "#") ? reference : links.address(of: reference)
        guard let address, open.push(.anchor, .anchor, ()) else { return }
        write(.anchor, [("href", address)])
    }

    private mutating func writePicture(_ tag: StartTag) {
        switch Picture(tag, &scanner).use {
        case .nothing: break
        case .text(let text): write(escaped: text)
        case .picture(let alternative, let reference):
            let source = reference.flatMap { links.address(of: $0) }.map { [(name: "src" as StaticString, value: $0)] }
            write("img", (source ?? []) + [("alt", alternative)])
        }
    }

    /// Players become links; other frames are adverts and counters.
    private mutating func writeMedia(_ tag: StartTag, _ label: String) {
        let behind = lookahead.scannerBehind(tag, scanner)
        let media = Media(tag, &scanner, contentEnd: behind?.tokenStart)
        if let behind { scanner = behind }
        guard let media, let address = links.address(of: media.reference) else { return }
        let kind = Media.label(of: address, otherwise: label)
        guard kind == "video" || kind == "audio" else { return }
        output.append(contentsOf: "<p>\(kind): <a href=\"".utf8)
        write(escaped: address)
        output.append(contentsOf: "\">".utf8)
        write(escaped: address)
        output.append(contentsOf: "</a></p>".utf8)
    }
}
