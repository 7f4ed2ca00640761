package import FeedModel

/// The changes that storing a feed document made.
package struct IngestSummary: Equatable, Sendable {
    /// New articles in the order of their arrival: oldest first, if the feed has dates.
    package var new: [ArticleID] = []
    /// Articles that the feed edited; their marks are unchanged.
    package var updated: [ArticleID] = []
    package var unchanged = 0

    init() {}
}
