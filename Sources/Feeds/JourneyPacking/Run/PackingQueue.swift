import Basics
import FeedModel
import JourneyHold

/// The addresses to fetch, by host, in the journey's order.
struct PackingQueue: Sendable {
    private struct Line {
        let host: String
        /// One list per stage, in reverse order of fetching.
        var stages: [[WantedAddress]] = PackingStage.allCases.map { _ in [] }
        /// The ranks of the first address of each stage.
        var ranks: [Rank?] = PackingStage.allCases.map { _ in nil }
    }

    /// The position of an address in the journey's order.
    private struct Rank: Comparable {
        let stage: Int
        let turn: Int
        let id: AddressID

        init(_ address: WantedAddress) {
            (stage, turn, id) = (address.stage.rawValue, address.turn, address.id)
        }

        static func < (a: Rank, b: Rank) -> Bool { (a.stage, a.turn, a.id) < (b.stage, b.turn, b.id) }
    }

    private var lines: [Line] = []
    private var lineOfHost: [String: Int] = [:]
    private var known: Set<AddressID> = []
    private var counts = PackingStage.allCases.map { _ in 0 }

    var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

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
        let (line, stage) = (line(of: Self.host(of: address.url)), address.stage.rawValue)
        let rank = Rank(address)
        var low = 0
        var high = lines[line].stages[stage].count
        while low < high {
            let middle = (low + high) / 2
            if Rank(lines[line].stages[stage][middle]) > rank { low = middle + 1 } else { high = middle }
        }
        lines[line].stages[stage].insert(address, at: low)
        rankFirst(line, stage)
        counts[stage] += 1
    }

    private mutating func line(of host: String) -> Int {
        if let line = lineOfHost[host] { return line }
        lines.append(Line(host: host))
        lineOfHost[host] = lines.count - 1
        return lines.count - 1
    }

    private mutating func rankFirst(_ line: Int, _ stage: Int) {
        lines[line].ranks[stage] = lines[line].stages[stage].last.map(Rank.init)
    }

    /// Returns the first address of these stages whose host may be asked.
    ///
    /// - Parameter mayAsk: decides for a host and a stage.
    func first(
        of stages: [PackingStage] = PackingStage.allCases, where mayAsk: (String, PackingStage) -> Bool
    ) -> (host: String, address: WantedAddress)? {
        var best: (line: Int, rank: Rank)?
        for line in lines.indices {
            for stage in stages {
                guard let rank = lines[line].ranks[stage.rawValue] else { continue }
                if let best, best.rank < rank { break }
                guard mayAsk(lines[line].host, stage) else { continue }
                best = (line, rank)
                break
            }
        }
        return best.flatMap { best in
            lines[best.line].stages[best.rank.stage].last.map { (lines[best.line].host, $0) }
        }
    }

    mutating func remove(_ address: WantedAddress) {
        let stage = address.stage.rawValue
        guard let line = lineOfHost[Self.host(of: address.url)],
            let index = lines[line].stages[stage].lastIndex(where: { $0.id == address.id })
        else { return }
        lines[line].stages[stage].remove(at: index)
        rankFirst(line, stage)
        counts[stage] -= 1
    }

    /// Removes the addresses of a host that the journey has given up.
    mutating func removeAll(of host: String) {
        guard let line = lineOfHost[host] else { return }
        for (stage, addresses) in lines[line].stages.enumerated() { counts[stage] -= addresses.count }
        lines[line] = Line(host: host)
    }

    mutating func removeAll(_ addresses: Set<AddressID>) {
        guard !addresses.isEmpty else { return }
        for line in lines.indices {
            for stage in lines[line].stages.indices {
                let before = lines[line].stages[stage].count
                lines[line].stages[stage].removeAll { addresses.contains($0.id) }
                counts[stage] -= before - lines[line].stages[stage].count
                rankFirst(line, stage)
            }
        }
    }

    mutating func removeAll(of stage: PackingStage) {
        for line in lines.indices {
            lines[line].stages[stage.rawValue] = []
            lines[line].ranks[stage.rawValue] = nil
        }
        counts[stage.rawValue] = 0
    }
}
