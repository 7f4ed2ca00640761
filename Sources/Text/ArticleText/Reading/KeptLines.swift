import Markup

/// Finds the line feeds that are line breaks: in a block whose style keeps them, as `<pre>` does, and in an article
/// that is plain text apart from links and the like.
struct KeptLines {
    /// The line feeds of an article that are line breaks in all of its text.
    private enum Breaks {
        case none, emptyLines, all
    }

    private var breaks = Breaks.none
    /// The end of the block; 0 before the first one.
    private var end = 0

    /// Separate from the reader's own: paragraphs need no end tag, and failed searches for one must not use up the
    /// searches for hidden elements.
    private var lookahead = Lookahead()

    init() {}

    /// Looks at a whole article: without blocks and `<br>`, its empty lines are all that separates its paragraphs. Its
    /// other line feeds are breaks, too, unless a program wrapped its lines.
    init(_ article: MarkupScanner) {
        var article = article
        var (hasEmptyLines, isWrapped) = (false, false)
        while let token = article.next() {
            switch token {
            case .startTag(let tag) where article.beginsLine(tag.name): return
            case .endTag(let name) where article.beginsLine(name): return
            case .text(let range):
                let lines = article.lineFeeds(in: article.bytes.trimmed(range))
                hasEmptyLines = hasEmptyLines || lines.hasEmpty
                isWrapped = isWrapped || lines.areWrapped
            default: break
            }
        }
        if hasEmptyLines { breaks = isWrapped ? .emptyLines : .all }
    }

    /// Notes the block that `tag` began if its style keeps line feeds. Blocks inside it are not looked at, so that the
    /// ends of nested blocks are not searched for again and again.
    mutating func begin(_ tag: StartTag, _ scanner: MarkupScanner) {
        guard scanner.tokenStart >= end, scanner.keepsLines(tag), let after = lookahead.scannerAfter(tag, scanner)
        else { return }
        end = after.tokenStart
    }

    /// True if line feeds of a text are line breaks. Between two blocks they stay white space.
    func holds(_ text: Range<Int>, in bytes: [UInt8]) -> Bool {
        breaks != .none || text.lowerBound < end && !bytes.trimmed(text).isEmpty
    }

    /// True if the line feed at `feed`, in a text that has some, is a line break.
    func breaksLine(at feed: Int, in bytes: [UInt8]) -> Bool {
        guard breaks == .emptyLines else { return true }
        let isBlank = { (byte: UInt8) in byte.isMarkupSpace && byte != UInt8(ascii: "\n") }
        return bytes[(feed + 1)...].first { !isBlank($0) } == UInt8(ascii: "\n")
            || bytes[..<feed].last { !isBlank($0) } == UInt8(ascii: "\n")
    }
}

extension MarkupScanner {
    /// True for the name of an element that takes whole lines or ends one.
    fileprivate func beginsLine(_ name: Range<Int>) -> Bool {
        guard let role = ShortName(bytes, name).flatMap(ElementRole.role) else { return false }
        return role.isBlockLevel || role == .lineBreak
    }

    /// Returns the line feeds of a text without white space at its ends: some may be beside empty lines, and others
    /// within a sentence, before a small letter.
    fileprivate func lineFeeds(in text: Range<Int>) -> (hasEmpty: Bool, areWrapped: Bool) {
        var found = (hasEmpty: false, areWrapped: false)
        var position = text.lowerBound
        while let feed = bytes.firstIndex(of: UInt8(ascii: "\n"), in: position..<text.upperBound) {
            position = bytes.trimmed(feed..<text.upperBound).lowerBound
            if bytes.firstIndex(of: UInt8(ascii: "\n"), in: feed + 1..<position) != nil {
                found.hasEmpty = true
            } else if UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[position], !bytes.hasBytes("http", at: position) {
                found.areWrapped = true
            }
        }
        return found
    }

    /// True for `style="white-space: pre"`, `pre-wrap`, `pre-line` and `break-spaces`.
    fileprivate func keepsLines(_ tag: StartTag) -> Bool {
        guard !tag.attributes.isEmpty else { return false }
        return attributes(of: tag).contains {
            $0.name.count == 5 && isNamed("style", $0)
                && (declares("white-space", "pre", in: $0.value)
                    || declares("white-space", "break-spaces", in: $0.value))
        }
    }
}
