import FeedModel
import ScriptedOrigin
import ScriptedServers
import Testing

@testable import FeedRefresh

/// Miniflux servers whose lists have no end. Each list ends after a few hundred requests, so that a sync that follows
/// it fails instead of running forever.
@Suite struct EndlessListTests {
    private static let none = #"{"total":0,"entries":[],"entry_ids":[]}"#

    @Test("A repeated page of read articles ends the list")
    func repeatedPage() async throws {
        let setup = try SyncSetup(.miniflux)
        let entries = (1...120).map { #"{"id":\#($0),"feed_id":1,"status":"read","title":"Article \#($0)"}"# }
        let page = #"{"total":400,"entries":[\#(entries.joined(separator: ","))]}"#
        setup.server.origin.route("/v1/entries") { request in
            .response(body: request.target.contains("status=read") && request.number < 300 ? page : Self.none)
        }
        #expect(try await setup.add()?.problem == nil)
        #expect(try setup.rows.count == 100)
        #expect(setup.server.origin.requests.count { $0.target.contains("status=read") } == 2)
    }

    @Test("A list of ids that does not end is an error")
    func endlessIDs() async throws {
        let setup = try SyncSetup(.miniflux)
        setup.server.origin.route("/v1/entries/ids") { request in
            let offset = request.target.split(separator: "offset=").last.flatMap { Int($0) } ?? 0
            let page = #"{"total":4611686018427387904,"entry_ids":[\#(offset + 1),\#(offset + 2)]}"#
            return .response(body: request.number < 1_000 ? page : Self.none)
        }
        #expect(try await setup.add()?.problem?.message.contains("never end") == true)
        #expect(setup.server.origin.requests.count < 300)
    }
}
