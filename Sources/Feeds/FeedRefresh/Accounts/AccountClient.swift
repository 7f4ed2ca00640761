import Basics
import ContentCoding
import FeedModel
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes
import Markup
import SyncEngine
import SyncServers

/// Sends the requests of one account through the service's client: to the account's own origin only, never stored in
/// the cache.
final class AccountClient: ServerClient {
    private let context: VisitContext
    private let account: SyncAccount
    private let origin: String?
    private let received: AnswerBytes

    /// Largest decoded response in bytes (default 64 MiB): some protocols return everything at once.
    private static let answerBytes = 64 << 20
    /// Longest address in the request log, in bytes: some contain hundreds of ids.
    private static let loggedAddress = 200

    init(_ context: VisitContext, _ account: SyncAccount, counting received: AnswerBytes = AnswerBytes()) {
        self.context = context
        self.account = account
        self.received = received
        origin = CacheRequest(url: account.url.withoutFragment).destination?.origin
    }

    func login() async throws -> ServerLogin {
        do throws(CredentialError) {
            if let login = try await context.settings.keyring.login(of: account) {
                return ServerLogin(user: account.user ?? login.user, secret: login.secret)
            }
        } catch {
            throw SyncFailure.credentials(error.description)
        }
        throw SyncFailure.credentials("no secret: give --secret-file to `lede account add`, or write [[credentials]]")
    }

    func send(_ request: ServerRequest) async throws -> ServerAnswer {
        guard CacheRequest(url: request.url).destination?.origin == origin else {
            throw SyncFailure.status("not requested: the address is on another server")
        }
        let reply: CachedReply
        let bytes: [UInt8]
        do throws(CacheError) {
            reply = try await context.network.client.response(
                for: cacheRequest(request), policy: .reloadIgnoringLocalCacheData)
            bytes = try await reply.decodedBody(limit: Self.answerBytes)
        } catch {
            log(request, nil)
            let failure = Self.failure(error)
            note(failure)
            throw failure
        }
        received.add(bytes.count)
        log(request, reply)
        note(reply)
        context.network.count(Traffic(reply))
        return try answer(reply, bytes)
    }

    /// A pause ends the sync: no request to this server before the time in the response.
    private func answer(_ reply: CachedReply, _ bytes: [UInt8]) throws(SyncFailure) -> ServerAnswer {
        let status = reply.head.status
        let line = status.line
        if status.asksForPause {
            let told = RetryAfter.date(in: reply.head.headerFields, now: context.settings.now())
            throw .problem(FeedProblem(kind: told == nil ? .status : .waiting, message: line), retryAfter: told)
        }
        return ServerAnswer(
            status: status.code, line: line, contentType: reply.head.headerFields[.contentType],
            location: reply.head.headerFields[.location], body: bytes)
    }

    private func cacheRequest(_ request: ServerRequest) -> CacheRequest {
        let settings = context.settings
        var result = CacheRequest(
            url: request.url, method: HTTPRequest.Method(rawValue: request.method.rawValue) ?? .get, body: request.body)
        for (name, value) in request.fields {
            if let name = HTTPField.Name(name) { result.fields[name] = value }
        }
        result.fields[.userAgent] = settings.userAgent
        result.fields[.accept] = "application/json"
        result.fields[.acceptEncoding] = Coding.acceptEncoding
        // A secret is sent to its own server only, never to an address that the server names.
        result.followsRedirects = false
        result.limits.connectTimeout = settings.connectTimeout
        result.limits.stallTimeout = settings.stallTimeout
        result.limits.totalTimeout = settings.pageTimeout
        result.limits.bodyBytes = Int64(Self.answerBytes)
        result.decodedBodyBytes = Self.answerBytes
        // Lists of feeds may contain the passwords of feeds.
        result.willCache = { _ in false }
        return result
    }

    // MARK: - Sessions

    func session() async -> String? {
        context.settings.sessions?.token(of: account)
    }

    func keep(session: String?) async {
        context.settings.sessions?.keep(session, of: account)
    }

    // MARK: - State of the connection

    private func note(_ reply: CachedReply) {
        context.network.noteExchange(
            with: ShownAddress.host(of: reply.url), bytes: reply.wireBytes.received, heard: true, lineFailed: false,
            knownHosts: 1)
    }

    private func note(_ failure: SyncFailure) {
        guard case .line = failure else { return }
        context.network.count(.unanswered)
        context.network.noteExchange(
            with: ShownAddress.host(of: account.url), bytes: 0, heard: false, lineFailed: true,
            knownHosts: context.network.knownHosts())
    }

    private func log(_ request: ServerRequest, _ reply: CachedReply?) {
        context.network.log?.append(
            RequestLog.Entry(
                time: context.settings.now(), action: "sync", policy: .reloadIgnoringLocalCacheData,
                source: reply?.source.rawValue ?? "none",
                status: reply.map { String($0.head.status.code) } ?? "error", bytesSent: reply?.wireBytes.sent ?? 0,
                bytesReceived: reply?.wireBytes.received ?? 0,
                url: String(decoding: (reply?.url ?? request.url).utf8.prefix(Self.loggedAddress), as: UTF8.self)))
    }

    static func failure(_ error: CacheError) -> SyncFailure {
        switch error {
        case .transport(let error) where error.cause == .cancelled: .cancelled
        case .transport(let error) where error.cause.isOfTheLine:
            .line(FeedProblem(kind: .network, message: error.message))
        default: .problem(FeedProblem(kind: .network, message: error.description), retryAfter: nil)
        }
    }
}
