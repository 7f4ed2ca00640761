import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FoundationEssentials

/// Stars the articles that were starred in another service. Each is found in its feed by link and date, or added. Its
/// labels become tags, except the name of its feed's folder, which some services write as a label of each article.
struct StarredImport {
    private(set) var count = MovedCount()
    /// The number of articles of feeds that are not subscribed, by the feed's address or title.
    private(set) var unknownFeeds: [String: Int] = [:]
    /// The number of articles without a feed.
    private(set) var withoutFeed = 0

    init(_ starred: StarredItems, in store: ArticleStore, at now: Date) throws {
        let subscriptions = try store.subscriptions()
        let feeds = Feeds(subscriptions)
        let folders = Dictionary(
            subscriptions.map { feed in
                (feed.id, (feed.folder + [feed.folder.joined(separator: "/")]).compactMap(StarredItems.tag(of:)))
            }, uniquingKeysWith: { first, _ in first })
        var articles: [SubscriptionID: [MovedArticle]] = [:]
        for item in starred.items {
            if let id = feeds.subscription(of: item) {
                var article = item.article
                article.ownTags.removeAll { folders[id]?.contains($0) == true }
                articles[id, default: []].append(article)
            } else if let name = item.feedURL.map(ShownAddress.of) ?? item.feedTitle ?? item.homePageURL {
                unknownFeeds[name, default: 0] += 1
            } else {
                withoutFeed += 1
            }
        }
        for (id, articles) in articles.sorted(by: { $0.key < $1.key }) {
            var feed = try MovedFeed(of: id, in: store, isShared: false, addsMarks: true, at: now)
            for article in articles { try feed.add(article) }
            let moved = try feed.finish()
            count.added += moved.added
            count.known += moved.known
            count.starred += moved.starred
        }
    }

    /// Subscriptions by their address, and by their home page if only one subscription has it.
    private struct Feeds {
        private var byAddress: [String: SubscriptionID] = [:]
        private var byHome: [String: [SubscriptionID]] = [:]

        init(_ subscriptions: [Subscription]) {
            for subscription in subscriptions {
                byAddress[Self.plain(subscription.feedURL)] = subscription.id
                if let home = subscription.homePageURL { byHome[Self.plain(home), default: []].append(subscription.id) }
            }
        }

        func subscription(of item: StarredItems.Item) -> SubscriptionID? {
            if let found = item.feedURL.flatMap({ byAddress[Self.plain($0)] }) { return found }
            let sameHome = item.homePageURL.flatMap { byHome[Self.plain($0)] } ?? []
            return sameHome.count == 1 ? sameHome[0] : nil
        }

        /// Returns the address without scheme, user information, and a slash at the end.
        private static func plain(_ address: String) -> String {
            let rest = ShownAddress.of(address)[...].withoutScheme
            return String(rest.hasSuffix("/") ? rest.dropLast() : rest)
        }
    }
}
