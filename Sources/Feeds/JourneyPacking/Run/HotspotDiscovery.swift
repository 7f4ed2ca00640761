import ArticleStorage
import FeedModel
import FeedRefresh
import FoundationEssentials
import JourneyHold

/// Recognises a hotspot that answers in place of the servers, and discards the pages and files that came from it.
extension JourneyPacker {
    /// Discards pages that turn out to be one and the same, and ends the run if nothing else comes.
    func look(at fetched: Fetched, of address: WantedAddress, _ drive: inout JourneyDrive) throws {
        guard let page = fetched.page else {
            if case .stored = fetched.end, fetched.wasRequested { drive.portal.noteOther() }
            return
        }
        guard let repetition = drive.portal.note(page, of: address) else { return }
        try discard(repetition.addresses, &drive)
        if repetition.isPortal, drive.stop == nil { drive.stop = .portal }
    }

    private func discard(_ addresses: [WantedAddress], _ drive: inout JourneyDrive) throws {
        try store.removePageText(of: addresses.filter { $0.stage == .page }.flatMap(\.articles))
        for address in addresses {
            let unneeded = try hold.discard(address.id, .refused("replaced by another page"), at: service.now)
            drive.run.withdraw(unneeded)
        }
    }

    /// Asks the articles' feeds if a hotspot may have answered for all pages; no other request runs meanwhile.
    func exposeHotspot(_ drive: inout JourneyDrive) async throws {
        let doubtful = drive.portal.doubtful
        guard !doubtful.isEmpty, [.complete, .budget, .holdFull].contains(drive.end) else { return }
        let probe = await service.probeHotspot(try feeds(of: doubtful))
        try hold.settle(ExchangeCost(bytes: probe.bytes), part: nil)
        guard probe.isHotspot else { return }
        try discard(doubtful, &drive)
        drive.stop = .portal
    }

    /// The age of the last success, in seconds (a day), up to which a feed with a problem is still asked: a hotspot may
    /// be its problem.
    private static let soundFor = 86_400.0

    /// Returns one sound feed of each host, those with a certificate first.
    private func feeds(of addresses: [WantedAddress]) throws -> [String] {
        let owners = Set(try store.pageOwners(addresses.flatMap(\.articles)).compactMap(\.feedURL))
        let sound = try store.subscriptions().filter { feed in
            guard owners.contains(feed.feedURL) else { return false }
            guard let problem = feed.health.problem else { return true }
            let wasFound = feed.health.lastSuccess.map { service.now.timeIntervalSince($0) < Self.soundFor } ?? false
            return wasFound && ![.waiting, .gone].contains(problem.kind)
        }
        var hosts: Set<String> = []
        let (verified, others) = (sound.map(\.feedURL).filter { $0.hasPrefix("https://") }, sound.map(\.feedURL))
        return (verified + others).filter { hosts.insert(PackingQueue.host(of: $0)).inserted }
    }
}
