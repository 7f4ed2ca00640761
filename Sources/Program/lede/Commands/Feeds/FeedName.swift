import ArticleStorage
import Basics
import FeedModel
import FeedRefresh

/// The reason why a typed name matches no feed, in one line.
struct FeedNameProblem: Error, CustomStringConvertible {
    let description: String
}

extension FeedNameProblem {
    /// Maximum number of feeds that a message names.
    private static let shown = 3

    fileprivate init(_ name: String, of found: [Subscription]) {
        let feeds = found.prefix(Self.shown).map { feed in
            "\(feed.id.rawValue): \u{201C}\(feed.title)\u{201D} (\(feed.shownAddress))"
        }
        let more = found.count > Self.shown ? " and \(found.dropFirst(Self.shown).count.counting("other"))" : ""
        let list = feeds.joined(separator: ", ")
        self.init(
            description: "\u{201C}\(name)\u{201D} matches several feeds; give the number of one: \(list)\(more)")
    }

    /// - Parameter served: the feeds whose addresses differ only in their fragments, as the addresses of accounts do.
    fileprivate init(_ name: String, missingBeside served: [Subscription]) {
        let feeds = served.prefix(Self.shown).map { "\($0.shownAddress) (number \($0.id.rawValue))" }
        self.init(description: "not subscribed to \(name), only to \(feeds.joined(separator: ", "))")
    }
}

extension ArticleStore {
    /// Finds a feed by its address, its number, its title, the name of a program (`exec:NAME`) or a part of its title.
    /// A name that matches several feeds is an error. A number never counts as a part of a title: the number of a feed
    /// that was just removed must not match another feed.
    func subscription(named name: String) throws -> Subscription {
        guard !name.allSatisfy(\.isWhitespace) else {
            throw FeedNameProblem(description: "no feed was named; lede list shows the feeds")
        }
        if let exact = try subscription(at: name) { return exact }
        let feeds = try subscriptions()
        let number = Int64(name)
        if let number, let feed = feeds.first(where: { $0.id.rawValue == number }) { return feed }
        let part = name.lowercased()
        let program = LocalAddress.ofProgram(named: name)
        let named = feeds.filter { $0.title.lowercased() == part || $0.feedURL == program }
        let isPart = named.isEmpty && number == nil
        let found = isPart ? feeds.filter { $0.title.lowercased().contains(part) } : named
        if found.count == 1 { return found[0] }
        guard found.isEmpty else { throw FeedNameProblem(name, of: found) }
        // A feed that was just removed must not name the one that an account's server still has.
        let served = feeds.filter { [$0.feedURL.withoutFragment, $0.shownAddress.withoutFragment].contains(name) }
        guard served.isEmpty else { throw FeedNameProblem(name, missingBeside: served) }
        // A one-letter title is similar to every one-digit number, so numbers get no suggestion.
        let guess = number == nil ? Suggestion.question(for: name, among: feeds.map(\.title)) : ""
        throw FeedNameProblem(description: "not subscribed: \(ShownAddress.of(name))\(guess)")
    }
}
