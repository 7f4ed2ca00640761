import Basics
import Testing

@Suite struct CheckedNumbersTests {
    @Test(
        "A Double becomes the nearest integer",
        arguments: [
            (1.9, 1), (-1.9, -1), (1e300, .max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0),
            (9.3e18, .max), (9_223_372_036_854_774_784, 9_223_372_036_854_774_784),
        ] as [(Double, Int)])
    func conversion(_ value: Double, _ nearest: Int) {
        #expect(Int(saturating: value) == nearest)
    }

    @Test(
        "Text becomes a number only within its bounds",
        arguments: [
            ("12", 12), ("0", 0), ("100", 100), ("101", nil), ("-1", nil), ("99999999999999999999", nil), ("1e3", nil),
            ("", nil), (" 1", nil),
        ] as [(String, Int?)])
    func text(_ text: String, _ number: Int?) {
        #expect(Int(text, within: 0...100) == number)
    }

    @Test("Sums and products stop at the limits of their type")
    func arithmetic() {
        #expect(Int64.max.addingSaturating(1) == .max && Int64.min.addingSaturating(-1) == .min)
        #expect(Int64(2).addingSaturating(3) == 5)
        #expect(Int.max.multipliedSaturating(by: 2) == .max && Int.max.multipliedSaturating(by: -2) == .min)
        #expect(Int.min.multipliedSaturating(by: -1) == .max && 6.multipliedSaturating(by: 7) == 42)
    }

    @Test("Calendars accept times in the years 1 to 9999")
    func calendarSeconds() {
        #expect(CalendarSeconds.whole(-0.5) == -1 && CalendarSeconds.whole(1e300) == CalendarSeconds.bounds.upperBound)
        #expect(CalendarSeconds.whole(-.infinity) == CalendarSeconds.bounds.lowerBound)
        #expect(!CalendarSeconds.afterEpoch.contains(0) && CalendarSeconds.afterEpoch.upperBound == 253_402_300_799)
    }

    @Test(
        "A time is split into a day and the seconds since its midnight, even before 1970",
        arguments: [
            (0, 0, 0), (86_399, 0, 86_399), (86_400, 1, 0), (-1, -1, 86_399), (-86_400, -1, 0), (-86_401, -2, 86_399),
        ] as [(Int, Int, Int)])
    func days(_ seconds: Int, _ days: Int, _ sinceMidnight: Int) {
        let split = CalendarSeconds.split(seconds)
        #expect(split.days == days && split.sinceMidnight == sinceMidnight)
    }
}
