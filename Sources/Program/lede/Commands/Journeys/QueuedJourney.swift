import ArticleStorage
import Basics
import FoundationEssentials
import PackStorage

/// The journey that a person asked for while offline, as `lede queue` lists it; its number begins with `j`.
struct QueuedJourney {
    private let packStore: PackStore
    let number: String
    /// The time when it began; earlier than the request if the person asked to continue an open journey.
    let began: Date
    /// Its articles that are not packed completely.
    let articles: Int

    /// Nil if no journey waits for the network, or if all its articles are packed or were taken back.
    init?(_ context: CommandContext) throws {
        guard let packStore = try context.packStore.existing(),
            let kept = try packStore.keptJourney(present: context.store.listed(packStore.known())), kept.articles > 0
        else { return nil }
        self.packStore = packStore
        number = "j\(kept.journey.id)"
        began = kept.journey.began
        articles = kept.articles
    }

    var line: String { "\(number)\t\(began.timestamp)\t\(articles.counting("article")) to pack" }

    /// Takes the journey out of the queue; the next `lede pack` continues it. A reader that is already waiting for the
    /// network still begins it.
    func leave() throws {
        try packStore.forgetKeptJourney()
        let rest = articles.counting("article")
        print("left to the next pack: \(rest) (a running reader begins it once it is online)")
    }
}
