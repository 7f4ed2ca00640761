import FoundationEssentials
import HTTPTypes
import Testing

@testable import FeedRefresh

@Suite struct RequestedPauseTests {
    private let now = Date(timeIntervalSince1970: 1_795_718_040)

    private func pause(_ code: Int, _ retryAfter: String?) -> RequestedPause? {
        var head = HTTPResponse(status: .init(code: code))
        head.headerFields[.retryAfter] = retryAfter
        return RequestedPause(head, at: now)
    }

    /// A response, and the pause that it requests.
    struct Row: Sendable {
        let code: Int
        let retryAfter: String?
        let cause: RequestedPause.Cause
        let seconds: Double?
        let isRefusal: Bool
        let isForServer: Bool

        init(
            _ code: Int, _ retryAfter: String?, _ cause: RequestedPause.Cause, seconds: Double? = nil, isRefusal: Bool,
            isForServer: Bool
        ) {
            (self.code, self.retryAfter, self.cause, self.seconds) = (code, retryAfter, cause, seconds)
            (self.isRefusal, self.isForServer) = (isRefusal, isForServer)
        }
    }

    @Test(
        "A server requests a pause with 429, with 503, or with a Retry-After and any status",
        arguments: [
            Row(429, nil, .tooManyRequests, isRefusal: true, isForServer: true),
            Row(429, "60", .tooManyRequests, seconds: 60, isRefusal: true, isForServer: true),
            Row(503, nil, .unavailable, isRefusal: true, isForServer: false),
            Row(503, "60", .unavailable, seconds: 60, isRefusal: true, isForServer: true),
            Row(403, "60", .other, seconds: 60, isRefusal: false, isForServer: true),
            Row(200, "soon", .other, isRefusal: false, isForServer: true),
        ])
    func asked(_ row: Row) {
        let pause = pause(row.code, row.retryAfter)
        #expect(pause?.cause == row.cause && pause?.end == row.seconds.map { now + $0 })
        #expect(pause?.isRefusal == row.isRefusal && pause?.isForServer == row.isForServer)
    }

    @Test("Other statuses do not request a pause", arguments: [200, 304, 403, 404, 500, 502])
    func none(_ code: Int) {
        #expect(pause(code, nil) == nil)
    }
}
