/// The number of articles per request: few on a slow connection, so that a broken request loses little; many on a fast
/// one.
struct PageSize: Equatable, Sendable {
    /// Default 100 articles, at most 500.
    private(set) var count: Int
    private let limit: Int
    /// Maximum size of a page in bytes, decoded (default 4 MiB).
    private static let bytes = 4 << 20

    init(_ count: Int = 100, limit: Int = 500) {
        self.count = min(count, limit)
        self.limit = limit
    }

    mutating func recordResponse(bytes: Int, in duration: Duration) {
        if bytes > Self.bytes || duration > .seconds(10) {
            count = max(20, count / 2)
        } else if bytes < Self.bytes / 2, duration < .seconds(5) {
            count = min(limit, count * 2)
        }
    }
}
