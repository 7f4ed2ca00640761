/// A text element, and the form of its text.
struct TextElement {
    enum Form: Equatable {
        /// Text that is shown literally.
        case text
        /// HTML after decoding.
        case html
        /// RSS does not define the form: HTML if it looks like HTML.
        case guess
        /// Elements of the document itself: XHTML, or HTML that the writer forgot to escape.
        case markup
        /// Such elements under `type="html"`, if the elements may be a program's wrapper around escaped HTML.
        case wrapped
        /// Text that is shown literally after decoding, unless its type is HTML.
        case base64(isHTML: Bool)
    }

    let capture: Capture
    let form: Form
    /// The base of the relative addresses in it.
    let base: String?
}

extension TextElement {
    /// True for HTML with the escapes of XML. In a CDATA section, the escapes are those of the HTML.
    var mayBeEscapedTwice: Bool {
        guard case .text = capture.content else { return false }
        return form == .html || form == .guess
    }
}

extension TextElement.Form {
    /// RFC 4287 §3.1.1 and §4.1.3.1 for `type`, Atom 0.3's for `mode`.
    init(type: String?, mode: String?, vocabulary: Vocabulary, holdsElements: Bool) {
        let type = type?.trimmingSpaces.lowercased() ?? ""
        if mode?.lowercased() == "base64" {
            self = .base64(isHTML: type == "text/html")
        } else if holdsElements {
            self = Self.byType[type] == .html ? .wrapped : .markup
        } else if let known = Self.byType[type] {
            self = known
        } else if type.hasPrefix("text/") {
            self = .text
        } else if vocabulary != .atom || type.hasSuffix("+xml") || type.hasSuffix("/xml") {
            self = .guess
        } else {
            self = type.isEmpty ? .text : .base64(isHTML: false)
        }
    }

    private static let byType: [String: TextElement.Form] = [
        "text": .text, "text/plain": .text, "plain": .text, "html": .html, "text/html": .html, "escaped": .html,
        "xhtml": .guess, "application/xhtml+xml": .guess,
    ]
}
