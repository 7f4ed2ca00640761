import FoundationEssentials

/// The times of the day before which the reader packs automatically.
struct PackSchedule: Equatable, Sendable {
    /// Minutes since midnight.
    var times: [Int]
    /// The last time before which the reader packed.
    private var last: Date?

    /// Lead time of packing before each time, in seconds (30 minutes).
    private static let lead = 1_800.0
    /// Time between two checks within the lead time, and while packing waits for the network, in seconds.
    static let step = 2.0
    /// Time between two attempts to begin a run that waits for another reason than a missing network, in seconds: each
    /// attempt starts a program to find out if the network is metered.
    static let longStep = 60.0
    /// Maximum time between two checks, in seconds, so that packing is on time even if the clock is changed.
    static let maximumSleep = 600.0

    init(times: [Int]) {
        self.times = times
    }

    /// Returns true once for each time, within its lead time.
    mutating func dequeueDueTime(at now: Date, midnight: Date) -> Bool {
        guard let due = pendingTime(at: now, midnight: midnight) else { return false }
        last = due
        return true
    }

    /// Returns the time until the next check: the start of the next lead time, but at most `maximumSleep`.
    func secondsUntilCheck(at now: Date, midnight: Date) -> Double {
        // The reader may start within a lead time.
        guard pendingTime(at: now, midnight: midnight) == nil else { return Self.step }
        let starts = times.map { (midnight + Double($0) * 60 - Self.lead).timeIntervalSince(now) }
        return min(max(Self.step, starts.filter { $0 > 0 }.min() ?? Self.maximumSleep), Self.maximumSleep)
    }

    private func pendingTime(at now: Date, midnight: Date) -> Date? {
        // The lead time of 0:10 begins on the previous day.
        let dates = times.flatMap { [midnight + Double($0) * 60, midnight + Double($0 + 1_440) * 60] }
        let due = dates.first { now >= $0 - Self.lead && now < $0 }
        return due == last ? nil : due
    }
}
