import ArticleStorage
import FeedModel
import FeedRefresh
import FeedRules
import Foundation
import ScriptedOrigin
import Synchronization
import Testing

@Suite struct ArrivalCollectorTests {
    /// Refreshes with a collector; returns the notices.
    private func notices(_ rig: ServiceRig) async throws -> [ArrivalNotice] {
        let collector = ArrivalCollector(store: rig.store)
        let notices = Mutex<[ArrivalNotice]>([])
        _ = try await rig.service.refresh(reason: .everything) { event in
            if let notice = collector.receive(event) { notices.withLock { $0.append(notice) } }
        }
        return notices.withLock { $0 }
    }

    @Test("A refresh gives one notice of all new articles; a refresh with nothing new gives no notice")
    func oneNotice() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...3)))
        rig.origin.route("/other", .response(body: atomFeed(1...2)))
        _ = try ["/feed", "/other"].map { try rig.subscribe($0) }
        let first = try await notices(rig)
        #expect(first.map(\.count) == [5] && first.first?.feeds.count == 2)
        #expect(try await notices(rig).isEmpty)
    }

    @Test("Articles that a rule hides, and those of hidden feeds or feeds with notify=false, are never announced")
    func hidden() async throws {
        let rig = try ServiceRig()
        for name in ["/feed", "/hidden", "/silent"] { rig.origin.route(name, .response(body: atomFeed(1...3))) }
        let ids = try ["/feed", "/hidden", "/silent"].map { try rig.subscribe($0) }
        var preferences = FeedPreferences()
        preferences.isHidden = true
        try rig.store.setPreferences(preferences, of: ids[1])
        preferences = FeedPreferences()
        preferences.notifies = false
        try rig.store.setPreferences(preferences, of: ids[2])
        try rig.store.enforce(RuleSet(kills: [ArticleRule([try .init(.title, "Number [12]")])]), at: rig.now)
        let notice = try await notices(rig).first
        #expect(notice?.count == 1 && notice?.title == "Number 3" && notice?.feeds.count == 1)
    }

    @Test("An article that a rule marks as read is not announced; another visit does not change the person's own marks")
    func arrivesRead() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...3)))
        let id = try rig.subscribe()
        let rule = ArticleRule([try .init(.title, "Number [12]")])
        let marks = ArrivalMarks(isRead: true, tags: ["known"])
        try rig.store.enforce(RuleSet(arrivals: [ArrivalRule(rule, marks: marks)]), at: rig.now)
        let notice = try await notices(rig).first
        #expect(notice?.count == 1 && notice?.title == "Number 3")
        #expect(try rig.store.subscription(id)?.unreadCount == 1)
        let rows = try rig.rows(id)
        #expect(Set(rows.filter { $0.tags == ["known"] }.map(\.title)) == ["Number 1", "Number 2"])

        try rig.store.set(.read(false), on: rows.map(\.id))
        rig.origin.route("/feed", .response(body: atomFeed(1...4, edited: [1])))
        rig.pass(seconds: 3_600)
        #expect(try await notices(rig).map(\.title) == ["Number 4"])
        #expect(try rig.titles(id).contains("Number 1 edited"))
        #expect(try rig.store.subscription(id)?.unreadCount == 4)
    }
}
