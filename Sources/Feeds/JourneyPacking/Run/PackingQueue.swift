import Basics
import FeedModel
import JourneyHold

/// The addresses to fetch, by host, in the journey's order.
struct PackingQueue: Sendable {
    private struct Line {
        /// One list per stage, in reverse order of fetching.
        var stages: [[WantedAddress]] = PackingStage.allCases.map { _ in [] }
    }

    private var hosts: [String: Line] = [:]
    private var known: Set<AddressID> = []
    private var counts = PackingStage.allCases.map { _ in 0 }

    var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

    var hostNames: [String] { Array(hosts.keys) }

    func count(of stage: PackingStage) -> Int { counts[stage.rawValue] }

    static func host(of url: String) -> String {
        ShownAddress.authority(of: ShownAddress.of(url)).map(String.init) ?? ""
    }

    /// Adds addresses; one that is in the queue already keeps its position.
    mutating func add(_ wanted: some Sequence<WantedAddress>) {
        for address in wanted where known.insert(address.id).inserted { insert(address) }
    }

    /// Returns an address that has to be fetched once more to the queue.
    mutating func putBack(_ address: WantedAddress) {
        insert(address)
    }

    private mutating func insert(_ address: WantedAddress) {
        let (host, stage) = (Self.host(of: address.url), address.stage.rawValue)
        var line = hosts[host] ?? Line()
        var low = 0
        var high = line.stages[stage].count
        while low < high {
            let middle = (low + high) / 2
            let other = line.stages[stage][middle]
            if (other.turn, other.id) > (address.turn, address.id) { low = middle + 1 } else { high = middle }
        }
        line.stages[stage].insert(address, at: low)
        hosts[host] = line
        counts[stage] += 1
    }

    /// Returns the first address of these stages whose host may be asked.
    ///
    /// - Parameter mayAsk: decides for a host and a stage.
    func first(
        of stages: [PackingStage] = PackingStage.allCases, where mayAsk: (String, PackingStage) -> Bool
    ) -> (host: String, address: WantedAddress)? {
        var best: (host: String, address: WantedAddress)?
        for (host, line) in hosts {
            for stage in stages {
                guard let address = line.stages[stage.rawValue].last else { continue }
                if let best, !Self.precedes(address, best.address) { break }
                guard mayAsk(host, stage) else { continue }
                best = (host, address)
                break
            }
        }
        return best
    }

    private static func precedes(_ a: WantedAddress, _ b: WantedAddress) -> Bool {
        (a.stage, a.turn, a.id) < (b.stage, b.turn, b.id)
    }

    mutating func remove(_ address: WantedAddress) {
        let host = Self.host(of: address.url)
        guard let index = hosts[host]?.stages[address.stage.rawValue].lastIndex(where: { $0.id == address.id }) else {
            return
        }
        hosts[host]?.stages[address.stage.rawValue].remove(at: index)
        counts[address.stage.rawValue] -= 1
    }

    /// Removes the addresses of a host that the journey has given up.
    mutating func removeAll(of host: String) {
        guard let line = hosts.removeValue(forKey: host) else { return }
        for (stage, addresses) in line.stages.enumerated() { counts[stage] -= addresses.count }
    }

    mutating func removeAll(of stage: PackingStage) {
        for host in hosts.keys { hosts[host]?.stages[stage.rawValue] = [] }
        counts[stage.rawValue] = 0
    }
}
