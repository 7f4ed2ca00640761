import ArticleStorage

/// Everything that a visit to a feed uses besides the feed itself.
///
/// A class, since each visit holds it: as a struct its settings were copied twice for each feed.
final class VisitContext: Sendable {
    let store: ArticleStore
    let network: FeedNetwork
    let settings: FeedServiceSettings
    let parsing: WorkQueue
    let storing: WorkQueue
    let ingestion: IngestionQueue

    init(
        store: ArticleStore, network: FeedNetwork, settings: FeedServiceSettings, parsing: WorkQueue,
        storing: WorkQueue, ingestion: IngestionQueue
    ) {
        self.store = store
        self.network = network
        self.settings = settings
        self.parsing = parsing
        self.storing = storing
        self.ingestion = ingestion
    }
}

extension FeedService {
    var visitContext: VisitContext {
        VisitContext(
            store: store, network: network, settings: settings, parsing: parsing, storing: storing, ingestion: ingestion
        )
    }
}
