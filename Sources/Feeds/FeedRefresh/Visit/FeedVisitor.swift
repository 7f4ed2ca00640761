import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

/// Fetches one feed and stores its new articles.
///
/// A class, since each suspended function of a visit holds it.
final class FeedVisitor: Sendable {
    let context: VisitContext
    let plan: PlannedVisit
    let reason: RefreshReason
    /// Receives the progress of the response; nil if no refresh counts this visit.
    let progress: VisitsUnderWay.ResponseProgress?

    init(
        _ plan: PlannedVisit, context: VisitContext, reason: RefreshReason,
        progress: VisitsUnderWay.ResponseProgress? = nil
    ) {
        self.plan = plan
        self.context = context
        self.reason = reason
        self.progress = progress
    }

    var subscription: Subscription { plan.subscription }
    var state: PollingState { plan.state }
    var settings: FeedServiceSettings { context.settings }

    /// The service's schedule, with the person's own interval for this feed.
    var schedule: PollingSchedule {
        var schedule = context.settings.schedule
        schedule.ownInterval = subscription.preferences.refreshMinutes.map { Double($0) * 60 }
        return schedule
    }

    /// Polls now and waits for the response.
    func visit() async -> FeedVisit {
        if let local = LocalFeed(of: subscription) { return await visit(local) }
        let isOffline = context.network.offlineSwitch.wasOfflineRecently
        let distrusts = distrustsValidators
        let policy: CachePolicy =
            if isOffline { .returnCacheDataDontLoad } else if distrusts { .reloadIgnoringLocalCacheData } else {
                onlinePolicy
            }
        var credentials = RequestCredentials()
        do throws(CredentialError) {
            // Offline, no program that prints a secret runs either: it might use the network.
            if !isOffline { credentials = try await settings.keyring.credentials(for: subscription.feedURL) }
        } catch {
            return withoutCredentials(error, policy: policy)
        }
        let request = request(trustingValidators: !distrusts, credentials: credentials)
        return await poll(request, policy: policy)
    }

    /// True if the next request has no conditions, since some servers always answer 304. Validators from a clock that
    /// was fast would never be old enough.
    private var distrustsValidators: Bool {
        guard let since = state.validatorsSince else { return false }
        let now = settings.now()
        return ClockCorrection.wasAhead(at: since, now: now) || now.timeIntervalSince(since) > settings.validatorTrust
    }

    /// After a failure the server is asked even if its last document is still fresh: otherwise the cache would answer
    /// with that document, and the feed would count as failing as long as the document is fresh.
    private var onlinePolicy: CachePolicy {
        let isFresh = state.freshUntil.map { $0 > settings.now() } ?? false
        guard isFresh, state.health.problem != nil, reason.policy == .useProtocolCachePolicy else {
            return reason.policy
        }
        return .reloadRevalidatingCacheData
    }

    /// Returns the stored response at once, then revalidates it.
    func visitStoredFirst(_ arrived: (FeedVisit) -> Void) async {
        guard !context.network.offlineSwitch.isOffline, LocalFeed(of: subscription) == nil else {
            return arrived(await visit())
        }
        let credentials: RequestCredentials
        do throws(CredentialError) {
            credentials = try await settings.keyring.credentials(for: subscription.feedURL)
        } catch {
            return arrived(withoutCredentials(error, policy: reason.policy))
        }
        let request = request(trustingValidators: true, credentials: credentials)
        var visitor = self
        if let stored = context.network.feedClient.storedReply(for: request) {
            arrived(await receive(stored, policy: .returnCacheDataElseLoad))
            if let state = try? context.store.pollingState(of: subscription.id) {
                visitor = FeedVisitor(PlannedVisit(subscription, state), context: context, reason: reason)
            }
        }
        let revalidation = visitor.request(trustingValidators: true, credentials: credentials)
        arrived(await visitor.poll(revalidation, policy: visitor.onlinePolicy))
    }

    /// Sends a request and applies its response, then fetches the older pages that it lacks. They are requested once the
    /// document has left memory: with it, several visits would wait for the bytes that each of them holds.
    private func poll(_ request: CacheRequest, policy: CachePolicy) async -> FeedVisit {
        var visit = await fetch(request, policy: policy)
        if visit.leavesGap { await fillGap(&visit) }
        return visit
    }

    /// Sends a request and applies its response, an error of the server included.
    private func fetch(_ request: CacheRequest, policy: CachePolicy) async -> FeedVisit {
        do throws(CacheError) {
            let reply = try await context.network.feedClient.response(for: request, policy: policy)
            progress?.begin()
            // The cache's own 504: no server was reached, and a stored response must not be shown (RFC 9111 §5.2.2.2).
            if let failure = reply.failure { return failed(.transport(failure), policy: policy) }
            return await receive(reply, policy: policy)
        } catch {
            return failed(error, policy: policy)
        }
    }

