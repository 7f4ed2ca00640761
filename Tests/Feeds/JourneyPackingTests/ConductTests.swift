import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import PackStorage
import ScriptedOrigin
import Synchronization
import Testing

@testable import JourneyPacking

@Suite struct ConductTests {
    @Test("Two enclosures whose transfers break do not prevent others from their host in the next run")
    func brokenEnclosures() async throws {
        let rig = try JourneyRig()
        let length = RawField("Content-Length", "9000")
        for path in ["/0.mp3", "/1.mp3"] {
            rig.route(path) { _ in Reply([Reply.head(200, [length]), .body([1, 2, 3]), .close]) }
        }
        rig.route("/2.mp3") { _ in .response(200, fields: [], body: [1, 2, 3]) }
        let articles = (0..<3).map { (url: String?.none, html: "<p>Episode \($0).</p>") }
        try rig.feed(articles, named: "Show", enclosures: (0..<3).map { rig.origin.url("/\($0).mp3") })
        let request = PackRequest(wantsEnclosures: true)
        let report = try await rig.pack(request) { $0.enclosureBudget = 10_000_000 }
        #expect(report.missing.map(\.count).reduce(0, +) == 2, "the person learns that they did not arrive")
        #expect(rig.origin.requests(to: "/2.mp3").isEmpty)
        #expect(try rig.packStore.enclosures().first?.title == "Show 2")
        _ = try await rig.pack(request) { $0.enclosureBudget = 10_000_000 }
        #expect(try rig.packStore.enclosureFile(of: rig.origin.url("/2.mp3")) != nil)
    }

    @Test("The three newest enclosures of a feed are fetched, even if older articles are starred")
    func newestEnclosures() async throws {
        let rig = try JourneyRig()
        let paths = (0..<6).map { "/\($0).mp3" }
        for path in paths { rig.route(path) { _ in .response(200, fields: [], body: [1, 2, 3]) } }
        let urls = paths.map { rig.origin.url($0) }
        try rig.feed(urls.map { _ in (url: nil, html: "<p>An episode.</p>") }, named: "Show", enclosures: urls)
        for number in 3..<6 { try rig.store.set(.starred(true), on: [rig.id("Show \(number)")]) }
        try await rig.pack(PackRequest(wantsEnclosures: true))
        #expect(try Set(rig.packStore.enclosures().map(\.url)) == Set(urls.prefix(3)))
    }

