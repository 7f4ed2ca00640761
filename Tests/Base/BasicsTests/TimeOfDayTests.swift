import Testing

@testable import Basics

@Suite struct TimeOfDayTests {
    @Test(
        "A time of day consists of hours and two digits of minutes",
        arguments: [("07:10", 430), ("7:10", 430), ("23:59", 1_439)])
    func times(_ text: String, _ minutes: Int) {
        #expect(TimeOfDay.minutes(text) == minutes)
    }

    @Test(
        "Other text is not a time of day",
        arguments: ["7:5", "+7:10", "24:00", "7:60", "07:10:00", "0710", "007:10", ""])
    func others(_ text: String) {
        #expect(TimeOfDay.minutes(text) == nil)
    }

    @Test("Hours and minutes are written with two digits each")
    func text() {
        #expect(TimeOfDay.text(minutes: 430) == "07:10")
    }
}
