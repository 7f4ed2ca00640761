import Basics
import PackStorage

/// Notices that the same page arrives for different articles: a hotspot's welcome page, or a page that asks the reader
/// to subscribe or to accept cookies. Such a page is not an article; if nothing else arrives, the network is not usable
/// yet.
struct PortalWatch {
    /// Pages with the same text that arrived for different addresses.
    struct Repetition: Equatable {
        /// The addresses of the pages and files that are now known to be wrong.
        var addresses: [WantedAddress]
        /// True if several hosts, or a hotspot that says so itself, sent nothing else.
        var isPortal: Bool
    }

    private struct Sighting {
        let address: WantedAddress
        let host: String
        let kind: SeenPage.Kind
        var isReported = false
    }

    private var sightings: [Int64: [Sighting]] = [:]
    /// The fingerprint of the first page from each landing address.
    private var landings: [String: Int64] = [:]
    /// The number of received objects that are not pages.
    private var otherCount = 0
    /// True once a page certainly came from its server: a hotspot cannot send such a page.
    private var hasProof = false

    /// A page counts as a portal once it, and nothing else, has arrived for this many addresses (3).
    private static let minimumPages = 3

    mutating func noteOther() { otherCount += 1 }

    /// Returns nil if the page may be the requested object.
    mutating func note(_ page: SeenPage, of address: WantedAddress) -> Repetition? {
        hasProof = hasProof || page.isProven
        let new = Sighting(address: address, host: ShownAddress.host(of: address.url), kind: page.kind)
        let fingerprint = identity(of: page)
        var same = sightings[fingerprint, default: []]
        let isRepeated = same.contains { page.isHotspot || Self.differ($0, new, isThird: same.count > 1) }
        same.append(new)
        defer { sightings[fingerprint] = same }
        guard isRepeated else { return nil }
        let found = same.filter { !$0.isReported }.map(\.address)
        for index in same.indices { same[index].isReported = true }
        let hosts = Set(same.map(\.host))
        return Repetition(
            addresses: found,
            isPortal: isAlone(fingerprint) && same.count >= Self.minimumPages && (hosts.count > 1 || page.isHotspot))
    }

    /// Gives all pages from one landing address the same fingerprint: a hotspot's page may have another text each time,
    /// but no two articles share an address.
    private mutating func identity(of page: SeenPage) -> Int64 {
        guard let landing = page.landing else { return page.fingerprint }
        let first = landings[landing] ?? page.fingerprint
        landings[landing] = first
        return first
    }

    /// True if nothing received may be genuine: no page from its server, no other object, and no other article's page.
    private func isAlone(_ fingerprint: Int64) -> Bool {
        !hasProof && otherCount == 0
            && sightings.allSatisfy { other, pages in
                other == fingerprint || pages.allSatisfy { $0.isReported || $0.kind == .other }
            }
    }

    /// True if the two are different articles or files. Feeds may name one article under several addresses and similar
    /// titles; a site may have one page for all missing pictures. Addresses that differ only in their fragments name
    /// sections of one page, such as the versions of a list of changes.
    private static func differ(_ a: Sighting, _ b: Sighting, isThird: Bool) -> Bool {
        guard a.address.id != b.address.id,
            ComparableAddress.of(a.address.url) != ComparableAddress.of(b.address.url)
        else { return false }
        guard case .article(let title) = a.kind, case .article(let other) = b.kind else { return a.host != b.host }
        guard !title.isEmpty, !other.isEmpty, title != other else { return false }
        return isThird || longWords(title).isDisjoint(with: longWords(other))
    }

    /// Returns the words of four letters and more, which similar titles share.
    private static func longWords(_ title: String) -> Set<Substring> {
        Set(title.lowercased().split { !$0.isLetter && !$0.isNumber }.filter { $0.count >= 4 })
    }
}

/// A page that arrived for an address.
struct SeenPage: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// The page may belong to an article with this title.
        case article(title: String)
        /// The page arrived in place of an article, a picture or an enclosure.
        case other
    }

    /// A hash of its text.
    var fingerprint: Int64
    var kind: Kind
    /// True if it certainly comes from the requested server.
    var isProven = false
    /// The address that sent it, if a redirect led there from another host, and nothing proves the page.
    var landing: String?

    private static let hotspotStatus = 511

    /// True for a response that only a hotspot sends (RFC 6585 §6).
    var isHotspot: Bool { kind == .other && fingerprint == Int64(Self.hotspotStatus) }

    /// Returns the page of a hotspot that says so by its status; nil for any other status.
    static func hotspot(_ status: Int, isProven: Bool) -> SeenPage? {
        guard status == hotspotStatus else { return nil }
        return SeenPage(fingerprint: Int64(status), kind: .other, isProven: isProven)
    }
}
