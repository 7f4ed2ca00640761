import Basics
import ContentCoding
import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTypes
import SyncEngine
import SyncServers

/// A since-id endpoint of `lede serve`: one small request returns all changes, and a 304 means that there are none.
struct SinceSyncServer: SyncServer {
    let context: VisitContext
    private let url: String
    let reason: RefreshReason

    init(
        _ context: VisitContext, url: String, reason: RefreshReason, token: String?,
        counting received: ResponseBytes, renewing lease: AccountLease?
    ) {
        self.context = context
        self.url = url.withoutFragment
        self.reason = reason
        self.token = token
        exchange = SyncExchange(context: context, received: received, lease: lease)
    }

    /// The token from the account's own secret file; nil if `[[credentials]]` decides.
    private let token: String?
    private let exchange: SyncExchange

    /// Articles per page, which a broken connection may lose (default 100).
    private static let pageSize = 100
    /// Articles that a first sync shows before it lists everything (default 50).
    private static let newestSize = 50

    var traits: ServerTraits {
        var traits = ServerTraits()
        traits.listsFeeds = false
        traits.startsWithChanges = true
        traits.listsStates = false
        // Its ids are made from feed and guid, and never assigned again.
        traits.reusesIDs = false
        traits.marksAtOnce = 50
        return traits
    }

    // MARK: - Calls

    func changes(after cursor: SyncCursor, showingAnchor: Bool) async throws(SyncFailure) -> SyncPage {
        guard let text = cursor.position, let position = Int64(text) else { return try await newest() }
        // Starts one position earlier, so that the page contains the article at the cursor itself.
        let showsAnchor = showingAnchor && cursor.anchor != nil && position > 0
        var query = "since_id=\(showsAnchor ? position - 1 : position)&limit=\(Self.pageSize)"
        if let epoch = cursor.epoch { query += "&epoch=\(epoch.formEncoded)" }
        let document = try await document(query)
        guard let last = document.last else { throw notUnderstood }
        if let epoch = cursor.epoch, document.epoch != epoch { throw .reset }
        if showsAnchor, let anchor = cursor.anchor, !document.holds(anchor, at: position) { throw .reset }
        guard last >= position else { throw .reset }
        // Only the member `more` ends the pages; a page without progress would repeat forever.
        guard !document.hasMore || last > position || showsAnchor else { throw notUnderstood }
        let reached = SyncCursor(
            epoch: document.epoch, position: String(last),
            anchor: document.anchor(at: last) ?? (last == position ? cursor.anchor : nil))
        return SyncPage(
            feeds: document.feeds, articles: document.articles, cursor: reached, hasMore: document.hasMore,
            hasGap: document.hasGap)
    }

    private func newest() async throws(SyncFailure) -> SyncPage {
        let document = try await document("limit=\(Self.newestSize)")
        return SyncPage(
            feeds: document.feeds, articles: document.articles,
            cursor: SyncCursor(epoch: document.epoch, position: "0"), hasMore: true, listsAllFeeds: true)
    }

    func feeds() async throws -> [RemoteFeed] { [] }

    func current(_ ids: [String]) async throws -> [RemoteArticle] { [] }

    func lists() async throws -> RemoteLists { RemoteLists() }

    func fetch(_ ids: Set<String>, in lists: RemoteLists, into store: ArticleSink) async throws {}

    func fetchHistory(_ history: SyncHistory, into store: ArticleSink) async throws -> Set<String> { [] }

    func change(_ change: SubscriptionChange) async throws {
        throw SyncFailure.status("`lede serve` cannot change its feeds: change them there")
    }

