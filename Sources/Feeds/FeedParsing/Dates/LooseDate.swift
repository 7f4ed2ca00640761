internal import Basics
internal import Markup

/// Reads dates with the name of a month, or with numbers in the order of some country: RFC 822, asctime, JavaScript's,
/// and human variants of them. The words may come in any order; unknown words (a weekday, "at") are skipped.
struct LooseDate {
    private var numbers: [Number] = []
    private var month: Int?
    private var time: (hour: Int, minute: Int, second: Double)?
    private var isAfternoon: Bool?
    private var zone: ArraySlice<UInt8>?
    /// The offset in seconds, if no zone is given but the language has only one.
    private var localOffset = 0
    private static let korea = 9 * 3_600
    private static let vietnam = 7 * 3_600
    /// The character between the first two numbers: it shows which country's order they follow.
    private var separator: UInt8?
    /// True if a word of the date is Vietnamese, so that the day is before the month.
    private var isVietnamese = false
    /// True after the Vietnamese word for a weekday, which its number or its name follows.
    private var expectsWeekday = false
    /// True after the Vietnamese word for a month, which its number or its name follows.
    private var expectsMonth = false

    private struct Number {
        var value: Int
        var digits: Int
    }

    static func parse(_ bytes: [UInt8]) -> CalendarMoment? {
        var date = LooseDate()
        date.read(bytes)
        return date.moment
    }

    // MARK: Reading the words

    private mutating func read(_ bytes: [UInt8]) {
        var position = 0
        while position < bytes.count {
            let start = position
            let byte = bytes[position]
            if byte.isASCIIDigit {
                position = readNumber(bytes, from: start)
            } else if byte.isASCIILetter || byte >= 0x80 {
                while position < bytes.count, bytes[position].isASCIILetter || bytes[position] >= 0x80 { position += 1 }
                if readWord(bytes, start..<position) { return }
            } else if time != nil, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"),
                start + 1 < bytes.count, bytes[start + 1].isASCIIDigit
            {
                // A sign after the time is a zone; in `… -0500 2024` the year follows it.
                position += 1
                while position < bytes.count, bytes[position].isASCIIDigit || bytes[position] == UInt8(ascii: ":") {
                    position += 1
                }
                if zone == nil { zone = bytes[start..<position] }
            } else {
                if numbers.count == 1, separator == nil, !byte.isMarkupSpace { separator = byte }
                position += 1
            }
        }
    }

    /// Reads a number, or a time if a colon follows it.
    private mutating func readNumber(_ bytes: [UInt8], from start: Int) -> Int {
        var cursor = DateCursor(bytes, at: start)
        let number = cursor.digits(atMost: 9)
        // After a whole date a point may replace the colon.
        let mayHavePoint = month != nil && numbers.count == 2
        expectsMonth = false
        if expectsWeekday {
            expectsWeekday = false
            return start + max(number.count, 1)
        }
        guard time == nil, number.count <= 2, let hour = number.value,
            cursor.consume(":") || (mayHavePoint && cursor.consume(".")), let minute = cursor.digits(atMost: 2).value
        else {
            if let value = number.value { numbers.append(Number(value: value, digits: number.count)) }
            return start + max(number.count, 1)
        }
        var second = 0.0
        if cursor.consume(":") || (mayHavePoint && cursor.consume(".")) {
            second = Double(cursor.digits(atMost: 2).value ?? 0)
            if cursor.consume(".") || cursor.consume(",") { second += cursor.fraction() }
        }
        time = (hour, minute, second)
        return cursor.position
    }

