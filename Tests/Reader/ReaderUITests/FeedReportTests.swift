import FeedModel
import FoundationEssentials
import Screen
import Testing

@testable import ReaderUI

@Suite struct FeedReportTests {
    private func statistics(
        _ id: Int64, _ title: String, newest days: Double?, read: Int, of count: Int, problem: FeedProblem? = nil,
        success: Double = 0
    ) -> FeedStatistics {
        let health = FeedHealth(lastSuccess: Rig.now.addingTimeInterval(-success * 86_400), problem: problem)
        let feed = Subscription(
            id: SubscriptionID(rawValue: id), feedURL: "https://example.org/\(id)", name: title,
            unreadCount: count - read, articleCount: count, health: health)
        return FeedStatistics(
            subscription: feed, readCount: read, newest: days.map { Rig.now.addingTimeInterval(-$0 * 86_400) },
            articlesPerWeek: Double(count) / 12)
    }

    private func report(columns: Int = 100) -> Rig {
        var rig = Rig(columns: columns, rows: 40)
        rig.start()
        rig.press("W")
        #expect(rig.effects.last == .loadFeedReport)
        let failing = FeedProblem(kind: .status, message: "500 error")
        rig.send(
            .feedReport([
                statistics(1, "LWN.net", newest: 1, read: 20, of: 24),
                statistics(2, "Hacker News", newest: 900, read: 3, of: 9),
                statistics(3, "日本の新聞", newest: 2, read: 0, of: 200),
                statistics(4, "A blog", newest: 3, read: 1, of: 12, problem: failing, success: 40),
            ]))
        return rig
    }

    private func order(_ rig: Rig) -> [String] { rig.state.panel?.lines.map(\.label) ?? [] }

    @Test("Dead feeds come first, then feeds that were never read, then the others, each with its statistics")
    func groups() {
        let rig = report()
        let lines = order(rig)
        #expect(lines[0].hasPrefix("Dead") && lines[1...2] == ["Hacker News", "A blog"])
        #expect(lines[3] == "Never read" && lines[4] == "日本の新聞" && lines[6] == "LWN.net")
        #expect(rig.line(with: "nothing since 3 Jun 2024, 3 of 9 read") != nil)
        #expect(rig.line(with: "0 of 200 read, 17 a week") != nil)
        #expect(rig.line(with: "500 error") != nil)
    }

    @Test("On a narrow screen the headings and the statistics of each feed wrap, and nothing is cut")
    func narrow() {
        let rig = report(columns: 40)
        #expect(rig.line(with: "failing for 30 days") != nil && rig.line(with: "1 a week, 500") != nil)
        #expect(rig.line(with: "nothing since 3 Jun") != nil && rig.line(with: "2024, 3 of 9 read,") != nil)
        #expect(!rig.screen.dropLast().contains { $0.contains("…") }, "\(rig.screen)")
    }

    @Test("A feed that never worked is dead after 40 failures in a row", arguments: [39, 40])
    func neverWorked(_ failures: Int) {
        var rig = report()
        var feed = statistics(1, "LWN.net", newest: nil, read: 0, of: 0)
        feed.subscription.health = FeedHealth(
            consecutiveFailures: failures, problem: FeedProblem(kind: .network, message: "no such host"))
        rig.send(.feedReport([feed]))
        #expect(order(rig).first?.hasPrefix("Dead") == (failures == 40))
    }

    @Test("A paused feed is shown as paused, and its silence does not make it dead")
    func paused() {
        var rig = report()
        var feed = statistics(1, "LWN.net", newest: 900, read: 3, of: 9)
        feed.subscription.preferences.isPaused = true
        rig.send(.feedReport([feed]))
        #expect(order(rig).first?.hasPrefix("All feeds") == true)
        #expect(rig.line(with: "3 of 9 read, 3 a month, paused") != nil)
    }

    @Test("Tab sorts by another column, typed letters filter, and Enter shows the feed")
    func sorting() {
        var rig = report()
        #expect(order(rig)[1...2] == ["Hacker News", "A blog"])
        #expect(rig.screen[0].contains("Feeds by last article"))
        rig.press("Tab")
        #expect(rig.screen[0].contains("Feeds by share read"))
        #expect(order(rig)[1...2] == ["A blog", "Hacker News"] && order(rig)[5] == "The others (Tab: another order)")
        rig.type("never")
        rig.press("Backspace", "Backspace", "Backspace", "Backspace", "Backspace")
        rig.type("/blog")
        rig.press("Enter")
        #expect(rig.state.list.scope == .feed(SubscriptionID(rawValue: 4)))
    }

    @Test("If no feed is dead and none was never read, the heading says All feeds")
    func allFeeds() {
        var rig = report()
        rig.send(.feedReport([statistics(1, "LWN.net", newest: 1, read: 20, of: 24)]))
        #expect(order(rig) == ["All feeds (Tab: another order)", "LWN.net"])
    }

    @Test("Delete deletes the feed, and the report stays open")
    func deletes() {
        var rig = report()
        rig.send(.input(.key(.named(.delete))))
        #expect(rig.effects.contains(.unsubscribe(SubscriptionID(rawValue: 2))))
        #expect(order(rig)[1] == "A blog" && rig.state.panel?.kind == .feedReport)
    }

    @Test("The message about a feed deleted in the report names the keys that restore it")
    func restoring() {
        var rig = report()
        rig.send(.input(.key(.named(.delete))))
        let text = rig.state.messages.shown?.text
        #expect(text?.hasSuffix("; Esc, then U undoes") == true, "\(text ?? "")")
        rig.press("Esc", "U")
        #expect(rig.effects.contains(.undo))
    }

    @Test("If the feed whose list is filtered is deleted in the report, all articles are listed")
    func deletesTheFilteredFeed() throws {
        var rig = Rig(columns: 100, rows: 40)
        rig.start()
        let feed = try #require(rig.subscriptions.first)
        rig.send(.subscribed(feed.id))
        rig.press("f")
        rig.type("Article")
        rig.press("Enter", "W")
        rig.send(.feedReport([statistics(feed.id.rawValue, feed.title, newest: 1, read: 0, of: 9)]))
        rig.send(.input(.key(.named(.delete))))
        #expect(rig.effects.contains(.unsubscribe(feed.id)))
        #expect(rig.state.list.scope == .all && rig.state.list.filter == nil)
    }

    @Test("If the feed whose article is read is deleted in the report, the list of all articles replaces the text")
    func deletesTheFeedOfTheText() throws {
        var rig = Rig(columns: 100, rows: 40)
        rig.start()
        let feed = try #require(rig.subscriptions.first)
        rig.send(.subscribed(feed.id))
        rig.press("Enter", "z", "W")
        #expect(rig.state.focus == .text)
        rig.send(.feedReport([statistics(feed.id.rawValue, feed.title, newest: 1, read: 0, of: 9)]))
        rig.send(.input(.key(.named(.delete))))
        #expect(rig.state.list.scope == .all)
        #expect(rig.state.focus == .articles && !rig.state.isZen)
    }
}
