import ArticleStorage

extension FeedService {
    /// Brings the full-text index up to date, piece by piece, so that nobody waits for it; what a cancelled run leaves is
    /// never lost, the next one goes on with it.
    /// - Parameter end: when to leave the rest to the next run; nil goes on to the last article.
    /// - Returns: how many articles the search does not know yet.
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
