import ArticleStorage

/// Everything that a visit to a feed uses besides the feed itself.
struct VisitContext: Sendable {
    let store: ArticleStore
    let network: FeedNetwork
    let settings: FeedServiceSettings
    let parsing: WorkQueue
    let storing: WorkQueue
    let intake: Intake
}

extension FeedService {
    var visitContext: VisitContext {
        VisitContext(
            store: store, network: network, settings: settings, parsing: parsing, storing: storing, intake: intake)
    }
}
