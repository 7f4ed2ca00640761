package import FoundationEssentials

/// Formats moments as RFC 3339, in UTC and whole seconds, without Foundation's format styles: the first use of one
/// takes 1.5 million instructions.
package enum Timestamp {
    /// - Parameter time: seconds since 1970; clamped to the years 1 to 9999.
    package static func text(_ time: Double) -> String {
        let (days, ofDay) = CalendarSeconds.split(CalendarSeconds.whole(time))
        let day = CivilDay(daysSinceEpoch: days)
        var text: [UInt8] = []
        append(day.year, digits: 4, separator: "-", to: &text)
        append(day.month, digits: 2, separator: "-", to: &text)
        append(day.day, digits: 2, separator: "T", to: &text)
        append(ofDay / 3_600, digits: 2, separator: ":", to: &text)
        append(ofDay / 60 % 60, digits: 2, separator: ":", to: &text)
        append(ofDay % 60, digits: 2, separator: "Z", to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ number: Int, digits: Int, separator: Unicode.Scalar, to text: inout [UInt8]) {
        var unit = 1
        for _ in 1..<digits { unit *= 10 }
        while unit > 0 {
            text.append(UInt8(truncatingIfNeeded: 0x30 + number / unit % 10))
            unit /= 10
        }
        text.append(UInt8(ascii: separator))
    }
}

extension Date {
    /// The date as `Timestamp` writes it.
    package var timestamp: String { Timestamp.text(timeIntervalSince1970) }
}
