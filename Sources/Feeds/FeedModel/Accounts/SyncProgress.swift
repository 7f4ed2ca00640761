/// The progress of a sync, in articles.
package struct SyncProgress: Equatable, Sendable {
    /// Articles stored by this sync, new or edited.
    package var stored: Int
    /// Articles on the server's lists that are not fetched yet; 0 while no list is known.
    package var missing: Int

    package init(stored: Int, missing: Int) {
        (self.stored, self.missing) = (stored, missing)
    }
}
