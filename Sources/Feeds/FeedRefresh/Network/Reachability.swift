import Basics
import FoundationEssentials

/// Distinguishes a dead connection from a dead server: only failures of several hosts in a row, with no response
/// between them, count against the connection.
struct Reachability: Sendable {
    /// The number of hosts that must fail in a row before the connection counts as dead; all hosts if there are fewer.
    static let hostsToConfirm = 3
    /// The waits between probes.
    private static let backOff = BackOff(first: 5, maximum: 300)

    private(set) var failedHosts: Set<String> = []
    private(set) var nextTry: Date?
    private var probes = 0

    var isUnreachable: Bool { nextTry != nil }

    /// Records a response: even an error from a server shows that the connection works.
    mutating func recordResponse() {
        failedHosts = []
        nextTry = nil
        probes = 0
    }

    /// Records an exchange that failed without a connection. `knownHosts` is the number of hosts that can be probed.
    mutating func recordFailure(host: String, knownHosts: Int, now: Date, jitter: Double) {
        // Exchanges that began before the wait do not count as probes: many fail at once when a connection dies.
        guard mayAsk(at: now) else { return }
        failedHosts.insert(host)
        // While nothing can be reached, each probe counts, even if the wait began with fewer hosts.
        guard isUnreachable || failedHosts.count >= min(Self.hostsToConfirm, max(knownHosts, 1)) else { return }
        probes += 1
        nextTry = now + Self.backOff.wait(after: probes, jitter: jitter)
    }

    /// Returns the number of hosts of these addresses; stops counting at `hostsToConfirm`. Files, programs and the feed of
    /// saved pages have none.
    static func hosts(of addresses: some Sequence<String>) -> Int {
        var hosts: Set<String> = []
        for address in addresses where WebAddress.isHTTP(address) {
            guard hosts.count < hostsToConfirm else { break }
            hosts.insert(ShownAddress.host(of: address))
        }
        return hosts.count
    }

    /// Ends the current wait; the next failure begins a longer one.
    mutating func endWait(at now: Date) {
        if nextTry != nil { nextTry = now }
    }

    func mayAsk(at now: Date) -> Bool {
        guard let nextTry else { return true }
        // A clock that was set back must not lengthen the wait.
        return nextTry <= now || nextTry > now + Self.backOff.maximumWithJitter
    }
}
