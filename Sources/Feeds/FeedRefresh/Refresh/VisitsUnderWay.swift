import FeedModel
import FoundationEssentials
import Synchronization

/// The running visits of one refresh: the number that use the connection, and the hosts that are slow to answer.
///
/// Waiting for a first byte uses no bandwidth. So a late visit does not keep others from starting, and its host, if
/// nothing else arrives from it, gets one visit at a time until it answers.
///
/// Under a rate limit every document arrives slowly, and more visits would make each slower still: then only visits
/// that others overtake are late.
struct VisitsUnderWay {
    /// The number of seconds after which a visit is late.
    static let lateAfter: TimeInterval = 2
    /// An unanswered visit is late once at least this many visits that began after it were answered.
    static let overtaking = 4
    /// Maximum number of visits to one host; more would only wait for its connections.
    static let maximumPerHost = 8
    /// A host is skipped for the rest of this refresh after this many consecutive visits without a response while
    /// others answered.
    static let unansweredLimit = 4
    /// Maximum number of visits while documents that have arrived wait to be parsed and stored (default 48): the
    /// processors are then slower than the connection. A refresh of 1,000 feeds with 100 articles each took 115 MB with
    /// it, and 185 MB without it, in the same time.
    static let maximumWithDocuments = 48
    /// The number of such documents up to which only the connection limits the visits (default 7).
    static let fewDocuments = 7

    /// The progress of a response; the visit's own task sets it.
    final class ResponseProgress: Sendable {
        private let state = Atomic(false)
        private let report: @Sendable (Step) -> Void

        init(report: @escaping @Sendable (Step) -> Void = { _ in }) {
            self.report = report
        }

        /// True once it has begun to arrive.
        var hasBegun: Bool { state.load(ordering: .relaxed) }

        func begin() {
            state.store(true, ordering: .relaxed)
        }

        /// Reports that the document has arrived, and only needs to be parsed and stored.
        ///
        /// - Parameter bytes: the number of bytes received.
        func complete(bytes: Int64) {
            report(.complete(bytes: bytes))
        }

        /// Reports that the visit requests older pages after its document.
        func useConnectionAgain() {
            report(.continued)
        }
    }

    enum Step: Sendable {
        case complete(bytes: Int64)
        case continued
    }

    private struct Visit {
        let host: String
        let began: Date
        let progress: ResponseProgress
        /// The number of visits answered when it began.
        let responsesBefore: Int
        /// The number of answered visits at which it is overtaken: all visits that began before it may be answered
        /// first.
        let responsesToOvertake: Int
        var lateness = Lateness.punctual
        var phase = Phase.requesting

        /// A completed document counts as a response, even if older pages are requested after it.
        var isCounted: Bool { phase != .requesting }
    }

    private enum Lateness {
        case punctual
        /// Others were answered first.
        case overtaken
        /// It has taken as long as `lateAfter`.
        case slow
    }

    private enum Phase {
        /// Its document has not arrived yet.
        case requesting
        /// Its document is parsed and stored: it does not use the connection.
        case storing
        /// It requests older pages after its document.
        case continuing
    }

    private struct Host {
        var underWay = 0
        /// The run's count of answered visits when this host last answered.
        var answered = 0
        /// True if the host keeps visits waiting and has not answered since they began.
        var isLate = false
        /// Consecutive visits without a response.
        var unansweredCount = 0
    }

    private let limitsRate: Bool
    private var visits: [SubscriptionID: Visit] = [:]
    private var hosts: [String: Host] = [:]
    private var responses = 0
    /// The earliest time, and the smallest number of responses, at which a visit may become late.
    private var nextCheck = (time: Date.distantFuture, responses: Int.max)
    /// Visits still using bandwidth: those that are neither late nor complete.
    private(set) var active = 0
    /// Visits whose documents have arrived and are not stored yet.
    private var complete = 0

    /// - Parameter limitsRate: true if the rate of all exchanges together is limited.
    init(limitsRate: Bool = false) {
        self.limitsRate = limitsRate
    }

    var isEmpty: Bool { visits.isEmpty }
    var count: Int { visits.count }

    /// True if a further visit may begin.
    ///
    /// - Parameters:
    ///   - exchanges: the number of visits that may use bandwidth.
    ///   - maximum: the number of visits that may use a connection, including the late ones.
    func mayBegin(exchanges: Int, maximum: Int) -> Bool {
        active < exchanges && count - complete < maximum
            && (complete <= Self.fewDocuments || count < Self.maximumWithDocuments)
    }

    mutating func begin(_ id: SubscriptionID, to host: String, progress: ResponseProgress, at now: Date) {
        let visit = Visit(
            host: host, began: now, progress: progress, responsesBefore: responses,
            responsesToOvertake: responses + active + Self.overtaking)
        visits[id] = visit
        watch(visit)
        hosts[host, default: Host()].underWay += 1
        active += 1
    }

