/// The progress of a sync, in articles.
package struct SyncProgress: Equatable, Sendable {
    /// Articles stored by this sync, new or edited.
    package var stored = 0
    /// Articles on the server's lists that are not fetched yet; 0 while no list is known.
    package var missing = 0

    package init(stored: Int = 0, missing: Int = 0) {
        (self.stored, self.missing) = (stored, missing)
    }
}
