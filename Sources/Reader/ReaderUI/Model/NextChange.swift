import FeedModel

package import struct FoundationEssentials.Date

extension State {
    /// The time when the screen changes without an event: an age grows, a message expires, a countdown advances, a key
    /// sequence times out or a day begins; nil if it never does.
    ///
    /// It counts from the last tick, whose time the screen shows, so that no wake-up in between postpones the change.
    package var nextChange: Date? {
        let now = clock.now
        // This is the only age on the screen; rows show a time, a weekday or a date, which change at midnight.
        let nextAge = StatusView.lastSuccess(self).map { clock.nextAge(of: $0, after: now) }
        var changes: [Date?] = [nextAge, messages.expiry]
        if case .unreachable(let nextTry) = network.connectivity, nextTry > now {
            changes.append(Self.nextStep(of: nextTry.timeIntervalSince(now), to: nextTry))
        }
        // The header shows the time of day in minutes.
        if StatusView.isModeInHeader(self) {
            let minute = (now.timeIntervalSince1970 / 60).rounded(.down) + 1
            changes.append(Date(timeIntervalSince1970: minute * 60))
        }
        changes.append(clock.nextMidnight)
        changes.append(fetchIsNamed)
        changes.append(pending.since?.addingTimeInterval(PendingKeys.pause))
        return changes.compactMap(\.self).filter { $0 > now }.min()
    }

    /// The time when the bottom line names what is being fetched. Most fetches are over by then: the cache is fresh, or
    /// lede is offline. The line would change twice for nothing, which a slow connection takes a second to show.
    var fetchIsNamed: Date? {
        network.fetching.isEmpty ? nil : network.fetchingSince?.addingTimeInterval(Self.fetchPause)
    }

    /// Pause before the bottom line names a fetch, in seconds (default 0.3).
    private static let fetchPause = 0.3

    /// Returns the next full second before the end of a countdown, or the next full minute while many minutes are left.
    private static func nextStep(of left: Double, to end: Date) -> Date {
        let unit = left <= 120 ? 1.0 : 60
        return end.addingTimeInterval(-((left / unit).rounded(.up) - 1) * unit)
    }
}

extension Clock {
    /// Returns the time when the text of an age changes: its next full minute, hour or day.
    func nextAge(of date: Date, after now: Date) -> Date {
        let seconds = max(0, now.timeIntervalSince(date))
        let unit: Double =
            switch seconds {
            case ..<3_600: 60
            case ..<86_400: 3_600
            default: 86_400
            }
        return date.addingTimeInterval(((seconds / unit).rounded(.down) + 1) * unit)
    }
}
