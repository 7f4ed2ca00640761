internal import Basics
package import FoundationEssentials

/// The words about the next request to a server, in the lines that report its problem.
package enum RetryWords {
    /// - Parameter attempt: nil if none is planned, which needs no words.
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
