import FeedRefresh
import HTTPCache
import HTTPTransport
import Testing

@Suite struct ExchangeFailureTests {
    @Test("The connection is at fault if no bytes arrived or could arrive, and the server is if the bytes are refused")
    func transport() {
        let expected: [TransportError.Cause: ExchangeFailure] = [
            .offline: .offline, .cancelled: .cancelled, .tooLarge: .tooLarge, .nameResolution: .disconnected,
            .connection: .disconnected, .stalled: .disconnected, .brokenOff: .disconnected, .untrusted: .other,
            .malformed: .other, .tooSlow: .other, .badRequest: .other,
        ]
        for cause in TransportError.Cause.allCases {
            #expect(ExchangeFailure(.transport(TransportError(cause, ""))) == expected[cause], "\(cause)")
            #expect(cause.isConnectionFailure == (expected[cause] == .disconnected), "\(cause)")
        }
    }

    @Test("A failure of the cache, or an invalid response, says nothing about the connection")
    func others() {
        let url = "http://a.test/"
        #expect(ExchangeFailure(.notInCache(url: url)) == .offline)
        #expect(ExchangeFailure(.tooLarge(url: url, limit: 1)) == .tooLarge)
        let others: [CacheError] = [
            .invalidURL(url), .serverError(url: url, status: 500), .tooManyRedirects(url: url),
            .undecodable(url: url, reason: ""), .bodyLost(url: url), .storage(""),
        ]
        for error in others { #expect(ExchangeFailure(error) == .other, "\(error)") }
    }
}
