package import FeedModel
package import FeedRules
package import FoundationEssentials
import Synchronization

/// Hiding rules made in the reader, stored in the library as one setting.
extension ArticleStore {
    private static let mutesSetting = "mutes"
    /// The number of articles that a preview reads at once.
    private static let previewPiece = 500
    /// The number of hidden articles that the preview of one rule names (default 3).
    private static let previewExamples = 3

    /// Returns the rules made in the reader, the oldest first, including those whose end has passed.
    package func mutes() throws(ArticleStoreError) -> [Mute] {
        guard let json = try setting(Self.mutesSetting) else { return [] }
        return (try? JSONDecoder().decode([Mute].self, from: Data(json.utf8))) ?? []
    }

    /// Makes the rules of the person's files take effect, with those made in the reader that have not expired.
    package func enforce(_ own: RuleSet, at now: Date) throws(ArticleStoreError) {
        ownRules.withLock { $0 = own }
        rules = own
        enforce(try mutes(), with: own, at: now)
    }

    /// Ends the rules made in the reader whose time is over: a reader may stay open for weeks.
    func endMutes(at now: Date) throws(ArticleStoreError) {
        guard let end = nextMuteEnd.withLock({ $0 }), end <= now else { return }
        enforce(try mutes(), with: ownRules.withLock { $0 }, at: now)
    }

    private func enforce(_ mutes: [Mute], with own: RuleSet, at now: Date) {
        let inForce = mutes.filter { $0.isInForce(at: now) }
        var all = own
        all.kills += inForce.compactMap(\.rule)
        rules = all
        nextMuteEnd.withLock { $0 = inForce.compactMap(\.until).min() }
    }

    /// Adds a rule, in place of one with the same text; false if there are too many.
    package func add(_ mute: Mute, at now: Date) throws(ArticleStoreError) -> Bool {
        let others = try mutes().filter { ($0.field, $0.text) != (mute.field, mute.text) && $0.isInForce(at: now) }
        guard others.count < Mute.limit else { return false }
        try store(others + [mute], at: now)
        return true
    }

    /// Removes a rule; false if there is no such rule.
    package func remove(_ mute: Mute, at now: Date) throws(ArticleStoreError) -> Bool {
        let all = try mutes()
        let others = all.filter { ($0.field, $0.text) != (mute.field, mute.text) }
        try store(others, at: now)
        return others.count < all.count
    }

    private func store(_ mutes: [Mute], at now: Date) throws(ArticleStoreError) {
        let json = (try? JSONEncoder().encode(mutes)).map { String(decoding: $0, as: UTF8.self) }
        try setSetting(mutes.isEmpty ? nil : json, for: Self.mutesSetting)
        try enforce(ownRules.withLock { $0 }, at: now)
    }

    /// Counts the articles that a rule alone would hide, and all articles; nil if no rule can be made of its text.
    ///
    /// - Returns: `latest` holds the hidden articles that arrived last, at most three.
    package func preview(
        _ mute: Mute, isCancelled: () -> Bool = { false }
    ) throws(ArticleStoreError) -> (hidden: Int, of: Int, latest: [ArticleID])? {
        guard let rule = mute.rule else { return nil }
        var latest: [ArticleID] = []
        let found = try preview(
            [rule], isCancelled: isCancelled,
            onHidden: { id in
                latest.append(id)
                if latest.count > Self.previewExamples { latest.removeFirst() }
            })
        return (found.hidden[0], found.of, latest)
    }

    /// Counts the articles that each of these rules alone hides, and all articles of the library.
    ///
    /// - Parameter onHidden: called with an article for each rule that hides it, in the order of arrival.
    package func preview(
        _ kills: [ArticleRule], isCancelled: () -> Bool = { false }, onHidden: (ArticleID) -> Void = { _ in }
    ) throws(ArticleStoreError) -> (hidden: [Int], of: Int) {
        let sets = kills.map { RuleSet(kills: [$0]) }
        let withText = sets.contains(where: \.readsContent)
        let matchers = try feedsForRules().mapValues { feed in
            sets.map { RuleMatcher($0, feedTitle: feed.title, feedURL: feed.url) }
        }
        var hidden = Array(repeating: 0, count: kills.count)
        var (count, last) = (0, Int64(0))
        while !isCancelled() {
            let articles = try undeletedArticles(after: last, withText: withText, limit: Self.previewPiece)
            guard let end = articles.last else { break }
            last = end.id
            for article in articles {
                guard let matchers = matchers[article.subscription] else { continue }
                count += 1
                for (index, matcher) in matchers.enumerated() where matcher.verdict(on: article.item) == .killed {
                    hidden[index] += 1
                    onHidden(ArticleID(rawValue: article.id))
                }
            }
        }
        return (hidden, count)
    }
}
