import Basics
import Markup

/// Writes HTML, or the main part of a page, as plain HTML: its text with harmless elements and attributes.
struct FragmentWriter: ~Copyable {
    /// The consumer of the fragment.
    enum Destination {
        /// `DocumentBuilder`, which understands pictures and positions on the page.
        case library
        /// A browser: the fragment must not load anything, and may only link to the web.
        case file
    }

    /// Maximum number of pictures of a page; further ones are left out.
    private static let maximumPictures = 2_000

    private var scanner: MarkupScanner
    private let end: Int
    private var pictureCount = 0
    private var isInNoscript = false
    /// The length of the text before the last picture.
    private var lengthBeforePicture = 0
    private var cuts: ArraySlice<Range<Int>>
    private var links: LinkTable
    private let destination: Destination
    /// A `data:` address for the picture at an address; nil if that picture is not stored.
    private let embedded: (String) -> String?
    private var lookahead = Lookahead()
    private var open = OpenElements<Void>()
    private var keptLines = KeptLines()
    private var output: [UInt8] = []
    /// The pictures so far.
    private(set) var pictures: [PagePicture] = []
    /// The captions of the page; nil if they are not needed.
    var captions: PageCaptions?
    /// True if the content of `noscript` is included.
    var readsNoscript = false
    /// True if the content of templates is included.
    var readsTemplates = false
    /// Characters of text so far, without white space.
    private(set) var textLength = 0

    /// Writes `range` of a page's `bytes` without the `cuts`, which are in order. `links` resolves addresses.
    init(
        _ bytes: [UInt8], _ range: Range<Int>, without cuts: [Range<Int>], links: LinkTable,
        destination: Destination = .library, embedded: @escaping (String) -> String? = { _ in nil }
    ) {
        self.embedded = embedded
        scanner = MarkupScanner(bytes, in: range, dialect: .html)
        end = range.upperBound
        self.cuts = cuts[...]
        self.links = links
        self.destination = destination
    }

    /// True if an address leads to the web or to a mailbox.
    static func isWebAddress(_ address: String) -> Bool {
        ["http", "https", "mailto"].contains(WebAddress.scheme(of: address) ?? "")
    }

    mutating func fragment() -> String {
        while let token = scanner.next() {
            if skipCut() { continue }
            switch token {
            case .text(let range), .characterData(let range): read(text: range)
            case .startTag(let tag): start(tag)
            case .endTag(let name): endTag(name)
            case .rawText, .comment, .instruction, .doctype: break
            }
        }
        close(to: 0)
        return String(decoding: output, as: UTF8.self)
    }

    /// Continues after the cut that begins at this position, if there is one.
    private mutating func skipCut() -> Bool {
        while let cut = cuts.first, cut.lowerBound < scanner.tokenStart { cuts.removeFirst() }
        guard let cut = cuts.first, cut.lowerBound == scanner.tokenStart else { return false }
        scanner.skip(to: min(cut.upperBound, end))
        return true
    }

    // MARK: Text

    private mutating func read(text: Range<Int>) {
        if scanner.beginsCredit(text), isInside(.figureCaption) { output.append(UInt8(ascii: " ")) }
        guard keptLines.holds(text, in: scanner.bytes), !isInside(.preformatted) else { return write(text: text) }
        var start = text.lowerBound
        while let feed = scanner.bytes.firstIndex(of: UInt8(ascii: "\n"), in: start..<text.upperBound) {
            write(text: start..<feed)
            write("br", [])
            start = feed + 1
        }
        write(text: start..<text.upperBound)
    }

