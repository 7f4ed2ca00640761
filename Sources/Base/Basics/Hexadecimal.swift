/// Numbers in a fixed count of hexadecimal digits.
package enum Hexadecimal {
    /// Returns small letters, with zeros in front; more digits than `count` if the number needs them.
    package static func digits(_ value: UInt64, count: Int = 16) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
