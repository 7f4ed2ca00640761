/// A day of the proleptic Gregorian calendar, without Foundation's calendars (they cost milliseconds at the first use).
package struct CivilDay: Comparable, Sendable {
    package var year: Int
    /// 1 is January.
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Counts from 1970-01-01, which is day 0.
    package init(daysSinceEpoch days: Int) {
        let fromMarch = days + Self.daysFromMarchOfYearZero
        let era = (fromMarch >= 0 ? fromMarch : fromMarch - (Self.daysOfEra - 1)) / Self.daysOfEra
        let dayOfEra = fromMarch - era * Self.daysOfEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Reads `2026-01-31`; `2026-01` and `2026` mean their first day.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isASCIIDigit }) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0], (1...9999).contains(year),
            let month = parts.count > 1 ? parts[1] : 1, (1...12).contains(month),
            let day = parts.count > 2 ? parts[2] : 1, (1...Self.count(month: month, year: year)).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package static func < (left: CivilDay, right: CivilDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// `2026-01-31`
    var text: String { "\(year)-\(month.padded(to: 2))-\(day.padded(to: 2))" }

    /// Days since 1970-01-01.
    package var daysSinceEpoch: Int {
        Self.daysSinceEpoch(year: year, month: month, day: day)
    }

    /// 0 is Sunday.
    package var weekday: Int {
        ((daysSinceEpoch + 4) % 7 + 7) % 7
    }

    /// 1 is the first of January.
    var dayOfYear: Int {
        daysSinceEpoch - Self.daysSinceEpoch(year: year, month: 1, day: 1) + 1
    }

    // Years begin in March here, so that the leap day is the last of its year. An era is 400 years.
    private static let daysOfEra = 146_097
    private static let daysFromMarchOfYearZero = 719_468

    package static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysFromMarchOfYearZero
    }

    /// Returns the number of days in a month.
    package static func count(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// RFC 2822 §4.3: two digits below 50 are in this century, others in the last.
    package static func year(twoDigits: Int) -> Int {
        twoDigits + (twoDigits < 50 ? 2_000 : 1_900)
    }

    static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// Begins with Sunday.
    static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    /// In the same order.
    static let fullWeekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
