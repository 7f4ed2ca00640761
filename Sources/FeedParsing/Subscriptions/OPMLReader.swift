internal import Markup

extension OPMLDocument {
    /// Reads an OPML document, liberally. Folders deeper than `deepestFolder` are told as if they lay in that one.
    ///
    /// - Throws: `FeedParsingError.empty`, `.html`, `.otherMarkup` or `.unknownForm` where there is no `opml` element.
    public init(parsing bytes: [UInt8]) throws(FeedParsingError) {
        let text = try DocumentText.utf8(try FeedParser.inflated(bytes), contentType: nil)
        guard text.contains(where: { !$0.isMarkupSpace }) else { throw .empty }
        var reader = OPMLReader(text)
        self = try reader.read()
    }

    /// No person's folders lie deeper.
    public static let deepestFolder = 32
}

/// Reads OPML in one pass; the open folders are a list, so depth costs nothing.
private struct OPMLReader {
    private var scanner: MarkupScanner
    private var document = OPMLDocument()
    /// The names of the open outlines, outermost first; nil for those too deep to be folders.
    private var folders: [String] = []
    private var depthBeyond = 0

    init(_ text: [UInt8]) {
        scanner = MarkupScanner(text, dialect: .xml)
    }

    mutating func read() throws(FeedParsingError) -> OPMLDocument {
        try findRoot()
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag): start(tag)
            case .endTag(let name) where scanner.lowercasedName(name) == "outline": close()
            default: break
            }
        }
        return document
    }

    private mutating func findRoot() throws(FeedParsingError) {
        while let token = scanner.next() {
            guard case .startTag(let tag) = token else { continue }
            switch scanner.lowercasedName(tag.name) {
            case "opml": return
            case "html": throw .html
            case let other: throw .otherMarkup(root: other)
            }
        }
        throw .unknownForm
    }

    private mutating func start(_ tag: StartTag) {
        switch scanner.lowercasedName(tag.name) {
        case "title" where document.title == nil && document.outlines.isEmpty:
            document.title = scanner.line(TextElement(capture: scanner.capture(tag), form: .text, base: nil))
        case "outline":
            let outline = outline(tag)
            document.outlines.append(outline)
            if !tag.isSelfClosing { open(outline.title) }
        default: break
        }
    }

    private mutating func open(_ title: String) {
        if folders.count < OPMLDocument.deepestFolder { folders.append(title) } else { depthBeyond += 1 }
    }

    private mutating func close() {
        if depthBeyond > 0 { depthBeyond -= 1 } else { _ = folders.popLast() }
    }

    private mutating func outline(_ tag: StartTag) -> OPMLOutline {
        var outline = OPMLOutline(title: "", folder: folders)
        var text: String?
        var title: String?
        for attribute in scanner.attributes(of: tag).prefix(100) {
            let value = scanner.decodedText(attribute.value)
            switch scanner.lowercasedName(attribute.name) {
            case "text": text = text ?? value
            case "title": title = title ?? value
            case "xmlurl": outline.feedURL = value.trimmingSpaces.nonEmpty
            case "htmlurl": outline.homePageURL = value.trimmingSpaces.nonEmpty
            default: outline.attributes.append(.init(name: scanner.rawText(attribute.name), value: value))
            }
        }
        outline.title = (text ?? title).map { WhiteSpace.collapsed($0) } ?? ""
        // Where both are there and differ, the second is kept as it is.
        if let text, let title, text != title { outline.attributes.append(.init(name: "title", value: title)) }
        return outline
    }
}