    @Test("Requests to one host run one at a time with a pause, and other hosts are not delayed")
    func pauses() async throws {
        let rig = try JourneyRig(hosts: 3) { $0.pagePause = .milliseconds(250) }
        try rig.journey(9, pictures: 1)
        try await rig.pack()
        for host in rig.origin.addresses {
            let pages = rig.arrivals(on: host, prefix: "/page")
            #expect(pages.count == 3)
            for (a, b) in zip(pages, pages.dropFirst()) { #expect(b - a >= .milliseconds(250)) }
        }
        let pages = rig.origin.addresses.map { rig.arrivals(on: $0, prefix: "/page") }
        let lastBeginning = try #require(pages.compactMap(\.first).max())
        let firstEnd = try #require(pages.compactMap(\.last).min())
        #expect(lastBeginning < firstEnd, "no host waits for the end of another")
        for host in rig.origin.addresses {
            let connections = Set(rig.origin.requests.filter { $0.address == host }.map(\.connection))
            #expect(connections.count == 1, "one connection to a host carries one request at a time")
        }
    }

    @Test("A busy host gets its pauses and its Retry-After, and the other hosts are done before it asks again")
    func busyHost() async throws {
        let pause = Duration.milliseconds(100)
        let rig = try JourneyRig(hosts: 4) { $0.pagePause = pause }
        let busy = rig.host(0)
        let refusals = Counter()
        var articles: [(url: String?, html: String)] = []
        for (index, host) in rig.origin.addresses.enumerated() {
            for number in 0..<(host == busy ? 20 : 4) {
                let (page, picture) = ("/page/\(index)-\(number)", "/pic/\(index)-\(number)")
                let html = JourneyRig.page([rig.origin.url(picture, on: host)])
                rig.route(page) { _ in
                    page == "/page/0-2" && refusals.next() == 0
                        ? .response(503, fields: ["Retry-After": "2", "Content-Type": "text/html"])
                        : .response(fields: ["Content-Type": "text/html"], body: html)
                }
                rig.route(picture, JourneyRig.ranged(JourneyRig.picture(index * 100 + number), etag: "\"\(picture)\""))
                articles.append((rig.origin.url(page, on: host), "<p>Short.</p>"))
            }
        }
        try rig.feed(articles)
        #expect(try await rig.pack().packed == 32)
        for host in rig.origin.addresses {
            let pages = rig.arrivals(on: host, prefix: "/page")
            for (a, b) in zip(pages, pages.dropFirst()) { #expect(b - a >= pause) }
            #expect(Set(rig.origin.requests.filter { $0.address == host }.map(\.connection)).count == 1)
        }
        let asked = rig.arrivals(on: busy)
        let (before, after) = try #require(zip(asked, asked.dropFirst()).max { $0.1 - $0.0 < $1.1 - $1.0 })
        #expect(after - before >= .milliseconds(1_900))
        for host in rig.origin.addresses.dropFirst() { #expect(rig.arrivals(on: host).last! < after) }
    }

    @Test("All requests to a host wait for its Retry-After; other hosts continue")
    func retryAfter() async throws {
        let rig = try JourneyRig(hosts: 2)
        try rig.journey(6, pictures: 1)
        let turn = Counter()
        rig.route("/page/0") { _ in
            turn.next() == 0
                ? .response(503, fields: ["Retry-After": "2", "Content-Type": "text/html"])
                : .response(fields: ["Content-Type": "text/html"], body: JourneyRig.page([]))
        }
        let report = try await rig.pack()
        #expect(report.packed == 6)
        let asked = rig.arrivals(on: rig.host(0))
        let waited = zip(asked, asked.dropFirst()).map { $1 - $0 }.max() ?? .zero
        #expect(waited >= .milliseconds(1_000) && waited <= .seconds(20))
        let otherEnd = try #require(rig.arrivals(on: rig.host(1)).last)
        #expect(try otherEnd - #require(asked.first) < waited)
    }

    @Test("The next run obeys a long Retry-After, too, and reports only hosts that it needs")
    func retryAfterOfLastRun() async throws {
        let rig = try JourneyRig(hosts: 2)
        try rig.journey(4)
        for page in ["/page/0", "/page/2"] {
            rig.route(page) { _ in .response(429, fields: ["Retry-After": "3600"]) }
        }
        #expect(try await rig.pack().packed == 2)
        let report = try await rig.pack()
        #expect(rig.arrivals(on: rig.host(0)).count == 1)
        #expect(report.skippedHosts.map(\.reason) == ["requires a long wait"] && report.partly == 2)
        #expect(try HostWaits.stored(in: rig.store, at: rig.service.now.addingTimeInterval(3_601)).isEmpty)
        // This is after the clock was set back.
        #expect(try HostWaits.stored(in: rig.store, at: rig.service.now.addingTimeInterval(-9_000)).isEmpty)
    }

    @Test("Two refusals in a row end the host; its articles stay for the next journey")
    func refusals() async throws {
        let rig = try JourneyRig(hosts: 2)
        try rig.journey(8, pictures: 1)
        for number in [0, 2, 4, 6] { rig.route("/page/\(number)") { _ in .response(429) } }
        let report = try await rig.pack()
        #expect(rig.arrivals(on: rig.host(0)).count == 2)
        #expect(report.skippedHosts.map(\.reason) == ["refused twice (429)"])
        #expect(report.packed == 4 && report.partly == 4)
    }

    @Test("A packer that continues an interrupted journey asks no host for a page before the pause is over")
    func restart() async throws {
        let pause = Duration.milliseconds(300)
        let rig = try JourneyRig { $0.pagePause = pause }
        try rig.journey(3)
        let (gate, (asked, signal)) = (Gate(), AsyncStream<Void>.makeStream())
        rig.route("/page/0") { _ in
            signal.yield()
            return Reply([.wait(gate), .body([])])
        }
        let packing = Task { try await rig.pack() }
        for await _ in asked { break }
        packing.cancel()
        _ = try await packing.value
        gate.open()
        rig.route("/page/0") { _ in .response(fields: ["Content-Type": "text/html"], body: JourneyRig.page([])) }
        try await rig.pack(nil)
        let pages = rig.arrivals(prefix: "/page")
        #expect(pages.count == 4)
        for (a, b) in zip(pages, pages.dropFirst()) { #expect(b - a >= pause) }
    }

    @Test("A journey to one host waits for a lost network, but not for a dead server", arguments: [true, false])
    func onlyHost(_ isNetworkLost: Bool) async throws {
        let rig = try JourneyRig(hosts: 2)
        rig.route("/feed") { _ in
            .response(
                fields: ["Content-Type": "application/rss+xml"],
                body: "<rss version='2.0'><channel><title>Other</title><item><title>One</title></item></channel></rss>")
        }
        let other = try rig.store.add(NewSubscription(feedURL: rig.origin.url("/feed", on: rig.host(1)))).id
        _ = try await rig.service.refresh(.feeds([other]), reason: .everything)
        if isNetworkLost { rig.route("/feed") { _ in Reply([.close]) } }
        for number in 0..<4 { rig.route("/page/\(number)") { _ in Reply([.close]) } }
        try rig.feed((0..<4).map { (rig.origin.url("/page/\($0)"), "<p>Short.</p>") })
        let report = try await rig.pack { $0.networkWait = .zero }
        #expect(report.end == (isNetworkLost ? .networkLost : .complete))
        #expect(report.skippedHosts.isEmpty == isNetworkLost)
    }

    @Test("A journey to the only host of the library waits for the network if the host does not answer")
    func onlyHostOfLibrary() async throws {
        let rig = try JourneyRig(articles: 4)
        for number in 0..<4 { rig.route("/page/\(number)") { _ in Reply([.close]) } }
        let report = try await rig.pack { $0.networkWait = .zero }
        #expect(report.end == .networkLost && report.skippedHosts.isEmpty)
    }

    @Test("A server of saved pages that is gone does not look like a lost network", arguments: [true, false])
    func savedPages(_ isFeedThere: Bool) async throws {
        let rig = try JourneyRig(hosts: 2)
        let pages = (0..<4).map { rig.origin.url("/page/\($0)", on: rig.host($0)) }
        for number in 0..<4 {
            rig.route("/page/\(number)") { _ in
                number % 2 == 0
                    ? Reply([.close]) : .response(fields: ["Content-Type": "text/html"], body: JourneyRig.page([]))
            }
        }
        if isFeedThere { try rig.feed([], at: rig.origin.url("/feed")) }
        try rig.feed(pages.map { ($0, "<p>Short.</p>") }, named: "saved", at: SavedFeed.address)
        let report = try await rig.pack { $0.networkWait = .zero }
        #expect(report.end == .complete && report.skippedHosts.count == 1)
        #expect(rig.arrivals(on: rig.host(1), prefix: "/page").count == 2)
    }

    @Test("The report names the host and the reason if a page breaks off, until it arrives", arguments: [1, 2])
    func interrupted(_ breaks: Int) async throws {
        let rig = try JourneyRig()
        try rig.journey(6)
        let head = Reply.head(200, [RawField("Content-Type", "text/html"), RawField("Content-Length", "9000")])
        for number in 0..<breaks {
            rig.route("/page/\(number * 2)") { _ in Reply([head, .body(Array("<p>The".utf8)), .close]) }
        }
        let report = try await rig.pack()
        let host = rig.origin.url("/").dropFirst("http://".count).dropLast()
        #expect(report.end == .complete && report.partly == breaks && report.missing.isEmpty)
        #expect(
            JourneyWords.lines(report).dropFirst() == [
                "interrupted, and requested again by the next pack: \(host): the connection ended early"
            ])
        for number in 0..<breaks {
            rig.route("/page/\(number * 2)") { _ in
                .response(fields: ["Content-Type": "text/html"], body: JourneyRig.page([]))
            }
        }
        #expect(try await JourneyWords.lines(rig.pack()).count == 1)
    }

    @Test("Many dead servers cost one request a moment to the feed that shows that there is a network")
    func deadServers() async throws {
        let rig = try JourneyRig()
        rig.route("/feed") { _ in
            .response(
                fields: ["Content-Type": "application/rss+xml"],
                body: "<rss version='2.0'><channel><title>Other</title><item><title>One</title></item></channel></rss>")
        }
        let other = try rig.store.add(NewSubscription(feedURL: rig.origin.url("/feed"))).id
        _ = try await rig.service.refresh(.feeds([other]), reason: .everything)
        try rig.feed((1...20).map { ("http://127.0.1.\($0):1/page", "<p>Short.</p>") })
        let report = try await rig.pack { ($0.hostsAtOnce, $0.pagePause) = (1, .seconds(3600)) }
        #expect(report.end == .complete)
        #expect(rig.arrivals(prefix: "/feed").count == 2, "one by the refresh, and one by the journey")
    }

    @Test("A host gets a limited number of requests per run")
    func hostLimit() async throws {
        let rig = try JourneyRig(hosts: 2) { $0.hostRequests = 3 }
        try rig.journey(10, pictures: 1)
        try await rig.pack()
        for host in rig.origin.addresses { #expect(rig.arrivals(on: host).count == 3) }
    }
}

final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
