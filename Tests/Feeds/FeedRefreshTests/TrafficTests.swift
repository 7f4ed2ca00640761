import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct TrafficTests {
    @Test("Adding traffic adds every counter")
    func sum() {
        var traffic = Traffic()
        (traffic.requests, traffic.notModified) = (1, 1)
        (traffic.bytesSent, traffic.bytesReceived, traffic.bytesSaved) = (1, 1, 1)
        traffic += traffic
        // A new counter that is missing above, or in the sum, is not 2 afterwards.
        #expect(Mirror(reflecting: traffic).children.map { $0.value as? Int64 } == [2, 2, 2, 2, 2])
    }

    @Test("The library adds up requests, 304s and bytes of all processes")
    func counting() async throws {
        let rig = try ServiceRig()
        let body = atomFeed(1...3)
        rig.origin.route("/feed") { .validated($0, etag: "\"1\"", body: body) }
        _ = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let first = try Traffic.total(in: rig.store)
        #expect(first.requests == 1 && first.notModified == 0 && first.bytesSaved == 0)
        #expect(first.bytesReceived > body.utf8.count && first.bytesSent > 0)
        _ = try await rig.anotherService().refresh(reason: .everything)
        let both = try Traffic.total(in: rig.store)
        #expect(both.requests == 2 && both.notModified == 1)
        #expect(both.bytesSaved == body.utf8.count)
        #expect(both.bytesReceived > first.bytesReceived && both.bytesSent > first.bytesSent)
    }
}
