import PackStorage

/// Limits the requests to each host: one at a time, with a pause between pages, and none after repeated refusals.
struct HostThrottle: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The result of a request to a host.
    enum Outcome: Equatable, Sendable {
        case answered
        /// 429, 403 or 503, and the wait that the host asks for.
        case refused(status: Int, wait: Duration?)
        /// There was no connection, or it was interrupted.
        case failed
        /// No request was made: the cache had the response.
        case notRequested
    }

    /// The requests that a host may get now.
    enum Readiness: Equatable, Sendable {
        case none
        /// Pictures and enclosures.
        case files
        case all
    }

    /// Plain values, since each request of a run looks up all of its hosts. Times count from `origin`, because the size
    /// of an `Instant` is known at run time only.
    private struct Host {
        var isBusy = false
        var isSkipped = false
        var notBefore: Duration?
        var nextPage: Duration?
        var refusals = 0
        var failures = 0
        var requests = 0
        var bytes: Int64 = 0
    }

    private let limits: JourneyLimits
    private let origin = Instant.now
    /// The earliest first page of every host: another process may have asked it a moment ago.
    private let firstPage: Duration?
    private var hosts: [String: Host] = [:]
    /// The hosts that the journey has given up on, and the reasons.
    private(set) var skipped: [String: String] = [:]

    /// - Parameter waits: the seconds that hosts still have to wait after an earlier run.
    init(limits: JourneyLimits, firstPage: Instant? = nil, waits: [String: Double] = [:]) {
        self.limits = limits
        self.firstPage = firstPage.map { [origin] in origin.duration(to: $0) }
        for (name, wait) in waits { hosts[name, default: Host()].notBefore = .seconds(wait) }
    }

    func isSkipped(_ name: String) -> Bool { skipped[name] != nil }

    /// Returns false if the host is skipped. A host that asked an earlier run for a long wait is skipped as soon as one
    /// of its objects is wanted.
    mutating func accepts(_ name: String, at now: Instant = .now) -> Bool {
        if skipped[name] == nil, let end = hosts[name]?.notBefore, end - time(of: now) > limits.maximumWait {
            skipped[name] = "requires a long wait"
            hosts[name]?.isSkipped = true
        }
        return skipped[name] == nil
    }

    /// Returns the seconds that hosts still have to wait.
    func waits(at now: Instant) -> [String: Double] {
        var waits: [String: Double] = [:]
        for (name, host) in hosts {
            guard let end = host.notBefore, end > time(of: now) else { continue }
            waits[name] = (end - time(of: now)) / .seconds(1)
        }
        return waits
    }

    /// Returns the time for `readiness`.
    func time(of now: Instant) -> Duration { origin.duration(to: now) }

    func readiness(of name: String, at time: Duration) -> Readiness {
        let host = hosts[name] ?? Host()
        guard !host.isSkipped, !host.isBusy, host.notBefore ?? time <= time else { return .none }
        return host.nextPage ?? firstPage ?? time <= time ? .all : .files
    }

    mutating func begin(_ name: String) {
        hosts[name, default: Host()].isBusy = true
    }

    mutating func end(_ name: String, _ stage: PackingStage, _ outcome: Outcome, bytes: Int64, at now: Instant) {
        var host = hosts[name] ?? Host()
        host.isBusy = false
        defer { hosts[name] = host }
        guard outcome != .notRequested else { return }
        let now = time(of: now)
        host.requests += 1
        if stage != .enclosure { host.bytes += bytes }
        if stage == .page { host.nextPage = now + limits.pagePause }
        switch outcome {
        case .answered:
            host.refusals = 0
            host.failures = 0
        case .refused(let status, let wait):
            host.refusals += 1
            host.notBefore = now + (wait ?? limits.pagePause)
            skipped[name] = skipped[name] ?? reasonToSkip(host, status, wait)
        case .failed:
            host.failures += 1
            if host.failures >= limits.refusals { skipped[name] = skipped[name] ?? "the connection failed twice" }
        case .notRequested: break
        }
        if skipped[name] == nil, stage != .enclosure { skipped[name] = limitReached(host) }
        host.isSkipped = skipped[name] != nil
    }

    private func reasonToSkip(_ host: Host, _ status: Int, _ wait: Duration?) -> String? {
        if let wait, wait > limits.maximumWait { return "requires a long wait (\(status))" }
        return host.refusals >= limits.refusals ? "refused twice (\(status))" : nil
    }

    private func limitReached(_ host: Host) -> String? {
        if host.bytes >= limits.hostBytes { return "reached its limit of \(limits.hostBytes / 1_000_000) MB" }
        return host.requests >= limits.hostRequests ? "reached its limit of \(limits.hostRequests) requests" : nil
    }
}
