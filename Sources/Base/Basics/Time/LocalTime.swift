/// The parts of a moment in the proleptic Gregorian calendar.
package struct LocalTime: Equatable, Sendable {
    let date: CivilDay
    let hour: Int
    let minute: Int
    let second: Int

    package init(secondsSince1970 seconds: Int) {
        let (days, rest) = CalendarSeconds.split(seconds)
        date = CivilDay(daysSinceEpoch: days)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }

    package var year: Int { date.year }

    package var weekdayName: String { CivilDay.weekdayNames[date.weekday] }

    var monthName: String { CivilDay.monthNames[date.month - 1] }

    /// `20 Nov`
    package var dayOfMonth: String { "\(date.day) \(monthName)" }

    /// `14:02`
    package var time: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }

    /// `2026-11-20`
    package var isoDay: String { date.text }

    /// `Fri 20 Nov 2026 14:02`
    package var full: String { "\(weekdayName) \(dayOfMonth) \(year) \(time)" }
}
