import ArticleStorage

extension FeedService {
    /// Brings the full-text index up to date, piece by piece, so that nobody waits for it; what a cancelled run leaves is
    /// never lost, the next one goes on with it.
    /// - Returns: how many articles the search does not know yet.
    @discardableResult
    public func indexForSearch() async throws -> Int {
        let store = store
        var left = try store.searchBacklog()
        while left > 0, !Task.isCancelled {
            left = try await storing.run { try store.indexPending() }
        }
        return left
    }
}
