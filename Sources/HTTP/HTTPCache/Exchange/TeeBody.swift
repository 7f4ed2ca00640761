internal import HTTPTransport
internal import Synchronization

/// Collects a body while the caller reads it. Delivers the complete body at its end, or nil once it exceeds the limit.
final class TeeBody: ResponseBody.Source {
    private let source: ResponseBody
    private let limit: Int
    private let receive: @Sendable ([UInt8]?) async -> Void
    private let passed = Mutex<[UInt8]?>([])

    init(_ source: ResponseBody, limit: Int, receive: @escaping @Sendable ([UInt8]?) async -> Void) {
        self.source = source
        self.limit = limit
        self.receive = receive
    }

    func next() async throws(TransportError) -> [UInt8]? {
        var pieces = source.makeAsyncIterator()
        let piece = try await pieces.next(isolation: nil)
        let (whole, isTooLarge) = passed.withLock { passed -> ([UInt8]?, Bool) in
            guard let piece else {
                defer { passed = nil }
                return (passed, false)
            }
            passed?.append(contentsOf: piece)
            guard let count = passed?.count, count > limit else { return (nil, false) }
            passed = nil
            return (nil, true)
        }
        if whole != nil || isTooLarge { await receive(whole) }
        return piece
    }
}
