import FoundationEssentials
import Testing

@testable import ReaderEngine

@Suite struct PackScheduleTests {
    private let midnight = Date(timeIntervalSince1970: 1_700_006_400)

    private func at(_ hour: Double) -> Date { midnight + hour * 3_600 }

    /// Asks the schedule at these hours since the first midnight, in order.
    private func dues(_ times: [Int], at hours: Double...) -> [Bool] {
        var schedule = PackSchedule(times: times)
        return hours.map { hour in
            let day = (hour / 24).rounded(.down)
            return schedule.dequeueDueTime(at: at(hour), midnight: at(day * 24))
        }
    }

    @Test("Packing is due once in the half hour before a time") func isDueOnce() {
        #expect(dues([7 * 60 + 10], at: 6.6, 6.7, 6.8, 24 + 6.7) == [false, true, false, true])
    }

    @Test("Packing is not due at the time itself") func isNotDueLate() {
        #expect(dues([6 * 60], at: 6) == [false])
    }

    @Test("The half hour before a time after midnight begins on the day before") func beginsTheDayBefore() {
        #expect(dues([10], at: 23.8, 24.1) == [true, false])
    }

    @Test(
        "The schedule is checked when the next lead time begins, and at least every ten minutes",
        arguments: [
            (6.0, 600.0), (6.65, 60), (6.7, 2), (8, 600),
        ])
    func sleeps(_ hour: Double, _ seconds: Double) {
        let schedule = PackSchedule(times: [7 * 60 + 10])
        #expect(abs(schedule.secondsUntilCheck(at: at(hour), midnight: midnight) - seconds) < 0.01)
    }

    @Test("Without configured times, the schedule is checked every ten minutes") func sleepsLongest() {
        #expect(PackSchedule(times: []).secondsUntilCheck(at: at(3), midnight: midnight) == PackSchedule.maximumSleep)
    }
}
