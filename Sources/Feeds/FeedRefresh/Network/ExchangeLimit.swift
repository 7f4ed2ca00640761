import FoundationEssentials

/// Sets the number of simultaneous exchanges: few at first, doubled as long as that raises the throughput, halved
/// when the connection drops exchanges.
struct ExchangeLimit: Sendable {
    /// The initial number (default 4).
    static let start = 4
    /// Maximum number (default 64); more does not help a feed reader.
    static let maximum = 64
    /// A round that exceeds the best throughput so far by this factor doubles the number.
    private static let gain = 1.15

    private(set) var limit: Int
    private var round = Round()
    private var best = 0.0

    private struct Round {
        var began: Date?
        var finished = 0
        var bytes: Int64 = 0
    }

    init(start: Int = ExchangeLimit.start) {
        limit = start
    }

    /// Records the end of an exchange. `connectionFailed`: it ended without a connection or without bytes, not by the
    /// server's response.
    mutating func recordEnd(bytes: Int64, connectionFailed: Bool, at now: Date) {
        if connectionFailed {
            limit = max(2, limit / 2)
            round = Round()
            return
        }
        if round.began == nil { round.began = now }
        round.finished += 1
        round.bytes += bytes
        guard round.finished > limit, let began = round.began else { return }
        // An exchange costs a round trip whatever its size: small responses count as 4 KB.
        let carried = Double(max(round.bytes, Int64(round.finished) * 4096))
        let rate = carried / max(now.timeIntervalSince(began), 0.001)
        if rate > best * Self.gain {
            best = rate
            limit = min(limit * 2, Self.maximum)
        }
        round = Round()
    }
}
