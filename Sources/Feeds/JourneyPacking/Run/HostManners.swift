import JourneyHold

/// Limits the requests to each host: one at a time, a pause between pages, and none after repeated refusals.
struct HostManners: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The result of a request to a host.
    enum Answer: Equatable, Sendable {
        case heard
        /// 429, 403 or 503, and the wait that the host asks for.
        case refused(status: Int, wait: Duration?)
        /// No connection, or an interrupted one.
        case failed
        /// No request was made: the cache had the answer.
        case notAsked
    }

    /// The decision to ask a host or not.
    enum Turn: Equatable, Sendable {
        case now
        case after(Instant)
        /// A request is running.
        case busy
        case never
    }

    private struct Host {
        var isBusy = false
        var notBefore: Instant?
        var nextPage: Instant?
        var refusals = 0
        var failures = 0
        var requests = 0
        var bytes: Int64 = 0
        var left: String?
    }

    private let limits: JourneyLimits
    /// The earliest first page of every host: another process may have asked it a moment ago.
    private let firstPage: Instant?
    private var hosts: [String: Host] = [:]

    init(limits: JourneyLimits, firstPage: Instant? = nil) {
        self.limits = limits
        self.firstPage = firstPage
    }

    var busyCount: Int { hosts.values.count { $0.isBusy } }

    /// The hosts that the journey gave up, and the reasons.
    var left: [String: String] { hosts.compactMapValues(\.left) }

    func isLeft(_ name: String) -> Bool { hosts[name]?.left != nil }

    func turn(of name: String, for stage: PackingStage, at now: Instant) -> Turn {
        let host = hosts[name]
        if host?.left != nil { return .never }
        if host?.isBusy == true { return .busy }
        var wait = host?.notBefore
        if stage == .page, let page = host?.nextPage ?? firstPage { wait = max(wait ?? page, page) }
        return wait.flatMap { $0 > now ? .after($0) : nil } ?? .now
    }

    mutating func begin(_ name: String) {
        hosts[name, default: Host()].isBusy = true
    }

    mutating func end(_ name: String, _ stage: PackingStage, _ answer: Answer, bytes: Int64, at now: Instant) {
        var host = hosts[name] ?? Host()
        host.isBusy = false
        defer { hosts[name] = host }
        guard answer != .notAsked else { return }
        host.requests += 1
        if stage != .enclosure { host.bytes += bytes }
        if stage == .page { host.nextPage = now + limits.pagePause }
        switch answer {
        case .heard:
            host.refusals = 0
            host.failures = 0
        case .refused(let status, let wait): refuse(&host, status, wait, at: now)
        case .failed:
            host.failures += 1
            if host.failures >= limits.refusals { host.left = "cannot be reached" }
        case .notAsked: break
        }
        guard host.left == nil, stage != .enclosure else { return }
        if host.requests >= limits.hostRequests { host.left = "reached its \(limits.hostRequests) requests" }
        if host.bytes >= limits.hostBytes { host.left = "gave its \(limits.hostBytes / 1_000_000) MB" }
    }

    private func refuse(_ host: inout Host, _ status: Int, _ wait: Duration?, at now: Instant) {
        host.refusals += 1
        host.notBefore = now + (wait ?? limits.pagePause)
        if host.refusals >= limits.refusals { host.left = "refused twice (\(status))" }
        if let wait, wait > limits.longestWait { host.left = "requires a long wait (\(status))" }
    }
}
