/// The capabilities of a protocol.
package struct ServerTraits: Equatable, Sendable {
    /// `feeds()` lists the feeds; otherwise the pages of changes do.
    package var listsFeeds = true
    /// `changes` returns new articles; otherwise the id lists show them.
    package var reportsChanges = true
    /// `changes` needs no list first, even in the first sync.
    package var startsWithChanges = false
    /// The first page of changes can show the article at the cursor.
    package var changesShowAnchor = true
    /// `lists()` returns ids with their states; otherwise the pages of changes contain marks.
    package var listsStates = true
    /// Ids may be assigned again after a backup was restored.
    package var reusesIDs = true
    /// Marks per call.
    package var marksAtOnce = 200
    /// The changes of subscriptions that the protocol supports.
    package var management: Set<SubscriptionChange.Kind> = []

    package init() {}
}
