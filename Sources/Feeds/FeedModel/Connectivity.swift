package import struct FoundationEssentials.Date

/// The state of lede's connection to the network. Offline mode, which only the person switches, is a case of its own.
package enum Connectivity: Equatable, Sendable {
    case online
    /// The person's choice: no socket, no name look-up.
    case offline
    /// The network is unreachable: no request before `nextTry`, then one feed as a probe.
    case unreachable(nextTry: Date)
}
