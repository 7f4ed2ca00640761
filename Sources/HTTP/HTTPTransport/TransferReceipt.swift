private import Synchronization

/// Counts the bytes that an exchange has sent and received; final once the body has ended.
public final class TransferReceipt: Sendable {
    /// Bytes on the wire, header sections included, before any decoding.
    public struct Bytes: Sendable, Equatable {
        /// Bytes of the request.
        public var sent: Int64 = 0
        /// Bytes of the response.
        public var received: Int64 = 0

        /// Nothing sent or received yet.
        public init() {}
    }

    private let state = Mutex(Bytes())
    private let companion = Mutex<(any Sendable)?>(nil)

    /// An empty receipt.
    public init() {}

    /// The bytes so far.
    public var bytes: Bytes {
        state.withLock { $0 }
    }

    /// Keeps an object as long as a reply with this receipt is in use.
    package func keep(_ object: any Sendable) {
        companion.withLock { $0 = object }
    }

    /// Replaces the counts. The transport calls it, repeatedly while the exchange lasts.
    public func record(sent: Int64, received: Int64) {
        state.withLock { bytes in
            bytes.sent = sent
            bytes.received = received
        }
    }
}
