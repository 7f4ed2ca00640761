import ArticleStorage
import FeedModel
import HTTPTypes
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct FeedRequestTests {
    /// Returns the state of a library with the tag "1", after a delta if it has no digest.
    private func state(digest: [UInt8]?, etag: String? = "\"1\"") -> PollingState {
        PollingState(
            subscription: SubscriptionID(rawValue: 1), digest: digest, etag: etag,
            lastModified: "Tue, 10 Mar 2026 12:00:00 GMT")
    }

    private func stored(_ status: HTTPResponse.Status, etag: String) -> HTTPResponse {
        HTTPResponse(status: status, headerFields: [.eTag: etag])
    }

    @Test("The library's validators are sent if the cache has no document, or one older than the last delta")
    func librarysValidators() {
        for digest in [nil, [1]] as [[UInt8]?] {
            let sent = FeedRequest.conditions(state(digest: digest), stored: nil)
            #expect(sent[.ifNoneMatch] == "\"1\"" && sent[.ifModifiedSince] == "Tue, 10 Mar 2026 12:00:00 GMT")
        }
        let afterDelta = FeedRequest.conditions(state(digest: nil), stored: stored(.ok, etag: "\"0\""))
        #expect(afterDelta[.ifNoneMatch] == "\"1\"")
    }

    @Test(
        "Otherwise the cache sends its own validators: for its own document, for a later one, and for a stored redirect"
    )
    func cachesValidators() {
        #expect(FeedRequest.conditions(state(digest: [1]), stored: stored(.ok, etag: "\"2\"")).isEmpty)
        #expect(FeedRequest.conditions(state(digest: nil), stored: stored(.ok, etag: "\"1\"")).isEmpty)
        #expect(FeedRequest.conditions(state(digest: nil, etag: nil), stored: stored(.ok, etag: "\"2\"")).isEmpty)
        #expect(
            FeedRequest.conditions(state(digest: nil), stored: stored(.movedPermanently, etag: "\"0\"")).isEmpty)
    }

    @Test("A tag that the server would refuse is not sent back")
    func longTag() async throws {
        let rig = try ServiceRig()
        let tag = "\"" + String(repeating: "x", count: 60_000) + "\""
        rig.origin.route("/feed") { request in
            request["If-None-Match"] == nil ? .response(fields: ["ETag": tag], body: atomFeed(1...3)) : .response(431)
        }
        let id = try rig.subscribe()
        for _ in 1...2 {
            #expect(try await rig.service.refresh(reason: .insisted).failures.isEmpty)
            rig.pass(seconds: 3600)
        }
        #expect(rig.origin.requests.count == 2)
        #expect(try rig.store.pollingState(of: id)?.etag == nil)
    }
}
