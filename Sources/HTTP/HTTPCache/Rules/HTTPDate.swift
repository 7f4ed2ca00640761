internal import Basics

/// Dates of HTTP, in seconds since 1970 (RFC 9110 §5.6.7): all three forms are read, in any letter case, and nothing else.
public enum HTTPDate {
    /// - Parameter now: settles the century of RFC 850's two-digit years.
    public static func parse(_ text: some StringProtocol, now: Double) -> Double? {
        var scanner = Scanner(bytes: Array(text.utf8))
        guard let weekday = scanner.word() else { return nil }
        if shortWeekdays.contains(weekday) {
            return scanner.skip(", ") ? scanner.fixdate() : scanner.asctime()
        }
        return weekdays.contains(weekday) && scanner.skip(", ") ? scanner.rfc850(now: now) : nil
    }

    /// As IMF-fixdate, the one form that is sent.
    public static func format(_ seconds: Double) -> String {
        let total = CalendarSeconds.whole(seconds)
        let days = Int((Double(total) / 86_400).rounded(.down))
        let time = total - days * 86_400
        let (year, month, day) = civil(days: days)
        let weekday = shortWeekdays[((days + 4) % 7 + 7) % 7]
        return "\(capitalized(weekday)), \(padded(day, 2)) \(capitalized(months[month - 1])) \(padded(year, 4)) "
            + "\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2)) GMT"
    }

    private static let shortWeekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let weekdays: Set = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    fileprivate static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    // Days since 1970 and the Gregorian calendar, by eras of 400 years that begin in March.
    fileprivate static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    fileprivate static func year(now: Double) -> Int {
        civil(days: CalendarSeconds.whole(now) / 86_400).year
    }
}

/// Reads one date from left to right.
private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    /// `18 Aug 2050 02:01:18 GMT`
    mutating func fixdate() -> Double? {
        guard let day = number(2), skip(" "), let month = month(), skip(" "), let year = number(4), skip(" "),
            let time = time(), skip(" "), word() == "gmt"
        else { return nil }
        return seconds(year, month, day, time)
    }

    /// `18-Aug-50 02:01:18 GMT`
    mutating func rfc850(now: Double) -> Double? {
        guard let day = number(2), skip("-"), let month = month(), skip("-"), let short = number(2), skip(" "),
            let time = time(), skip(" "), word() == "gmt"
        else { return nil }
        let thisYear = HTTPDate.year(now: now)
        let year = thisYear - thisYear % 100 + short
        // More than 50 years ahead means the most recent past year with those digits.
        return seconds(year > thisYear + 50 ? year - 100 : year, month, day, time)
    }

    /// `Aug  8 02:01:18 2050`, after the weekday
    mutating func asctime() -> Double? {
        guard skip(" "), let month = month(), skip(" "), let day = skip(" ") ? number(1) : number(2), skip(" "),
            let time = time(), skip(" "), let year = number(4)
        else { return nil }
        return seconds(year, month, day, time)
    }

    /// Letters, in lower case.
    mutating func word() -> String? {
        var letters: [UInt8] = []
        while position < bytes.count, case let letter = bytes[position] | 0x20, (0x61...0x7a).contains(letter) {
            letters.append(letter)
            position += 1
        }
        return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
    }

    mutating func skip(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[position + offset] != text.utf8Start[offset] {
            return false
        }
        position = end
        return true
    }

    private mutating func number(_ digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[position..<position + digits] {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        position += digits
        return number
    }

    private mutating func month() -> Int? {
        word().flatMap { HTTPDate.months.firstIndex(of: $0) }.map { $0 + 1 }
    }

    private mutating func time() -> Int? {
        guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Double? {
        guard position == bytes.count, (1...31).contains(day) else { return nil }
        return Double(HTTPDate.days(year: year, month: month, day: day) * 86_400 + time)
    }
}
