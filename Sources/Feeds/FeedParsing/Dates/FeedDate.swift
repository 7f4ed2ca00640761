package import struct FoundationEssentials.Date

internal import Markup

/// Dates as feeds write them: ISO 8601 in every shape, RFC 822 with every fault, and local names of months.
///
/// A date without a zone is UTC. What cannot be read, or does not exist (30 February, hour 25), is no date.
package enum FeedDate {
    /// The moment that `text` names, or nil.
    package static func parse(_ text: String) -> Date? {
        let bytes = Array(text.utf8.prefix(longest))
        let moment = ISODate.parse(bytes) ?? LooseDate.parse(bytes)
        return (moment?.seconds ?? seconds(since1970: text)).map { Date(timeIntervalSince1970: $0) }
    }

    /// A count of seconds since 1970 (ten digits, as from 2001 to 2286) or of milliseconds (thirteen), and nothing else.
    private static func seconds(since1970 text: String) -> Double? {
        let digits = Array(text.trimmingSpaces.utf8)
        guard digits.count == 10 || digits.count == 13, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let count = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return digits.count == 10 ? Double(count) : Double(count) / 1_000
    }

    /// No date is longer; this bounds what a hostile one can cost.
    private static let longest = 200
}

/// A day and a time as written, not yet checked.
struct CalendarMoment: Equatable {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0.0
    /// In seconds, east of Greenwich.
    var offset = 0

    /// Seconds since 1970, or nil where the calendar has no such moment.
    var seconds: Double? {
        guard 1...9_999 ~= year, 1...12 ~= month, 1...CivilDay.count(month: month, year: year) ~= day,
            0...24 ~= hour, 0...59 ~= minute, 0..<61 ~= second, hour < 24 || (minute == 0 && second == 0)
        else { return nil }
        let days = CivilDay.sinceEpoch(year: year, month: month, day: day)
        return Double(days * 86_400 + hour * 3_600 + minute * 60 - offset) + second
    }
}

/// Days of the Gregorian calendar, without Foundation's calendars.
enum CivilDay {
    static func count(month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 on; the year is made to begin in March, so that the odd day is its last.
    static func sinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }

    /// The way back.
    static func date(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
        let fromMarch = days + 719_468
        let era = (fromMarch >= 0 ? fromMarch : fromMarch - 146_096) / 146_097
        let dayOfEra = fromMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// RFC 2822 §4.3: two digits below 50 are in this century, others in the last.
    static func year(twoDigits: Int) -> Int {
        twoDigits + (twoDigits < 50 ? 2_000 : 1_900)
    }

    /// Sunday is 0.
    static func weekday(year: Int, month: Int, day: Int) -> Int {
        let days = sinceEpoch(year: year, month: month, day: day) + 4
        return ((days % 7) + 7) % 7
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}
