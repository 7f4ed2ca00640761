import Basics

/// The addresses of links in a book, whose checkers and readers refuse characters that browsers accept (URL Standard,
/// §1.3 and §4.3).
enum LinkTarget {
    /// Returns an address of the web without a password, or of a mailbox; nil if a link must not lead to the address.
    static func address(_ text: String) -> String? {
        let shown = ShownAddress.of(text)
        guard OutgoingAddress.isAllowed(shown) else { return OutgoingAddress.mail(shown) }
        guard let host = ShownAddress.authority(of: shown), !host.isEmpty else { return nil }
        return shown[..<host.endIndex] + encoded(Array(shown[host.endIndex...].utf8))
    }

    private static let forbidden = Set("<>\"{}|\\^`[]".utf8)

    /// Encodes what may not stay as it is in a path, a query or a fragment.
    private static func encoded(_ bytes: [UInt8]) -> String {
        let fragment = bytes.firstIndex(of: UInt8(ascii: "#"))
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isStray =
                switch byte {
                case UInt8(ascii: "#"): index != fragment
                case UInt8(ascii: "%"): !bytes.dropFirst(index + 1).startsWithTwoHexadecimalDigits
                default: forbidden.contains(byte)
                }
            if isStray {
                text.append(contentsOf: "%\(String(byte, radix: 16, uppercase: true))".utf8)
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var startsWithTwoHexadecimalDigits: Bool {
        count >= 2 && String(decoding: prefix(2), as: UTF8.self).allSatisfy(\.isHexDigit)
    }
}