    /// References stay as written, and a character that would begin a tag is escaped. Soft hyphens are left out because
    /// they would hide words from a search.
    private mutating func write(text range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            if let hyphen = SoftHyphen.length(scanner.bytes, at: index, before: range.upperBound) {
                index += hyphen
            } else if scanner.bytes[index] == UInt8(ascii: "<") {
                output.append(contentsOf: "&lt;".utf8)
                textLength += 1
                index += 1
            } else {
                index = writePlain(from: index, to: range.upperBound)
            }
        }
    }

    /// Copies the text up to the next character that `write(text:)` may have to change. Returns its index.
    private mutating func writePlain(from start: Int, to limit: Int) -> Int {
        let end = scanner.bytes.endOfPlainText(in: start + 1..<limit)
        output.append(contentsOf: scanner.bytes[start..<end])
        textLength += scanner.bytes.visibleCharacters(in: start..<end)
        return end
    }

    // MARK: Tags

    private mutating func start(_ tag: StartTag) {
        guard let name = ShortName(scanner.bytes, tag.name) else { return }
        let role = ElementRole.role(of: name)
        if name == .script, let formula = TeXScript(tag, &scanner) { return write(formula) }
        if name == .script, let gist = Media.gist(tag, &scanner) {
            output.append(contentsOf: "<p>code: ".utf8)
            writeLink("gist.github.com", target(of: gist))
            output.append(contentsOf: "</p>".utf8)
        }
        let isShown =
            (name == .noscript
                && (readsNoscript || scanner.begins(with: [.frame, .preformatted]) || scanner.holdsOnlyPicture))
            || (name == .template && readsTemplates)
            || (role == .hidden && scanner.isWholeHeading(button: tag))
        guard role != .hidden || isShown, !scanner.isInvisible(tag), !isLineNumber(tag) else {
            if role?.isVoid != true { skip(tag) }
            return
        }
        if role == .hidden {
            if name == .noscript { isInNoscript = true }
            return
        }
        if role == .block, let formula = TeXScript(substack: tag, &scanner) { write(formula) }
        if role == nil, scanner.standsApart(tag, isInCode: isInside(.preformatted)) { output.append(UInt8(ascii: " ")) }
        guard let role else { return }
        switch role {
        case .picture: writePicture(tag)
        case .media(let label): writeMedia(tag, label)
        case .anchor: writeAnchor(tag)
        case .formula: writeFormula(tag)
        case .table where scanner.beginsCodeTable(tag): writeCode(tag)
        case .control: writeControl(tag)
        default: writeElement(tag, SafeElement(name, role), role)
        }
    }

    private func isLineNumber(_ tag: StartTag) -> Bool {
        scanner.isLineNumber(tag) && isInside(.preformatted)
    }

    private func isInside(_ role: ElementRole) -> Bool {
        open.innermost({ $0.role == role }, notBeyond: { _ in false }) != nil
    }

    private mutating func skip(_ tag: StartTag) {
        guard let after = lookahead.scannerAfter(tag, scanner) else { return }
        scanner = after
    }

    private mutating func endTag(_ range: Range<Int>) {
        guard let name = ShortName(scanner.bytes, range) else { return }
        if name == .noscript { isInNoscript = false }
        guard let role = ElementRole.role(of: name),
            let safe = SafeElement(name, role), !open.endsUntracked(),
            let index = open.innermost({ $0.name == safe.name }, notBeyond: role.endStops(at:))
        else { return }
        close(to: index)
    }

    private mutating func close(to index: Int) {
        while open.count > index, let element = open.pop() {
            output.append(contentsOf: "</".utf8)
            element.name.append(to: &output)
            output.append(UInt8(ascii: ">"))
        }
    }

    private mutating func writeElement(_ tag: StartTag, _ safe: SafeElement?, _ role: ElementRole) {
        guard let safe else { return }
        if role.isBlockLevel { keptLines.begin(tag, scanner) }
        if role.isBlockLevel, open.last?.name == .paragraph { close(to: open.count - 1) }
        if let implied = role.impliedEnd,
            let index = open.innermost({ implied.ends($0.role) }, notBeyond: implied.notBeyond)
        {
            close(to: index)
        }
        var attributes = safe.attributes.compactMap { name in
            scanner.attribute(name, of: tag).map { (name: name, value: $0) }
        }
        let hasSide = if case .cell = role { true } else { role == .row }
        // The other side of a cell is kept if its row is right-aligned.
        if hasSide, let isRight = scanner.isAlignedRight(tag), isRight || role != .row {
            attributes.append((name: "align", value: isRight ? "right" : "left"))
        }
        guard role.isVoid || open.push(safe.name, role, ()) else { return }
        write(safe.name, attributes)
    }

    private mutating func write(_ name: ShortName, _ attributes: [(name: StaticString, value: String)]) {
        output.append(UInt8(ascii: "<"))
        name.append(to: &output)
        for (name, value) in attributes {
            output.append(contentsOf: " \(name)=\"".utf8)
            output.append(escaped: value)
            output.append(UInt8(ascii: "\""))
        }
        output.append(UInt8(ascii: ">"))
    }

    private mutating func writeAnchor(_ tag: StartTag) {
        if let index = open.innermost({ $0.role == .anchor }, notBeyond: { _ in false }) { close(to: index) }
        if scanner.standsApart(tag) { output.append(UInt8(ascii: " ")) }
        guard let reference = scanner.attribute("href", of: tag) else { return }
        // Links to positions on the page stay unchanged, so that they can be distinguished from text.
        let isFragment = reference.utf8.first == UInt8(ascii: "#") && destination == .library
        guard let address = isFragment ? reference : target(of: reference), open.push(.anchor, .anchor, ()) else {
            return
        }
        write(.anchor, [("href", address)])
    }

    /// Writes text in place of an element.
    private mutating func write(_ text: String) {
        let bytes = Array(text.utf8)
        output.append(escaped: text)
        textLength += bytes.visibleCharacters(in: bytes.indices)
    }

    /// Writes a formula as one line, because without its elements the numbers of E = mc² would run together.
    private mutating func writeFormula(_ tag: StartTag) {
        guard let after = lookahead.scannerAfter(tag, scanner) else { return }
        let text = MathText.text(tag, &scanner, upTo: after.tokenStart)
        scanner = after
        write(text)
    }

    /// Writes a table of code as preformatted text.
    private mutating func writeCode(_ tag: StartTag) {
        guard let after = lookahead.scannerAfter(tag, scanner) else { return }
        let code = CodeTable(scanner, upTo: after.tokenStart)
        scanner = after
        guard !isInside(.preformatted) else { return write(code.text) }
        if open.last?.name == .paragraph { close(to: open.count - 1) }
        write(.preformatted, [])
        write(code.text)
        output.append(contentsOf: "</pre>".utf8)
    }

    private mutating func write(_ formula: TeXScript) {
        if formula.isDisplay { write("br", []) }
        write(formula.text)
        if formula.isDisplay { write("br", []) }
    }

    /// Writes the boxes of a task list, which are disabled; recipes and filters have others.
    private mutating func writeControl(_ tag: StartTag) {
        guard scanner.attribute("disabled", of: tag) != nil, let box = TaskBox.text(tag, &scanner) else { return }
        write(box)
    }

    private mutating func writePicture(_ tag: StartTag) {
        pictureCount += 1
        guard pictureCount <= Self.maximumPictures else { return }
        let start = scanner.tokenStart
        let picture = Picture.shown(tag, &scanner)
        switch picture.use {
        case .nothing: break
        case .text(let text): output.append(escaped: text)
        case .picture(let alternative, let reference):
            let address = reference.flatMap { target(of: $0) }
            guard destination == .library else { return writeForFile(picture, alternative, address) }
            if let address, repeatsPicture(address, at: start) { return }
            var attributes: [(name: StaticString, value: String)] = []
            // Without words from the page the reader names the file, which is not a caption.
            if let words = address == nil ? alternative : picture.words { attributes.append(("alt", words)) }
            if let address {
                attributes.insert(("src", address), at: 0)
                note(PagePicture(address: address, words: picture.words, caption: captions?.caption(at: start)))
            }
            if let fitting = picture.fitting, let better = target(of: fitting.address) {
                attributes.append(("srcset", "\(better) \(fitting.width)w"))
            }
            if let width = picture.width { attributes.append(("width", String(width))) }
            if let height = picture.height { attributes.append(("height", String(height))) }
            write("img", attributes)
        }
    }

    private mutating func note(_ picture: PagePicture) {
        pictures.append(picture)
        lengthBeforePicture = textLength
    }

    /// True if a picture in `noscript` is the one directly before it, which a script would have loaded. Only its
    /// caption is kept.
    private mutating func repeatsPicture(_ address: String, at start: Int) -> Bool {
        func path(_ address: String) -> Substring { address.prefix { $0 != "?" } }
        guard isInNoscript, let last = pictures.last, lengthBeforePicture == textLength,
            path(last.address) == path(address)
        else { return false }
        if last.caption == nil, let caption = captions?.caption(at: start) {
            pictures[pictures.count - 1] = PagePicture(address: last.address, words: last.words, caption: caption)
        }
        return true
    }

    /// A stored picture becomes part of the file; any other becomes a link to its address.
    private mutating func writeForFile(_ picture: Picture, _ alternative: String, _ address: String?) {
        let shown = picture.fitting.flatMap { target(of: $0.address) } ?? address
        guard let shown, let data = embedded(shown) else { return writeLink("[picture: \(alternative)]", address) }
        write("img", [("src", data), ("alt", alternative)])
    }

    private func target(of reference: String) -> String? {
        guard let address = links.address(of: reference) else { return nil }
        return destination == .library || Self.isWebAddress(address) ? address : nil
    }

    /// Writes only the text if there is no address, or if the text is already part of a link.
    private mutating func writeLink(_ text: String, _ address: String?) {
        guard let address, !isInside(.anchor) else { return output.append(escaped: text) }
        write(.anchor, [("href", address)])
        output.append(escaped: text)
        output.append(contentsOf: "</a>".utf8)
    }

    /// Players become links; other frames are adverts and trackers. The content of any other `object` replaces it.
    private mutating func writeMedia(_ tag: StartTag, _ label: String) {
        let isObject = label == "object"
        let after = isObject ? nil : lookahead.scannerAfter(tag, scanner)
        let title = scanner.attribute("title", of: tag)
        let media = Media(tag, &scanner, contentEnd: after?.tokenStart)
        if let after { scanner = after }
        guard let media, let address = target(of: media.reference) else { return }
        let kind = Media.label(of: address, otherwise: label)
        guard Media.isPlayable(kind) else { return }
        if isObject, let after = lookahead.scannerAfter(tag, scanner) { scanner = after }
        guard destination == .file else { return writePlayer(address, label, title: title) }
        output.append(contentsOf: "<p>\(kind): ".utf8)
        writeLink(media.words(at: address), address)
        output.append(contentsOf: "</p>".utf8)
    }

    /// Keeps a player, which `DocumentBuilder` shows as a link. The address of a file does not say what plays it.
    private mutating func writePlayer(_ address: String, _ label: String, title: String?) {
        var attributes: [(name: StaticString, value: String)] = [("src", address)]
        if let title, !title.isEmpty { attributes.append(("title", title)) }
        let name = Media.isPlayable(label) ? ShortName(label) : .frame
        write(name, attributes)
        output.append(contentsOf: "</".utf8)
        name.append(to: &output)
        output.append(UInt8(ascii: ">"))
    }
}
