import Testing

@testable import ArticleStorage

@Suite struct StoryTextTests {
    @Test(
        "Only letters and digits are compared, in lower case",
        arguments: [
            ("It’s “Über” 25 °C — OK!", "itsüber25cok"), ("Cafe\u{301} 😀 №7", "cafe\u{301}7"),
            ("東京タワー（夜）", "東京タワー夜"), ("Ёлка, ёж", "ёлкаёж"), ("किताब पढ़ो", "किताबपढ़ो"),
            ("한국어 뉴스", "한국어뉴스"), ("", ""), ("!\u{301}a", "a"), ("①½", "①½"),
        ])
    func letters(_ text: String, _ expected: String) {
        #expect(String(decoding: StoryText.letters(of: text), as: UTF8.self) == expected)
    }

    /// Combining marks and prefixes on their own, which no real text contains, are left out.
    @Test("Reading scalars gives the same letters as reading characters")
    func sameAsCharacters() {
        // Stored keys were made from characters, so another result would hide copies of stored articles.
        var differences: [String] = []
        for scalar in (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init) {
            let alone = Self.standsAlone(scalar) ? ["x \(scalar)", "-\(scalar)-"] : []
            for text in ["a\(scalar)", "Ж\(scalar)\u{301}x"] + alone {
                var expected: [UInt8] = []
                for character in text.lowercased() where character.isLetter || character.isNumber {
                    expected += character.utf8
                }
                if StoryText.letters(of: text) != expected { differences.append(String(scalar.value, radix: 16)) }
            }
        }
        #expect(differences.isEmpty)
    }

    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spacingMark, .nonspacingMark, .enclosingMark: false
        default: ![0x0D4E, 0x0E33, 0x0EB3].contains(scalar.value)
        }
    }
}
