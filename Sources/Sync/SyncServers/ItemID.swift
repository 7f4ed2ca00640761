import Basics

/// An id of the Google Reader API. The same id is written as a signed decimal number or, in its long form, as 16
/// hexadecimal digits without a sign; some servers have their own ids, which are not numbers.
struct ItemID: Equatable {
    /// Signed decimal, or the server's own id.
    let text: String

    private static let prefix = "tag:google.com,2005:reader/item/"
    private static let hexadecimalDigits = 16

    init?(_ written: String) {
        let isLong = written.hasPrefix(Self.prefix)
        let digits = isLong ? String(written.dropFirst(Self.prefix.count)) : written
        guard !digits.isEmpty, digits.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            return nil
        }
        if isLong ? digits.utf8.count <= Self.hexadecimalDigits : Self.isBareHexadecimal(digits),
            let value = UInt64(digits, radix: 16)
        {
            text = String(Int64(bitPattern: value))
        } else if !isLong, Int64(digits) == nil, let value = UInt64(digits) {
            // The decimal form without sign.
            text = String(Int64(bitPattern: value))
        } else {
            text = digits
        }
    }

    /// Some servers omit the prefix of the long form. A decimal number has no letter and does not begin with a zero.
    private static func isBareHexadecimal(_ digits: String) -> Bool {
        digits.utf8.count == hexadecimalDigits && (digits.hasPrefix("0") || Int64(digits) == nil)
    }

    /// Returns the long form, which every server accepts.
    static func sent(_ text: String) -> String {
        guard let value = Int64(text) else { return prefix + text }
        return prefix + Hexadecimal.digits(UInt64(bitPattern: value), count: hexadecimalDigits)
    }

    /// Compares by arrival: on servers with numbers, later articles have higher ids.
    static func isNewer(_ a: String, than b: String) -> Bool {
        if let a = Int64(a), let b = Int64(b) { return a > b }
        return a > b
    }
}
