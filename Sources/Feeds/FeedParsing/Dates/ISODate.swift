internal import Basics
internal import Markup

/// Reads ISO 8601 and similar forms: `2024-03-05T14:07:09.5+01:00`, `20240305T140709Z`, `2024-03`, `2024-W10-2`,
/// `2024065`, `2024/3/5 14:07`; without the century `240305`, `24065`, `-24-03`, as in the standard of 1988.
enum ISODate {
    /// Returns the date and time in `bytes`; nil if they do not begin like `YYYY` or hold anything else.
    static func parse(_ bytes: [UInt8]) -> CalendarMoment? {
        var cursor = DateCursor(bytes)
        cursor.skipSpace()
        guard var moment = day(&cursor) else { return nil }
        cursor.skipSpace()
        if cursor.consume("T") || cursor.consume("t") { cursor.skipSpace() }
        guard !cursor.isAtEnd else { return moment }
        guard time(&cursor, into: &moment) else { return nil }
        cursor.skipSpace()
        guard !isHalfOfDay(cursor.rest) else { return nil }
        guard let offset = TimeZoneName.offset(cursor.rest, on: moment) else { return nil }
        moment.offset = offset
        return moment
    }

    /// True for `am` or `pm` after the time, which is then not the time of a clock with 24 hours.
    private static func isHalfOfDay(_ rest: ArraySlice<UInt8>) -> Bool {
        ["am", "pm"].contains(String(decoding: rest.prefix { $0.isASCIILetter }, as: UTF8.self).lowercased())
    }

    private static func day(_ cursor: inout DateCursor) -> CalendarMoment? {
        if cursor.consume("-") { return monthWithoutCentury(&cursor) }
        let digits = cursor.digits(atMost: 8)
        guard let first = digits.value else { return nil }
        switch digits.count {
        case 8: return CalendarMoment(year: first / 10_000, month: first / 100 % 100, day: first % 100)
        case 7: return ordinalDay(first % 1_000, of: first / 1_000)
        // Six digits usually mean a year and a month, if they are valid as such.
        case 6 where 1_970...2_099 ~= first / 100 && 1...12 ~= first % 100:
            return CalendarMoment(year: first / 100, month: first % 100)
        case 6:
            let year = CivilDay.year(twoDigits: first / 10_000)
            return CalendarMoment(year: year, month: first / 100 % 100, day: first % 100)
        case 5: return ordinalDay(first % 1_000, of: CivilDay.year(twoDigits: first / 1_000))
        case 4: return dayWithSeparators(&cursor, year: first)
        default: return nil
        }
    }

    /// Reads `-2403` or `-24-03`.
    private static func monthWithoutCentury(_ cursor: inout DateCursor) -> CalendarMoment? {
        guard let year = cursor.digits(exactly: 2) else { return nil }
        _ = cursor.consume("-")
        guard let month = cursor.digits(exactly: 2) else { return nil }
        return CalendarMoment(year: CivilDay.year(twoDigits: year), month: month)
    }

    private static func dayWithSeparators(_ cursor: inout DateCursor, year: Int) -> CalendarMoment? {
        if cursor.consumeWeekMark() { return weekDay(&cursor, of: year) }
        guard let separator = cursor.peek, separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") else {
            return cursor.isAtEnd ? CalendarMoment(year: year) : nil
        }
        cursor.advance()
        let second = cursor.digits(atMost: 3)
        guard let month = second.value else { return nil }
        if second.count == 3 { return ordinalDay(month, of: year) }
        guard cursor.peek == separator else { return CalendarMoment(year: year, month: month) }
        cursor.advance()
        guard let day = cursor.digits(atMost: 2).value else { return nil }
        return CalendarMoment(year: year, month: month, day: day)
    }

    /// Reads `2024-065`, with the number of the day in the year.
    private static func ordinalDay(_ ordinal: Int, of year: Int) -> CalendarMoment? {
        var day = ordinal
        for month in 1...12 {
            let count = CivilDay.count(month: month, year: year)
            if day <= count { return CalendarMoment(year: year, month: month, day: day) }
            day -= count
        }
        return nil
    }

    /// Reads `W10-2`, `W102` or `W10` after the week mark. The first week contains 4 January; each week begins on a
    /// Monday.
    private static func weekDay(_ cursor: inout DateCursor, of year: Int) -> CalendarMoment? {
        guard let week = cursor.digits(exactly: 2), 1...53 ~= week else { return nil }
        _ = cursor.consume("-")
        let weekday = cursor.digits(exactly: 1) ?? 1
        guard 1...7 ~= weekday else { return nil }
        let fourth = CivilDay.daysSinceEpoch(year: year, month: 1, day: 4)
        let firstMonday = fourth - (CivilDay(year: year, month: 1, day: 4).weekday + 6) % 7
        let day = CivilDay(daysSinceEpoch: firstMonday + (week - 1) * 7 + weekday - 1)
        return CalendarMoment(year: day.year, month: day.month, day: day.day)
    }

    /// Reads `14:07:09.5`, `14:07`, `14`, `140709` or `1407`; a comma may replace the point.
    private static func time(_ cursor: inout DateCursor, into moment: inout CalendarMoment) -> Bool {
        let digits = cursor.digits(atMost: 6)
        guard let first = digits.value else { return false }
        switch digits.count {
        case 6: (moment.hour, moment.minute, moment.second) = (first / 10_000, first / 100 % 100, Double(first % 100))
        case 4: (moment.hour, moment.minute) = (first / 100, first % 100)
        case 1, 2:
            moment.hour = first
            guard cursor.consume(":") else { return true }
            guard let minute = cursor.digits(atMost: 2).value else { return false }
            moment.minute = minute
            guard cursor.consume(":") else { return true }
            guard let second = cursor.digits(atMost: 2).value else { return false }
            moment.second = Double(second)
        default: return false
        }
        if cursor.consume(".") || cursor.consume(",") { moment.second += cursor.fraction() }
        return true
    }
}

/// A position in a date's bytes.
struct DateCursor {
    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { position >= bytes.count }
    var peek: UInt8? { isAtEnd ? nil : bytes[position] }
    var rest: ArraySlice<UInt8> { bytes[min(position, bytes.count)...] }

    mutating func advance() {
        position += 1
    }

    mutating func skipSpace() {
        while let byte = peek, byte.isMarkupSpace { position += 1 }
    }

    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    /// Returns the number at the position, and its count of digits.
    mutating func digits(atMost limit: Int) -> (value: Int?, count: Int) {
        var value = 0
        var count = 0
        while count < limit, let byte = peek, byte.isASCIIDigit {
            value = value * 10 + Int(byte - 0x30)
            count += 1
            position += 1
        }
        return (count == 0 ? nil : value, count)
    }

    /// Returns the number of exactly `count` digits; if there are fewer, nil, and the position stays.
    mutating func digits(exactly count: Int) -> Int? {
        let start = position
        let digits = digits(atMost: count)
        guard digits.count == count else {
            position = start
            return nil
        }
        return digits.value
    }

    /// Reads ISO 8601's mark of a week, `-W` or `W`, before a number.
    mutating func consumeWeekMark() -> Bool {
        let start = position
        _ = consume("-")
        if consume("W") || consume("w"), peek?.isASCIIDigit == true { return true }
        position = start
        return false
    }

    /// Returns the digits at the position, as digits after a decimal point.
    mutating func fraction() -> Double {
        var value = 0.0
        var unit = 0.1
        while let byte = peek, byte.isASCIIDigit {
            value += Double(byte - 0x30) * unit
            unit /= 10
            position += 1
        }
        return value
    }
}
