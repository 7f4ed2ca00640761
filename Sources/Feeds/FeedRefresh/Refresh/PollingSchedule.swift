import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials

/// Computes the time of a feed's next scheduled poll. Times are in seconds; `jitter` is a number in 0..<1 that
/// spreads many feeds.
struct PollingSchedule: Sendable {
    /// Minimum time between two scheduled polls of a feed.
    var floor: TimeInterval = 10 * 60
    /// Maximum lifetime from a server, and maximum interval of the schedule.
    var ceiling: TimeInterval = 12 * 3600
    /// The interval of a feed about which nothing is known yet.
    var unknownInterval: TimeInterval = 2 * 3600
    /// Minimum interval that follows from a feed's own rate of publishing.
    var busyInterval: TimeInterval = 30 * 60
    /// The waits after failures.
    var backOff = BackOff(first: 10 * 60, maximum: 24 * 3600)
    /// The person's interval for this feed, in place of one from its rate of publishing.
    var ownInterval: TimeInterval?

    /// Returns the time of the next poll after a successful response. An explicit lifetime decides if there is one,
    /// else the pace; the document's own hints (`ttl`, `skipHours`) may only lengthen that, up to the ceiling.
    func next(
        after now: Date, freshUntil: Date?, pace: PublishingPace, jitter: Double
    ) -> Date {
        if let ownInterval {
            // A server that asks for a longer wait gets it.
            return max(now + max(ownInterval, floor), min(freshUntil ?? now, now + ceiling))
        }
        let hints = pace.hints
        let own = pace.articleGap.map { min(max($0 / 2, busyInterval), ceiling) } ?? unknownInterval
        var wait = freshUntil?.timeIntervalSince(now) ?? own
        wait = max(wait, TimeInterval(hints.ttl ?? 0) * 60, TimeInterval(hints.updateInterval ?? 0))
        // Many feeds may be due at the same time; the end of a lifetime is exact.
        if freshUntil == nil { wait *= 0.9 + 0.2 * jitter }
        wait = min(max(wait, floor), ceiling)
        return time(outside: hints.skipHours, from: now + wait, latest: now + ceiling)
    }

    /// Returns the first time that is not in one of these hours of UTC.
    private func time(outside skipHours: Set<Int>, from wanted: Date, latest: Date) -> Date {
        guard !skipHours.isEmpty, skipHours.count < 24 else { return wanted }
        var moment = wanted
        while skipHours.contains(CalendarSeconds.whole(moment.timeIntervalSince1970) / 3600 % 24), moment < latest {
            moment = Date(timeIntervalSince1970: ((moment.timeIntervalSince1970 / 3600).rounded(.down) + 1) * 3600)
        }
        return min(moment, latest)
    }
}

extension PublishingPace {
    /// Computes the pace from the dates of articles in any order; those after `now` do not count.
    init(of dates: [Date], hints: PollingHints = PollingHints(), at now: Date) {
        let newest = dates.filter { $0 <= now }.sorted(by: >).prefix(20)
        let gaps = zip(newest, newest.dropFirst()).map { $0.timeIntervalSince($1) }.sorted()
        self.init(articleGap: gaps.isEmpty ? nil : gaps[gaps.count / 2], hints: hints)
    }
}

extension ParsedFeed {
    func pace(at now: Date) -> PublishingPace {
        PublishingPace(of: items.compactMap { $0.published ?? $0.updated }, hints: hints, at: now)
    }
}
