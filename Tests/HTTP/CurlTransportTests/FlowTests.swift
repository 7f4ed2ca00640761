import CurlTransport
import Foundation
import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import Synchronization
import Testing

/// Many exchanges at once, slow readers and cancelled tasks.
@Suite struct FlowTests {
    private let origin: Origin

    init() throws {
        origin = try Origin(addresses: ["127.0.0.1", "127.0.0.2", "127.0.0.3"])
        origin.route("/", .response(body: "hello"))
    }

    // MARK: Connections

    @Test("A request that is no longer allowed when its turn comes opens no socket")
    func noLongerWanted() async throws {
        let gate = Gate()
        origin.route("/first", Reply.response(body: "first").after(gate))
        origin.route("/second", .response(body: "second"))
        let transport = CurlTransport.direct(perHost: 1)
        async let first = transport.fetch(origin.url("/first"))
        try await origin.waitForRequests(1)
        var request = TransportRequest(.get, origin.url("/second"))
        request.mayBegin = { false }
        async let second = failure { [request] () async throws(TransportError) in _ = try await transport.fetch(request)
        }
        gate.open()
        #expect(try await first.text == "first")
        #expect(await second?.cause == .offline)
        #expect(origin.requests.map(\.target) == ["/first"])
    }

    @Test("One connection serves several exchanges in turn")
    func oneConnectionServesOneExchangeAfterTheOther() async throws {
        let transport = CurlTransport.direct()
        for _ in 1...5 {
            #expect(try await transport.fetch(origin.url("/")).text == "hello")
        }
        #expect(origin.connectionCount == 1)
    }

    @Test("A new connection replaces an idle one that the server closed")
    func anIdleConnectionThatTheServerClosedIsReplaced() async throws {
        let transport = CurlTransport.direct()
        origin.route("/last", .response(fields: ["X-Last": "1"]).then(.close))
        for expected in 1...3 {
            _ = try await transport.fetch(origin.url("/last"))
            try await origin.waitForClosedConnections(expected)
        }
        #expect(origin.connectionCount == 3)
    }

    @Test("No origin gets more connections than its limit")
    func noOriginGetsMoreConnectionsThanItsLimit() async throws {
        let transport = CurlTransport.direct(perHost: 2)
        let gate = Gate()
        origin.route("/held", .response(body: "held").after(gate))
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...10 { group.addTask { try await transport.fetch(origin.url("/held")).text } }
            try await origin.waitForRequests(2)
            // Requests to another origin continue.
            #expect(try await transport.fetch(origin.url("/", on: "127.0.0.2")).text == "hello")
            #expect(origin.requests(to: "/held").count == 2)
            gate.open()
            for try await text in group { #expect(text == "held") }
        }
        #expect(Set(origin.requests(to: "/held").map(\.connection)).count == 2)
    }

