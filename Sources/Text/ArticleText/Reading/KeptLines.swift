import Markup

/// The block that is being read and whose style keeps the line feeds of its text, as `<pre>` does.
struct KeptLines {
    /// The end of the block; 0 before the first one.
    private var end = 0

    /// Its own: paragraphs need no end tag, and the failed searches for one must not end the hiding of other elements.
    private var lookahead = Lookahead()

    /// Notes the block that `tag` began if its style keeps line feeds. Blocks inside it are not looked at, so that the
    /// ends of nested blocks are not searched for again and again.
    mutating func begin(_ tag: StartTag, _ scanner: MarkupScanner) {
        guard scanner.tokenStart >= end, scanner.keepsLines(tag), let after = lookahead.scannerAfter(tag, scanner)
        else { return }
        end = after.tokenStart
    }

    /// True if the line feeds of a text are line breaks. Between two blocks they stay white space.
    func holds(_ text: Range<Int>, in bytes: [UInt8]) -> Bool {
        text.lowerBound < end && !bytes.trimmed(text).isEmpty
    }
}

extension MarkupScanner {
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
