import Basics
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct DayStartTests {
    @Test(arguments: [
        ("1970-01-01", 0.0), ("2026-03-10", 1_773_100_800), ("2024-02-29", 1_709_164_800),
        ("2024-03-01", 1_709_251_200),
        ("2000-12-31", 978_220_800), ("1969-12-31", -86_400), ("2026", 1_767_225_600), ("2026-3", 1_772_323_200),
    ])
    func `a day begins at the midnight of its clock`(_ text: String, _ seconds: Double) {
        #expect(CivilDay(text)?.start(offset: 0) == Date(timeIntervalSince1970: seconds))
        #expect(CivilDay(text)?.start(offset: 7_200) == Date(timeIntervalSince1970: seconds - 7_200))
    }
}