    func send(_ marks: [OutgoingMark]) async throws(SyncFailure) -> SentMarks {
        var request = try await request(to: Self.sibling("state", of: url))
        request.method = .post
        request.fields[.contentType] = "application/json"
        request.body = SinceStates.writtenMarks(marks.map { (id: $0.id, mark: $0.mark) })
        let (bytes, _) = try await response(to: request, policy: .reloadIgnoringLocalCacheData)
        // Only a complete response of the right shape counts: a hotspot answers every request with 200.
        guard let results = SinceStates.results(in: bytes) else { throw notUnderstood }
        let dropped = marks.filter { mark in
            // A server of an earlier version ignores tags, and does not report them.
            if case .tagged = mark.mark { return !results.done.contains(mark.id) }
            return results.gone.contains(mark.id)
        }
        return SentMarks(kept: marks.filter { results.done.contains($0.id) }, dropped: dropped)
    }

    // MARK: - Requests

    private func document(_ query: String) async throws(SyncFailure) -> SinceDocument {
        let address = url + (url.contains("?") ? "&" : "?") + query
        let request = try await request(to: address)
        let (bytes, reply) = try await response(to: request, policy: reason.policy)
        let (page, contentType) = (reply.url, reply.head.headerFields[.contentType])
        do {
            return try await context.parsing.run {
                try SinceDocument(parsing: bytes, url: page, contentType: contentType)
            }
        } catch let error as FeedParsingError where error == .html {
            context.network.cache.remove(for: request)
            throw .problem(
                FeedProblem(kind: .notAFeed, message: "a web page instead of the server's response"),
                retryAfter: nil)
        } catch {
            context.network.cache.remove(for: request)
            throw notUnderstood
        }
    }

    private func request(to url: String) async throws(SyncFailure) -> CacheRequest {
        let settings = context.settings
        var request = CacheRequest(url: url)
        do throws(CredentialError) {
            request.add(try await settings.keyring.credentials(for: url))
        } catch {
            throw .problem(FeedProblem(kind: .credentials, message: error.description), retryAfter: nil)
        }
        if let token { request.fields[.authorization] = "Bearer " + token }
        request.complete(
            settings, accepting: "application/feed+json, application/json", in: Coding.acceptEncoding,
            within: settings.pageTimeout, atMost: settings.feedBytes)
        // A token is sent to its own server only, never to an address that the server names.
        request.followsRedirects = false
        request.willCache = { response in
            response.head.status.code == 200 && !response.isKeyedByCredentials
                && response.head.headerFields[.contentType]?.lowercased().contains("json") == true
        }
        return request
    }

    private func response(
        to request: CacheRequest, policy: CachePolicy
    ) async throws(SyncFailure) -> (bytes: [UInt8], reply: CachedReply) {
        let (bytes, reply) = try await exchange.send(request, policy)
        switch reply.head.status.code {
        case 200: return (bytes, reply)
        case 409: throw .reset
        case 401, 403:
            await context.settings.keyring.forget(request.url)
            let hasLogin = request.fields[.authorization] != nil
            throw .credentials(hasLogin ? "the server refused the token" : "the server needs a token")
        case let code: throw .problem(FeedProblem(status: code, message: reply.head.status.line), retryAfter: nil)
        }
    }

    private var notUnderstood: SyncFailure {
        .problem(FeedProblem(kind: .notAFeed, message: "not a response of a since-id server"), retryAfter: nil)
    }

    /// Returns the address of another document of the same server.
    private static func sibling(_ name: String, of url: String) -> String {
        let path = url.withoutQuery
        return path[...(path.lastIndex(of: "/") ?? path.startIndex)] + name
    }
}

// MARK: - The anchor

extension SinceDocument {
    /// Returns the article at a position. It reveals a server that has assigned positions again under its old epoch,
    /// for example after a backup was restored.
    fileprivate func anchor(at position: Int64) -> String? {
        let text = String(position)
        return articles.last { $0.position == text }?.id ?? feeds.last { $0.position == text }?.id
    }

    /// True unless this page, which begins at the cursor, shows that its position has another meaning now.
    fileprivate func holds(_ anchor: String, at position: Int64) -> Bool {
        if let found = self.anchor(at: position) { return found == anchor }
        // The article has a later position, or the server has dropped it, or its state is unknown.
        return articles.contains { $0.id == anchor } || feeds.contains { $0.id == anchor }
            || (last ?? 0) >= position && (oldest > position || hasGap || hasMore)
    }
}
