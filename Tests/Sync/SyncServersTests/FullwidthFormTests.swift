import Testing

@testable import SyncServers

@Suite struct FullwidthFormTests {
    @Test(
        "Fullwidth forms become the characters that they stand for, except in East Asian text",
        arguments: [
            ("Ships ＆ Tides", "Ships & Tides"), ("a ＜ b ＞ c", "a < b > c"),
            ("Why？ Here／There， now；", "Why? Here/There, now;"), ("café ＆ Straße", "café & Straße"),
            ("Ships & Tides", "Ships & Tides"), ("", ""),
            ("船＆港", "船＆港"), ("なぜ？", "なぜ？"), ("한국 ＆ 일본", "한국 ＆ 일본"), ("ＡＢＣ＆Ｄ", "ＡＢＣ＆Ｄ"),
        ])
    func replaced(_ written: String, _ text: String) {
        #expect(FullwidthForms.replaced(in: written) == text)
    }
}
