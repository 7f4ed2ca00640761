import FeedParsing
import Markup
import SyncEngine
import Synchronization

/// Calls tt-rss's API (JSON by POST; status 200 even for errors), and logs in once if the session has expired.
final class TinyTinyRSSSession: Sendable {
    private let client: any ServerClient
    private let url: String
    private let state = Mutex(State())

    private struct State {
        var session: String?
        /// True until a request with the last login succeeds. Until then, another login would have the same result.
        var isLoginUnproved = false
    }

    init(_ client: any ServerClient, url: String) {
        self.client = client
        self.url = url
    }

    func call(_ operation: String, _ members: @escaping (inout JSONWriter) -> Void) async throws -> JSONValue {
        var response = try await once(operation, members)
        if response.error == "NOT_LOGGED_IN" {
            state.withLock { $0.session = nil }
            guard !state.withLock(\.isLoginUnproved) else {
                throw SyncFailure.credentials("the server dropped the new session immediately")
            }
            await client.keep(session: nil)
            response = try await once(operation, members)
        }
        if let error = response.error { throw Self.failure(error) }
        state.withLock { $0.isLoginUnproved = false }
        return response.content
    }

    private func once(
        _ operation: String, _ members: (inout JSONWriter) -> Void
    ) async throws -> (content: JSONValue, error: String?) {
        let session = try await session()
        return try await post { json in
            json.member("op", operation)
            json.member("sid", session)
            members(&json)
        }
    }

    private func session() async throws -> String {
        if let session = state.withLock(\.session) { return session }
        if !state.withLock(\.isLoginUnproved), let kept = await client.session() {
            state.withLock { $0.session = kept }
            return kept
        }
        let login = try await client.login()
        state.withLock { $0.isLoginUnproved = true }
        let response = try await post { json in
            json.member("op", "login")
            json.member("user", login.user ?? "")
            json.member("password", login.secret)
        }
        if let error = response.error { throw Self.failure(error) }
        guard let session = response.content["session_id"]?.string, !session.isEmpty, session.utf8.count < 4_096 else {
            throw SyncFailure.notUnderstood("the server's response to the login has no session")
        }
        state.withLock { $0.session = session }
        await client.keep(session: session)
        return session
    }

    private func post(_ members: (inout JSONWriter) -> Void) async throws -> (content: JSONValue, error: String?) {
        var json = JSONWriter()
        json.object(members)
        var request = ServerRequest(.post, url)
        request.setJSON(json.bytes)
        let response = try await client.send(request).checked().json()
        guard let status = response["status"]?.int64, let content = response["content"] else {
            throw SyncFailure.notUnderstood("not a response of tt-rss")
        }
        return (content, status == 0 ? nil : SafeText.line(content["error"]?.string ?? "UNKNOWN"))
    }

    private static func failure(_ error: String) -> SyncFailure {
        switch error {
        case "LOGIN_ERROR": .credentials(ServerResponse.refusedPassword)
        case "API_DISABLED": .credentials("the API is switched off in the preferences of this user on the server")
        default: .status("the server answered \(error.prefix(100))")
        }
    }
}
