internal import Basics
package import FeedModel
internal import Markup

extension OPMLDocument {
    /// Reads an OPML document and accepts common faults.
    ///
    /// - Throws: `FeedParsingError.empty`, `.html`, `.otherMarkup` or `.unknownForm` if there is no `opml` element.
    package init(parsing bytes: [UInt8]) throws(FeedParsingError) {
        let text = try DocumentText.utf8(try FeedParser.inflated(bytes), contentType: nil)
        guard text.contains(where: { !$0.isMarkupSpace }) else { throw .empty }
        var reader = OPMLReader(text)
        self = try reader.read()
    }
}

/// Reads OPML in one pass; the open folders are a list, so depth costs nothing.
private struct OPMLReader {
    private var scanner: MarkupScanner
    private var document = OPMLDocument()
    private var isInHead = false
    /// True once the document's body has ended.
    private var isClosed = false
    /// The names of the open outlines, outermost first; those too deep to be folders are only counted.
    private var folders: [String] = []
    private var depthBeyond = 0
    /// The position of the last `>`: a tag that begins after it is cut off, and its address may be half of one.
    private let lastBracket: Int

    init(_ text: [UInt8]) {
        scanner = MarkupScanner(text, dialect: .xml)
        lastBracket = text.lastIndex(of: UInt8(ascii: ">")) ?? text.startIndex
    }

    mutating func read() throws(FeedParsingError) -> OPMLDocument {
        try openRoot()
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag) where scanner.tokenStart < lastBracket: start(tag)
            case .endTag(let name): end(scanner.lowercasedName(name))
            default: break
            }
        }
        if !isClosed {
            document.brokenOffAtLine = scanner.bytes.count { $0 == UInt8(ascii: "\n") } + 1
        }
        return document
    }

    private mutating func openRoot() throws(FeedParsingError) {
        while let token = scanner.next() {
            guard case .startTag(let tag) = token else { continue }
            switch scanner.lowercasedName(tag.name) {
            case "opml":
                let others = values(of: tag).filter { $0.name.lowercased() != "version" }
                document.namespaces = Array(others.prefix(OPMLDocument.maximumValues))
                return
            case "html": throw .html
            case let other: throw .otherMarkup(root: other)
            }
        }
        throw .unknownForm
    }

    private mutating func start(_ tag: StartTag) {
        switch scanner.lowercasedName(tag.name) {
        case "head": isInHead = document.outlines.isEmpty && !tag.isSelfClosing
        case "body": isInHead = false
        case "outline":
            isInHead = false
            let outline = outline(tag)
            document.outlines.append(outline)
            if !tag.isSelfClosing { open(outline.title) }
        case let name where isInHead || (name == "title" && document.outlines.isEmpty): recordHead(tag, name)
        default: break
        }
    }

    private mutating func end(_ name: String) {
        switch name {
        case "head": isInHead = false
        case "opml", "body": isClosed = true
        case "outline": if depthBeyond > 0 { depthBeyond -= 1 } else { _ = folders.popLast() }
        default: break
        }
    }

    private mutating func open(_ title: String) {
        if folders.count < OPMLDocument.maximumFolderDepth { folders.append(title) } else { depthBeyond += 1 }
    }

    /// Records an element of the head. These hold only text (OPML 2.0), so an unclosed one ends before the next tag.
    private mutating func recordHead(_ tag: StartTag, _ lowercased: String) {
        let value = tag.isSelfClosing ? "" : textBeforeNextTag()
        let name = lowercased == "title" ? lowercased : scanner.rawText(tag.name)
        // The title does not count towards the limit, like an outline's type: it is always written.
        let isWanted =
            name == "title"
            ? document.title == nil : document.head.count { $0.name != "title" } < OPMLDocument.maximumValues
        if isWanted, isWritable(name) { document.head.append(OPMLValue(name: name, value: value)) }
    }

    private mutating func textBeforeNextTag() -> String {
        var text: [UInt8] = []
        reading: while let token = scanner.next() {
            switch token {
            case .text(let range): scanner.appendDecoded(range, to: &text)
            case .characterData(let range): text += scanner.bytes[range]
            case .startTag, .endTag:
                scanner.skip(to: scanner.tokenStart)
                break reading
            default: break
            }
        }
        return WhiteSpace.collapsed(text, in: text.indices)
    }

    private mutating func outline(_ tag: StartTag) -> OPMLOutline {
        var outline = OPMLOutline(title: "", folder: folders)
        var text: String?
        var title: String?
        var others = 0
        for attribute in values(of: tag) {
            switch attribute.name.lowercased() {
            case "text": text = text ?? Self.title(attribute)
            case "title": title = title ?? Self.title(attribute)
            case "xmlurl": outline.feedURL = outline.feedURL ?? attribute.value.trimmingSpaces.nonEmpty
            case "htmlurl": outline.homePageURL = outline.homePageURL ?? attribute.value.trimmingSpaces.nonEmpty
            case "type": outline.attributes.append(attribute)
            default:
                others += 1
                if others <= OPMLDocument.maximumValues { outline.attributes.append(attribute) }
            }
        }
        // Some programs fill in only one of the two and leave the other empty.
        outline.title = text?.nonEmpty ?? title ?? ""
        if let title, title != outline.title { outline.attributes.append(OPMLValue(name: "title", value: title)) }
        return outline
    }

    private static func title(_ attribute: OPMLValue) -> String {
        WhiteSpace.collapsed(attribute.value).prefix(bytes: FeedLimits.title)
    }

    /// Returns the attributes of a tag, decoded, without those invalid in XML: a second one of the same name, or an
    /// impossible name.
    private mutating func values(of tag: StartTag) -> [OPMLValue] {
        var names: Set<String> = []
        var values: [OPMLValue] = []
        for attribute in scanner.attributes(of: tag) {
            let name = scanner.rawText(attribute.name)
            guard isWritable(name), names.insert(name).inserted else { continue }
            values.append(OPMLValue(name: name, value: scanner.decodedText(attribute.value)))
        }
        return values
    }

    /// True if the name is valid in XML (§2.3; any character beyond ASCII is accepted), since lede writes every
    /// attribute that it reads.
    private func isWritable(_ name: String) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first, first.isASCIILetter || first == UInt8(ascii: "_") || first >= 0x80 else {
            return false
        }
        return bytes.count <= 256
            && bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || "-_.:".utf8.contains($0) }
    }
}
