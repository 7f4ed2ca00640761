package import struct FoundationEssentials.Date

/// A day of the Gregorian calendar.
package struct CalendarDay: Equatable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// `2026-01-31`; `2026-01` and `2026` mean their first day.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0], (1...9999).contains(year),
            let month = parts.count > 1 ? parts[1] : 1, (1...12).contains(month),
            let day = parts.count > 2 ? parts[2] : 1, (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// When the day begins on a clock that is `offset` seconds ahead of UTC.
    package func start(offset: Double) -> Date {
        Date(timeIntervalSince1970: Double(daysSince1970) * 86_400 - offset)
    }

    /// Years begin in March here, so that the day which some have more comes last.
    private var daysSince1970: Int {
        let marchYear = month > 2 ? year : year - 1
        let monthSinceMarch = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return 365 * marchYear + leapDays + (153 * monthSinceMarch + 2) / 5 + day - 1 - 719_468
    }
}
