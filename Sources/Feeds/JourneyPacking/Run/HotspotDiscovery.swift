import ArticleStorage
import FeedModel
import FeedRefresh
import FoundationEssentials
import JourneyHold

/// Recognises a hotspot that answers in place of the servers, and discards the pages and files that came from it.
extension JourneyPacker {
    /// Chooses a feed that tells if a hotspot answers when the run begins; its host gets no other request meanwhile.
    /// Returns nil if certificates will prove all pages.
    func feedToAskFirst(_ drive: inout JourneyDrive) throws -> (url: String, host: String)? {
        let pages = drive.run.queue.pages(limit: Self.pagesToAskFor) { !PageProof.isVerified(asked: $0, answered: $0) }
        guard !pages.isEmpty, hold.freeBytes >= limits.diskReserve, let url = try feeds(of: pages).first else {
            return nil
        }
        let host = PackingQueue.host(of: url)
        drive.run.reserve(host)
        return (url, host)
    }

    /// The pages whose feeds are considered at the beginning of a run (20).
    private static let pagesToAskFor = 20

    func noteFirstProbe(_ probe: HotspotProbe, of host: String, _ drive: inout JourneyDrive) throws {
        drive.run.release(host)
        try hold.settle(ExchangeCost(bytes: probe.bytes), part: nil)
        drive.doubts.isBehindHotspot = probe.isHotspot
    }

    /// Returns the pages of earlier runs that are still in doubt.
    func doubts() throws -> PageDoubts {
        let (store, limit) = (store, limits.articlePictures)
        return PageDoubts(earlier: try hold.unprovenPages()) { address in
            try address.articles.first.flatMap { try store.pageText(for: $0) }
                .map { PageFetch.fingerprint(of: $0, pictureLimit: limit).value }
        }
    }

    /// Discards pages that turn out to be one and the same, and ends the run if nothing else comes.
    func look(at fetched: Fetched, of address: WantedAddress, _ drive: inout JourneyDrive) throws {
        guard let page = fetched.page else {
            if case .stored = fetched.end, fetched.wasRequested { drive.portal.noteOther() }
            return try renewSample(after: fetched, of: address, &drive)
        }
        if case .article = page.place {
            try apply(drive.doubts.note(page, of: address), &drive)
        }
        guard let repetition = drive.portal.note(page, of: address) else { return }
        drive.doubts.drop(repetition.addresses)
        try discard(repetition.addresses, as: .refused("replaced by another page"), &drive)
        if repetition.isPortal, drive.stop == nil { drive.stop = .portal }
    }

    private func apply(_ verdict: PageDoubts.Verdict, _ drive: inout JourneyDrive) throws {
        try confirm(verdict.confirmed)
        try discard(verdict.wrong, as: nil, &drive)
        drive.run.addAgain(verdict.wrong)
    }

    /// Chooses another page of the earlier run if this one is not to be had any more.
    private func renewSample(after fetched: Fetched, of address: WantedAddress, _ drive: inout JourneyDrive) throws {
        guard drive.doubts.isSample(address) else { return }
        switch fetched.end {
        case .missing, .tooLarge, .failed:
            if let sample = try drive.doubts.chooseSample() { drive.run.add([sample]) }
        default: break
        }
    }

    /// The library first: after a kill in between, the next run adds the pages as proven.
    private func confirm(_ addresses: [WantedAddress]) throws {
        guard !addresses.isEmpty else { return }
        try store.confirmPages(of: addresses.flatMap(\.articles))
        try hold.confirmPages(addresses.map(\.id))
    }

    /// - Parameter missing: nil if the pages are to be fetched again at once.
    private func discard(_ addresses: [WantedAddress], as missing: Missing?, _ drive: inout JourneyDrive) throws {
        guard !addresses.isEmpty else { return }
        try store.removePageText(of: addresses.filter { $0.stage == .page }.flatMap(\.articles))
        for address in addresses {
            let unneeded = try hold.discard(address.id, missing, at: service.now)
            drive.run.withdraw(unneeded)
        }
    }

    /// Asks the articles' feeds if a hotspot may have answered for all pages; no other request runs meanwhile.
    ///
    /// - Returns: true if pages are queued again.
    func exposeHotspot(_ drive: inout JourneyDrive) async throws -> Bool {
        let doubtful = drive.doubts.recent
        guard !doubtful.isEmpty, [.complete, .budget, .holdFull].contains(drive.end) else { return false }
        let probe = await service.probeHotspot(try feeds(of: doubtful))
        try hold.settle(ExchangeCost(bytes: probe.bytes), part: nil)
        guard probe.isHotspot else {
            let verdict = drive.doubts.settle()
            try apply(verdict, &drive)
            return !verdict.wrong.isEmpty
        }
        try discard(doubtful, as: .refused("replaced by another page"), &drive)
        drive.stop = .portal
        return false
    }

    /// The age of the last success, in seconds (a day), up to which a feed with a problem is still asked: a hotspot may
    /// be its problem.
    private static let soundFor = 86_400.0

    /// Returns one sound feed of each host, those with a certificate first.
    private func feeds(of addresses: [WantedAddress]) throws -> [String] {
        let owners = Set(try store.pageOwners(addresses.flatMap(\.articles)).values.compactMap(\.feedURL))
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
