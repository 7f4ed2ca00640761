import FeedParsing
import SyncEngine
import Synchronization

/// Requests of the Google Reader API, with one login if the token has expired.
final class GoogleReaderSession: Sendable {
    private let client: any ServerClient
    private let base: String
    private let state = Mutex(State())

    private struct State {
        var auth: String?
        /// For POST.
        var token: String?
        /// A wrong password is tried once per sync.
        var hasLoggedIn = false
    }

    init(_ client: any ServerClient, base: String) {
        self.client = client
        self.base = base
    }

    func get(_ path: String, _ query: String = "") async throws -> JSONValue {
        let address = "\(base)/reader/api/0/\(path)?\(query.isEmpty ? "" : query + "&")output=json"
        return try await authorised { _ in ServerRequest(.get, address) }.json()
    }

    func post(_ path: String, _ form: [(String, String)]) async throws -> ServerAnswer {
        try await authorised(needsToken: true) { token in
            var request = ServerRequest(.post, "\(self.base)/reader/api/0/\(path)")
            request.setForm(form + (token.map { [("T", $0)] } ?? []))
            return request
        }
    }

    /// The server confirms a change with `OK`; a hotspot's page does not.
    func confirmed(_ path: String, _ form: [(String, String)]) async throws {
        let answer = try await post(path, form)
        guard answer.text == "OK" else { throw SyncFailure.notUnderstood("the server does not confirm the change") }
    }

    private func authorised(
        needsToken: Bool = false, _ make: (_ token: String?) -> ServerRequest
    ) async throws -> ServerAnswer {
        var answer = try await once(needsToken, make)
        if answer.status == 401 || answer.status == 403 {
            // The session or the token has expired: log in once and repeat the request.
            state.withLock { ($0.auth, $0.token) = (nil, nil) }
            guard !state.withLock(\.hasLoggedIn) else { return try answer.checked() }
            await client.keep(session: nil)
            answer = try await once(needsToken, make)
        }
        return try answer.checked()
    }

    private func once(_ needsToken: Bool, _ make: (_ token: String?) -> ServerRequest) async throws -> ServerAnswer {
        let auth = try await authorisation()
        let token = needsToken ? try await token(for: auth) : nil
        var request = make(token)
        request.fields.append(("Authorization", "GoogleLogin auth=\(auth)"))
        return try await client.send(request)
    }

    private func authorisation() async throws -> String {
        if let auth = state.withLock(\.auth) { return auth }
        // The token for POST is requested after a login, if there is one.
        if !state.withLock(\.hasLoggedIn), let kept = await client.session()?.split(separator: " ").map(String.init),
            let auth = kept.first
        {
            state.withLock { ($0.auth, $0.token) = (auth, kept.count > 1 ? kept[1] : nil) }
            return auth
        }
        let login = try await client.login()
        var request = ServerRequest(.post, base + "/accounts/ClientLogin")
        request.setForm([
            ("Email", login.user ?? ""), ("Passwd", login.secret), ("service", "reader"),
            ("accountType", "HOSTED_OR_GOOGLE"),
        ])
        state.withLock { $0.hasLoggedIn = true }
        let answer = try await client.send(request).checked(refusal: "the server refuses the user name or the password")
        let text = String(decoding: answer.body.prefix(8_192), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("Auth=") }
        let value = line.map { String($0.dropFirst(5)) } ?? JSONParser.whole(answer.body)?["Auth"]?.string
        guard let auth = value, !auth.isEmpty, auth.utf8.count < 2_048,
            auth.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw SyncFailure.notUnderstood("the server's answer to the login has no token") }
        state.withLock { $0.auth = auth }
        await client.keep(session: auth)
        return auth
    }

    private func token(for auth: String) async throws -> String? {
        if let token = state.withLock(\.token) { return token }
        var request = ServerRequest(.get, base + "/reader/api/0/token")
        request.fields.append(("Authorization", "GoogleLogin auth=\(auth)"))
        let answer = try await client.send(request)
        // If it has expired, the server refuses the request itself, which then logs in.
        guard answer.status != 401, answer.status != 403 else { return nil }
        let token = try answer.checked().text
        guard !token.isEmpty, token.utf8.count < 1_024, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3C })
        else {
            throw SyncFailure.notUnderstood("the server gives no token")
        }
        state.withLock { $0.token = token }
        await client.keep(session: "\(auth) \(token)")
        return token
    }
}
