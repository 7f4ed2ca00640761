/// Dates of HTTP, in seconds since 1970 (RFC 9110 §5.6.7). Reads the three forms of the RFC, in any letter case, and
/// nothing else.
package enum HTTPDate {
    /// - Parameter now: decides the century of RFC 850's two-digit years.
    package static func parse(_ text: some StringProtocol, now: Double) -> Double? {
        if let date = text.utf8.withContiguousStorageIfAvailable({ parse($0, now: now) }) { return date }
        return Array(text.utf8).withUnsafeBufferPointer { parse($0, now: now) }
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, now: Double) -> Double? {
        var scanner = Scanner(bytes: bytes)
        guard let weekday = scanner.word() else { return nil }
        if shortWeekdays.contains(weekday) {
            return scanner.skip(", ") ? scanner.fixdate() : scanner.asctime()
        }
        return weekdays.contains(weekday) && scanner.skip(", ") ? scanner.rfc850(now: now) : nil
    }

    /// Returns the date as IMF-fixdate, the only form that may be sent.
    package static func format(_ seconds: Double) -> String {
        let (days, time) = CalendarSeconds.split(whole(seconds))
        let date = CivilDay(daysSinceEpoch: days)
        let (weekday, month) = (CivilDay.weekdayNames[date.weekday], CivilDay.monthNames[date.month - 1])
        let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
        return "\(weekday), \(date.day.padded(to: 2)) \(month) \(date.year.padded(to: 4)) "
            + "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2)) GMT"
    }

    /// Returns whole seconds, within the years 0 to 9999; 1970 for a NaN.
    private static func whole(_ seconds: Double) -> Int {
        max(min(Int(saturating: seconds.rounded(.down)), CalendarSeconds.bounds.upperBound), -62_167_219_200)
    }

    private static let shortWeekdays = CivilDay.weekdayNames.map(PackedWord.init)
    private static let weekdays = CivilDay.fullWeekdayNames.map(PackedWord.init)
    fileprivate static let months = CivilDay.monthNames.map(PackedWord.init)
    fileprivate static let gmt = PackedWord("GMT")

    fileprivate static func year(now: Double) -> Int {
        CivilDay(daysSinceEpoch: CalendarSeconds.split(whole(now)).days).year
    }
}

/// Up to twelve letters, in any case, in one integer: a request parses half a dozen dates, and none allocates memory
/// for its words.
private struct PackedWord: Equatable {
    /// Five bits for each letter; all bits are set for a longer word.
    private(set) var letters: UInt64 = 0

    init() {}

    init(_ word: String) {
        for byte in word.utf8 { append(byte | 0x20) }
    }

    /// - Parameter letter: in lower case.
    mutating func append(_ letter: UInt8) {
        letters = letters >> 55 == 0 ? letters << 5 | UInt64(letter & 0x1f) : .max
    }
}

/// Reads one date from left to right.
private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    /// In seconds, to within half a day: fifty years have 12 or 13 leap days.
    private static let fiftyYears = 50 * 365.25 * 86_400

    /// Reads `18 Aug 2050 02:01:18 GMT`.
    mutating func fixdate() -> Double? {
        guard let day = number(2), skip(" "), let month = month(), skip(" "), let year = number(4), skip(" "),
            let time = time(), skip(" "), word() == HTTPDate.gmt
        else { return nil }
        return seconds(year, month, day, time)
    }

    /// Reads `18-Aug-50 02:01:18 GMT`.
    mutating func rfc850(now: Double) -> Double? {
        guard let day = number(2), skip("-"), let month = month(), skip("-"), let short = number(2), skip(" "),
            let time = time(), skip(" "), word() == HTTPDate.gmt
        else { return nil }
        let thisYear = HTTPDate.year(now: now)
        let year = thisYear - thisYear % 100 + short
        let date = seconds(year, month, day, time)
        // A date that is more than 50 years ahead means the most recent past year with those digits.
        guard let ahead = date, ahead > now + Self.fiftyYears else { return date }
        return seconds(year - 100, month, day, time)
    }

    /// Reads `Aug  8 02:01:18 2050` after the weekday.
    mutating func asctime() -> Double? {
        guard skip(" "), let month = month(), skip(" "), let day = skip(" ") ? number(1) : number(2), skip(" "),
            let time = time(), skip(" "), let year = number(4)
        else { return nil }
        return seconds(year, month, day, time)
    }

    /// Reads one letter or more.
    mutating func word() -> PackedWord? {
        var word = PackedWord()
        let start = position
        while position < bytes.count, case let letter = bytes[position] | 0x20, (0x61...0x7a).contains(letter) {
            word.append(letter)
            position += 1
        }
        return position == start ? nil : word
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
            guard byte.isASCIIDigit else { return nil }
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
        guard position == bytes.count, day >= 1, day <= CivilDay.count(month: month, year: year) else { return nil }
        return Double(CivilDay.daysSinceEpoch(year: year, month: month, day: day) * 86_400 + time)
    }
}
