import FeedModel
package import FoundationEssentials

/// Whether anything at all can be reached. Not the offline mode, which only the person switches.
package enum Connectivity: Equatable, Sendable {
    case online
    /// The person's choice: no socket, no look-up.
    case offline
    /// The network's doing: nothing is asked before `nextTry`, then one feed as a probe.
    case unreachable(nextTry: Date)
}

/// Tells a dead line from a dead server: only failures that several hosts in a row share, with nothing heard between, speak of the line.
struct Reachability: Sendable {
    /// So many hosts must fail one after another, or all where there are fewer.
    static let hostsToBelieve = 3
    /// The waits between probes, in seconds; the last one repeats.
    var waits: [TimeInterval] = [5, 10, 20, 40, 80, 160, 300]

    private(set) var failedHosts: Set<String> = []
    private(set) var nextTry: Date?
    private var probes = 0

    var isUnreachable: Bool { nextTry != nil }

    /// Anything that came from a server, were it an error, shows that the line is there.
    mutating func heard() {
        failedHosts = []
        nextTry = nil
        probes = 0
    }

    /// An exchange failed for want of a line. `knownHosts` is how many hosts there are to ask at all.
    mutating func failed(host: String, knownHosts: Int, now: Date, jitter: Double) {
        failedHosts.insert(host)
        guard failedHosts.count >= min(Self.hostsToBelieve, max(knownHosts, 1)) else { return }
        let wait = waits[min(probes, waits.count - 1)]
        probes += 1
        nextTry = now + wait * (0.8 + 0.4 * jitter)
    }

    /// How many hosts these addresses have; counted no further than it matters here.
    static func hosts(of addresses: some Sequence<String>) -> Int {
        var hosts: Set<String> = []
        for address in addresses {
            guard hosts.count < hostsToBelieve else { break }
            hosts.insert(FeedVisitor.host(of: address))
        }
        return hosts.count
    }

    func mayAsk(at now: Date) -> Bool {
        nextTry.map { $0 <= now } ?? true
    }
}