    private func request(trustingValidators: Bool, credentials: RequestCredentials) -> CacheRequest {
        var request = FeedRequest.make(
            url: subscription.feedURL, settings: settings, credentials: credentials,
            userAgent: subscription.preferences.userAgent)
        if trustingValidators { FeedRequest.addValidators(of: plan, to: &request) }
        // The reply is delivered with the whole document, and until then a slow connection would look like a silent
        // server.
        request.headArrived = { [progress] in progress?.begin() }
        return request
    }

    // MARK: - Responses

    /// Waits for the whole document, so that its cost is known, and so that a slow one does not use up the
    /// budget for decoded documents.
    private func receive(_ reply: CachedReply, policy: CachePolicy) async -> FeedVisit {
        guard reply.head.status.kind == .successful else { return await apply(reply, parsed: nil, policy: policy) }
        do throws(CacheError) {
            return await apply(try await reply.arrived(), parsed: nil, policy: policy)
        } catch {
            return failed(error, policy: policy, during: reply)
        }
    }

    /// Applies a response: stores new articles and the polling state. If the document leaves a gap, `fillGap` comes next.
    ///
    /// - Parameter parsed: the reply's document, if it is parsed already.
    func apply(_ reply: CachedReply, parsed: ParsedFeed?, policy: CachePolicy) async -> FeedVisit {
        var visit = FeedVisit(subscription: subscription.id, result: .unchanged)
        visit.note(reply)
        context.network.record(reply, for: reason.rawValue, policy)
        var next = state
        next.noteRedirects(of: reply)
        switch reply.head.status.code {
        case 206 where ContentRange(reply.head.headerFields[.contentRange])?.isWhole != true:
            // The request had no range.
            await refuse(reply, &visit)
        case 304 where !state.hasDocument:
            // The request had no conditions, so a 304 is useless.
            await refuse(reply, &visit)
        case 304:
            if isElsewhere(reply, next), !confirmsTag(reply) { (next.etag, next.lastModified) = (nil, nil) }
            applyUnchanged(&visit, reply, &next)
        case 200..<300:
            await storeArticles(reply, parsed, &visit, &next)
        default:
            await refuse(reply, &visit)
        }
        if visit.wasRequested, next.olderPages != nil, visit.result.isSuccess { visit.stateWithGap = next }
        return visit
    }

    /// True if a temporary redirect was followed, or if a permanent one has begun, changed or ended since the last
    /// visit. Servers compare a time with the time of their own document (RFC 9110 §13.1.3), so a 304 from another
    /// address proves nothing unless it confirms the tag: the next request has no conditions.
    private func isElsewhere(_ reply: CachedReply, _ next: PollingState) -> Bool {
        let address = state.redirect?.target ?? subscription.feedURL
        return !reply.hasOnlyPermanentRedirects || address != (next.redirect?.target ?? subscription.feedURL)
    }

    /// True if a 304 has the tag of the library's document, weak or not: it came from this document, whatever its
    /// address is.
    private func confirmsTag(_ reply: CachedReply) -> Bool {
        guard let tag = state.etag, let confirmed = reply.head.headerFields.first(.eTag) else { return false }
        return WeakComparison.areEqual(tag[...], confirmed[...])
    }

    /// Stores a document; parses it only if the library does not have it yet, whatever the status was.
    private func storeArticles(
        _ reply: CachedReply, _ parsed: ParsedFeed?, _ visit: inout FeedVisit, _ next: inout PollingState
    ) async {
        let isDelta = reply.head.status.code == 226
        if !isDelta, let digest = reply.bodyDigest, digest.bytes == state.digest {
            return applyUnchanged(&visit, reply, &next)
        }
        if visit.wasRequested { progress?.complete(bytes: visit.bytesReceived) }
        do {
            try await ingest(reply, parsed, isDelta: isDelta, &visit, &next)
        } catch let error as FeedParsingError {
            // A response that is not a feed must not replace one in the cache. Without a cache entry the next request
            // has the library's own validators.
            context.network.cache.remove(reply)
            fail(&visit, FeedProblem(kind: .notAFeed, message: error.description))
        } catch let error as ArticleStoreError {
            // The library failed, not the feed: its polling state stays unchanged.
            visit.result = .failed(FeedProblem(kind: .status, message: error.description))
        } catch CacheError.transport(let error) where error.cause == .cancelled {
            visit.result = .cancelled
        } catch let error as CacheError {
            fail(&visit, FeedProblem(kind: .network, message: withoutAddress(error.description)))
        } catch BoundedProgram.Failure.cancelled {
            visit.result = .cancelled
        } catch {
            // The person's filter failed.
            fail(&visit, FeedProblem(kind: .status, message: String(describing: error)))
        }
    }

