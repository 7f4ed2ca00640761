import CurlTransport
import FeedRefresh
import HTTPCache
import HTTPTransport
import ScriptedOrigin
import Synchronization
import Testing

@Suite("Preparation of the transport") struct TransportPreparationTests {
    @Test(
        "A refresh prepares the transport before its first request; a schedule does not, and offline nothing does",
        arguments: [
            (RefreshReason.everything, false, ["prepare", "send"]), (.insisted, false, ["prepare", "send"]),
            (.schedule, false, ["send"]), (.everything, true, []),
        ])
    func preparation(reason: RefreshReason, isOffline: Bool, expected: [String]) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        _ = try rig.subscribe()
        let transport = ObservedTransport()
        let service = FeedService(
            store: rig.store, cache: ResponseCache(), transport: transport,
            settings: FeedServiceSettings(userAgent: "lede-test"), owner: "prepared", isOffline: isOffline)
        _ = try await service.refresh(reason: reason)
        #expect(transport.calls.withLock { $0 } == expected)
    }

    /// curl, with a record of its calls.
    private final class ObservedTransport: Transport {
        let calls = Mutex<[String]>([])
        private let curl = CurlTransport()

        func prepare() {
            calls.withLock { $0.append("prepare") }
            curl.prepare()
        }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            calls.withLock { $0.append("send") }
            return try await curl.send(request)
        }
    }
}
