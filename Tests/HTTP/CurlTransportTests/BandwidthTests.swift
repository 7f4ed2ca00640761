import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import Testing

@testable import CurlTransport

/// The limit on the rate at which all exchanges together receive bytes.
@Suite struct BandwidthTests {
    private let origin: Origin
    private let text = String(repeating: "a", count: 20_000)

    init() throws {
        origin = try Origin(addresses: ["127.0.0.1", "127.0.0.2"])
        origin.route("/", .response(body: text))
    }

    private func transport(bytesPerSecond: Int?) -> CurlTransport {
        var settings = CurlSettings()
        settings.proxy = .direct
        settings.maxBytesPerSecond = bytesPerSecond
        return CurlTransport(settings)
    }

    @Test("Bodies that arrive at the same time share the rate, and are complete")
    func sharedRate() async throws {
        let transport = transport(bytesPerSecond: 40_000)
        let began = ContinuousClock.now
        async let first = transport.fetch(origin.url("/", on: "127.0.0.1"))
        async let second = transport.fetch(origin.url("/", on: "127.0.0.2"))
        let bodies = try await [first.text, second.text]
        #expect(bodies == [text, text])
        // The bytes of an eighth of a second may arrive at once, and the last piece is never divided, so 30,000 of
        // 40,000 bytes wait.
        #expect(ContinuousClock.now - began > .milliseconds(740))
    }

    @Test("A pause for the rate limit is neither a stall nor part of the total time, however long it is")
    func slowRate() async throws {
        // curl's smallest pieces are 1 KiB, so the second one waits for two seconds.
        let short = String(repeating: "b", count: 1_500)
        origin.route("/short", .response(body: short))
        var limits = TransferLimits()
        limits.stallTimeout = 1
        limits.totalTimeout = 1
        #expect(try await transport(bytesPerSecond: 500).fetch(origin.url("/short"), limits: limits).text == short)
    }

    @Test("A transfer that ends while it waits for the rate limit does not delay the others")
    func endedWhileWaiting() async throws {
        let transport = transport(bytesPerSecond: 20_000)
        let (first, second) = (origin.url("/", on: "127.0.0.1"), origin.url("/", on: "127.0.0.2"))
        let ended = Task { await failure { () async throws(TransportError) in _ = try await transport.fetch(first) } }
        let whole = Task { try await transport.fetch(second).text }
        try await origin.waitForRequests(2)
        ended.cancel()
        #expect(try await whole.value == text)
        #expect(await ended.value?.cause == .cancelled)
    }

    @Test("Buffers are small for conditional requests without TLS, and under a rate limit")
    func bufferSize() {
        let plain = TransportRequest(.get, "http://h.test/")
        let conditional = TransportRequest(.get, "http://h.test/", fields: [.ifNoneMatch: "\"1\""])
        var settings = CurlSettings()
        #expect(EasyOptions.bufferSize(for: plain, isSecure: false, settings) == 64 << 10)
        #expect(EasyOptions.bufferSize(for: conditional, isSecure: false, settings) == 8 << 10)
        #expect(EasyOptions.bufferSize(for: conditional, isSecure: true, settings) == 64 << 10)
        settings.maxBytesPerSecond = 20_000
        #expect(EasyOptions.bufferSize(for: plain, isSecure: true, settings) == 2_500)
    }

    @Test("Unused time adds up to an eighth of a second; a larger piece is made up for by a wait")
    func allowance() {
        let start = ContinuousClock.now
        var allowance = ByteAllowance(bytesPerSecond: 8_000, at: start)
        #expect(allowance.wait(at: start) == .zero)
        allowance.spend(1_000, at: start)
        #expect(allowance.wait(at: start) == .milliseconds(1))
        #expect(allowance.wait(at: start + .milliseconds(1)) == .zero)
        allowance.spend(4_000, at: start)
        #expect(allowance.wait(at: start) == .milliseconds(501))
        #expect(allowance.wait(at: start + .milliseconds(250)) == .milliseconds(251))
        allowance.spend(1_000, at: start + .seconds(60))
        #expect(allowance.wait(at: start + .seconds(60)) == .milliseconds(1))
    }
}
