package import ArticleStorage
import Basics
package import FeedModel
package import FoundationEssentials
package import HTTPCache
import HTTPTransport
import HTTPTypes

/// The result of fetching a page for a journey, and its cost.
package struct PackedVisit: Sendable {
    package enum Outcome: Equatable, Sendable {
        /// Its main text is in the library now.
        case text(PageText)
        /// Its text is in another page, which is the next to fetch.
        case stub(PageStub)
        /// A login page or a hotspot's welcome page arrived in its place; the value is a hash of its text.
        case login(Int64)
        case noMainText
        /// The server answered with an error.
        case status(Int)
        /// The file is larger than the given limit, by its head or by the bytes that arrived; the value is the length
        /// in its head.
        case tooLarge(Int64?)
        /// The connection failed, and no response arrived.
        case connectionFailed(String)
        case cancelled
        case failed(String)
    }

    package var outcome: Outcome
    /// Bytes received over the network, heads included.
    package var bytes: Int64 = 0
    /// True if a server was asked at all.
    package var wasRequested = true
    package var retryAfter: Date?
    /// The article's title in its feed.
    package var title: String?
    /// True if a certificate vouches for the response.
    var isVerified = false
    /// True if the page certainly comes from its server.
    package var isProven: Bool {
        if case .text(let text) = outcome { text.isProven } else { isVerified }
    }
}

/// A page to fetch for a journey.
package struct PageToPack: Sendable {
    let url: String
    /// The page whose alternative this is; its own text is stored if the alternative does not have more.
    let stub: PageStub?
    /// The articles that link to it.
    let articles: [ArticleID]
    /// The articles that still exist.
    let owners: [PageOwner]
    /// Maximum number of bytes on the wire.
    let limit: Int64
    /// Maximum number of bytes that may arrive of a page before it turns out to be unwanted.
    let bytesAhead: Int?

    package init(
        url: String, insteadOf stub: PageStub? = nil, for articles: [ArticleID], owners: [PageOwner], limit: Int64,
        bytesAhead: Int?
    ) {
        self.url = url
        self.stub = stub
        self.articles = articles
        self.owners = owners
        self.limit = limit
        self.bytesAhead = bytesAhead
    }

    /// The article's title in its feed.
    var title: String? { owners.first?.title }
}

extension FeedService {
    /// Fetches the main text of a page into the library for the articles that link to it, unless it is larger than
    /// `limit` bytes on the wire. A fresh page in the cache costs nothing, if it certainly comes from its server.
    package func packPage(_ page: PageToPack) async throws -> PackedVisit {
        let url = page.url
        guard let article = page.owners.first else {
            return PackedVisit(outcome: .failed("the article was deleted"), wasRequested: false)
        }
        // A process stored the text and was killed before it could mark the page.
        if page.stub == nil, page.owners.count == page.articles.count, page.owners.allSatisfy({ $0.page == .proven }),
            let text = try store.pageText(for: page.articles[0])
        {
            return PackedVisit(outcome: .text(text), wasRequested: false)
        }
        var request = packRequest(for: page, as: article.userAgent)
        var visit: PackedVisit
        do {
            request.add(try await settings.keyring.credentials(for: url, ofFeedAt: article.feedURL))
            visit = try await self.visit(page, request, .useProtocolCachePolicy)
            if !visit.wasRequested, !visit.isProven {
                // A hotspot may have filled the cache.
                visit = try await self.visit(page, request, .reloadRevalidatingCacheData)
            }
        } catch let error as CredentialError {
            return PackedVisit(outcome: .failed(error.description), wasRequested: false)
        } catch let error as CacheError {
            failPacked(error, "page", url)
            visit = PackedVisit(outcome: PackedVisit.Outcome(error))
        }
        if visit.outcome.lacksPage { network.forgetStoredRedirect(of: request) }
        return visit
    }

    private func packRequest(for page: PageToPack, as userAgent: String?) -> CacheRequest {
        var request = pageRequest(page.url, as: userAgent)
        // Its text is stored in the library, and not a second time in the cache.
        request.storesNewResponses = false
        request.limits.bodyBytes = page.limit
        request.limits.bytesAhead = page.bytesAhead
        request.streamsBody = true
        // The page is processed only once it is complete.
        request.limits.bytesWithHead = settings.pageBytes
        request.limits.readDelay = Self.packingReadDelay
        return request
    }

