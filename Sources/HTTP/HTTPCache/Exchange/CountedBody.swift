internal import Basics
internal import HTTPTransport
internal import Synchronization

/// A body that fails at its end if it has another length than its origin has declared.
final class CountedBody: ResponseBody.Source {
    private let source: ResponseBody
    private let declared: Int
    private let url: String
    private let count = Mutex(0)

    /// - Parameters:
    ///   - count: the declared length in bytes.
    ///   - url: the address without user information, for the message.
    init(_ source: ResponseBody, count: Int, url: String) {
        self.source = source
        declared = count
        self.url = url
    }

    func next() async throws(TransportError) -> [UInt8]? {
        var pieces = source.makeAsyncIterator()
        let piece = try await pieces.next(isolation: nil)
        let total = count.withLock { count in
            count += piece?.count ?? 0
            return count
        }
        guard let piece else {
            guard total == declared else { throw failure(total) }
            return nil
        }
        return piece
    }

    private func failure(_ count: Int) -> TransportError {
        TransportError(
            count < declared ? .brokenOff : .malformed,
            "\(ShownAddress.inMessage(url)): \(count) of \(declared) bytes")
    }
}
