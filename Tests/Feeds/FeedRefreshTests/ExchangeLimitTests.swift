import Foundation
import Testing

@testable import FeedRefresh

@Suite struct ExchangeLimitTests {
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Simulates `rounds` rounds in which the connection completes `rate(limit)` exchanges per second.
    private func limit(after rounds: Int, rate: (Int) -> Double) -> Int {
        var exchangeLimit = ExchangeLimit()
        var time = now
        for _ in 0..<rounds {
            for _ in 0...exchangeLimit.limit {
                time += 1 / rate(exchangeLimit.limit)
                exchangeLimit.recordEnd(bytes: 1000, connectionFailed: false, at: time)
            }
        }
        return exchangeLimit.limit
    }

    @Test("A connection that speeds up with every exchange reaches the maximum")
    func fastConnection() {
        #expect(limit(after: 8) { Double($0) * 10 } == ExchangeLimit.maximum)
    }

    @Test("A slow connection gets no more exchanges than it completes")
    func slowConnection() {
        #expect(limit(after: 20) { _ in 5 } <= 2 * ExchangeLimit.start)
    }

    @Test("Lost connections halve the limit, down to two")
    func failures() {
        var exchangeLimit = ExchangeLimit(start: 32)
        exchangeLimit.recordEnd(bytes: 0, connectionFailed: true, at: now)
        #expect(exchangeLimit.limit == 16)
        for _ in 0..<10 { exchangeLimit.recordEnd(bytes: 0, connectionFailed: true, at: now) }
        #expect(exchangeLimit.limit == 2)
    }

    @Test(
        "Under a rate limit, fewer feeds are fetched at once",
        arguments: [(8_000, 4), (50_000, 12), (10_000_000, 256), (nil, 256)] as [(Int?, Int)])
    func limitedRate(_ bytesPerSecond: Int?, _ expected: Int) {
        var settings = FeedServiceSettings(userAgent: "lede-test")
        settings.maximumBytesPerSecond = bytesPerSecond
        #expect(settings.exchangesWithinRate == expected)
    }

    @Test("A refresh of everything resets the limit")
    func eachRefresh() async throws {
        let rig = try ServiceRig()
        let service = rig.service
        for _ in 0..<9 {
            service.network.noteExchange(with: "example.org", bytes: 0, .disconnected, knownHosts: 9)
        }
        #expect(service.network.exchangesAllowed == 2)
        _ = try await service.refresh(reason: .everything)
        #expect(service.network.exchangesAllowed == ExchangeLimit.start)
    }
}