    private func visit(_ want: PageToPack, _ request: CacheRequest, _ policy: CachePolicy) async throws -> PackedVisit {
        let reply = try await packedReply(for: request, policy: policy)
        var visit = PackedVisit(outcome: .noMainText, wasRequested: reply.source != .cache)
        visit.title = want.title
        visit.retryAfter = retryAfter(reply)
        visit.isVerified =
            want.stub.map { $0.isVerified(answered: reply.url) }
            ?? PageProof.isVerified(asked: want.url, answered: reply.url)
        visit.outcome = try await outcome(of: reply, want)
        visit.bytes = finishPacked(reply, "page", policy)
        return visit
    }

    private func outcome(of reply: CachedReply, _ want: PageToPack) async throws -> PackedVisit.Outcome {
        let (url, title, articles) = (want.url, want.title, want.articles)
        let status = reply.head.status.code
        let excess = Self.announcedLength(of: reply, above: want.limit)
        do throws(CacheError) {
            if let stub = want.stub {
                // A refusal of any page ends the requests to the host.
                guard !reply.head.status.refusesMore else { return .status(status) }
                let text = excess != nil ? nil : try await alternativeText(in: reply, insteadOf: stub, title)
                guard let text = text ?? stub.text else { return .noMainText }
                return await keep(text, stub.metadata, for: articles)
            }
            guard status == 200 else {
                let isGone = [404, 410].contains(status)
                return (isGone ? pageInsteadOfTranscript(want, reply) : nil) ?? .status(status)
            }
            guard excess == nil else { return .tooLarge(excess) }
            switch try await find(in: reply, asked: url, title: title) {
            case .text(let text, let metadata): return await keep(text, metadata, for: articles)
            case .stub(let stub): return .stub(stub)
            case .gate(let fingerprint):
                removeLoginPage(asked: url, reply)
                return .login(fingerprint)
            case .nothing: return pageInsteadOfTranscript(want, reply) ?? .noMainText
            // The next journey tries again: nothing shows that the page has no text.
            case .empty: return pageInsteadOfTranscript(want, reply) ?? .failed("the server sent an empty page")
            }
        } catch {
            return PackedVisit.Outcome(error)
        }
    }

    /// Returns the page of an episode as the next to fetch, in place of its transcript; nil for any other address.
    private func pageInsteadOfTranscript(_ want: PageToPack, _ reply: CachedReply) -> PackedVisit.Outcome? {
        let pages = want.articles.lazy.compactMap { [store] id in
            try? store.article(id)?.item.pageURL(insteadOf: want.url)
        }
        return pages.first.map { page in
            let isVerified = PageProof.isVerified(asked: want.url, answered: reply.url)
            return .stub(
                PageStub(
                    url: ShownAddress.of(page), text: nil, metadata: nil, textLength: 0, alternative: page,
                    isVerified: isVerified))
        }
    }

    private static func announcedLength(of reply: CachedReply, above limit: Int64) -> Int64? {
        if let length = reply.head.headerFields[.contentLength].flatMap({ Int64($0) }), length > limit {
            return length
        }
        return nil
    }

    private func alternativeText(
        in reply: CachedReply, insteadOf stub: PageStub, _ title: String?
    ) async throws(CacheError) -> PageText? {
        do {
            return try await text(in: reply, insteadOf: stub, title: title)
        } catch let error as CacheError {
            throw error
        } catch {
            return nil
        }
    }

    private func keep(
        _ text: PageText, _ metadata: SavedPageMetadata?, for articles: [ArticleID]
    ) async -> PackedVisit.Outcome {
        await savePageText(text, metadata, for: articles) ? .text(text) : .failed(Self.notWritten)
    }

    static var notWritten: String { "the library cannot be written" }

    /// Stores the text of a page; false if the library cannot be written.
    func savePageText(_ text: PageText, _ metadata: SavedPageMetadata?, for articles: [ArticleID]) async -> Bool {
        let store = store
        do {
            try await storing.run { try store.setPageText(text, for: articles, describedBy: metadata) }
            return true
        } catch {
            return false
        }
    }

