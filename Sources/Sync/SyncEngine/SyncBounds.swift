import Synchronization

/// The limits of one sync. The next sync continues where this one ended.
package struct SyncBounds: Equatable, Sendable {
    /// The time for pages of changes; nil means no limit.
    package var time: Duration?
    /// Pages of articles (default 2,000, which are 200,000 articles of `lede serve`).
    var pages = 2_000
    /// Bytes of all responses, decoded (default 256 MB); the response that exceeds it is still stored.
    package var bytes = 256 << 20

    package init() {}
}

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
