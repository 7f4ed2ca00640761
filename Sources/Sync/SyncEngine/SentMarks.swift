package import FeedModel

/// Marks that a server has accepted. They leave the outbox.
package struct SentMarks: Equatable, Sendable {
    /// Marks that the server keeps. If its lists lack a tag from now on, it was removed there.
    package var kept: [OutgoingMark]
    /// Marks of articles that the server does not know, and tags that it has no label for: these stay here.
    package var dropped: [OutgoingMark]

    package init(kept: [OutgoingMark] = [], dropped: [OutgoingMark] = []) {
        self.kept = kept
        self.dropped = dropped
    }

    package var all: [OutgoingMark] { kept + dropped }
}