    /// The time that received bytes wait in the socket (5 ms): nobody waits for the first bytes of a packed object.
    private static let packingReadDelay = Duration.milliseconds(5)

    // MARK: - Pictures and enclosures

    /// Returns a request for a picture or an enclosure, in the server's own coding, so that a part of it can be
    /// resumed. It has no time limit: on a slow connection the bytes that have arrived are kept.
    ///
    /// - Parameter owners: the articles whose feeds' credentials it may carry, see `identify`.
    package func fileRequest(_ url: String, of owners: [PageOwner]) async throws(CredentialError) -> CacheRequest {
        var request = CacheRequest(url: url)
        request.complete(settings, in: "identity", within: nil)
        request.limits.readDelay = Self.packingReadDelay
        request.streamsBody = true
        // Packed contents are stored in the pack store, not a second time in the cache.
        request.storesNewResponses = false
        try await identify(&request, at: url, as: owners)
        return request
    }

    /// Adds the credentials and the `User-Agent` of the first feed that is at the file's own origin, to the request for
    /// a picture or an enclosure.
    ///
    /// - Throws: `withheld`, as for a page.
    func identify(
        _ request: inout CacheRequest, at url: String, as owners: [PageOwner]
    ) async throws(CredentialError) {
        guard !settings.keyring.withholdsPassword(in: url) else { throw .withheld }
        guard let origin = request.destination?.origin else { return }
        let owner = owners.first { $0.feedURL.flatMap { CacheRequest(url: $0).destination?.origin } == origin }
        guard let owner else { return }
        if let userAgent = owner.userAgent { request.fields[.userAgent] = userAgent }
        request.add(try await settings.keyring.credentials(for: url, ofFeedAt: owner.feedURL))
    }

    /// True if `[[credentials]]` cover this address.
    package func hasCredentials(for url: String) -> Bool { settings.keyring.covers(url) }

    /// Returns a response once its head has arrived, which shows that the network is back: a large file may take longer
    /// than a journey waits for the network.
    package func packedReply(
        for request: CacheRequest, policy: CachePolicy
    ) async throws(CacheError) -> CachedReply {
        let reply = try await network.client.response(for: request, policy: policy)
        if reply.source != .cache { network.forgetUnreachable() }
        return reply
    }

    /// Counts and logs a finished exchange. Returns its cost in bytes.
    @discardableResult
    package func finishPacked(
        _ reply: CachedReply, _ action: String, _ policy: CachePolicy = .useProtocolCachePolicy
    ) -> Int64 {
        network.record(reply, for: action, policy)
        return reply.wireBytes.received
    }

    /// Counts and logs an exchange without a response, and updates the state of the connection from it.
    package func failPacked(
        _ error: CacheError, _ action: String, _ url: String, _ policy: CachePolicy = .useProtocolCachePolicy
    ) {
        network.record(.cache(error), for: action, policy, asked: url)
        guard case .transport(let error) = error, error.cause.isConnectionFailure else { return }
        network.count(.unanswered)
        network.notePageFailure(of: ShownAddress.host(of: url))
    }

    /// Writes the counters and the log.
    package func finishPacking() {
        network.saveTraffic()
    }

    /// Returns the time at which the server wants the next request, from its response (RFC 9110 §10.2.3).
    package func retryAfter(_ reply: CachedReply) -> Date? {
        reply.requestedPause(at: settings.now())?.end
    }

    /// The service's time.
    package var now: Date { settings.now() }
}

extension PackedVisit.Outcome {
    /// True if the page's address led to another page, or to none.
    fileprivate var lacksPage: Bool {
        switch self {
        case .text, .stub, .tooLarge, .cancelled: false
        case .login, .noMainText, .status, .connectionFailed, .failed: true
        }
    }

    fileprivate init(_ error: CacheError) {
        switch ExchangeFailure(error) {
        case .offline, .cancelled: self = .cancelled
        case .disconnected: self = .connectionFailed(error.reason)
        case .tooLarge: self = .tooLarge(nil)
        case .other: self = .failed(error.reason)
        }
    }
}
