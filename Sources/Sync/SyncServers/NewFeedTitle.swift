import SyncEngine

extension SyncServer {
    /// Sets the title of a feed that the server has just added, which takes a second request.
    ///
    /// - Parameter feed: the id of the new feed, if the server's response has one.
    func setTitle(ofNewFeed feed: String?, _ rename: (_ feed: String) async throws -> Void) async throws {
        do {
            guard let feed else { throw SyncFailure.notUnderstood("the server did not name the new feed") }
            try await rename(feed)
        } catch let failure as SyncFailure {
            throw NamingFailure(failure)
        }
    }
}
