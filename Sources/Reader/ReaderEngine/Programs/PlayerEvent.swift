import FeedParsing

/// A report of mpv over its socket: one JSON object per line. The player plays files from the network, so its reports
/// have limits like all network data.
enum PlayerEvent: Equatable {
    /// The file that is playing; nil while there is none.
    case file(String?)
    /// In seconds.
    case position(Double)
    /// In seconds.
    case duration(Double)
    /// True at the end of the file; false once the person has moved back from it.
    case atEnd(Bool)

    /// Maximum playing time accepted, in seconds (2,700 hours, the longest that the screen shows).
    private static let maximumDuration = 9_999_999.0

    /// The properties that these reports need.
    static let properties = ["path", "time-pos", "duration", "eof-reached"]

    /// Nil for every other report.
    init?(_ line: [UInt8]) {
        guard let report = JSONParser.whole(line), let event = report["event"]?.string else { return nil }
        switch (event, report["name"]?.string) {
        // A player that closes at the end of the file reports only this.
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
        guard case .number(let digits) = value, let seconds = Double(digits), (0...maximumDuration).contains(seconds)
        else {
            return nil
        }
        return seconds
    }
}
