import Basics

/// The order of titles: ignores case and compares numbers by value, so that "Part 2" comes before "Part 10".
enum TitleOrder {
    /// Returns a text that sorts as the title does: each number loses its leading zeros and is preceded by its length.
    static func key(_ title: String) -> String {
        let lower = title.lowercased()
        guard lower.utf8.contains(where: \.isASCIIDigit) else { return lower }
        var key: [UInt8] = []
        var rest = Array(lower.utf8)[...]
        while let next = rest.first {
            let digits = rest.prefix(while: \.isASCIIDigit)
            rest = rest.dropFirst(max(1, digits.count))
            guard !digits.isEmpty else {
                key.append(next)
                continue
            }
            let number = digits.drop { $0 == UInt8(ascii: "0") }
            key.append(lengths[min(number.count, lengths.count - 1)])
            key.append(contentsOf: number)
        }
        return String(decoding: key, as: UTF8.self)
    }

    /// Characters for the lengths from 0 on, in ascending order and before the letters. Longer numbers are compared as
    /// text.
    private static let lengths = Array("0123456789:;<=>?@".utf8)
}
