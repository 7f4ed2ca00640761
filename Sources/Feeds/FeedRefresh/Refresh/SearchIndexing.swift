import ArticleStorage

extension FeedService {
    /// Updates the full-text index in short transactions, so that no other writer waits long. The next run continues
    /// after a cancellation.
    ///
    /// - Parameter end: the time at which indexing stops, and leaves the rest to the next run; nil indexes everything.
    /// - Returns: the number of articles that the index does not hold yet.
    @discardableResult
    package func indexForSearch(until end: ContinuousClock.Instant? = nil) async throws -> Int {
        let store = store
        var left = try store.searchBacklog()
        while left > 0, !Task.isCancelled, end.map({ ContinuousClock.now < $0 }) ?? true {
            left = try await storing.run { try store.indexPending() }
        }
        return left
    }
}
