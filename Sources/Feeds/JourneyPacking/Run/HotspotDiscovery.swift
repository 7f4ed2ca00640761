import ArticleStorage
import Basics
import FeedModel
import FeedRefresh
import FoundationEssentials
import PackStorage

/// Recognises a hotspot that answers in place of the servers, and discards the pages and files that came from it.
extension JourneyPacker {
    /// Returns the pages of earlier runs that may still be a hotspot's.
    func verification() throws -> PageVerification {
        let pages = try packStore.unprovenPages()
        let owners = try store.pageOwners(pages.flatMap(\.articles))
        // The reader has proven them since, or the process was killed between the library and the pack store.
        let proven = pages.filter { $0.articles.allSatisfy { owners[$0]?.page == .proven } }
        try packStore.confirmPages(proven.map(\.id))
        let (store, limit) = (store, limits.articlePictures)
        let known = Set(proven.map(\.id))
        return PageVerification(earlier: pages.filter { !known.contains($0.id) }) { address in
            try address.articles.lazy.compactMap { try store.pageText(for: $0) }.first
                .map { PageFetch.fingerprint(of: $0, pictureLimit: limit).value }
        }
    }

    // MARK: - Beginning

    /// Chooses feeds over plain HTTP that show if a hotspot answers when the run begins; their hosts get no other
    /// request meanwhile. Chooses none if certificates will prove all pages, or the budget has no room for a page.
    func feedsToAskFirst(_ loop: inout JourneyLoop) throws -> [String] {
        guard !loop.hasAskedFirst, loop.run.mayFetchPages, packStore.freeBytes >= limits.diskReserve else { return [] }
        loop.hasAskedFirst = true
        let pages = loop.run.queue.firstPages(limit: Self.pagesToAskFor).filter {
            !PageProof.isVerified(asked: $0.url, answered: $0.url)
        }
        guard !pages.isEmpty else { return [] }
        let feeds = Array(
            try feeds(of: pages).filter { !PageProof.isVerified(asked: $0, answered: $0) }
                .prefix(HotspotProbe.maximumFeeds))
        loop.reserved = feeds.map(ShownAddress.host)
        loop.reserved.forEach { loop.run.reserve($0) }
        return feeds
    }

    /// The pages whose feeds are considered at the beginning of a run (50).
    private static let pagesToAskFor = 50

    func noteFirstProbe(_ probe: HotspotProbe, _ loop: inout JourneyLoop) throws {
        loop.releaseHosts()
        try record(probe, &loop)
        loop.verification.noteBeginning(of: probe)
    }

    /// Counts the feeds' bytes in the journey and in the run, whose report names them.
    private func record(_ probe: HotspotProbe, _ loop: inout JourneyLoop) throws {
        try packStore.record(ExchangeCost(bytes: probe.bytes), part: nil)
        loop.run.spend(probe.bytes)
    }

    // MARK: - Pages

    /// Discards pages that turn out to be one and the same, and ends the run if nothing else arrives.
    func look(at fetched: Fetched, of address: WantedAddress, _ loop: inout JourneyLoop) throws {
        if fetched.isUnprovenMiss { loop.verification.noteMissing(address) }
        if let page = fetched.page, case .article = page.kind {
            try apply(loop.verification.note(page, of: address), &loop)
        }
        try renewSample(address, &loop)
        guard let page = fetched.page else {
            if case .stored = fetched.end, fetched.wasRequested { loop.portal.noteOther() }
            return
        }
        guard let repetition = loop.portal.note(page, of: address) else {
            // The feeds decide at the end if no other request shows the hotspot.
            if page.isHotspot { loop.verification.drop([address]) }
            return
        }
        loop.verification.drop(repetition.addresses)
        try discard(repetition.addresses, onlyUnproven: false, &loop)
        if repetition.isPortal, loop.stop == nil { loop.stop = .portal }
    }

