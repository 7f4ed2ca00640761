import Basics
import Testing

@Suite struct CivilDayTests {
    @Test(
        "A day beyond the end of its month is refused",
        arguments: [
            ("2026-02-28", true), ("2026-02-29", false), ("2024-02-29", true), ("2024-02-30", false),
            ("1900-02-29", false), ("2026-04-30", true), ("2026-04-31", false), ("2026-12-31", true),
        ])
    func lastDays(_ text: String, _ exists: Bool) {
        #expect((CivilDay(text) != nil) == exists)
    }

    @Test(
        "Other text is not a day",
        arguments: [
            "", "-", "2026-13", "2026-00-01", "2026-01-32", "tomorrow", "0", "10000", "2026-01-01-01",
            "99999999999999999999",
        ])
    func otherTexts(_ text: String) {
        #expect(CivilDay(text) == nil)
    }

    @Test("A sign is not a digit", arguments: ["+2026", "2026-+1", "2026-01-+1"])
    func signs(_ text: String) {
        #expect(CivilDay(text) == nil)
    }
}
