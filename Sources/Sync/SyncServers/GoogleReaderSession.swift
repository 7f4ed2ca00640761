import FeedParsing
import SyncEngine
import Synchronization

/// Sends requests of the Google Reader API, and logs in once if the token has expired.
final class GoogleReaderSession: Sendable {
    private let client: any ServerClient
    private let base: String
    private let state = Mutex(State())

    private struct State {
        var auth: String?
        /// The token that POST requests need.
        var token: String?
        /// True until a request with the last login succeeds. Until then, another login would have the same result.
        var isLoginUnproved = false
    }

    init(_ client: any ServerClient, base: String) {
        self.client = client
        self.base = base
    }

    func get(_ path: String, _ query: String = "") async throws -> JSONValue {
        try await getAny(path, query).checked().json()
    }

    /// Returns the response, whatever its status; throws if the server refuses the login.
    func getAny(_ path: String, _ query: String = "") async throws -> ServerResponse {
        let address = "\(base)/reader/api/0/\(path)?\(query.isEmpty ? "" : query + "&")output=json"
        return try await authorised { _ in ServerRequest(.get, address) }
    }

    private func post(_ path: String, _ form: [(String, String)]) async throws -> ServerResponse {
        try await postAny(path, form).checked()
    }

    func postAny(_ path: String, _ form: [(String, String)]) async throws -> ServerResponse {
        try await authorised(needsToken: true) { token in
            var request = ServerRequest(.post, "\(self.base)/reader/api/0/\(path)")
            request.setForm(form + (token.map { [("T", $0)] } ?? []))
            return request
        }
    }

    /// The server confirms a change with `OK`; a hotspot's page does not.
    func confirmed(_ path: String, _ form: [(String, String)]) async throws {
        try Self.confirm(try await post(path, form))
    }

    static func confirm(_ response: ServerResponse) throws {
        guard ["OK", "\"OK\""].contains(try response.checked().text) else { throw SyncFailure.notConfirmed }
    }

    private func authorised(
        needsToken: Bool = false, _ make: (_ token: String?) -> ServerRequest
    ) async throws -> ServerResponse {
        var response = try await once(needsToken, make)
        if needsToken, let refused = response, refused.isRefused {
            // The token for POST may expire while the login is still valid.
            state.withLock { $0.token = nil }
            response = try await once(needsToken, make) ?? refused
        }
        if let response, !response.isRefused { return accepted(response) }
        // The session has expired: one login, then the request again.
        state.withLock { ($0.auth, $0.token) = (nil, nil) }
        if state.withLock(\.isLoginUnproved) {
            guard let response else { throw Self.refused }
            return try response.checked()
        }
        await client.keep(session: nil)
        guard let last = try await once(needsToken, make) else { throw Self.refused }
        return try last.isRefused ? last.checked() : accepted(last)
    }

    private static let refused = SyncFailure.credentials("the server refused the session it has just issued")

    private func accepted(_ response: ServerResponse) -> ServerResponse {
        state.withLock { $0.isLoginUnproved = false }
        return response
    }

    /// - Returns: nil if the server refuses a token to this login.
    private func once(_ needsToken: Bool, _ make: (_ token: String?) -> ServerRequest) async throws -> ServerResponse? {
        let auth = try await authorisation()
        var token: String?
        if needsToken {
            token = try await self.token(for: auth)
            guard token != nil else { return nil }
        }
        var request = make(token)
        request.fields.append(("Authorization", "GoogleLogin auth=\(auth)"))
        return try await client.send(request)
    }

    private func authorisation() async throws -> String {
        if let auth = state.withLock(\.auth) { return auth }
        // The stored session is the login's token and, if there is one, a space and the token for POST.
        if !state.withLock(\.isLoginUnproved),
            let kept = await client.session()?.split(separator: " ").map(String.init),
            let auth = kept.first
        {
            state.withLock { ($0.auth, $0.token) = (auth, kept.count > 1 ? kept[1] : nil) }
            return auth
        }
        let auth = try await logIn()
        state.withLock { $0.auth = auth }
        await client.keep(session: auth)
        return auth
    }

    /// Returns the token that the server gives for the account's password.
    private func logIn() async throws -> String {
        let login = try await client.login()
        var request = ServerRequest(.post, base + "/accounts/ClientLogin")
        request.setForm([
            ("Email", login.user ?? ""), ("Passwd", login.secret), ("service", "reader"),
            ("accountType", "HOSTED_OR_GOOGLE"),
        ])
        state.withLock { $0.isLoginUnproved = true }
        let refusal = ServerResponse.refusedPassword
        let reply = try await client.send(request)
        if reply.text.contains("BadAuthentication") { throw SyncFailure.credentials(refusal) }
        let response = try reply.checked(refusal: refusal)
        let text = String(decoding: response.body.prefix(8_192), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("Auth=") }
        let value = line.map { String($0.dropFirst(5)) } ?? JSONParser.whole(response.body)?["Auth"]?.string
        guard let auth = value, !auth.isEmpty, auth.utf8.count < 2_048,
            auth.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw SyncFailure.notUnderstood("the server's response to the login has no token") }
        return auth
    }

    private func token(for auth: String) async throws -> String? {
        if let token = state.withLock(\.token) { return token }
        var request = ServerRequest(.get, base + "/reader/api/0/token")
        request.fields.append(("Authorization", "GoogleLogin auth=\(auth)"))
        let response = try await client.send(request)
        guard !response.isRefused else { return nil }
        let token = try response.checked().text
        guard !token.isEmpty, token.utf8.count < 1_024, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3C })
        else {
            throw SyncFailure.notUnderstood("the server sent no token")
        }
        state.withLock { $0.token = token }
        await client.keep(session: "\(auth) \(token)")
        return token
    }
}
