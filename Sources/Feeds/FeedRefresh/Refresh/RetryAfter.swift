import Basics
import FoundationEssentials
import HTTPCache
import HTTPTypes

/// Reads a Retry-After field (RFC 9110 §10.2.3): a number of seconds, or a date by the server's clock.
enum RetryAfter {
    /// Maximum wait obeyed, in seconds (7 days): a mistyped year must not end a subscription.
    static let maximum: TimeInterval = 7 * 24 * 3600
    /// Maximum wait obeyed for a feed that the person insists on, in seconds (1 day): a longer one may be a mistake, and
    /// one request a day burdens no server.
    static let insistedMaximum: TimeInterval = 24 * 3600
    /// Maximum wait obeyed for the server of an account, in seconds (1 day): all its feeds and all marks wait.
    static let accountMaximum: TimeInterval = 24 * 3600

    /// Returns the end of the wait; of several lines, the latest.
    static func date(in fields: HTTPFields, now: Date) -> Date? {
        fields[values: .retryAfter].compactMap { end($0, fields, now) }.max()
    }

    private static func end(_ value: String, _ fields: HTTPFields, _ now: Date) -> Date? {
        guard !value.isEmpty else { return nil }
        if value.utf8.allSatisfy(\.isASCIIDigit) {
            return now + min(Double(value) ?? maximum, maximum)
        }
        guard let end = HTTPDate.parse(value, now: now.timeIntervalSince1970) else { return nil }
        // The wait is the difference of two times of the server, since the clock here may be wrong.
        if let sent = fields.first(.date).flatMap({ HTTPDate.parse($0, now: now.timeIntervalSince1970) }) {
            return now + min(end - sent, maximum)
        }
        return min(Date(timeIntervalSince1970: end), now + maximum)
    }
}
