import Basics
import FoundationEssentials
import Testing

@Suite struct DayStartTests {
    @Test(arguments: [
        ("1970-01-01", 0.0), ("2026-03-10", 1_773_100_800), ("2024-02-29", 1_709_164_800),
        ("2024-03-01", 1_709_251_200),
        ("2000-12-31", 978_220_800), ("1969-12-31", -86_400), ("2026", 1_767_225_600), ("2026-3", 1_772_323_200),
    ])
    func `A day begins at midnight in its own time zone`(_ text: String, _ seconds: Double) {
        #expect(CivilDay(text)?.start(offset: 0) == Date(timeIntervalSince1970: seconds))
        #expect(CivilDay(text)?.start(offset: 7_200) == Date(timeIntervalSince1970: seconds - 7_200))
    }

    /// Returns the offset of Central European time in 2026: two hours ahead of UTC from 29 March to 25 October.
    private static func centralEurope(_ date: Date) -> Double {
        1_774_746_000..<1_792_890_000 ~= date.timeIntervalSince1970 ? 7_200 : 3_600
    }

    @Test(
        "A day begins at midnight in the offset of its own season",
        arguments: [
            ("2026-03-29", 1_774_738_800.0), ("2026-03-30", 1_774_821_600), ("2026-07-01", 1_782_856_800),
            ("2026-10-25", 1_792_879_200), ("2026-10-26", 1_792_969_200),
        ])
    func season(_ text: String, _ seconds: Double) {
        #expect(CivilDay(text)?.start(Self.centralEurope) == Date(timeIntervalSince1970: seconds))
    }

    /// Returns the offset of Chilean time in 2026: four hours behind UTC from 4 April, 24:00, to 5 September, 24:00,
    /// otherwise three.
    private static func chile(_ date: Date) -> Double {
        1_775_358_000..<1_788_667_200 ~= date.timeIntervalSince1970 ? -14_400 : -10_800
    }

    @Test(
        "A day begins at 1:00 if the clock skips the hour before, and only once if the clock repeats that hour",
        arguments: [
            ("2026-04-04", 1_775_271_600.0), ("2026-04-05", 1_775_361_600), ("2026-09-05", 1_788_580_800),
            ("2026-09-06", 1_788_667_200), ("2026-09-07", 1_788_750_000),
        ])
    func changeAtMidnight(_ text: String, _ seconds: Double) {
        #expect(CivilDay(text)?.start(Self.chile) == Date(timeIntervalSince1970: seconds))
    }
}
