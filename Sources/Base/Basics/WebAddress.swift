/// Addresses in feeds and pages, resolved by RFC 3986 §5 over bytes: an unreadable address stays unchanged.
package enum WebAddress {
    /// `reference` against `base`, both trimmed, without line breaks and tabs, blanks and control characters escaped.
    ///
    /// Without a usable base the reference is returned unchanged. An empty reference is the base (RFC 3986 §4.4).
    package static func resolve(_ reference: String, against base: String?) -> String {
        let reference = tidied(reference)
        guard scheme(of: reference) == nil, let base = base.flatMap(BaseAddress.init) else { return reference }
        return base.resolve(tidied: reference)
    }

    /// The scheme in lower case, if the address has one.
    package static func scheme(of address: String) -> String? {
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")), colon != address.startIndex else {
            return nil
        }
        let scheme = address.utf8[..<colon]
        guard scheme[scheme.startIndex].isLetter,
            scheme.allSatisfy({ $0.isLetter || "0123456789+-.".utf8.contains($0) })
        else { return nil }
        return String(decoding: scheme.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// True if following the address would run something instead of showing it; `java\nscript:` counts as
    /// `javascript:`.
    package static func isScript(_ address: String) -> Bool {
        let address = tidied(address)
        return switch scheme(of: address) {
        case "javascript", "vbscript": true
        case "data": !address.utf8.dropFirst(5).starts(with: "image".utf8)
        default: false
        }
    }

    static func tidied(_ address: String) -> String {
        let isTidy = address.utf8.allSatisfy { $0 > UInt8(ascii: " ") }
        guard !isTidy else { return address }
        let bytes = Array(address.utf8)
        var output: [UInt8] = []
        let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) }
        let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        for byte in bytes[..<end].drop(while: isSpace) {
            switch byte {
            case UInt8(ascii: " "): output.append(contentsOf: "%20".utf8)
            case 0x00...0x1F: break
            default: output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (self | 0x20) &- 0x61 < 26
    }
}
