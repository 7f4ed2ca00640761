/// Numbers in a fixed count of hexadecimal digits.
package enum Hexadecimal {
    /// Returns lower-case digits with leading zeros; more than `count` of them if the number needs more.
    package static func digits(_ value: UInt64, count: Int = 16) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
