import Basics
import PackStorage

/// The addresses to fetch, by host, in the journey's order.
struct PackingQueue: Sendable {
    private struct HostQueue {
        let host: String
        /// One list per stage, in reverse order of fetching.
        var stages: [[WantedAddress]] = PackingStage.allCases.map { _ in [] }
        /// The ranks of the first address of each stage.
        var ranks: [Rank?] = PackingStage.allCases.map { _ in nil }
    }

    /// The position of an address in the journey's order.
    private struct Rank: Comparable {
        let stage: Int
        /// 1 if its last transfer was interrupted.
        let failures: Int
        let position: Int
        let id: AddressID

        init(_ address: WantedAddress) {
            (stage, failures, position) = (address.stage.rawValue, address.hasFailed ? 1 : 0, address.position)
            id = address.id
        }

        static func < (a: Rank, b: Rank) -> Bool {
            (a.stage, a.failures, a.position, a.id) < (b.stage, b.failures, b.position, b.id)
        }
    }

    private var queues: [HostQueue] = []
    private var queueOfHost: [String: Int] = [:]
    private var known: Set<AddressID> = []
    private var counts = PackingStage.allCases.map { _ in 0 }

    var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

    func count(of stage: PackingStage) -> Int { counts[stage.rawValue] }

    func contains(_ address: WantedAddress) -> Bool {
        queues.contains { $0.stages[address.stage.rawValue].contains { $0.id == address.id } }
    }

    /// Returns the first pages of each host: a few more than are fetched next.
    func firstPages(limit: Int) -> [WantedAddress] {
        let hosts = queues.lazy.map { $0.stages[PackingStage.page.rawValue] }.filter { !$0.isEmpty }
        let perHost = limit / max(1, hosts.count) + 1
        return hosts.flatMap { $0.suffix(perHost) }
    }

    /// Adds addresses; an address that is in the queue already keeps its position.
    mutating func add(_ wanted: some Sequence<WantedAddress>) {
        for address in wanted where known.insert(address.id).inserted { insert(address) }
    }

    /// Puts an address back into the queue, because it has to be fetched again.
    mutating func putBack(_ address: WantedAddress) {
        known.insert(address.id)
        insert(address)
    }

    private mutating func insert(_ address: WantedAddress) {
        let (queue, stage) = (queue(of: ShownAddress.host(of: address.url)), address.stage.rawValue)
        let rank = Rank(address)
        var low = 0
        var high = queues[queue].stages[stage].count
        while low < high {
            let middle = (low + high) / 2
            if Rank(queues[queue].stages[stage][middle]) > rank { low = middle + 1 } else { high = middle }
        }
        queues[queue].stages[stage].insert(address, at: low)
        rankFirst(queue, stage)
        counts[stage] += 1
    }

    private mutating func queue(of host: String) -> Int {
        if let queue = queueOfHost[host] { return queue }
        queues.append(HostQueue(host: host))
        queueOfHost[host] = queues.count - 1
        return queues.count - 1
    }

    private mutating func rankFirst(_ queue: Int, _ stage: Int) {
        queues[queue].ranks[stage] = queues[queue].stages[stage].last.map(Rank.init)
    }

    /// Returns the first address whose host may be asked, of these stages in their order.
    func first(
        of stages: [PackingStage] = PackingStage.allCases, where readiness: (String) -> HostThrottle.Readiness
    ) -> (host: String, address: WantedAddress)? {
        var best: (queue: Int, rank: Rank)?
        for queue in queues.indices {
            guard let first = firstRank(in: queue, of: stages), best.map({ first < $0.rank }) ?? true else { continue }
            let ready = readiness(queues[queue].host)
            guard ready != .none else { continue }
            let found = ready == .all ? first : firstRank(in: queue, of: stages.filter { $0 != .page })
            guard let found, best.map({ found < $0.rank }) ?? true else { continue }
            best = (queue, found)
        }
        return best.flatMap { best in
            queues[best.queue].stages[best.rank.stage].last.map { (queues[best.queue].host, $0) }
        }
    }

    private func firstRank(in queue: Int, of stages: [PackingStage]) -> Rank? {
        for stage in stages {
            if let rank = queues[queue].ranks[stage.rawValue] { return rank }
        }
        return nil
    }

    mutating func remove(_ address: WantedAddress) {
        let stage = address.stage.rawValue
        guard let queue = queueOfHost[ShownAddress.host(of: address.url)],
            let index = queues[queue].stages[stage].lastIndex(where: { $0.id == address.id })
        else { return }
        queues[queue].stages[stage].remove(at: index)
        rankFirst(queue, stage)
        counts[stage] -= 1
    }

    /// Removes the addresses of a host that the journey has given up on.
    mutating func removeAll(of host: String) {
        guard let queue = queueOfHost[host] else { return }
        for (stage, addresses) in queues[queue].stages.enumerated() { counts[stage] -= addresses.count }
        queues[queue] = HostQueue(host: host)
    }

    /// Removes addresses, which may be added again.
    mutating func removeAll(_ addresses: Set<AddressID>) {
        guard !addresses.isEmpty else { return }
        known.subtract(addresses)
        for queue in queues.indices {
            for stage in queues[queue].stages.indices {
                let before = queues[queue].stages[stage].count
                queues[queue].stages[stage].removeAll { addresses.contains($0.id) }
                counts[stage] -= before - queues[queue].stages[stage].count
                rankFirst(queue, stage)
            }
        }
    }

    mutating func removeAll(of stage: PackingStage) {
        for queue in queues.indices {
            queues[queue].stages[stage.rawValue] = []
            queues[queue].ranks[stage.rawValue] = nil
        }
        counts[stage.rawValue] = 0
    }
}