    @Test("All origins together get no more connections than the total")
    func allOriginsTogetherGetNoMoreThanTheTotal() async throws {
        let transport = CurlTransport.direct(perHost: 2, total: 3)
        let gate = Gate()
        origin.route("/held", .response(body: "held").after(gate))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...5 {
                for address in origin.addresses {
                    group.addTask { _ = try await transport.fetch(origin.url("/held", on: address)) }
                }
            }
            for round in 0..<4 {
                try await origin.waitForRequests(3 + round * 3)
                #expect(origin.requests.count == 3 + round * 3)
                gate.pass(3)
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(origin.requests.count == 15)
    }

    /// curl itself would count the wait as time for connecting.
    @Test("A request that waits for its turn neither connects nor stalls")
    func aWaitingRequestNeitherConnectsNorStalls() async throws {
        let transport = CurlTransport.direct(perHost: 1)
        let gate = Gate()
        var patient = TransferLimits()
        patient.stallTimeout = 60
        var impatient = TransferLimits()
        impatient.connectTimeout = 1
        impatient.stallTimeout = 1
        origin.route("/held", .response(body: "held").after(gate))
        let (held, stalling) = (origin.url("/held"), origin.url("/held", on: "127.0.0.2"))
        let first = Task { [patient] in try await transport.fetch(held, limits: patient).text }
        try await origin.waitForRequests(1)
        let second = Task { [impatient] in try await transport.fetch(origin.url("/"), limits: impatient).text }
        // This waits longer than either timeout: another origin's stall is the clock.
        let clock = await failure { [impatient] () async throws(TransportError) in
            _ = try await transport.fetch(stalling, limits: impatient)
        }
        #expect(clock?.cause == .stalled)
        gate.open()
        #expect(try await first.value == "held")
        #expect(try await second.value == "hello")
    }

    @Test("Hundreds of concurrent requests all complete") func hundredsAtOnceAllArrive() async throws {
        let transport = CurlTransport.direct(perHost: 4)
        origin.route("/many") { request in .response(body: "\(request.target) on \(request.address)") }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...600 {
                let address = origin.addresses[number % 3]
                group.addTask {
                    let path = "/many?\(number)"
                    return try await transport.fetch(origin.url(path, on: address)).text == "\(path) on \(address)"
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(origin.requests.count == 600)
        #expect(origin.connectionCount <= 12)
    }

    // MARK: Back-pressure

    @Test("A slow reader delays only its own server") func slowReaderDelaysOnlyItsOwnServer() async throws {
        let transport = CurlTransport.direct()
        origin.route("/endless", .endless())
        var limits = TransferLimits()
        limits.bodyBytes = .max
        limits.stallTimeout = 1
        let response = try await transport.send(TransportRequest(.get, origin.url("/endless"), limits: limits))
        // A transfer that waits for its reader does not stall, even after the timeout.
        let stall = await failure { [limits] () async throws(TransportError) in
            origin.route("/silent", Reply.response().after(Gate()))
            _ = try await transport.fetch(origin.url("/silent"), limits: limits)
        }
        #expect(stall?.cause == .stalled)
        #expect(try await transport.fetch(origin.url("/")).text == "hello")
        #expect(response.receipt.bytes.received < 1 << 20)
        var pieces = response.body.makeAsyncIterator()
        var count = 0
        while count < 8 << 20, let piece = try await pieces.next() {
            #expect(piece.first == UInt8(ascii: "."))
            count += piece.count
        }
        #expect(count >= 8 << 20)
    }

    @Test("Pauses do not lose bytes") func everyByteSurvivesThePauses() async throws {
        let transport = CurlTransport.direct()
        let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        origin.route("/large", .response(fields: [], body: body))
        let response = try await transport.send(TransportRequest(.get, origin.url("/large")))
        var received: [UInt8] = []
        for try await piece in response.body {
            received += piece
            await Task.yield()
        }
        #expect(received == body)
        #expect(response.receipt.bytes.received > Int64(body.count))
    }

    // MARK: A head with the beginning of its body

    /// Sends half of a body of 20 bytes, and the rest after the gate.
    private func routeHalves(_ gate: Gate, status: Int = 200) {
        let half = Reply.Step.body([UInt8](repeating: 46, count: 10))
        let head = Reply.head(status, [RawField("Content-Length", "20")])
        origin.route("/halves", Reply([head, half, .wait(gate), half]))
    }

    private func halves(bytesWithHead: Int) -> TransportRequest {
        var limits = TransferLimits()
        limits.stallTimeout = 1
        limits.bytesWithHead = bytesWithHead
        return TransportRequest(.get, origin.url("/halves"), limits: limits)
    }

    @Test("A head that waits for its body is delivered with the received bytes, even if the rest fails")
    func aWaitingHeadIsDeliveredWithItsBytesEvenIfTheRestFails() async throws {
        let gate = Gate()
        routeHalves(gate)
        let transport = CurlTransport.direct()
        let response = try await transport.send(halves(bytesWithHead: 11))
        // Here the head came too late: only after the stall.
        gate.open()
        var pieces = response.body.makeAsyncIterator()
        #expect(try await pieces.next()?.count == 10)
        let end = await failure { () async throws(TransportError) in _ = try await pieces.next() }
        #expect(end?.cause == .stalled)
        withExtendedLifetime(transport) {}
    }

    @Test(
        "A head is delivered once enough of its body has arrived; the head of an error is delivered at once",
        arguments: [200, 404])
    func aHeadIsDeliveredOnceEnoughHasArrived(_ status: Int) async throws {
        let gate = Gate()
        routeHalves(gate, status: status)
        let transport = CurlTransport.direct()
        let response = try await transport.send(halves(bytesWithHead: status == 200 ? 10 : 20))
        gate.open()
        #expect(try await response.body.collect().count == 20)
        withExtendedLifetime(transport) {}
    }

    @Test("A small body is delivered with its head, in one piece", arguments: [0, 3, 100_000])
    func aSmallBodyComesInOnePiece(_ length: Int) async throws {
        origin.route("/small", .response(fields: [], body: [UInt8](repeating: 46, count: length)))
        var limits = TransferLimits()
        limits.bytesWithHead = 200_000
        let transport = CurlTransport.direct()
        let response = try await transport.send(TransportRequest(.get, origin.url("/small"), limits: limits))
        var pieces = response.body.makeAsyncIterator()
        if length > 0 { #expect(try await pieces.next()?.count == length) }
        #expect(try await pieces.next() == nil)
        withExtendedLifetime(transport) {}
    }

    @Test("A body that is read late arrives complete", arguments: [nil, 0, -1, 1])
    func aBodyReadLateIsComplete(_ bytesAhead: Int?) async throws {
        let body = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        origin.route("/large", .response(fields: [], body: body))
        var limits = TransferLimits()
        limits.readDelay = .milliseconds(2)
        limits.bytesAhead = bytesAhead
        let transport = CurlTransport.direct()
        let response = try await transport.send(TransportRequest(.get, origin.url("/large"), limits: limits))
        #expect(try await response.body.collect() == body)
        withExtendedLifetime(transport) {}
    }

    @Test("Cancelling while a head waits for its body ends the exchange")
    func cancellingAHeldHeadEndsTheExchange() async throws {
        let transport = CurlTransport.direct()
        routeHalves(Gate())
        let request = halves(bytesWithHead: 20)
        let task = Task { await failure { () async throws(TransportError) in _ = try await transport.fetch(request) } }
        try await origin.waitForRequests(1)
        task.cancel()
        #expect(await task.value?.cause == .cancelled)
        try await origin.waitForClosedConnections(1)
    }

    // MARK: Giving up

    @Test("Cancelling before the head closes the connection")
    func cancellingBeforeTheHeadEndsTheConnection() async throws {
        let transport = CurlTransport.direct()
        origin.route("/held", Reply.response().after(Gate()))
        let url = origin.url("/held")
        let task = Task { await failure { () async throws(TransportError) in _ = try await transport.fetch(url) } }
        try await origin.waitForRequests(1)
        task.cancel()
        #expect(await task.value?.cause == .cancelled)
        try await origin.waitForClosedConnections(1)
        #expect(try await transport.fetch(origin.url("/")).text == "hello")
    }

    @Test("Cancelling within the body closes the connection")
    func cancellingInsideTheBodyEndsTheConnection() async throws {
        let transport = CurlTransport.direct()
        origin.route("/held", .stalledBody(Gate(), body: "never"))
        let response = try await transport.send(TransportRequest(.get, origin.url("/held")))
        let task = Task { await failure { () async throws(TransportError) in _ = try await response.body.collect() } }
        task.cancel()
        #expect(await task.value?.cause == .cancelled)
        try await origin.waitForClosedConnections(1)
        #expect(try await transport.fetch(origin.url("/")).text == "hello")
    }

    /// A cancellation handler runs under a lock of the task, and every piece resumes the task. Resuming it while
    /// holding a lock that cancelling also needs would cause a deadlock.
    @Test("Cancelling while bytes arrive does not cause a deadlock")
    func cancellingWhileBytesArriveCausesNoDeadlock() async throws {
        let transport = CurlTransport.direct()
        origin.route("/endless", .endless())
        let url = origin.url("/endless")
        let rounds = 300
        let ended = Counter()
        // Use no thread of the task pool: the pool must continue even if the cancelling thread hangs.
        let canceller = Thread {
            for round in 0..<rounds {
                let task = Task {
                    let response = try? await transport.send(TransportRequest(.get, url))
                    _ = try? await response?.body.collect()
                    ended.count.add(1, ordering: .relaxed)
                }
                usleep(UInt32(round) * 10)
                task.cancel()
            }
        }
        canceller.start()
        let deadline = ContinuousClock.now + .seconds(30)
        while ended.count.load(ordering: .relaxed) < rounds, .now < deadline {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(ended.count.load(ordering: .relaxed) == rounds)
    }

    @Test("Dropping the body closes the connection") func droppingTheBodyEndsTheConnection() async throws {
        let transport = CurlTransport.direct()
        origin.route("/endless", .endless())
        do {
            let response = try await transport.send(TransportRequest(.get, origin.url("/endless")))
            #expect(response.head.status == 200)
        }
        try await origin.waitForClosedConnections(1)
        #expect(try await transport.fetch(origin.url("/")).text == "hello")
    }

    @Test("Dropping the transport ends all exchanges") func droppingTheTransportEndsEverything() async throws {
        var transport: CurlTransport? = .direct()
        origin.route("/held", .stalledBody(Gate(), body: "never"))
        let response = try await transport?.send(TransportRequest(.get, origin.url("/held")))
        transport = nil
        let error = await failure { () async throws(TransportError) in _ = try await response?.body.collect() }
        #expect(error?.cause == .cancelled)
        try await origin.waitForClosedConnections(1)
    }

    @Test("A prepared transport works, even if it was prepared twice, and an unused one ends")
    func prepared() async throws {
        let transport = CurlTransport.direct()
        transport.prepare()
        transport.prepare()
        #expect(try await transport.fetch(origin.url("/")).text == "hello")
        weak var unused: CurlTransport?
        do {
            let transport = CurlTransport.direct()
            transport.prepare()
            unused = transport
        }
        #expect(unused == nil)
    }

    @Test("A cancelled request never gets its turn") func aCancelledRequestNeverTakesItsTurn() async throws {
        let transport = CurlTransport.direct(perHost: 1)
        let gate = Gate()
        origin.route("/held", .response(body: "held").after(gate))
        let (held, unsent) = (origin.url("/held"), origin.url("/unsent"))
        let first = Task { try await transport.fetch(held).text }
        try await origin.waitForRequests(1)
        let second = Task { await failure { () async throws(TransportError) in _ = try await transport.fetch(unsent) } }
        second.cancel()
        #expect(await second.value?.cause == .cancelled)
        gate.open()
        #expect(try await first.value == "held")
        #expect(try await transport.fetch(origin.url("/")).text == "hello")
        #expect(origin.requests(to: "/unsent").isEmpty)
    }

    @Test("A task that is cancelled before it starts sends nothing")
    func anAlreadyCancelledTaskSendsNothing() async throws {
        let transport = CurlTransport.direct()
        let gate = Gate()
        let url = origin.url("/unsent")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { () async throws(TransportError) in _ = try await transport.fetch(url) }
        }
        gate.open()
        #expect(await task.value?.cause == .cancelled)
        #expect(try await transport.fetch(origin.url("/")).text == "hello")
        #expect(origin.requests(to: "/unsent").isEmpty)
    }
}

private final class Counter: Sendable {
    let count = Atomic(0)
}
