import FeedParsing

/// A report of mpv over its socket: one JSON object per line. The player shows files from the network, so its reports
/// are bounded like any data from there.
enum PlayerNews: Equatable {
    /// The file that is playing; nil while there is none.
    case file(String?)
    /// In seconds.
    case position(Double)
    /// In seconds.
    case duration(Double)
    /// False once the person has gone back from the end.
    case atEnd(Bool)

    /// The longest playing time that is believed, in seconds (2,700 hours, the longest that is shown).
    private static let longest = 9_999_999.0

    /// The properties that these reports need.
    static let properties = ["path", "time-pos", "duration", "eof-reached"]

    /// Nil for every other report.
    init?(_ line: [UInt8]) {
        guard let report = JSONParser.whole(line), let event = report["event"]?.string else { return nil }
        switch (event, report["name"]?.string) {
        // A player that closes at the end sends no other report of it.
        case ("end-file", _) where report["reason"]?.string == "eof": self = .atEnd(true)
        case ("property-change", "path"): self = .file(report["data"]?.string)
        case ("property-change", "time-pos"):
            guard let seconds = Self.seconds(report["data"]) else { return nil }
            self = .position(seconds)
        case ("property-change", "duration"):
            guard let seconds = Self.seconds(report["data"]) else { return nil }
            self = .duration(seconds)
        case ("property-change", "eof-reached"):
            guard case .bool(let isAtEnd) = report["data"] else { return nil }
            self = .atEnd(isAtEnd)
        default: return nil
        }
    }

    private static func seconds(_ value: JSONValue?) -> Double? {
        guard case .number(let digits) = value, let seconds = Double(digits), (0...longest).contains(seconds) else {
            return nil
        }
        return seconds
    }
}
