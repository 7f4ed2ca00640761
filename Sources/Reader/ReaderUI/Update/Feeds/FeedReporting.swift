import FeedModel
import FoundationEssentials

// The report on all feeds, which helps to find dead feeds and feeds that are never read.
extension State {
    mutating func showFeedReport(_ statistics: [FeedStatistics]) -> [Effect] {
        guard !statistics.isEmpty else { return sayNoFeeds() }
        let report = FeedReport(statistics)
        panel = Panel(.feedReport, title: report.title, lines: report.lines(clock))
        panel?.report = report
        return []
    }

    /// Requests the statistics that sort the feeds, unless they were requested a moment ago.
    mutating func wantedFeedStatistics() -> [Effect] {
        guard settings.feedOrder.needsStatistics,
            sidebar.statisticsRequested.map({ clock.now.timeIntervalSince($0) >= Self.statisticsAge }) ?? true
        else { return [] }
        sidebar.statisticsRequested = clock.now
        return [.loadFeedOrder]
    }

    /// Maximum age of the statistics that sort the feeds, in seconds (default 60).
    private static let statisticsAge = 60.0

    mutating func sortFeedReport() {
        guard var panel, var report = panel.report else { return }
        report.cycleOrder()
        panel.report = report
        panel.title = report.title
        panel.lines = report.lines(clock)
        panel.narrow(to: panel.filter)
        self.panel = panel
    }

    func deleteReportedFeed(in panel: Panel) -> [Effect] {
        guard case .feed(let id) = panel.selected?.choice, let feed = sidebar.feed(id) else { return [] }
        return delete(feed)
    }

    /// Removes a deleted feed from the report, which stays open.
    mutating func removeFromReport(_ id: SubscriptionID) {
        guard var panel, var report = panel.report else { return }
        report.statistics.removeAll { $0.subscription.id == id }
        panel.report = report
        panel.lines = report.lines(clock)
        panel.move(by: 0)
        self.panel = panel.shown.isEmpty ? nil : panel
    }
}
