internal import Basics
internal import Markup

package import struct FoundationEssentials.Date

/// Reads dates of feeds: ISO 8601 in every form, RFC 822 with its common faults, and local names of months.
///
/// A date without a zone is UTC. An unreadable or impossible date (30 February, hour 25) is nil, and so is one that
/// programs write for a missing date: the start of 1970, and any date before the year 1000.
package enum FeedDate {
    /// Returns the moment that `text` names, or nil.
    package static func parse(_ text: String) -> Date? {
        var text = text
        let bytes = text.withUTF8 { withHyphens(Array($0.prefix(maximumLength))) }
        let moment = timeElement(bytes).flatMap(ISODate.parse) ?? ISODate.parse(bytes) ?? LooseDate.parse(bytes)
        guard let interval = moment?.seconds ?? seconds(since1970: text), interval != 0 else { return nil }
        return Date(timeIntervalSince1970: interval)
    }

    /// Returns the moment of a count of seconds since 1970, as servers' APIs write it; nil if it stands for a missing
    /// date.
    package static func moment(seconds: Double) -> Date? {
        seconds != 0 && writtenYears ~= seconds ? Date(timeIntervalSince1970: seconds) : nil
    }

    /// The years 1000 to 9999, in seconds since 1970. Go writes year 1 for a missing date.
    private static let writtenYears = -30_610_224_000.0..<253_402_300_800.0

    /// Returns the date of HTML's `<time datetime="…">`, which Drupal writes into `pubDate`.
    private static func timeElement(_ bytes: [UInt8]) -> [UInt8]? {
        guard let name = bytes.firstRange(of: "datetime=\"", in: bytes.indices) else { return nil }
        return Array(bytes[name.upperBound...].prefix { $0 != UInt8(ascii: "\"") })
    }

    /// Returns a count of seconds since 1970 (ten digits, for 2001 to 2286) or of milliseconds (thirteen), and nothing
    /// else.
    private static func seconds(since1970 text: String) -> Double? {
        let digits = Array(text.trimmingSpaces.utf8)
        guard digits.count == 10 || digits.count == 13, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let count = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return digits.count == 10 ? Double(count) : Double(count) / 1_000
    }

    /// Returns the bytes with a hyphen for the minus sign (U+2212), which ISO 8601 prefers before a zone.
    private static func withHyphens(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0xE2) else { return bytes }
        var output: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            let isMinus = rest.starts(with: [0xE2, 0x88, 0x92])
            output.append(isMinus ? UInt8(ascii: "-") : byte)
            rest = rest.dropFirst(isMinus ? 3 : 1)
        }
        return output
    }

    /// Maximum length of a text that is read, in bytes. No date is longer; this bounds the cost of a hostile one.
    private static let maximumLength = 200
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

    /// Seconds since 1970, or nil if the calendar has no such moment. A year before 1000 is a placeholder: .NET writes
    /// year 1 for a missing date.
    var seconds: Double? {
        guard 1_000...9_999 ~= year, 1...12 ~= month, 1...CivilDay.count(month: month, year: year) ~= day,
            0...24 ~= hour, 0...59 ~= minute, 0..<61 ~= second, hour < 24 || (minute == 0 && second == 0)
        else { return nil }
        let days = CivilDay.daysSinceEpoch(year: year, month: month, day: day)
        return Double(days * 86_400 + hour * 3_600 + minute * 60 - offset) + second
    }
}
