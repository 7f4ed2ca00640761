/// The beginning of a text in lower case and with composed letters, computed once for all patterns.
package struct FoldedText: Sendable {
    let scalars: [UInt32]

    /// Maximum length of the examined part of a text, in code points.
    package static let limit = 1 << 16

    init(_ text: String) {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(min(text.utf8.count, Self.limit))
        for scalar in ComposedLetters.of(text).unicodeScalars.prefix(Self.limit) { scalars.append(Self.fold(scalar)) }
        self.scalars = scalars
    }

    /// The Greek letter at the end of a word, which has the same capital as `sigma`.
    static let finalSigma: UInt32 = 0x3C2
    static let sigma: UInt32 = 0x3C3

    /// Returns the lower-case form, if it is a single code point; the two small sigmas are one letter.
    static func fold(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.isASCII {
            return 0x41...0x5A ~= scalar.value ? scalar.value + 32 : scalar.value
        }
        guard scalar.value != finalSigma else { return sigma }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first?.value ?? scalar.value : scalar.value
    }
}
