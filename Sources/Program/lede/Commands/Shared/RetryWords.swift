import Basics
import FoundationEssentials

/// The words about the next request to a server, in the lines that report its problem.
enum RetryWords {
    /// - Parameter attempt: nil if none is planned, which needs no words.
    static func next(_ attempt: Date?) -> String {
        attempt.map { ", next try \($0.timestamp)" } ?? ""
    }

    static func wait(until end: Date) -> String {
        "its server asks to wait until \(end.timestamp)"
    }
}
