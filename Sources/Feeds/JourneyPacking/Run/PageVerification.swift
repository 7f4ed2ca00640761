import FeedRefresh
import PackStorage

/// Responses that may come from a hotspot, since nothing proves that their servers sent them: stored pages, if the
/// hotspot sends a different text for each address, and missing objects.
///
/// A page with proof shows that there is a network now, and so decides about the pages that arrived before it in the
/// same run. It proves nothing about pages of earlier runs, which were killed or cancelled: the first and the last of
/// them are fetched again, and if a text differs, all of them are. Nothing is decided before a network is proven.
///
/// A missing object is unavailable only if it is missing after a proof and before another one; if it was missing before
/// the first proof, it is fetched again.
struct PageVerification {
    /// A page of an earlier run that is fetched again.
    private struct Sample {
        let address: WantedAddress
        /// The fingerprint of its stored text; nil if the library has lost it.
        let fingerprint: Int64?
        /// True if the same text arrived again; nil until a text arrives.
        var isSame: Bool?
    }

    /// An object that a response without proof reports as missing.
    private struct Miss {
        let address: WantedAddress
        var isAfterProof: Bool
    }

    /// The decisions that follow from a proof.
    struct Decision: Equatable {
        /// The pages that certainly come from their servers.
        var confirmed: [WantedAddress] = []
        /// The pages and files to fetch again.
        var wrong: [WantedAddress] = []
        /// The pages and files that are unavailable for certain.
        var unavailable: [WantedAddress] = []
    }

    /// The pages of this run since the last one with proof: a hotspot's session may end in the middle of a run.
    private(set) var recent: [WantedAddress] = []
    /// The missing objects of this run since the last proof.
    private var misses: [Miss] = []
    /// The pages and files without a certificate that one and the same page replaced, since the last proof.
    private(set) var replaced: [WantedAddress] = []
    /// The pages of earlier runs, the oldest first, except the samples.
    private var earlier: [WantedAddress]
    private var samples: [Sample] = []
    private let fingerprint: (WantedAddress) throws -> Int64?
    private var network = Network.unknown

    private enum Network {
        case unknown
        /// A hotspot answered when the run began, and there has been no proof since: the pages up to the first proof
        /// are wrong.
        case hotspot
        /// There has been a proof.
        case proven
    }

    /// The missing pages and files that are not decided.
    var missing: [WantedAddress] { misses.map(\.address) }

    /// - Parameters:
    ///   - earlier: the pages of earlier runs, the oldest first.
    ///   - fingerprint: returns the fingerprint of a stored page's text; nil if there is none.
    init(earlier: [WantedAddress], fingerprint: @escaping (WantedAddress) throws -> Int64?) {
        self.earlier = earlier
        self.fingerprint = fingerprint
    }

    /// Chooses the pages to fetch again before all others: the first and the last, since a hotspot's session may have
    /// begun or ended during the earlier runs.
    mutating func chooseSamples() throws -> [WantedAddress] {
        let ends = [earlier.popLast(), earlier.isEmpty ? nil : earlier.removeFirst()]
        return try ends.compactMap { try $0.map { try add($0) } }
    }

    /// Chooses another page in place of one that cannot be fetched; nil if none is left.
    mutating func replaceSample(_ address: WantedAddress) throws -> WantedAddress? {
        samples.removeAll { $0.address.id == address.id }
        return try earlier.popLast().map { try add($0) }
    }

    private mutating func add(_ page: WantedAddress) throws -> WantedAddress {
        samples.append(Sample(address: page, fingerprint: try fingerprint(page)))
        var first = page
        first.position = -1
        return first
    }

    /// True for a sample for which no text has arrived yet.
    func isMissingSample(_ address: WantedAddress) -> Bool {
        samples.contains { $0.address.id == address.id && $0.isSame == nil }
    }

    /// Applies a page that a server, or a hotspot in its place, sent in this run.
    mutating func note(_ page: SeenPage, of address: WantedAddress) -> Decision {
        if let index = samples.firstIndex(where: { $0.address.id == address.id }) {
            samples[index].isSame = samples[index].fingerprint == page.fingerprint
        }
        guard page.isProven else {
            recent.append(address)
            return Decision()
        }
        return decide()
    }

    /// Applies a response without proof that the object is missing; the pack store counts it as refused until it is
    /// decided.
    mutating func noteMissing(_ address: WantedAddress) {
        misses.append(Miss(address: address, isAfterProof: network == .proven))
    }

    /// Applies the result of the feeds that were requested when the run began.
    mutating func noteBeginning(of probe: HotspotProbe) {
        switch probe.finding {
        case .hotspot where network == .unknown: network = .hotspot
        case .network:
            network = .proven
            // These responses arrived while the feeds were being requested.
            for index in misses.indices { misses[index].isAfterProof = true }
        case .unknown, .cutOff, .hotspot: break
        }
    }

    /// Decides about pages, because there is a network now.
    ///
    /// - Parameter isProof: false if there is merely no sign of a hotspot; missing objects then stay refused.
    mutating func decide(isProof: Bool = true) -> Decision {
        var decision = network == .hotspot ? Decision(wrong: recent) : Decision(confirmed: recent)
        if isProof {
            decision.wrong += misses.filter { !$0.isAfterProof }.map(\.address)
            decision.unavailable = misses.filter(\.isAfterProof).map(\.address)
        }
        (recent, misses, replaced) = ([], [], [])
        if isProof {
            network = .proven
        } else if network == .hotspot {
            network = .unknown
        }
        guard !samples.isEmpty, !samples.contains(where: { $0.isSame == nil }) else { return decision }
        if samples.contains(where: { $0.isSame == false }) {
            decision.wrong += earlier
        } else {
            decision.confirmed += earlier
        }
        (samples, earlier) = ([], [])
        return decision
    }

    /// Drops pages and files for which one and the same page arrived.
    mutating func drop(_ addresses: [WantedAddress]) {
        let dropped = Set(addresses.map(\.id))
        recent.removeAll { dropped.contains($0.id) }
        misses.removeAll { dropped.contains($0.address.id) }
        replaced += addresses.filter { !PageProof.isVerified(asked: $0.url, answered: $0.url) }
    }
}
