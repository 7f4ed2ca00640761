internal import Basics
internal import CCurl
private import Glibc
internal import HTTPTransport

/// The work of the curl thread: it starts transfers that have a slot, runs curl, ends finished and stalled transfers,
/// and waits.
struct CurlLoop {
    private let multi: UnsafeMutableRawPointer
    private let settings: CurlSettings
    private var slots: ConnectionSlots<Exchange>
    private var transfers: [ObjectIdentifier: Transfer] = [:]
    private var transferOfHandle: [UnsafeMutableRawPointer: Transfer] = [:]
    /// Handles for the next transfers: making and freeing one took 3 % of the instructions of a refresh with nothing new.
    private var idleHandles: [UnsafeMutableRawPointer] = []
    private let rate: ReceiveRate?

    /// - Parameter multi: the loop owns it; `end()` frees it.
    init(multi: UnsafeMutableRawPointer, settings: CurlSettings) {
        self.multi = multi
        self.settings = settings
        rate = settings.maxBytesPerSecond.map(ReceiveRate.init)
        slots = ConnectionSlots(perOrigin: settings.maxConnectionsPerHost, total: settings.maxConnections)
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX)
        ccurl_multi_set_long(
            multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.mayUseProxy(settings) ? 0 : settings.maxConnectionsPerHost)
        ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.maxConnections)
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, settings.maxConnections)
    }

    /// True if plain HTTP may go through a proxy. curl counts the connections to a proxy as those to one host; then only
    /// `slots` limits each origin.
    private static func mayUseProxy(_ settings: CurlSettings) -> Bool {
        switch settings.proxy {
        case .direct: false
        case .url: true
        case .environment: proxyVariables.contains { EnvironmentVariable.nonEmptyValue(of: $0) != nil }
        }
    }

    private static let proxyVariables: [String] = ["http_proxy", "all_proxy", "ALL_PROXY"]

    /// Carries out commands; returns false once one of them is `stop`.
    mutating func performAll(_ commands: [CurlThread.Command]) -> Bool {
        for command in commands {
            switch command {
            case .start(let exchange): slots.enqueue(exchange, origin: exchange.address.origin)
            case .cancel(let exchange): transfers[ObjectIdentifier(exchange)].map { remove($0) }
            case .resume(let exchange): transfers[ObjectIdentifier(exchange)]?.resume(from: .reader)
            case .stop: return false
            }
        }
        return true
    }

    /// Returns when curl has something to do, a transfer may have stalled, or the thread was woken.
    mutating func turn() {
        startWaiting()
        ccurl_multi_perform(multi)
        endFinished()
        startWaiting()
        let now = ContinuousClock.now
        let timeout = endStalled(now: now)
        let readyCount = ccurl_multi_poll(multi, idleHandles.isEmpty ? timeout : min(timeout, Self.handleRest))
        if readyCount <= 0, ContinuousClock.now - now >= .milliseconds(Self.handleRest) { freeIdleHandles() }
        guard readyCount > 0 else { return }
        let delay = Self.readDelay(of: transfers.values.lazy.map(\.exchange.request.limits))
        if delay > .zero { usleep(UInt32(delay / .microseconds(1))) }
    }

    /// Returns the read delay of the most urgent transfer, at most `maximumReadDelay`.
    static func readDelay(of limits: some Sequence<TransferLimits>) -> Duration {
        min(limits.lazy.map(\.readDelay).min() ?? .zero, maximumReadDelay)
    }

    /// Idle handles are freed once nothing has happened for this long, in milliseconds; the thread wakes once to free
    /// them.
    private static let handleRest: Int32 = 1_000

    /// Maximum delay, which also holds up commands (10 ms).
    private static let maximumReadDelay = Duration.milliseconds(10)

    mutating func end() {
        for transfer in transfers.values {
            remove(transfer)
            transfer.exchange.cancel()
        }
        while let exchange = slots.next() {
            slots.release(origin: exchange.address.origin, isMultiplexed: nil)
            exchange.cancel()
        }
        freeIdleHandles()
        ccurl_multi_cleanup(multi)
    }

    // MARK: Transfers

    private mutating func startWaiting() {
        while let exchange = slots.next() {
            guard !exchange.isOver, exchange.mayBegin(), let easy = handle(for: exchange) else {
                slots.release(origin: exchange.address.origin, isMultiplexed: nil)
                continue
            }
            let transfer = Transfer(exchange, easy, settings, rate)
            transfers[ObjectIdentifier(exchange)] = transfer
            transferOfHandle[easy] = transfer
            ccurl_multi_add_handle(multi, easy)
        }
    }

    /// Returns a handle for the exchange; ends the exchange if there is no memory for one.
    private mutating func handle(for exchange: Exchange) -> UnsafeMutableRawPointer? {
        if let easy = idleHandles.popLast() ?? ccurl_easy_init() { return easy }
        exchange.finish(.failure(TransportError(.brokenOff, "\(exchange.address.display): no memory for a transfer")))
        return nil
    }

    private mutating func freeIdleHandles() {
        idleHandles.forEach(ccurl_easy_cleanup)
        idleHandles = []
    }

    private mutating func endFinished() {
        var result = CURLE_OK
        while let easy = ccurl_next_finished(multi, &result) {
            guard let transfer = transferOfHandle[easy] else { continue }
            let end = transfer.end(result)
            remove(transfer)
            transfer.exchange.finish(end)
        }
    }

    /// Ends stalled transfers. Returns the longest time to wait for an event, in milliseconds.
    private mutating func endStalled(now: ContinuousClock.Instant) -> Int32 {
        var next = rate?.resumeWaiting() ?? .seconds(3600)
        for transfer in transfers.values {
            let remaining = transfer.remainingTime(now: now)
            if remaining > .zero {
                next = min(next, remaining)
            } else {
                remove(transfer)
                transfer.exchange.finish(.failure(transfer.timeout(now: now)))
            }
        }
        return Int32(next / .milliseconds(1)) + 1
    }

    private mutating func remove(_ transfer: Transfer) {
        transfers[ObjectIdentifier(transfer.exchange)] = nil
        transferOfHandle[transfer.easy] = nil
        rate?.forget(transfer)
        slots.release(origin: transfer.exchange.address.origin, isMultiplexed: transfer.isMultiplexed)
        ccurl_multi_remove_handle(multi, transfer.easy)
        transfer.free()
        idleHandles.append(transfer.easy)
    }
}
