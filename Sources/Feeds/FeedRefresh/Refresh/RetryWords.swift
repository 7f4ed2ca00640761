internal import Basics
package import FoundationEssentials

/// Words for the time of the next request to a server, for lines that report its problem.
package enum RetryWords {
    /// - Parameter attempt: the time; nil if none is planned, for which the result is empty.
    package static func next(_ attempt: Date?) -> String {
        attempt.map { ", next try \($0.timestamp)" } ?? ""
    }

    package static func wait(until end: Date) -> String {
        wait(until: end.timestamp)
    }

    /// - Parameter end: the time in the form of the other times around it.
    package static func wait(until end: String) -> String {
        "its server asks to wait until \(end)"
    }
}
