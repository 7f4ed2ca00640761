/// The bytes in a 206, and the length of the complete body: `bytes 100-199/1024` (RFC 9110 §14.4).
package struct ContentRange: Equatable, Sendable {
    package let first: Int
    package let last: Int
    /// The length of the complete body, in bytes; nil if the server does not know it.
    package let total: Int?

    /// Maximum position or length accepted: 2⁶⁰ bytes.
    package static let bounds = 0...1 << 60

    /// Nil if the field is missing, unsatisfied, malformed, or not about bytes.
    package init?(_ field: String?) {
        guard let field, field.prefix(6).lowercased() == "bytes " else { return nil }
        let parts = field.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, ends.count == 2, let first = Self.position(ends[0]), let last = Self.position(ends[1]),
            first <= last
        else { return nil }
        total = parts[1] == "*" ? nil : Self.position(parts[1])
        guard parts[1] == "*" || (total ?? 0) > last else { return nil }
        (self.first, self.last) = (first, last)
    }

    /// Returns the length of the complete body in the field of a 416: `bytes */1024` (RFC 9110 §15.5.17); nil if it has
    /// another form.
    package static func unsatisfied(_ field: String?) -> Int? {
        let start = "bytes */"
        guard let field, field.prefix(start.count).lowercased() == start else { return nil }
        return position(field.dropFirst(start.count))
    }

    /// True if the range is the complete body.
    package var isWhole: Bool {
        first == 0 && (first...last).count == total
    }

    /// True if a 206 with this range continues after the first `offset` bytes of the version that `validator` names,
    /// and reaches the body's end if the server knows where that is. A 206 need not repeat the tag (RFC 9110 §15.3.7);
    /// one with another tag is of another version (§15.3.7.3).
    ///
    /// - Parameter tag: the entity tag of the 206.
    package func continues(at offset: Int64, of validator: String, tag: String?) -> Bool {
        Int64(first) == offset && (total.map { last == $0 - 1 } ?? true)
            && (tag == nil || tag == validator || !StrongValidator.isTag(validator))
    }

    /// Returns a position or length of a range, in bytes; nil if it is not a number of digits, or too large.
    package static func position(_ digits: Substring) -> Int? {
        guard digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(digits, within: bounds)
    }
}
