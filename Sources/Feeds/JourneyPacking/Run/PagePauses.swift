/// The pauses after pages, which all have the same length and so end in order. One timer waits for the first of them: a
/// task group becomes slower with each task that it holds.
struct PagePauses {
    typealias Instant = ContinuousClock.Instant

    private let length: Duration
    private var ends: [Instant] = []

    init(_ length: Duration) {
        self.length = length
    }

    /// Adds a pause. Returns the time to wait if no timer runs.
    mutating func begin(_ now: Instant) -> Duration? {
        ends.append(now + length)
        return ends.count == 1 ? length : nil
    }

    /// Called when the timer has ended. Returns the time to wait for the next pause, if there is one.
    mutating func end(_ now: Instant) -> Duration? {
        ends.removeAll { $0 <= now }
        return ends.first.map { $0 - now }
    }
}
