internal import Markup

/// The declarations and comments before a document's content. Some programs write the declarations of a web page before
/// a JSON Feed; what follows them decides the kind of the document.
enum MarkupProlog {
    /// Longer prologs are not read (in bytes).
    private static let maximumLength = 1 << 16

    /// Returns the JSON after a document type, an XML declaration or comments; nil if markup or other text follows
    /// them.
    static func json(after text: [UInt8]) -> [UInt8]? {
        var scanner = MarkupScanner(text, in: 0..<min(text.count, maximumLength), dialect: .xml)
        while let token = scanner.next() {
            switch token {
            case .doctype, .comment, .instruction: continue
            case .text(let range):
                guard let first = text[range].firstIndex(where: { !$0.isMarkupSpace }) else { continue }
                return text[first].opensJSON ? Array(text[first...]) : nil
            default: return nil
            }
        }
        return nil
    }
}

extension UInt8 {
    /// True for the first byte of a JSON object or array.
    var opensJSON: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }
}
