/// Percent-encoding in addresses (RFC 3986 §2.1).
package enum PercentEncoding {
    /// Returns the bytes that a text encodes; a `%` without two hexadecimal digits after it stands for itself.
    ///
    /// - Parameter kept: characters that stay encoded, with capital digits: `%2f` becomes `%2F`.
    package static func decoded(_ text: some StringProtocol, except kept: String = "") -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8[...]
        while let byte = rest.popFirst() {
            let digits = Substring(rest.prefix(2))
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2,
                digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
            {
                bytes += kept.utf8.contains(value) ? escaped(value) : [value]
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// The bytes that stay as they are in an encoded text.
    package enum Kept: Sendable {
        /// Letters and digits of ASCII, `-`, `.`, `_` and `~` (§2.3): all that a form and a query need not encode.
        case unreserved
        /// The visible characters of ASCII: an address that is encoded already does not change.
        case visible
        /// The visible characters without `\`, which ends an escape sequence of a terminal.
        case visibleButBackslash

        fileprivate func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .unreserved:
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
                default: false
                }
            case .visible: byte > 0x20 && byte < 0x7F
            case .visibleButBackslash: byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\")
            }
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes each byte that is not kept as `%` and two digits. Returns the text itself, without an allocation, if all
    /// of its bytes are kept.
    package static func encoded(_ text: String, keeping kept: Kept) -> String {
        text.utf8.allSatisfy({ kept.contains($0) }) ? text : encoded(text.utf8, keeping: kept)
    }

    /// Encodes bytes, which need not be UTF-8, in this way.
    package static func encoded(_ text: some Sequence<UInt8>, keeping kept: Kept) -> String {
        var bytes: [UInt8] = []
        for byte in text {
            if kept.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += escaped(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
