import ArticleStorage
import FeedModel
import FeedRefresh
import ScriptedOrigin
import Testing

@Suite struct PausedFeedTests {
    private static func rig() throws -> (rig: ServiceRig, paused: SubscriptionID) {
        let rig = try ServiceRig()
        for path in ["/paused", "/other"] { rig.origin.route(path, .response(body: atomFeed(1...2))) }
        let paused = try rig.subscribe("/paused")
        _ = try rig.subscribe("/other")
        var preferences = FeedPreferences()
        preferences.isPaused = true
        try rig.store.setPreferences(preferences, of: paused)
        return (rig, paused)
    }

    @Test("A refresh of all feeds skips a paused feed, whatever the reason", arguments: RefreshReason.allCases)
    func all(_ reason: RefreshReason) async throws {
        let (rig, _) = try Self.rig()
        let report = try await rig.service.refresh(reason: reason)
        #expect(report.progress.total == 1 && report.failures.isEmpty && report.paused == 1)
        #expect(rig.origin.requests.map(\.path) == ["/other"])
    }

    @Test("A paused feed is fetched if the person names it", arguments: [RefreshReason.everything, .insisted, .reload])
    func named(_ reason: RefreshReason) async throws {
        let (rig, paused) = try Self.rig()
        let report = try await rig.service.refresh(.feeds([paused]), reason: reason)
        #expect(rig.origin.requests.map(\.path) == ["/paused"] && report.paused == 0)
        #expect(try rig.titles(paused).count == 2)
    }

    @Test("No timer fetches a paused feed, and opening it shows the stored articles only")
    func notAsked() async throws {
        let (rig, paused) = try Self.rig()
        _ = try await rig.service.refresh(.feeds([paused]), reason: .schedule)
        #expect(try await rig.service.open(paused, events: { _ in }) == .unchanged)
        #expect(rig.origin.requests.isEmpty)
    }

    @Test("The report of a failed fetch of a paused feed does not announce another attempt")
    func failed() async throws {
        let (rig, paused) = try Self.rig()
        rig.origin.route("/paused", .response(500))
        let report = try await rig.service.refresh(.feeds([paused]), reason: .insisted)
        #expect(report.failures.count == 1 && report.failures.allSatisfy { $0.nextAttempt == nil })
    }
}