    private func apply(_ decision: PageVerification.Decision, _ loop: inout JourneyLoop) throws {
        if !decision.confirmed.isEmpty {
            // The library first: after a kill in between, the next run learns from it that the pages are proven.
            try store.confirmPages(of: decision.confirmed.flatMap(\.articles))
            try packStore.confirmPages(decision.confirmed.map(\.id))
        }
        try packStore.confirmUnavailable(decision.unavailable.map(\.id))
        let queued = Set(loop.run.addAgain(decision.wrong).map(\.id))
        // Their texts stay in the library until others replace them.
        try packStore.requeue(decision.wrong.map(\.id).filter(queued.contains))
        // These hosts get no more requests in this journey: missing objects stay refused, and pages are refused, too.
        try packStore.refusePages(decision.wrong.map(\.id).filter { !queued.contains($0) }, Self.replaced.note)
    }

    /// Chooses another page of an earlier run if this one cannot be fetched in this run.
    private func renewSample(_ address: WantedAddress, _ loop: inout JourneyLoop) throws {
        var address = address
        while loop.verification.isMissingSample(address), !loop.run.queue.contains(address) {
            guard let next = try loop.verification.replaceSample(address) else { return }
            loop.run.add([next])
            address = next
        }
    }

    /// Removes pages that are known to be wrong. The next journey tries again.
    private func discard(
        _ addresses: [WantedAddress], onlyUnproven: Bool, _ loop: inout JourneyLoop
    ) throws {
        try store.removePageText(
            of: addresses.filter { $0.stage == .page }.flatMap(\.articles), onlyUnproven: onlyUnproven)
        for address in addresses {
            let unneeded = try packStore.discard(address.id, Self.replaced, at: service.now)
            loop.run.withdraw(unneeded)
        }
    }

    private static let replaced = Missing.refused("replaced by another page")

    // MARK: - End

    /// Requests the articles' feeds to find out if a hotspot has answered for all pages, missing objects and discarded
    /// pages; no other request runs meanwhile.
    ///
    /// - Returns: true if pages or files are queued again.
    func exposeHotspot(_ loop: inout JourneyLoop) async throws -> Bool {
        let addresses = loop.verification.recent + loop.verification.missing + loop.verification.replaced
        guard !addresses.isEmpty, [.complete, .budget, .storeFull].contains(loop.end) else { return false }
        let probe = await service.probeHotspot(Self.inOrderOfAsking(try feeds(of: addresses)))
        try record(probe, &loop)
        // An interrupted probe has no result, so the next run decides.
        if let reason = reasonToStop(&loop.network) {
            loop.stop = reason
            return false
        }
        switch probe.finding {
        case .hotspot:
            try discard(loop.verification.recent, onlyUnproven: true, &loop)
            try packStore.explainRefusal(of: loop.verification.missing.map(\.id), Self.replaced.note)
            loop.stop = .portal
            return false
        case .cutOff:
            // The pages stay unproven, and missing objects stay refused: the next run asks again.
            return false
        case .unknown, .network:
            let decision = loop.verification.decide(isProof: probe.finding == .network)
            try apply(decision, &loop)
            return !decision.wrong.isEmpty
        }
    }

    /// A feed with a certificate proves the network, and one without it reveals a hotspot: one of each is asked first.
    private static func inOrderOfAsking(_ feeds: [String]) -> [String] {
        let isVerified = { (url: String) in PageProof.isVerified(asked: url, answered: url) }
        let (verified, open) = (feeds.filter(isVerified), feeds.filter { !isVerified($0) })
        return Array(verified.prefix(1)) + open + verified.dropFirst()
    }

    /// Returns one feed of each host that is expected to answer. A feed that needs a secret or a User-Agent of its own
    /// is not requested without them: its server may answer with a web page, as a hotspot does.
    private func feeds(of addresses: [WantedAddress]) throws -> [String] {
        let owners = Set(try store.pageOwners(addresses.flatMap(\.articles)).values.compactMap(\.feedURL))
        let answering = try store.subscriptions().filter { feed in
            guard owners.contains(feed.feedURL), HotspotProbe.mayAsk(feed.feedURL),
                !service.hasCredentials(for: feed.feedURL), feed.preferences.userAgent == nil
            else { return false }
            guard let problem = feed.health.problem else { return true }
            guard let last = feed.health.lastSuccess, ![.waiting, .gone].contains(problem.kind) else { return false }
            // A hotspot may be the problem.
            return service.now.timeIntervalSince(last) < HotspotProbe.maximumSilence
        }
        var hosts: Set<String> = []
        return answering.map(\.feedURL).filter { hosts.insert(ShownAddress.host(of: $0)).inserted }
    }
}
