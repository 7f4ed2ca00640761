import HTTPTransport
import Testing

@testable import CurlTransport

@Suite struct CurlLoopTests {
    @Test(
        "Received bytes wait no longer than every transfer permits, in milliseconds",
        arguments: [([], 0), ([2, 2], 2), ([2, 5], 2), ([2, 0], 0), ([3_600_000], 10)])
    func theMostUrgentTransferSetsTheReadDelay(_ delays: [Int], _ expected: Int) {
        let limits = delays.map { delay in
            var limits = TransferLimits()
            limits.readDelay = .milliseconds(delay)
            return limits
        }
        #expect(CurlLoop.readDelay(of: limits) == .milliseconds(expected))
    }
}
