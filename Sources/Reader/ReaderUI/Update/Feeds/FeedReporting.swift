import FeedModel

// The report on all feeds, to find those that died or are never read.
extension State {
    mutating func showFeedReport(_ facts: [FeedFacts]) -> [Effect] {
        guard !facts.isEmpty else {
            say("No feeds yet: a adds one")
            return []
        }
        let report = FeedReport(facts)
        feedReport = report
        panel = Panel(.feedReport, title: "Feeds", lines: report.lines(clock))
        return []
    }

    mutating func sortFeedReport() {
        guard var report = feedReport, var panel else { return }
        report.sortOtherwise()
        feedReport = report
        panel.lines = report.lines(clock)
        panel.narrow(to: panel.filter)
        self.panel = panel
    }

    /// Deletes the selected feed; the report stays open.
    mutating func deleteReportedFeed(in panel: Panel) -> [Effect] {
        guard case .feed(let id) = panel.selected?.choice, let feed = sidebar.feed(id), var report = feedReport else {
            return []
        }
        report.facts.removeAll { $0.subscription.id == id }
        feedReport = report
        var renewed = panel
        renewed.lines = report.lines(clock)
        renewed.move(by: 0)
        self.panel = renewed.shown.isEmpty ? nil : renewed
        return delete(feed)
    }
}
