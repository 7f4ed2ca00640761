private import Synchronization

/// The bytes of a response's body, in the pieces in which they arrive; read once, by one reader, at the reader's pace.
///
/// Dropping it before its end cancels the exchange.
public struct ResponseBody: AsyncSequence, Sendable {
    /// One piece, never empty.
    public typealias Element = [UInt8]
    /// The reason why a body is incomplete.
    public typealias Failure = TransportError

    private let source: any Source

    /// Delivers the pieces of a body.
    public protocol Source: AnyObject, Sendable {
        /// Returns the next piece; nil at the end of a complete body.
        func next() async throws(TransportError) -> [UInt8]?
    }

    /// A body that a transport delivers.
    public init(_ source: any Source) {
        self.source = source
    }

    /// A body that is already in memory.
    public init(_ bytes: [UInt8]) {
        source = WholeBody(bytes)
    }

    /// Begins to read; a body can be read once.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: source)
    }

    /// Reads the pieces in order.
    public struct Iterator: AsyncIteratorProtocol {
        let source: any Source

        /// Returns the next piece; nil at the end.
        public mutating func next() async throws(TransportError) -> [UInt8]? {
            try await source.next()
        }

        /// Returns the next piece, on the caller's actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(TransportError) -> [UInt8]? {
            try await source.next()
        }
    }

    /// Returns the complete body at once.
    public func collect() async throws(TransportError) -> [UInt8] {
        var whole: [UInt8] = []
        while let piece = try await source.next() {
            if whole.isEmpty { whole = piece } else { whole += piece }
        }
        return whole
    }
}

private final class WholeBody: ResponseBody.Source {
    private let bytes: Mutex<[UInt8]?>

    init(_ bytes: [UInt8]) {
        self.bytes = Mutex(bytes.isEmpty ? nil : bytes)
    }

    func next() async throws(TransportError) -> [UInt8]? {
        bytes.withLock { bytes in
            defer { bytes = nil }
            return bytes
        }
    }
}
