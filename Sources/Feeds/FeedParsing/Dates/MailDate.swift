internal import Basics
internal import Markup

/// Reads the dates of most RSS feeds, `Tue, 05 Mar 2024 14:07:09 +0100`, without the general reader's words: these took 2 % of
/// a first refresh.
enum MailDate {
    /// The date and time in `bytes`; nil for any other form, also if `LooseDate` reads it.
    static func parse(_ bytes: [UInt8]) -> CalendarMoment? {
        var cursor = DateCursor(bytes)
        guard (0..<3).allSatisfy({ _ in cursor.consumeLetter() != nil }), cursor.consume(","), cursor.consume(" ")
        else {
            return nil
        }
        var moment = CalendarMoment()
        let day = cursor.digits(atMost: 2)
        guard day.count > 0, cursor.consume(" "), let month = month(&cursor), cursor.consume(" "),
            let year = cursor.digits(exactly: 4), cursor.consume(" "), let hour = cursor.digits(exactly: 2),
            cursor.consume(":"), let minute = cursor.digits(exactly: 2), cursor.consume(":"),
            let second = cursor.digits(exactly: 2), cursor.consume(" ")
        else { return nil }
        (moment.year, moment.month, moment.day) = (year, month, day.value ?? 0)
        (moment.hour, moment.minute, moment.second) = (hour, minute, Double(second))
        guard let offset = offset(&cursor), cursor.isAtEnd else { return nil }
        moment.offset = offset
        return moment
    }

    /// Three letters in any case.
    private static func month(_ cursor: inout DateCursor) -> Int? {
        guard let first = cursor.consumeLetter(), let second = cursor.consumeLetter(),
            let third = cursor.consumeLetter()
        else { return nil }
        return months.firstIndex { $0.elementsEqual([first, second, third]) }.map { $0 + 1 }
    }

    private static let months = CivilDay.monthNames.map { Array($0.lowercased().utf8) }

    /// `GMT`, `+0100`, `-0500`.
    private static func offset(_ cursor: inout DateCursor) -> Int? {
        if let letter = cursor.consumeLetter() {
            let isGMT =
                letter == UInt8(ascii: "g") && cursor.consumeLetter() == UInt8(ascii: "m")
                && cursor.consumeLetter() == UInt8(ascii: "t")
            return isGMT ? 0 : nil
        }
        let rest = cursor.rest
        guard rest.count == 5, rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-"),
            rest.dropFirst().allSatisfy(\.isASCIIDigit)
        else { return nil }
        for _ in rest { cursor.advance() }
        return TimeZoneName.numeric(rest)
    }
}
