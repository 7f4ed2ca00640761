import Basics
import ContentCoding
import FeedModel
import HTTPCache
import HTTPTypes
import SyncEngine
import SyncServers

/// Sends the requests of one account through the service's client: to the account's own origin only, never stored in
/// the cache.
final class AccountClient: ServerClient {
    private let context: VisitContext
    private let account: SyncAccount
    private let origin: String?
    private let exchange: SyncExchange

    init(
        _ context: VisitContext, _ account: SyncAccount, counting received: ResponseBytes = ResponseBytes(),
        renewing lease: AccountLease? = nil
    ) {
        self.context = context
        self.account = account
        exchange = SyncExchange(context: context, received: received, lease: lease)
        origin = CacheRequest(url: account.url.withoutFragment).destination?.origin
    }

    func login() async throws -> ServerLogin {
        let login: (user: String?, secret: String)?
        do throws(CredentialError) {
            login = try await context.settings.keyring.login(of: account)
        } catch {
            throw SyncFailure.credentials(error.description)
        }
        guard let login else {
            throw SyncFailure.credentials(
                "no secret: give --secret-file to `lede account add`, or write [[credentials]]")
        }
        let user = account.user ?? login.user
        guard user != nil || !account.kind.needsUser else {
            throw SyncFailure.credentials("no user name: give --user to `lede account add`")
        }
        return ServerLogin(user: user, secret: login.secret)
    }

    func send(_ request: ServerRequest) async throws -> ServerResponse {
        guard CacheRequest(url: request.url).destination?.origin == origin else {
            throw SyncFailure.status("not requested: the address is on another server")
        }
        var asked = cacheRequest(request)
        do throws(CredentialError) {
            asked.add(RequestCredentials(headers: try await context.settings.keyring.headers(for: request.url)))
        } catch {
            throw SyncFailure.credentials(error.description)
        }
        let (bytes, reply) = try await exchange.send(asked, .reloadIgnoringLocalCacheData)
        let status = reply.head.status
        return ServerResponse(
            status: status.code, line: status.line, contentType: reply.head.headerFields[.contentType],
            location: reply.head.headerFields[.location], body: bytes
        ).namingFolder(insteadOf: account.url, asked: request.url)
    }

    private func cacheRequest(_ request: ServerRequest) -> CacheRequest {
        let settings = context.settings
        var result = CacheRequest(
            url: request.url, method: HTTPRequest.Method(rawValue: request.method.rawValue) ?? .get, body: request.body)
        for (name, value) in request.fields {
            if let name = HTTPField.Name(name) { result.fields[name] = value }
        }
        result.complete(
            settings, accepting: "application/json", in: Coding.acceptEncoding, within: settings.pageTimeout,
            atMost: settings.accountBytes)
        // A secret is sent to its own server only, never to an address that the server names.
        result.followsRedirects = false
        // Lists of feeds may contain the passwords of feeds.
        result.willCache = { _ in false }
        return result
    }

    // MARK: - Sessions

    func session() async -> String? {
        context.settings.keyring.isWithheld ? nil : context.settings.sessions?.token(of: account)
    }

    func keep(session: String?) async {
        context.settings.sessions?.keep(session, of: account)
    }
}
