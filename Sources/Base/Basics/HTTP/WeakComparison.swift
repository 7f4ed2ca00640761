/// The weak comparison of entity tags (RFC 9110 §8.8.3.2).
package enum WeakComparison {
    /// True if both tags are equal byte for byte after their `W/`.
    package static func areEqual(_ one: Substring, _ other: Substring) -> Bool {
        opaque(one).utf8.elementsEqual(opaque(other).utf8)
    }

    private static func opaque(_ tag: Substring) -> Substring {
        tag.utf8.starts(with: "W/".utf8) ? Substring(tag.utf8.dropFirst(2)) : tag
    }
}
