import ArticleStorage
import CurlTransport
import FeedRefresh
import Foundation
import HTTPCache
import HTTPTransport
import Synchronization
import Testing

@Suite("Preparation of the transport") struct TransportPreparationTests {
    @Test(
        "A refresh loads libcurl before its first request; a schedule, and a refresh offline, load it only for one",
        arguments: [
            (RefreshReason.everything, false, 1), (.insisted, false, 1), (.schedule, false, 0), (.everything, true, 0),
        ])
    func preparation(reason: RefreshReason, isOffline: Bool, expected: Int) async throws {
        let rig = try ServiceRig()
        let transport = ObservedTransport()
        let service = FeedService(
            store: rig.store, cache: ResponseCache(), transport: transport,
            settings: FeedServiceSettings(userAgent: "lede-test"), owner: "prepared", isOffline: isOffline)
        _ = try await service.refresh(reason: reason)
        #expect(transport.preparations.withLock { $0 } == expected)
    }

    /// curl, with a count of its preparations.
    private final class ObservedTransport: Transport {
        let preparations = Mutex(0)
        private let curl = CurlTransport()

        func prepare() {
            preparations.withLock { $0 += 1 }
            curl.prepare()
        }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            try await curl.send(request)
        }
    }
}
