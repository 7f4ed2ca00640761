import JourneyHold

/// The stored pages of which nothing proves that their servers sent them, and not a hotspot with another text for each
/// address.
///
/// A page with proof shows that there is a network now, so it settles the pages that came before it in the same run. It
/// tells nothing about those of an earlier run, which was killed or cancelled: one of them is fetched again, and if its
/// text differs, all of them are.
struct PageDoubts {
    /// A page of an earlier run that is fetched again.
    struct Sample: Equatable {
        let address: WantedAddress
        /// The fingerprint of its stored text; nil if the library has lost it.
        let fingerprint: Int64?
    }

    /// The consequences of a page that came.
    struct Verdict: Equatable {
        /// The pages that are settled.
        var confirmed: [WantedAddress] = []
        /// The pages to discard and to fetch again.
        var wrong: [WantedAddress] = []
    }

    /// The pages of this run since the last one with proof: a hotspot's session may end in the middle of a run.
    private(set) var recent: [WantedAddress] = []
    /// The pages of earlier runs, the oldest first, except the sample.
    private var earlier: [WantedAddress]
    private let fingerprint: (WantedAddress) throws -> Int64?
    private(set) var sample: Sample?
    /// True if a hotspot answered when the run began, and nothing has shown yet that it is gone: then the pages up to
    /// the first proof are wrong.
    var isBehindHotspot = false

    /// - Parameters:
    ///   - earlier: the pages of earlier runs, the oldest first.
    ///   - fingerprint: returns the fingerprint of a stored page's text; nil if there is none.
    init(earlier: [WantedAddress] = [], fingerprint: @escaping (WantedAddress) throws -> Int64? = { _ in nil }) {
        self.earlier = earlier
        self.fingerprint = fingerprint
    }

    /// Chooses the page to fetch again: the last one, since the network was there when an earlier run began, and may
    /// have gone before it ended. Returns nil if nothing is in doubt.
    mutating func chooseSample() throws -> WantedAddress? {
        sample = try earlier.popLast().map { Sample(address: $0, fingerprint: try fingerprint($0)) }
        return sample?.address
    }

    func isSample(_ address: WantedAddress) -> Bool { sample?.address.id == address.id }

    /// Applies a page that a server, or a hotspot in its place, sent in this run.
    mutating func note(_ page: SeenPage, of address: WantedAddress) -> Verdict {
        var verdict = Verdict()
        if let sample, isSample(address) {
            if sample.fingerprint == page.fingerprint { recent += earlier } else { verdict.wrong = earlier }
            (self.sample, earlier) = (nil, [])
        }
        guard page.isProven else {
            recent.append(address)
            return verdict
        }
        let settled = settle()
        verdict.confirmed = settled.confirmed
        verdict.wrong += settled.wrong
        return verdict
    }

    /// Settles the recent pages, because there is a network now.
    mutating func settle() -> Verdict {
        defer { (recent, isBehindHotspot) = ([], false) }
        return isBehindHotspot ? Verdict(wrong: recent) : Verdict(confirmed: recent)
    }

    /// Drops pages that are known to be wrong for another reason.
    mutating func drop(_ addresses: [WantedAddress]) {
        recent.removeAll { recent in addresses.contains { $0.id == recent.id } }
    }
}
