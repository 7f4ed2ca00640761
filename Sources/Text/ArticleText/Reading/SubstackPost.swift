import Markup

/// A post of X in a text of Substack, whose feeds hold it only in an attribute of an empty element.
struct SubstackPost {
    let text: String
    let author: String
    let address: String

    /// Nil for other elements.
    init?(_ tag: StartTag, _ scanner: inout MarkupScanner) {
        guard scanner.bytes.firstRange(of: "Twitter2ToDOM", in: tag.attributes) != nil,
            let address = scanner.substackField("\"url\"", of: tag),
            let text = scanner.substackField("\"full_text\"", of: tag)
        else { return nil }
        self.address = address
        self.text = PlainText.line(html: Array(text.utf8))
        author = scanner.substackField("\"username\"", of: tag) ?? ""
    }
}

extension MarkupScanner {
    /// Returns the text of a field of the JSON that Substack puts in an attribute, as one line.
    mutating func substackField(_ name: StaticString, of tag: StartTag) -> String? {
        attribute("data-attrs", of: tag).flatMap { LinkedData.line(name, in: Array($0.utf8)) }
    }
}
