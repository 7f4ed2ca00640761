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
