import ArticleStorage
import Basics
import FeedModel

/// The reason why a typed name matches no feed, in one line.
struct FeedNameProblem: Error, CustomStringConvertible {
    let description: String
}

extension ArticleStore {
    /// The feed with this name: its address, its number, or a part of its title that no other feed has.
    func subscription(named name: String) throws -> Subscription {
        guard !name.allSatisfy(\.isWhitespace) else {
            throw FeedNameProblem(description: "no feed was named; lede list shows the feeds")
        }
        if let exact = try subscription(at: name) { return exact }
        let feeds = try subscriptions()
        if let number = Int64(name), let feed = feeds.first(where: { $0.id.rawValue == number }) { return feed }
        let part = name.lowercased()
        let found = feeds.filter { $0.title.lowercased().contains(part) }
        if let feed = found.first(where: { $0.title.lowercased() == part }) ?? (found.count == 1 ? found.first : nil) {
            return feed
        }
        guard found.isEmpty else {
            let titles = found.prefix(3).map { "\u{201C}\($0.title)\u{201D}" }.joined(separator: ", ")
            let more = found.count > 3 ? " and \((found.count - 3).counting("other"))" : ""
            throw FeedNameProblem(description: "\u{201C}\(name)\u{201D} is a part of several titles: \(titles)\(more)")
        }
        let guess =
            Suggestion.nearest(to: name, among: feeds.map(\.title))
            .map { "; did you mean \u{201C}\($0)\u{201D}?" } ?? ""
        throw FeedNameProblem(description: "not subscribed: \(name)\(guess)")
    }
}
