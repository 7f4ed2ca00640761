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

    @Test(
        "A server asks for a pause by 429, by 503, and by a time with any status",
        arguments: [
            (429, nil, .tooManyRequests, nil), (429, "60", .tooManyRequests, 60), (503, nil, .unavailable, nil),
            (503, "60", .unavailable, 60), (403, "60", .other, 60), (200, "soon", .other, nil),
        ] as [(Int, String?, RequestedPause.Cause, Double?)])
    func asked(_ code: Int, _ retryAfter: String?, _ cause: RequestedPause.Cause, _ seconds: Double?) {
        let pause = pause(code, retryAfter)
        #expect(pause?.cause == cause && pause?.end == seconds.map { now + $0 })
        #expect(pause?.isRefusal == (cause != .other))
        #expect(pause?.isForServer == (cause != .unavailable || seconds != nil))
    }

    @Test("Other answers ask for none", arguments: [200, 304, 403, 404, 500, 502])
    func none(_ code: Int) {
        #expect(pause(code, nil) == nil)
    }
}
