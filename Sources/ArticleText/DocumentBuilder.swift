import Markup

/// Makes documents out of what feeds carry; anything gives a document, nothing gives an error.
public enum DocumentBuilder {
    /// Longer articles are cut off here (in bytes), and say so.
    public static let longestInput = 16 << 20

    private static let remark = Block(.paragraph([Run("(This article is longer than can be shown.)")]))

    /// The document of a piece of HTML. Links and pictures are resolved against `base`, the address it came from.
    public static func document(html: String, base: String?) -> Document {
        // A character that is cut in two costs one U+FFFD.
        var reader = HTMLReader(SafeText.clean(html.bytes(upTo: longestInput)), base: base)
        var document = reader.read()
        if html.utf8.count > longestInput { document.blocks.append(remark) }
        return document
    }

    /// The document of plain text: paragraphs between empty lines, lines kept where they seem to be laid out by hand,
    /// addresses found as links.
    public static func document(text: String) -> Document {
        TextReader.document(of: SafeText.clean(String(text.prefix(longestInput))))
    }
}

extension String {
    /// The first bytes of the text in UTF-8. The whole of it is copied at once, which a prefix of it is not.
    func bytes(upTo limit: Int) -> [UInt8] {
        var bytes = Array(utf8)
        if bytes.count > limit { bytes.removeLast(bytes.count - limit) }
        return bytes
    }
}
