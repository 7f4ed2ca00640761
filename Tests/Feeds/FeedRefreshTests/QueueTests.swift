import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct QueueTests {
    private let page = Reply.response(
        fields: ["Content-Type": "text/html"],
        body: """
            <html><body><article><h1>Ferry</h1>\(String(repeating: """
                <p>The night ferry leaves the harbour at ten, and nobody on board minds the rain at all.</p>
                """, count: 8))</article></body></html>
            """)

    /// Returns a feed on 127.0.0.1 whose one article links to a page on `host`.
    private func article(in rig: ServiceRig, pageOn host: String = "127.0.0.1") async throws -> (
        feed: SubscriptionID, article: ArticleID
    ) {
        let link = rig.origin.url("/page", on: host)
        rig.origin.route(
            "/feed",
            .response(
                body: "<rss version='2.0'><channel><title>Harbour</title><item><guid>1</guid><title>Ferry</title>"
                    + "<link>\(link)</link></item></channel></rss>"))
        let feed = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        return (feed, try #require(try rig.rows(feed).first?.id))
    }

    /// A page that names the feed at `/real`.
    private static let site = Reply.response(
        fields: ["Content-Type": "text/html"],
        body: "<!doctype html><head><link rel='alternate' type='application/rss+xml' href='/real'></head>")

    @Test("Requests made offline are fetched in order once lede is online, even by another process")
    func inOrder() async throws {
        let rig = try ServiceRig()
        let (_, article) = try await article(in: rig)
        rig.origin.route("/page", page)
        rig.origin.route("/new", .response(body: atomFeed(1...2)))
        try rig.service.setOffline(true)
        let (added, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/new")))
        #expect(try rig.service.fetchOnceConnected(.page(article)))
        #expect(try rig.service.fetchOnceConnected(.everything))
        try await rig.service.fetchQueued()
        #expect(try rig.store.queueCount() == 3 && rig.origin.requests.count == 1)
        try rig.service.setOffline(false)
        let counts = Mutex<[Int]>([])
        try await rig.anotherService().fetchQueued { event in
            if case .queued(let count) = event { counts.withLock { $0.append(count) } }
        }
        #expect(rig.origin.requests.map(\.path).dropFirst().prefix(2) == ["/new", "/page"])
        #expect(counts.withLock { $0 } == [2, 1, 0])
        #expect(try rig.store.pageText(for: article)?.html.contains("night ferry") == true)
        #expect(try rig.titles(added).count == 2)
    }

    @Test("A page's address that was added offline becomes the feed that the page names")
    func discoversTheFeedOfAnAddedPage() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/site", Self.site)
        rig.origin.route("/real", .response(body: atomFeed(1...2)))
        let (id, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/site")))
        try await rig.service.fetchQueued()
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/real"))
        #expect(try rig.store.queueCount() == 0 && rig.titles(id).count == 2)
    }

    @Test("A page that was added offline leaves the list if its feed is already subscribed")
    func namesAKnownFeed() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/site", Self.site)
        rig.origin.route("/real", .response(body: atomFeed(1...2)))
        let known = try rig.subscribe("/real")
        _ = try await rig.service.refresh(reason: .everything)
        for isRemoved in [false, true] {
            if isRemoved { try rig.store.remove(known, at: rig.now) }
            let (id, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/site")))
            let problems = Mutex<[FeedProblem]>([])
            rig.pass(seconds: 60)
            try await rig.service.fetchQueued { event in
                if case .leftQueue(id, let problem) = event { problems.withLock { $0.append(problem) } }
            }
            #expect(try rig.store.subscriptions().map(\.id) == [known] && rig.store.queueCount() == 0)
            let line = isRemoved ? "subscribed again: “Numbers”" : "already subscribed: “Numbers”"
            #expect(problems.withLock { $0.last?.message } == line)
            #expect(try rig.titles(known).count == 2)
        }
    }

    @Test("Retry-After applies to a feed added offline, with a scheme and without", arguments: [true, false])
    func retryAfter(hasScheme: Bool) async throws {
        // The scripted origin never answers https.
        let rig = try ServiceRig { $0.connectTimeout = 1 }
        rig.origin.route("/feed", .response(429, fields: ["Retry-After": "600"]))
        try rig.service.setOffline(true)
        let address = String(rig.origin.url("/feed").dropFirst(hasScheme ? 0 : "http://".count))
        _ = try await rig.service.subscribe(to: NewSubscription(feedURL: address))
        try rig.service.setOffline(false)
        try await rig.service.fetchQueued()
        let asked = rig.origin.requests.count
        rig.pass(seconds: 300)
        try await rig.service.fetchQueued()
        #expect(rig.origin.requests.count == asked)
        #expect(try rig.store.queueCount() == 1)
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        rig.pass(seconds: 3_600)
        try await rig.service.fetchQueued()
        #expect(try rig.store.subscriptions().map(\.articleCount) == [2])
    }

    @Test("A refusal counts as an attempt to fetch a queued feed; a wait that the server requested does not")
    func attempts() async throws {
        // The scripted origin never answers https.
        let rig = try ServiceRig { $0.connectTimeout = 1 }
        rig.origin.route("/feed", .response(429, fields: ["Retry-After": "60"]))
        let address = String(rig.origin.url("/feed").dropFirst("http://".count))
        try rig.service.setOffline(true)
        _ = try await rig.service.subscribe(to: NewSubscription(feedURL: address))
        try rig.service.setOffline(false)
        var attempts: [Int] = []
        for seconds in [0.0, 30, 3_601] {
            rig.pass(seconds: seconds)
            try await rig.service.fetchQueued()
            attempts += try rig.store.queue().map(\.attempts)
        }
        #expect(attempts == [1, 1, 2])
    }

    @Test("A feed added offline stays in the queue while its server fails, until it becomes the feed its page names")
    func survivesAFailingServer() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/site", inOrder: [.response(503), .response(500), Self.site])
        rig.origin.route("/real", inOrder: [.response(503), .response(body: atomFeed(1...2))])
        let (id, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/site")))
        _ = try await rig.service.refresh(reason: .everything)
        try await rig.service.fetchQueued()
        // The refresh has just asked the server; the queue does not ask it again.
        #expect(rig.origin.requests.count == 1)
        for _ in 0..<3 {
            #expect(try rig.store.queueCount() == 1)
            rig.pass(seconds: 3601)
            try await rig.service.fetchQueued()
        }
        #expect(try rig.store.queueCount() == 0)
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/real"))
        #expect(try rig.titles(id).count == 2)
    }

    @Test("A feed that was added offline and never answers leaves the queue after 20 attempts, and stays subscribed")
    func endsAfterTwentyAttempts() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(500))
        let (id, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/feed")))
        var rounds = 0
        while try rig.store.queueCount() > 0, rounds < 30 {
            try await rig.service.fetchQueued()
            rounds += 1
            rig.pass(seconds: 3601)
        }
        #expect(rounds == 20 && rig.origin.requests.count == 20)
        #expect(try rig.store.subscription(id)?.health.problem?.kind == .status)
    }

    @Test(
        "A feed that was added offline leaves the queue after 3 responses without such a feed, or once it is gone",
        arguments: [(404, 3), (200, 3), (410, 1)])
    func endsAfterDefiniteAnswers(_ status: Int, attempts: Int) async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed",
            .response(status, fields: ["Content-Type": "text/html"], body: "<!doctype html><p>No feed is here.</p>"))
        let (id, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/feed")))
        let reports = Mutex<[String]>([])
        var rounds = 0
        while try rig.store.queueCount() > 0, rounds < 30 {
            try await rig.service.fetchQueued { event in
                guard case .leftQueue(id, let problem) = event else { return }
                reports.withLock { $0.append(problem.message) }
            }
            rounds += 1
            rig.pass(seconds: 3601)
        }
        #expect(rounds == attempts)
        let line = try #require(reports.withLock { $0.count == 1 ? $0[0] : nil })
        #expect(line.hasPrefix("given up: \(status == 200 ? "no feed here" : "\(status)")"), "\(line)")
        #expect(try rig.store.subscription(id)?.health.problem != nil)
    }

    @Test(
        "A response such as 404 ends the attempts if it is the same an hour later, whatever failed before",
        arguments: [(0, 3), (2, 3), (9, 2), (15, 2)])
    func definiteAnswersAfterFailures(_ failures: Int, answers: Int) async throws {
        let rig = try ServiceRig()
        let replies = [Reply](repeating: .response(500), count: failures) + [Reply.response(404)]
        rig.origin.route("/feed", inOrder: replies)
        _ = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/feed")))
        for attempt in 1..<failures + answers {
            try await rig.service.fetchQueued()
            rig.pass(seconds: 3_599)
            if attempt > failures { try await rig.service.fetchQueued() }
            #expect(try rig.origin.requests.count == attempt && rig.store.queueCount() == 1)
            rig.pass(seconds: 2)
        }
        try await rig.service.fetchQueued()
        #expect(try rig.origin.requests.count == failures + answers && rig.store.queueCount() == 0)
    }

    @Test("A program's failure is not a server's response, even if its name begins with 404: it is one failed attempt")
    func programNamedLikeAStatus() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let (id, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/feed")))
        var preferences = FeedPreferences()
        preferences.filter = ["404-filter"]
        try rig.store.setPreferences(preferences, of: id)
        try await rig.service.fetchQueued()
        #expect(try rig.store.subscription(id)?.health.problem?.message == "404-filter cannot be run")
        #expect(try rig.store.queue().map(\.attempts) == [1])
    }

    @Test("A feed that was added offline without a scheme leaves the queue if its server without https says it is gone")
    func goneWithoutScheme() async throws {
        let rig = try ServiceRig { $0.connectTimeout = 1 }
        rig.origin.route("/feed", .response(410))
        let typed = String(rig.origin.url("/feed").dropFirst("http://".count))
        let (id, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: typed))
        var state = PollingState(subscription: id)
        state.health.nextAttempt = rig.now + 600
        try rig.store.record([state])
        try await rig.service.fetchQueued()
        #expect(try rig.store.queueCount() == 0)
        let health = try #require(try rig.store.subscription(id)?.health)
        // The state is the same as after a visit.
        #expect(health.problem == FeedProblem(kind: .gone, message: "410: the feed is gone for good"))
        #expect(health.nextAttempt == nil)
    }

    @Test("A feed that was added offline without a scheme is fetched by http if its server has no https")
    func withoutScheme() async throws {
        let rig = try ServiceRig { $0.connectTimeout = 1 }
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let typed = String(rig.origin.url("/feed").dropFirst("http://".count))
        let (id, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: typed))
        #expect(try rig.store.subscription(id)?.feedURL == "https://\(typed)")
        try await rig.service.fetchQueued()
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/feed"))
        #expect(try rig.store.queueCount() == 0 && rig.titles(id).count == 2)
        #expect(try rig.store.subscription(id)?.health.problem == nil)
    }

    @Test("With a dead connection the queue stays; a page of a dead host is delayed ever longer, and then reported")
    func failures() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        let (feed, article) = try await article(in: rig, pageOn: "127.0.0.3")
        #expect(try rig.service.fetchOnceConnected(.page(article)))
        #expect(try rig.service.fetchOnceConnected(.feed(feed)))
        let reported = Mutex<[LinkedPage]>([])
        let record: @Sendable (RefreshEvent) -> Void = { event in
            if case .page(_, let page) = event { reported.withLock { $0.append(page) } }
        }
        var rounds = 0
        while try rig.store.queueCount() > 0, rounds < 30 {
            try await rig.service.fetchQueued(events: record)
            rounds += 1
            #expect(rounds > 19 || reported.withLock { $0.isEmpty })
            // No wait is longer than an hour.
            rig.pass(seconds: 3601)
        }
        #expect(rounds == 20)
        guard case .unreached = reported.withLock({ $0.first }) else {
            Issue.record("no event reports that the page failed for good")
            return
        }
        #expect(rig.origin.requests(to: "/feed").count == 2)

        rig.origin.stop()
        #expect(try rig.service.fetchOnceConnected(.everything))
        for _ in 0..<25 {
            try await rig.service.fetchQueued(events: record)
            rig.pass(seconds: 3601)
        }
        #expect(try rig.store.queue().map(\.fetch) == [.everything])
        #expect(try FeedService.unreachable(in: rig.store) != nil)
    }

    @Test("A refresh removes the requests that it has fulfilled from the queue")
    func refreshTakesOut() async throws {
        let rig = try ServiceRig()
        let (feed, _) = try await article(in: rig)
        #expect(try rig.service.fetchOnceConnected(.feed(feed)))
        #expect(try rig.service.fetchOnceConnected(.everything))
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.store.queueCount() == 0)
    }

    @Test("The reader fetches the queue once the connection is back")
    func fetchesOnceConnected() async throws {
        let rig = try ServiceRig()
        let (feed, article) = try await article(in: rig)
        let port = rig.origin.port
        rig.origin.stop()
        _ = try await rig.service.refresh(.feeds([feed]), reason: .insisted)
        guard case .unreachable = rig.service.connectivity else {
            Issue.record("\(rig.service.connectivity)")
            return
        }
        #expect(try rig.service.fetchOnceConnected(.page(article)))
        let task = Task { await rig.service.followSchedule(every: nil) { _ in } }
        let back = try Origin(port: port)
        back.route("/page", page)
        rig.pass(seconds: 60)
        try await back.waitForRequests(1, to: "/page")
        task.cancel()
        await task.value
    }

    @Test(
        "A process that alone was offline fetches the queue when it goes online, though nothing writes to the library")
    func wakesWhenOnline() async throws {
        let rig = try ServiceRig()
        let (_, article) = try await article(in: rig)
        rig.origin.route("/page", page)
        let here = try rig.anotherService(isOffline: true)
        #expect(try here.fetchOnceConnected(.page(article)))
        let task = Task { await here.followSchedule(every: nil) { _ in } }
        // The schedule looks for work after one second and, as it has indexed the articles by then, after two; then it sleeps.
        try await Task.sleep(for: .seconds(3))
        try here.setOffline(false)
        try await rig.origin.waitForRequests(1, to: "/page")
        task.cancel()
        await task.value
    }

    @Test("The reader polls feeds that are due")
    func followsTheSchedule() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        _ = try rig.subscribe()
        let task = Task { await rig.service.followSchedule(every: 1800) { _ in } }
        // Only these steps advance the clock; the first may come before the schedule starts.
        for round in 1...2 {
            for _ in 0..<10 where rig.origin.requests.count < round {
                rig.pass(seconds: 12 * 3600 + 1)
                _ = try? await rig.origin.waitForRequests(round, timeout: .seconds(2))
            }
        }
        #expect(rig.origin.requests.count == 2)
        task.cancel()
        await task.value
        #expect(try rig.logged().allSatisfy { $0[0] == "schedule" && $0[1] == "useProtocolCachePolicy" })
    }

    @Test("One dead server does not make the connection count as dead")
    func oneDeadServer() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2", "127.0.0.3"])
        let dead = try rig.store.add(NewSubscription(feedURL: rig.origin.url("/feed", on: "127.0.0.9"))).id
        for host in rig.origin.addresses { _ = try rig.subscribe("/feed", on: host) }
        _ = try await rig.service.refresh(.feeds([dead]), reason: .insisted)
        _ = try await rig.service.open(dead) { _ in }
        #expect(rig.service.connectivity == .online)
        #expect(try FeedService.unreachable(in: rig.store) == nil)
    }
}
