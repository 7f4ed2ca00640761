import Basics
import FeedModel
import Screen

// The panel of a feed: its details and its settings.
extension State {
    mutating func showFeedPanel() -> [Effect] {
        if selectedSearch != nil { return ask(.editSearch) }
        guard let feed = currentSubscription.flatMap(sidebar.feed) else { return sayNoFeed() }
        keepSelectedRow()
        panel = Panel(.feedSettings, title: feed.title, lines: settingLines(of: feed))
        panel?.feed = feed.id
        return [.loadFeedStatistics(feed.id)]
    }

    /// The feed that a setting changes: the feed of the open panel, although another row may be selected by now, or
    /// else the feed to which commands apply.
    var feedToSet: FeedSummary? { (panel?.feed ?? currentSubscription).flatMap(sidebar.feed) }

    /// Closes the panel of a feed that another process has deleted, but not while a line or a filter is typed in it:
    /// the letters after it would be commands.
    mutating func closePanelOfDeletedFeed() {
        guard let panel, let id = panel.feed, sidebar.feed(id) == nil, prompt == nil, !panel.isFiltering else { return }
        self.panel = nil
        say(Self.feedDeleted, .warning)
    }

    static let feedDeleted = "This feed was deleted"

    /// Shows the details above the settings; the same line stays selected.
    mutating func apply(_ statistics: FeedStatistics) -> [Effect] {
        guard var panel, panel.feed == statistics.subscription.id,
            let feed = sidebar.feed(statistics.subscription.id)
        else { return [] }
        let selected = panel.shown.indices.contains(panel.cursor) ? panel.shown[panel.cursor].label : nil
        panel.lines = statisticLines(statistics) + settingLines(of: feed)
        panel.cursor = panel.shown.firstIndex { $0.label == selected && !$0.isHeading } ?? panel.cursor
        self.panel = panel
        return []
    }

    private func settingLines(of feed: FeedSummary) -> [Panel.Line] {
        let values = FeedPreferences.Name.allCases.map { feed.preferences.text(of: $0) }
        let width = min(values.map(DisplayWidth.of).max() ?? 0, Self.maximumValueWidth)
        return [Panel.Line(label: "Settings", detail: "", part: .heading)]
            + zip(FeedPreferences.Name.allCases, values).map { name, value in
                let fill = String(repeating: " ", count: max(0, width - DisplayWidth.of(value)))
                let hint = name.expectation.replacing(" (", with: "; ").replacing(")", with: "")
                return Panel.Line(
                    label: name.rawValue, detail: "\(value)\(fill)  (\(hint))",
                    choice: .setting(name.rawValue, value: value == FeedPreferences.unset ? "" : value))
            }
    }

    /// Maximum width of a value, in columns, up to which the explanations of all settings are aligned.
    private static let maximumValueWidth = 24

    /// Applies the line typed for a setting and shows it in the panel. An empty line restores the general setting, but
    /// leaves an address unchanged.
    mutating func changeSetting(_ name: String, to text: String) -> [Effect] {
        closePanelOfDeletedFeed()
        guard panel != nil else { return [] }
        let isAddress = name == Self.addressSetting
        guard !(text.isEmpty && isAddress) else { return [] }
        let value = text.isEmpty ? FeedPreferences.unset : text
        return setOfFeed("\(name) \(value)") + loadStatisticsOfPanel()
    }

    /// Reloads the details if the panel of a feed shows them.
    func loadStatisticsOfPanel() -> [Effect] {
        guard let id = panel?.feed else { return [] }
        return [.loadFeedStatistics(id)]
    }

    private func statisticLines(_ statistics: FeedStatistics) -> [Panel.Line] {
        let feed = statistics.subscription
        let health = feed.health
        var lines = [
            Panel.Line(label: "Feed", detail: "", part: .heading),
            Panel.Line(
                label: "address", detail: feed.shownAddress,
                // The prompt does not show a password.
                choice: .setting(Self.addressSetting, value: feed.shownAddress == feed.feedURL ? feed.feedURL : "")),
        ]
        if let page = feed.homePageURL {
            lines.append(Panel.Line(label: "page", detail: page, choice: .open(url: page)))
        }
        for list in statistics.lists { lines.append(Panel.Line(label: "list", detail: ShownAddress.of(list))) }
        lines.append(Panel.Line(label: "fetched", detail: health.lastSuccess.map(clock.ago) ?? "never"))
        if let problem = health.problem { lines.append(Panel.Line(label: "problem", detail: problem.message)) }
        if feed.preferences.isPaused {
            lines.append(Panel.Line(label: "next poll", detail: "paused"))
        } else if let next = health.nextAttempt, next > clock.now {
            lines.append(Panel.Line(label: "next poll", detail: clock.when(next)))
        }
        lines.append(Panel.Line(label: "newest", detail: statistics.newest.map(clock.ago) ?? "no article"))
        lines.append(Panel.Line(label: "articles", detail: Self.rate(statistics)))
        return lines
    }

    /// Writes `1,204, 3 a week, 12 % read`.
    private static func rate(_ statistics: FeedStatistics) -> String {
        let count = statistics.subscription.articleCount
        guard count > 0 else { return "none" }
        return "\(Numbers.grouped(count)), \(statistics.pace), \(statistics.readCount * 100 / count) % read"
    }

    /// The name under which `:feed-set` changes the address.
    static let addressSetting = "address"

    /// Changes the address that the feed is fetched from; its articles and marks stay.
    mutating func changeAddress(_ address: String) -> [Effect] {
        guard let feed = feedToSet else { return sayNoFeed() }
        return [.setFeedAddress(feed.id, address), .loadOverview]
    }
}
