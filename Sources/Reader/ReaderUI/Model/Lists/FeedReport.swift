import Basics
import FeedModel
import FoundationEssentials

/// All feeds with the statistics that help to clean up: dead feeds, feeds that are never read, and the rest.
struct FeedReport: Equatable, Sendable {
    enum Order: String, CaseIterable, Sendable {
        case newest = "last article"
        case read = "share read"
        case pace = "articles a week"
        case fetched = "last success"
        case size = "articles"
        case title
    }

    var statistics: [FeedStatistics]
    var order = Order.newest

    /// A feed without a new article for this long is dead, in seconds (a year).
    private static let maximumSilence = 365 * 86_400.0
    /// A feed that has failed for this long is dead, in seconds (30 days).
    private static let maximumFailureDuration = 30 * 86_400.0
    /// A feed that never worked is dead after this many failures in a row (default 40). The library does not store the
    /// date of its subscription; with waits that grow to a day, the schedule takes a month for 40 attempts.
    private static let maximumFailures = 40
    /// A feed with fewer articles is too new to count as never read (default 10).
    private static let minimumArticles = 10

    init(_ statistics: [FeedStatistics]) {
        self.statistics = statistics
    }

    mutating func cycleOrder() {
        let all = Order.allCases
        order = all[((all.firstIndex(of: order) ?? 0) + 1) % all.count]
    }

    /// The name of the order.
    var title: String { "Feeds by \(order.rawValue)" }

    func lines(_ clock: Clock) -> [Panel.Line] {
        let sorted = sorted()
        let dead = sorted.filter { Self.isDead($0, now: clock.now) }
        let unread = sorted.filter { !Self.isDead($0, now: clock.now) && Self.isNeverRead($0) }
        let rest = sorted.filter { !Self.isDead($0, now: clock.now) && !Self.isNeverRead($0) }
        let name = dead.isEmpty && unread.isEmpty ? "All feeds" : "The others"
        let groups = [
            ("Dead: nothing new for a year, gone, or failing for 30 days", dead), ("Never read", unread),
            ("\(name) (Tab: another order)", rest),
        ]
        var lines: [Panel.Line] = []
        for (title, statistics) in groups where !statistics.isEmpty {
            lines.append(Panel.Line(label: title, detail: "", part: .heading))
            for feed in statistics {
                let words = Self.words(feed, clock)
                lines.append(
                    Panel.Line(label: feed.subscription.title, detail: words, choice: .feed(feed.subscription.id)))
            }
        }
        return lines
    }

    private static func isDead(_ statistics: FeedStatistics, now: Date) -> Bool {
        let health = statistics.subscription.health
        if health.problem?.kind == .gone { return true }
        // A paused feed is silent whatever its server does.
        if statistics.subscription.preferences.isPaused { return false }
        if health.problem != nil {
            let fails = health.lastSuccess.map { now.timeIntervalSince($0) > maximumFailureDuration }
            if fails ?? (health.consecutiveFailures >= maximumFailures) { return true }
        }
        return statistics.newest.map { now.timeIntervalSince($0) > maximumSilence } ?? false
    }

    private static func isNeverRead(_ statistics: FeedStatistics) -> Bool {
        statistics.readCount == 0 && statistics.subscription.articleCount >= minimumArticles
    }

    /// Writes `nothing since 14 Jun 2024, 0 of 200 read, 3 a week, failing`
    private static func words(_ statistics: FeedStatistics, _ clock: Clock) -> String {
        let feed = statistics.subscription
        var words: [String] = []
        if let newest = statistics.newest {
            let isOld = clock.now.timeIntervalSince(newest) > maximumSilence
            let day = clock.local(newest)
            words.append(isOld ? "nothing since \(day.dayOfMonth) \(day.year)" : "newest \(clock.ago(newest))")
        } else {
            words.append("no article")
        }
        if feed.articleCount > 0 {
            words.append("\(Numbers.grouped(statistics.readCount)) of \(Numbers.grouped(feed.articleCount)) read")
            words.append(statistics.pace)
        }
        if feed.preferences.isPaused { words.append("paused") }
        if let problem = feed.health.problem { words.append(problem.message) }
        return words.joined(separator: ", ")
    }

    /// Sorts the feeds: feeds that are likely to be cleaned up come first.
    private func sorted() -> [FeedStatistics] {
        switch order {
        case .newest: by { $0.newest?.timeIntervalSince1970 ?? 0 }
        case .read: by { Double($0.readCount) / Double(max(1, $0.subscription.articleCount)) }
        case .pace: by { -$0.articlesPerWeek }
        case .fetched: by { $0.subscription.health.lastSuccess?.timeIntervalSince1970 ?? 0 }
        case .size: by { -Double($0.subscription.articleCount) }
        case .title: by { $0.subscription.title.lowercased() }
        }
    }

    private func by(_ key: (FeedStatistics) -> some Comparable) -> [FeedStatistics] {
        let keyed = statistics.enumerated().map { (key($1), $0, $1) }
        return keyed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}

extension FeedStatistics {
    /// `3 a week`
    var pace: String {
        if hasOnlyThisWeek { return "\(Numbers.grouped(Int(saturating: articlesPerWeek.rounded()))) this week" }
        switch articlesPerWeek {
        case 0: return "none in 12 weeks"
        case ..<1: return "\(max(1, Int(saturating: (articlesPerWeek * 4.35).rounded()))) a month"
        default: return "\(Numbers.grouped(Int(saturating: articlesPerWeek.rounded()))) a week"
        }
    }
}
