import Markup

/// Builds documents from the texts of feeds. Every input yields a document; there are no errors.
public enum DocumentBuilder {
    /// Maximum length of an article, in bytes (4 MB). A longer one is cut off and the document says so, because the
    /// whole document is laid out, and searched at each key press.
    public static let maximumInputLength = 4 << 20
    /// Maximum number of blocks (50,000). The document ends there and says so.
    static let maximumBlocks = 50_000

    static let remark = Block(.paragraph([Run("(This article is longer than can be shown.)")]))

    /// Returns the document of a piece of HTML.
    ///
    /// - Parameters:
    ///   - html: the HTML; the bytes after the first `maximumInputLength` are not read.
    ///   - base: the address of the HTML, against which links and pictures are resolved.
    ///   - extent: the part that is needed, from the beginning.
    ///   - length: the length of the whole HTML in bytes, if only its beginning is given.
    public static func document(
        html: String, base: String?, _ extent: Extent = .whole, length: Int? = nil
    ) -> Document {
        let length = length ?? html.utf8.count
        // A character that is cut in two becomes one U+FFFD.
        let bytes = html.bytes(upTo: min(maximumInputLength, extent.markup))
        var reader = HTMLReader(SafeText.clean(bytes), base: base)
        let isRead = reader.read(upTo: extent.text, blocks: extent.blocks)
        var document = reader.finish()
        if !isRead || bytes.count < min(maximumInputLength, length) {
            document.share = share(reader.scanner.position, of: length)
        } else if length > maximumInputLength || reader.isFull {
            document.blocks.append(remark)
        }
        return document
    }

    /// Returns the pictures and links of a piece of HTML, as in its whole document, but without its text.
    package static func pictures(html: String, base: String?) -> Document {
        let bytes = html.bytes(upTo: maximumInputLength)
        let tags: [StaticString] = ["<img", "<image", "<amp-"]
        guard tags.contains(where: { bytes.firstTag($0) != nil }) else { return Document() }
        // In a table, the text of the cells decides which pictures are shown, and in which order.
        guard bytes.firstTag("<table") == nil else { return document(html: html, base: base) }
        let safe = SafeText.clean(bytes, isWellFormed: bytes.count == html.utf8.count)
        var reader = HTMLReader(safe, base: base, readsText: false)
        _ = reader.read(upTo: .max, blocks: 0)
        return reader.finish()
    }

    /// Returns the document of plain text or Markdown: empty lines separate paragraphs, lines that seem to be laid out
    /// by hand stay as they are, and addresses become links. `extent` and `length` as above.
    public static func document(text: String, _ extent: Extent = .whole, length: Int? = nil) -> Document {
        let length = length ?? text.utf8.count
        let bytes = text.bytes(upTo: min(maximumInputLength, extent.blocks > 0 ? extent.markup : extent.text))
        // Searching in an article would not find words with soft hyphens.
        let safe = String(decoding: PlainText.withoutSoftHyphens(SafeText.clean(bytes)[...]), as: UTF8.self)
        var document =
            Markdown.isLikely(safe)
            ? Self.document(html: Markdown.html(safe), base: nil) : TextReader.document(of: safe)
        if bytes.count < min(maximumInputLength, length) {
            document.share = share(bytes.count, of: length)
        } else if length > maximumInputLength {
            document.blocks.append(remark)
        }
        return document
    }

    /// The amount of text to read, in bytes, and the minimum number of blocks.
    public struct Extent: Sendable {
        let text: Int
        let blocks: Int
        /// Maximum length of the HTML that is read for it.
        public let markup: Int

        /// All of the text.
        public static let whole = Extent(text: .max, blocks: 0, markup: .max)
        /// Enough for the largest screen, or all of a short text.
        public static let beginning = beginning(blocks: 0)

        /// Returns a beginning with at least this many blocks, provided that the HTML that is read has them.
        public static func beginning(blocks: Int) -> Extent {
            Extent(text: 8 << 10, blocks: blocks, markup: 64 << 10)
        }
    }

    private static func share(_ count: Int, of length: Int) -> Double {
        min(0.99, Double(count) / Double(length))
    }
}

extension Array<UInt8> {
    /// Returns the start of the first tag with this name, case-insensitive.
    fileprivate func firstTag(_ tag: StaticString) -> Int? {
        var position = 0
        while let start = firstIndex(of: UInt8(ascii: "<"), in: position..<count) {
            if hasBytes(ignoringCase: tag, at: start) { return start }
            position = start + 1
        }
        return nil
    }
}

extension String {
    /// Returns the first bytes of the text in UTF-8.
    func bytes(upTo limit: Int) -> [UInt8] {
        utf8.withContiguousStorageIfAvailable { Array($0.prefix(limit)) } ?? Array(utf8.prefix(limit))
    }
}
