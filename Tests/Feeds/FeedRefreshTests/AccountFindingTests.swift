import FeedModel
import ScriptedOrigin
import Testing

@testable import FeedRefresh

/// The search for the protocol of a server that a person names by its address alone.
@Suite struct AccountFindingTests {
    /// Paths that are asked to find a Google Reader API, and the one of `lede serve`.
    private static let paths = ["/accounts/ClientLogin", "/reader/api/0/token", "/accounts/lede", "/items.json"]

    @Test("A server that refuses all addresses is no Google Reader API, which would get the token as a password")
    func refusingServer() async throws {
        let rig = try ServiceRig()
        let refusal = Reply.response(
            401, fields: ["Content-Type": "application/json", "WWW-Authenticate": "Bearer realm=\"lede\""],
            body: #"{"error":"a bearer token is needed"}"#)
        for path in Self.paths { rig.origin.route(path, refusal) }
        let found = try await rig.service.findServer(at: rig.origin.url("/"), kind: nil)
        #expect(found?.kind == .since && found?.url == rig.origin.url("/items.json"))
    }
}
