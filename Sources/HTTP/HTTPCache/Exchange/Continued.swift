internal import HTTPTransport
internal import Synchronization

/// A body whose beginning has already been read.
final class Continued: ResponseBody.Source {
    private let beginning: Mutex<[UInt8]?>
    private let rest: ResponseBody

    init(_ beginning: [UInt8], _ rest: ResponseBody) {
        self.beginning = Mutex(beginning)
        self.rest = rest
    }

    func next() async throws(TransportError) -> [UInt8]? {
        let first = beginning.withLock { beginning in
            defer { beginning = nil }
            return beginning
        }
        if let first { return first }
        var pieces = rest.makeAsyncIterator()
        return try await pieces.next(isolation: nil)
    }
}
