internal import Basics
internal import Markup

/// Decodes the text of a web page in any encoding.
package enum PageDecoder {
    /// A page may name its encoding after long scripts; browsers read only the first 1,024 bytes and then guess.
    private static let maximumHeadSize = 1 << 16

    /// Returns a page as text that is safe for a terminal; empty for bytes that are not text. The charset of HTTP comes
    /// first, then the page's own, each only if the bytes decode under it.
    package static func text(of page: [UInt8], contentType: String?) -> String {
        String(decoding: bytes(of: page, contentType: contentType), as: UTF8.self)
    }

    /// Returns a page as such text, in bytes of UTF-8.
    package static func bytes(of page: [UInt8], contentType: String?) -> [UInt8] {
        let namesCharset = contentType?.lowercased().contains("charset") ?? false
        let type = namesCharset ? contentType : declaredCharset(page).map { "text/html; charset=" + $0 } ?? contentType
        return (try? DocumentText.utf8(page, contentType: type)) ?? []
    }

    /// Reads `<meta charset="…">` or `<meta http-equiv="Content-Type" content="…; charset=…">`.
    private static func declaredCharset(_ page: [UInt8]) -> String? {
        var scanner = MarkupScanner(page, in: 0..<min(page.count, maximumHeadSize), dialect: .html)
        while let token = scanner.next() {
            guard case .startTag(let tag) = token else { continue }
            let name = scanner.lowercasedName(tag.name)
            if name == "body" { return nil }
            guard name == "meta" else { continue }
            if let charset = scanner.attribute("charset", of: tag), !charset.isEmpty { return label(charset) }
            guard let content = scanner.attribute("content", of: tag)?.lowercased(),
                let found = content.firstRange(of: "charset=")
            else { continue }
            return label(String(content[found.upperBound...]))
        }
        return nil
    }

    private static func label(_ text: String) -> String? {
        let letters = text.utf8.drop { $0.isMarkupSpace || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
            .prefix { $0.isASCIILetter || $0.isASCIIDigit || "-_.:".utf8.contains($0) }
        return String(decoding: letters.prefix(40), as: UTF8.self).nonEmpty
    }
}
