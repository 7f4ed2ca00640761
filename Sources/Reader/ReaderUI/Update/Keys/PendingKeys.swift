import Screen

import struct FoundationEssentials.Date

/// Pressed keys that do not yet form a complete command.
struct PendingKeys: Equatable, Sendable {
    var keys: [Key] = []
    /// Digits typed before a command.
    var count: Int?
    /// The time of the last key; nil if the delay does not matter.
    var since: Date?

    /// Maximum pause between the keys of a sequence, in seconds.
    static let pause = 0.6

    /// True if the time for a further key has passed.
    func isOver(at now: Date) -> Bool {
        since.map { now.timeIntervalSince($0) >= Self.pause } ?? false
    }
}
