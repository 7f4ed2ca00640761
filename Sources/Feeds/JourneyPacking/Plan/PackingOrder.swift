import FeedModel
import FoundationEssentials

/// The order in which a journey packs articles: starred ones first, the newest of them first; then the newest of each
/// feed, then the second of each, so that a small budget includes every feed.
enum PackingOrder {
    static func ranked(_ rows: [ArticleSummary]) -> [ArticleSummary] {
        let newest = rows.sorted { ($0.date, $0.id) > ($1.date, $1.id) }
        var rounds: [SubscriptionID: Int] = [:]
        let unstarred = newest.filter { !$0.isStarred }.map { row -> (round: Int, row: ArticleSummary) in
            defer { rounds[row.subscription, default: 0] += 1 }
            return (rounds[row.subscription, default: 0], row)
        }
        let inTurns = unstarred.sorted { a, b in
            a.round != b.round ? a.round < b.round : (a.row.date, a.row.id) > (b.row.date, b.row.id)
        }
        return newest.filter(\.isStarred) + inTurns.map(\.row)
    }
}