    /// Reads the body of a response, and stores its articles with the polling state that follows.
    private func ingest(
        _ reply: CachedReply, _ parsed: ParsedFeed?, isDelta: Bool, _ visit: inout FeedVisit, _ next: inout PollingState
    ) async throws {
        let reservation = try await context.network.documents.reserve(upTo: settings.feedBytes)
        defer { reservation.release() }
        let body = try await reply.decodedBody(limit: settings.feedBytes)
        reservation.shrink(to: body.count)
        // A response that is not stored (`no-store`) has no digest of its coded body.
        let digest = (reply.bodyDigest ?? BodyDigest(of: body)).bytes
        if !isDelta, digest == state.digest { return applyUnchanged(&visit, reply, &next) }
        let contentType = reply.head.headerFields[.contentType]
        // Relative addresses are resolved against this URL and stored in articles, so it must not hold a password.
        let url = ShownAddress.of(reply.url)
        let text = parsed == nil ? try await filtered(body) : []
        let announcement = context.ingestion.announce()
        defer { announcement.withdraw() }
        let feed: ParsedFeed
        if let parsed {
            feed = parsed
        } else {
            feed = try await context.parsing.run { try FeedParser.parse(text, url: url, contentType: contentType) }
        }
        let now = settings.now()
        try complete(&next, with: feed, from: reply, digest: isDelta ? nil : digest, at: now)
        if !visit.wasRequested { next.keepTimes(of: state) }
        let (store, id, saved, arrival) =
            (context.store, subscription.id, next, context.network.serverClock.arrival(now))
        let document = try await context.parsing.run {
            try store.document(feed, for: id, state: saved, at: now, arrival: arrival)
        }
        let summary = try await announcement.store(document)
        visit.result = .updated(new: summary.new, edited: summary.updated)
        if summary.unchanged + summary.updated.count > 0 || subscription.articleCount == 0 { adoptRedirect(next) }
    }

    /// Completes the polling state that follows a new document. Call it before the document is stored.
    ///
    /// - Parameter digest: nil for a delta, which is not the whole document: without a digest the next whole one is
    ///   examined.
    private func complete(
        _ next: inout PollingState, with feed: ParsedFeed, from reply: CachedReply, digest: [UInt8]?, at now: Date
    ) throws {
        adoptValidators(of: reply, with: feed, &next)
        next.digest = digest
        let isDelta = digest == nil
        // A delta has too few articles to compute the pace from.
        if isDelta { completePace(of: &next, at: now) } else { next.pace = feed.pace(at: now) }
        let isWhole = !feed.isTruncated
        next.recordSuccess(reply, isWhole: isWhole, at: now, schedule, jitter: settings.jitter())
        if !isDelta, let gap = try gap(below: feed) { next.olderPages = gap }
    }

    /// Stores the validators of a new document. A 304 would confirm the validators of a truncated document, and hide
    /// the rest of it: until the same bytes arrive a second time, requests have no conditions.
    private func adoptValidators(of reply: CachedReply, with feed: ParsedFeed, _ next: inout PollingState) {
        guard feed.isTruncated else { return next.adoptValidators(of: reply, at: settings.now()) }
        (next.etag, next.lastModified) = (nil, nil)
        context.network.cache.remove(reply)
    }

    /// Applies a document that the library has already.
    private func applyUnchanged(_ visit: inout FeedVisit, _ reply: CachedReply, _ next: inout PollingState) {
        visit.result = .unchanged
        guard visit.wasRequested else { return }
        if reply.head.status.code != 304 { next.adoptValidators(of: reply, at: settings.now()) }
        completePace(of: &next, at: settings.now())
        next.recordSuccess(reply, at: settings.now(), schedule, jitter: settings.jitter())
        visit.unsavedState = next
        adoptRedirect(next)
    }

    /// Computes the pace from the stored articles if no document has given one.
    func completePace(of state: inout PollingState, at now: Date) {
        guard state.pace.articleGap == nil else { return }
        let id = subscription.id
        let dates = (try? context.store.recentArticleDates(of: [id])[id]) ?? []
        state.pace.articleGap = PublishingPace(of: dates, at: now).articleGap
    }

    /// Adopts a permanent redirect once several consecutive visits found the same feed there.
    private func adoptRedirect(_ state: PollingState) {
        guard let redirect = state.redirect, redirect.visits >= settings.redirectVisits else { return }
        try? context.store.moveFeed(subscription.id, to: redirect.target)
    }
}

extension FeedVisit {
    mutating func note(_ reply: CachedReply) {
        let bytes = reply.wireBytes
        bytesSent = bytes.sent
        bytesReceived = bytes.received
        wasRequested = reply.source != .cache
        contact = wasRequested ? .answered : .unknown
        isNotModified = reply.source == .revalidated || reply.head.status.code == 304
        host = ShownAddress.host(of: reply.url)
    }
}

extension PollingState {
    /// True if the library knows a version of the feed's document.
    fileprivate var hasDocument: Bool {
        digest != nil || etag != nil || lastModified != nil
    }

    /// Keeps the time of the last poll: reading only from the cache is not a poll.
    fileprivate mutating func keepTimes(of state: PollingState) {
        health = state.health
        freshUntil = state.freshUntil
        retryAfter = state.retryAfter
    }
}
