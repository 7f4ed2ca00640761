import ArticleStorage
import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

/// Fills the gap between two visits. If a document does not share an entry with the stored ones, it has already dropped
/// articles that were published in between: they are fetched from the feed's older pages, by RFC 5005's `prev-archive`,
/// else by `next` or JSON Feed's `next_url`.
extension FeedVisitor {
    /// Returns the older page to begin with if the document leaves a gap. Call it before the document is stored.
    func gap(below feed: ParsedFeed) throws -> OlderPages? {
        guard subscription.articleCount > 0, !feed.items.isEmpty, let url = feed.olderPage else { return nil }
        guard try !context.store.knowsAny(of: feed.items, in: subscription.id) else { return nil }
        return OlderPages(url: url)
    }

    /// After a document with a gap, fetches page after page until one holds a known article. The position is stored with
    /// the articles of each page, so that a lost connection or a killed process loses only that page.
    ///
    /// Not inlined: few visits find a gap, and its 6 KB would be part of each suspended visit.
    @inline(never)
    func fillGap(_ visit: inout FeedVisit) async {
        guard var next = visit.stateWithGap else { return }
        visit.stateWithGap = nil
        progress?.useConnectionAgain()
        var seen: Set<String> = [subscription.feedURL]
        filling: while let gap = next.olderPages, !Task.isCancelled {
            guard gap.taken < context.settings.olderPages, seen.insert(gap.url).inserted else {
                next.olderPages = nil
                break
            }
            switch await page(at: gap.url, &visit) {
            case .feed(let feed):
                guard await store(feed, after: gap, &visit, &next) else { break filling }
            case .missing:
                next.olderPages = nil
            case .unavailable(let until):
                if let until { next.wait(until: until) }
                break filling
            }
        }
        if visit.unsavedState != nil { visit.unsavedState = next } else { try? context.store.record([next]) }
    }

    private indirect enum Page {
        case feed(ParsedFeed)
        /// The page does not exist, or no longer exists, or is not a feed.
        case missing
        /// The page cannot be fetched now; if there is a time, not before it.
        case unavailable(until: Date?)
    }

    private func page(at url: String, _ visit: inout FeedVisit) async -> Page {
        let settings = context.settings
        do {
            let reply = try await older(request(for: url))
            defer { record(reply, &visit) }
            // The status is enough; the body of an error may be damaged.
            switch reply.head.status.code {
            case 200: break
            case 429, 500...599:
                return .unavailable(until: reply.requestedPause(at: settings.now())?.end)
            default: return .missing
            }
            let document = try await reply.arrived()
            let reservation = try await context.network.documents.reserve(upTo: settings.feedBytes)
            defer { reservation.release() }
            let body = try await document.decodedBody(limit: settings.feedBytes)
            reservation.shrink(to: body.count)
            let contentType = reply.head.headerFields[.contentType]
            let address = reply.url
            return .feed(
                try await context.parsing.run { try FeedParser.parse(body, url: address, contentType: contentType) })
        } catch is FeedParsingError {
            return .missing
        } catch {
            return .unavailable(until: nil)
        }
    }

    /// Returns the request for an older page, with the feed's credentials if it is at the feed's own origin.
    private func request(for url: String) async throws -> CacheRequest {
        let feedURL = subscription.feedURL
        return FeedRequest.make(
            url: CacheRequest.address(url, withLoginOf: feedURL), settings: context.settings,
            credentials: try await context.settings.keyring.credentials(for: url, ofFeedAt: feedURL),
            userAgent: subscription.preferences.userAgent)
    }

    private static let policy = CachePolicy.useProtocolCachePolicy
    private static let action = "older"

    private func older(_ request: CacheRequest) async throws(CacheError) -> CachedReply {
        do throws(CacheError) {
            return try await context.network.feedClient.response(for: request, policy: Self.policy)
        } catch {
            context.network.record(.cache(error), for: Self.action, Self.policy, asked: request.url)
            throw error
        }
    }

    private func record(_ reply: CachedReply, _ visit: inout FeedVisit) {
        context.network.record(reply, for: Self.action, Self.policy)
        visit.bytesSent += reply.wireBytes.sent
        visit.bytesReceived += reply.wireBytes.received
    }

    /// Stores a page with the position after it. Returns false if the library refuses it.
    private func store(
        _ page: ParsedFeed, after gap: OlderPages, _ visit: inout FeedVisit, _ next: inout PollingState
    ) async -> Bool {
        do {
            let isClosed = try context.store.knowsAny(of: page.items, in: subscription.id)
            next.olderPages = isClosed ? nil : page.olderPage.map { OlderPages(url: $0, taken: gap.taken + 1) }
            try await store(page.items, &visit, next)
            return true
        } catch {
            next.olderPages = gap
            return false
        }
    }

    private func store(_ items: [ParsedItem], _ visit: inout FeedVisit, _ state: PollingState) async throws {
        // Copies only the items: an archive's title is not the feed's.
        var older = ParsedFeed()
        older.items = items
        let now = context.settings.now()
        let (store, id, document, arrival) =
            (context.store, subscription.id, older, context.network.serverClock.arrival(now))
        let summary = try await context.storing.run {
            try store.ingest(document, into: id, state: state, at: now, arrival: arrival)
        }
        var (new, edited) = ([ArticleID](), [ArticleID]())
        if case .updated(let before, let editedBefore) = visit.result { (new, edited) = (before, editedBefore) }
        visit.result = .updated(new: new + summary.new, edited: edited + summary.updated)
    }
}

extension ParsedFeed {
    /// The address of the next older page. Archives do not change; items may move between other pages, which are used
    /// only if there are no archives.
    fileprivate var olderPage: String? {
        previousArchiveURL ?? nextURL
    }
}
