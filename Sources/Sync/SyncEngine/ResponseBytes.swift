import Synchronization

/// Counts the bytes of a server's responses in one sync.
package final class ResponseBytes: Sendable {
    private let total = Atomic(0)
    private let wire = Atomic<Int64>(0)

    package init() {}

    /// The bytes of the responses, decoded.
    var count: Int { total.load(ordering: .relaxed) }

    /// The bytes of requests and responses, as they were transferred.
    package var onWire: Int64 { wire.load(ordering: .relaxed) }

    package func add(_ bytes: Int, onWire transferred: Int64) {
        total.wrappingAdd(bytes, ordering: .relaxed)
        wire.wrappingAdd(transferred, ordering: .relaxed)
    }
}
