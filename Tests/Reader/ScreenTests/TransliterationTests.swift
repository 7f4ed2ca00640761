import Screen
import Testing

@Suite struct TransliterationTests {
    @Test(
        "Letters that ASCII lacks are replaced by similar ASCII letters",
        arguments: [
            ("plain", "plain"), ("it’s “so” — or…", "it's \"so\" - or..."),
            ("café Łódź Straße Œuvre", "cafe Lodz Strasse OEuvre"),
            ("e\u{301}te\u{301}", "ete"), ("日本", "????"), ("5 € → 6 ×", "5 EUR -> 6 x"), ("a\u{200B}b", "ab"),
            ("Ω", "?"), ("«¿Qué?» ‹a› ﬁn № 7 ✓", "\"?Que?\" 'a' fin No. 7 v"),
        ])
    func ascii(_ text: String, _ plain: String) {
        #expect(Transliteration.ascii(text) == plain)
    }
}
