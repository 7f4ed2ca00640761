import CurlTransport
import HTTPCache
import HTTPTransport
import ScriptedOrigin
import Testing

@testable import FeedRefresh

/// Feed documents that are larger than the memory for them.
@Suite struct BodyBudgetTests {
    private static let megabyte = 1 << 20

    private func budget(timeout: Duration = .seconds(600)) -> BodyBudget {
        BodyBudget(limit: 2 * Self.megabyte, free: 1_000, timeout: timeout)
    }

    private func waiting(_ count: Int, in budget: BodyBudget) async {
        while budget.waitingCount < count { await Task.yield() }
    }

    @Test("The first part of a document is not counted, and the bytes after it are returned with the reply")
    func free() async throws {
        let budget = budget()
        var reservation: BodyBudget.Reservation? = budget.makeReservation()
        try await reservation?.reserve(1_000)
        #expect(budget.used == 0)
        try await reservation?.reserve(500)
        #expect(budget.used == 500)
        reservation = nil
        #expect(budget.used == 0)
    }

    @Test("When the budget is used up, one document continues, and the others follow one by one")
    func oneAtATime() async throws {
        let budget = budget()
        var (first, second): (BodyBudget.Reservation?, BodyBudget.Reservation?) = (
            budget.makeReservation(), budget.makeReservation()
        )
        try await first?.reserve(2 * Self.megabyte)
        try await first?.reserve(Self.megabyte)
        #expect(budget.used > 2 * Self.megabyte)
        let later = Task { [second] in try await second?.reserve(Self.megabyte) }
        let last = Task {
            let third = budget.makeReservation()
            try await third.reserve(3 * Self.megabyte)
        }
        await waiting(2, in: budget)
        first = nil
        try await later.value
        try await last.value
        #expect(second != nil)
        second = nil
    }

    @Test("A slow document over the budget is abandoned, and a cancelled one no longer waits")
    func slow() async throws {
        let budget = budget(timeout: .zero)
        let (first, second) = (budget.makeReservation(), budget.makeReservation())
        try await first.reserve(2 * Self.megabyte)
        let refused = await #expect(throws: TransportError.self) { try await second.reserve(Self.megabyte) }
        #expect(refused?.cause == .tooLarge)
        let patient = self.budget()
        let reservations = [patient.makeReservation(), patient.makeReservation()]
        try await reservations[0].reserve(3 * Self.megabyte)
        let task = Task { try await reservations[1].reserve(Self.megabyte) }
        await waiting(1, in: patient)
        task.cancel()
        let cancelled = await #expect(throws: TransportError.self) { try await task.value }
        #expect(cancelled?.cause == .cancelled && patient.waitingCount == 0)
    }

    @Test("Documents are admitted in order, and one that is larger than the limit is admitted alone")
    func room() async throws {
        let budget = DocumentBudget(limit: 10)
        let small = try await budget.reserve(upTo: 8)
        small.shrink(to: 3)
        #expect(budget.used == 3)
        let large = Task { try await budget.reserve(upTo: 20) }
        small.release()
        let reservation = try await large.value
        #expect(budget.used == 20)
        reservation.release()
        #expect(budget.used == 0)
    }

    @Test("A cancelled document stops waiting, and the next one is admitted in its place")
    func cancelledWait() async throws {
        let budget = DocumentBudget(limit: 10)
        let first = try await budget.reserve(upTo: 6)
        let second = Task { try await budget.reserve(upTo: 8) }
        while budget.waitingCount < 1 { await Task.yield() }
        let third = Task { try await budget.reserve(upTo: 4) }
        while budget.waitingCount < 2 { await Task.yield() }
        second.cancel()
        let error = await #expect(throws: CacheError.self) { try await second.value }
        #expect(error == .transport(TransportError(.cancelled, "cancelled")))
        // Otherwise the test would wait for ever.
        try #require(budget.waitingCount == 0)
        let reservation = try await third.value
        #expect(budget.used == 10 && budget.waitingCount == 0)
        reservation.release()
        first.release()
        #expect(budget.used == 0)
    }

    @Test("A feed's document is no longer in memory when its older pages arrive")
    func olderPages() async throws {
        let rig = try ServiceRig { settings in
            settings.feedBytesAtOnce = 1_000
            settings.refreshBound = .seconds(20)
        }
        let padding = String(repeating: " ", count: 2 * BodyBudget.freeBytes)
        func page(_ numbers: ClosedRange<Int>, to older: String) -> Reply {
            let link = "<id>urn:numbers</id><link rel='next' href='\(older)'/>"
            return .response(body: atomFeed(numbers).replacing("<id>urn:numbers</id>", with: link) + padding)
        }
        rig.origin.route("/feed", inOrder: [page(1...3, to: "/0"), page(7...9, to: "/a")])
        rig.origin.route("/a", page(3...6, to: "/0"))
        let id = try rig.subscribe()
        for _ in 1...2 {
            rig.pass(seconds: 86_400)
            let report = try await rig.service.refresh(reason: .everything)
            #expect(report.failures.isEmpty && report.slow.isEmpty)
        }
        rig.service.cancelSlowVisits()
        #expect(try rig.titles(id).count == 9)
    }

    @Test(
        "A refresh of documents that exceed the memory many times brings all their articles", arguments: [1, 2, 6])
    func refresh(_ connections: Int) async throws {
        var curl = CurlSettings()
        curl.maxConnectionsPerHost = connections
        let rig = try ServiceRig(curl: curl) { settings in
            settings.feedBytesAtOnce = Self.megabyte
            settings.decodedBytesAtOnce = Self.megabyte
            settings.refreshBound = .seconds(60)
        }
        let words = String(repeating: "Words of a long article. ", count: 80_000)
        for number in 1...12 {
            let item =
                "<item><guid>\(number)</guid><title>Long \(number)</title><description>\(words)</description></item>"
            rig.origin.route(
                "/\(number)", .response(body: "<rss version='2.0'><channel><title>T</title>\(item)</channel></rss>"))
        }
        let ids = try (1...12).map { try rig.subscribe("/\($0)") }
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.failures.isEmpty && report.progress.newArticles == 12)
        for (number, id) in zip(1..., ids) { #expect(try rig.titles(id) == ["Long \(number)"]) }
        #expect(rig.service.network.documents.used == 0)
    }
}