    /// Reads a word; true if the rest of the bytes belongs to it.
    private mutating func readWord(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let word = DateWord(bytes[range])
        if readVietnamese(word) { return false }
        switch word {
        case "pm": isAfternoon = true
        case "am": isAfternoon = false
        // `p. m.`, `p.m.`
        case "p" where time != nil: isAfternoon = true
        case "a" where time != nil: isAfternoon = false
        case "오후": (isAfternoon, localOffset) = (true, Self.korea)
        case "오전": (isAfternoon, localOffset) = (false, Self.korea)
        case "년": localOffset = Self.korea
        default:
            if time != nil, month != nil || numbers.count >= 3, TimeZoneName.isName(bytes[range.lowerBound...]) {
                // `GMT+0200`, `Europe/Berlin`; a year may follow it (`date` writes `… CET 2024`).
                let end = bytes[range.lowerBound...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
                if zone == nil { zone = bytes[range.lowerBound..<end] }
                readYear(bytes[end...])
                return true
            }
            // `mar` is Tuesday in Spanish and March in English: if two words could be months, the later one is.
            if time == nil || month == nil, let named = MonthName.month(word) { month = named }
        }
        return false
    }

    /// Reads a word of `Thứ Ba, 5 Tháng Mười Một, 2024`, `Thứ 3, ngày 05 tháng 03 năm 2024` or `05/03/2024 2:07 CH`;
    /// false for other words.
    private mutating func readVietnamese(_ word: DateWord) -> Bool {
        // Eleven and twelve are two words. `năm` after a month is the word for a year, not the number five.
        if expectsMonth, let number = MonthName.vietnameseNumbers[word], month == nil || number <= 2 {
            month = month == 10 ? 10 + number : number
            expectsMonth = number == 10
            return true
        }
        expectsMonth = false
        switch word {
        case "thứ": expectsWeekday = true
        case "tháng", "thg": expectsMonth = true
        case "sa" where mayEndVietnamese: isAfternoon = false
        case "ch" where mayEndVietnamese: isAfternoon = true
        default:
            expectsWeekday = false
            return false
        }
        (isVietnamese, localOffset) = (true, Self.vietnam)
        return true
    }

    /// True if `SA` and `CH` can only be the Vietnamese halves of the day: `Sa` is also a German Saturday.
    private var mayEndVietnamese: Bool {
        time != nil && (isVietnamese || (numbers.count >= 3 && separator == UInt8(ascii: "/")))
    }

    private mutating func readYear(_ rest: ArraySlice<UInt8>) {
        var cursor = DateCursor(Array(rest))
        cursor.skipSpace()
        let number = cursor.digits(atMost: 4)
        if number.count == 4, let value = number.value { numbers.append(Number(value: value, digits: 4)) }
    }

    // MARK: Combining the words

    private var moment: CalendarMoment? {
        guard var moment = month.flatMap(dayOfNamedMonth) ?? (month == nil ? dayInNumbers : nil) else { return nil }
        if let time {
            (moment.hour, moment.minute, moment.second) = time
            if isAfternoon == true, moment.hour < 12 { moment.hour += 12 }
            if isAfternoon == false, moment.hour == 12 { moment.hour = 0 }
        }
        moment.offset = zone.flatMap { TimeZoneName.offset($0, on: moment) } ?? localOffset
        return moment
    }

    private func dayOfNamedMonth(_ month: Int) -> CalendarMoment? {
        guard let dayIndex = numbers.firstIndex(where: { $0.digits <= 2 }) else {
            return numbers.first.map { CalendarMoment(year: year($0), month: month) }
        }
        var others = numbers
        let day = others.remove(at: dayIndex)
        guard let year = others.first(where: { $0.digits == 4 }) ?? others.first else { return nil }
        return CalendarMoment(year: self.year(year), month: month, day: day.value)
    }

    /// `2024년 3월 5일`, `3/5/2024` (the order of the United States), `5.3.2024`, `5-3-2024`, `13/3/2024`.
    private var dayInNumbers: CalendarMoment? {
        guard numbers.count >= 3 else { return nil }
        let (a, b, c) = (numbers[0], numbers[1], numbers[2])
        if a.digits == 4 { return CalendarMoment(year: a.value, month: b.value, day: c.value) }
        guard c.digits == 4 || c.digits == 2 else { return nil }
        if separator == UInt8(ascii: "-"), a.digits == 2, c.digits == 2 {
            return CalendarMoment(year: year(a), month: b.value, day: c.value)
        }
        let isMonthFirst = separator == UInt8(ascii: "/") && a.value <= 12 && !isVietnamese
        return isMonthFirst
            ? CalendarMoment(year: year(c), month: a.value, day: b.value)
            : CalendarMoment(year: year(c), month: b.value, day: a.value)
    }

    /// RFC 2822 §4.3: three digits count from 1900.
    private func year(_ number: Number) -> Int {
        switch number.digits {
        case 1, 2: CivilDay.year(twoDigits: number.value)
        case 3: number.value + 1_900
        default: number.value
        }
    }
}
