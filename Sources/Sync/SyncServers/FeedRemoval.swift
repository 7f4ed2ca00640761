import FeedModel
import SyncEngine

extension SyncServer {
    /// Removes a feed. One that the server refuses to remove because it does not have it was removed before, perhaps by
    /// a request whose response was lost.
    func remove(_ feed: RemoteFeed, _ request: () async throws -> Void) async throws {
        do {
            try await request()
        } catch let refusal as SyncFailure where refusal.isRefusal {
            guard try await !feeds().contains(where: { $0.id == feed.id }) else { throw refusal }
        }
    }
}
