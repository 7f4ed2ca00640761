import Basics
import FoundationEssentials
import JourneyHold

/// The journey that a person asked for while offline, as `lede queue` lists it; its number begins with `j`.
struct QueuedJourney {
    private let hold: Hold
    let number: String
    let asked: Date
    /// Its articles that are not packed completely.
    let articles: Int

    /// Nil if no journey waits for the network, or if all its articles are packed or were taken back.
    init?(_ workplace: Workplace) throws {
        guard let hold = try workplace.hold.existing(), let kept = try hold.keptJourney(), kept.articles > 0 else {
            return nil
        }
        self.hold = hold
        number = "j\(kept.journey.id)"
        asked = kept.journey.began
        articles = kept.articles
    }

    var line: String { "\(number)\t\(asked.timestamp)\t\(articles.counting("article")) to pack" }

    /// Leaves the journey to the next pack. A running reader waits for the network already, and still begins it.
    func leave() throws {
        try hold.forgetKeptJourney()
        print("left to the next lede pack: \(articles.counting("article"))")
    }
}