    private mutating func watch(_ visit: Visit) {
        if !limitsRate { nextCheck.time = min(nextCheck.time, visit.began + Self.lateAfter) }
        if !visit.progress.hasBegun { nextCheck.responses = min(nextCheck.responses, visit.responsesToOvertake) }
    }

    /// Finds the visits that are late now.
    mutating func update(at now: Date) {
        // This runs after each response, with dozens of visits under way.
        guard now >= nextCheck.time || responses >= nextCheck.responses else { return }
        nextCheck = (.distantFuture, .max)
        for (id, visit) in visits where visit.lateness == .punctual && visit.phase != .storing {
            let isSlow = !limitsRate && now.timeIntervalSince(visit.began) >= Self.lateAfter
            let isWaiting = !visit.progress.hasBegun
            guard isSlow || (isWaiting && responses >= visit.responsesToOvertake) else {
                watch(visit)
                continue
            }
            active -= 1
            visits[id]?.lateness = isSlow ? .slow : .overtaken
            if isWaiting, let host = hosts[visit.host], host.answered <= visit.responsesBefore {
                hosts[visit.host]?.isLate = true
            }
        }
    }

    /// Counts the visit's response, and lets other visits use the connection while its document is parsed and stored.
    ///
    /// - Returns: its host, nil if it was not running.
    mutating func recordDocument(of id: SubscriptionID) -> String? {
        guard let visit = visits[id], !visit.isCounted else { return nil }
        visits[id]?.phase = .storing
        complete += 1
        freeConnection(of: visit)
        countResponse(of: visit.host)
        return visit.host
    }

    /// Counts the visit as using the connection again, for older pages.
    mutating func useConnectionAgain(_ id: SubscriptionID) {
        guard let visit = visits[id], visit.phase == .storing else { return }
        visits[id]?.phase = .continuing
        complete -= 1
        if visit.lateness == .punctual { active += 1 }
        hosts[visit.host]?.underWay += 1
        watch(visit)
    }

    private mutating func countResponse(of host: String) {
        responses += 1
        hosts[host]?.answered = responses
        hosts[host]?.isLate = false
        hosts[host]?.unansweredCount = 0
    }

    private mutating func freeConnection(of visit: Visit) {
        if visit.lateness == .punctual { active -= 1 }
        hosts[visit.host]?.underWay -= 1
    }

    struct End {
        /// Nil if the visit was not running.
        var host: String?
        /// True if the server caused the failure, although the visit alone does not show it.
        var wasSilent = false
        /// True if the response has been counted already.
        var isCounted = false
    }

    /// Removes a visit that has ended.
    ///
    /// - Parameter contact: the state of the connection, as far as the visit alone shows it.
    mutating func end(_ id: SubscriptionID, contact: Contact) -> End {
        guard let visit = visits.removeValue(forKey: id) else { return End() }
        if visit.phase == .storing { complete -= 1 } else { freeConnection(of: visit) }
        guard contact != .answered else {
            if !visit.isCounted { countResponse(of: visit.host) }
            return End(host: visit.host, isCounted: visit.isCounted)
        }
        guard var host = hosts[visit.host] else { return End() }
        var wasSilent = false
        // A visit may be slow before others overtake it, and its server silent after the head.
        let isOvertaken = visit.lateness == .overtaken || responses >= visit.responsesToOvertake
        if contact == .disconnected, isOvertaken || host.unansweredCount > 0 {
            wasSilent = true
            host.isLate = true
            host.unansweredCount += 1
        } else if contact == .disconnected, responses > visit.responsesBefore {
            // No visit began after it, so none could overtake it; but if many hosts are silent, this visit counts as
            // silent, too.
            wasSilent = hosts.values.count { $0.unansweredCount > 0 } >= Reachability.hostsToConfirm
        }
        hosts[visit.host] = host
        return End(host: visit.host, wasSilent: wasSilent)
    }

    /// Returns the number of further visits that the host may have now.
    func room(at host: String) -> Int {
        guard let host = hosts[host] else { return Self.maximumPerHost }
        return max(0, (host.isLate ? 1 : Self.maximumPerHost) - host.underWay)
    }

    /// True if nothing of the response has arrived, and earlier visits to the host failed without a response. It may
    /// only wait for their connections.
    func isSilent(_ id: SubscriptionID) -> Bool {
        guard let visit = visits[id], !visit.progress.hasBegun else { return false }
        return hosts[visit.host].map { $0.unansweredCount > 0 } ?? false
    }

    func isGivenUp(_ host: String) -> Bool {
        hosts[host].map { $0.unansweredCount >= Self.unansweredLimit } ?? false
    }
}
