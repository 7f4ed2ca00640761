import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials
import MovingIn

/// Imports another reader's data: subscriptions, articles, searches, then configuration and theme.
///
/// It may be interrupted at any point and run again: existing items are not added a second time.
struct MoveInRun {
    let source: MoveSource
    let store: ArticleStore
    let paths: Paths
    let isDryRun: Bool
    let now: Date
    /// Receives the number of feeds done, of all feeds, and of articles so far.
    var progress: (Int, Int, Int) -> Void = { _, _, _ in }
    /// Called before each article; true ends the run and keeps the articles stored so far.
    var isCancelled: () -> Bool = { false }

    func run() throws -> MoveInReport {
        var report = MoveInReport(source.home)
        report.followedLists = source.home.lists.map(ShownAddress.of)
        let files = try MovedFiles(source.home, in: paths)
        report.lostKeys = try files.lostKeys()
        if !isDryRun { store.rules = try files.rulesInForce() }
        let ids = try subscribe(&report)
        report.savedSearches = try addSearches()
        try moveArticles(ids, &report)
        report.written = isDryRun ? files.planned : try files.write()
        report.problems += source.articles?.problems ?? []
        return report
    }

    // MARK: - Feeds and searches

    /// Returns the feeds' ids in the library, in order; nil for a feed that a dry run would add.
    private func subscribe(_ report: inout MoveInReport) throws -> [SubscriptionID?] {
        guard !isDryRun else {
            let addresses = source.home.feeds.map(\.feedURL)
            let known = try store.known(addresses)
            report.feeds = Set(zip(addresses, known).filter { $1 == nil }.map { ComparableAddress.of($0.0) }).count
            return known
        }
        let added = try store.add(source.home.feeds.map(\.newSubscription))
        report.feeds = added.count { $0.isNew }
        for list in source.home.lists { try store.follow(list) }
        for (feed, subscription) in zip(source.home.feeds, added) where subscription.isNew {
            // The outline has the tags of a feed with several.
            var preferences = feed.outline.preferences
            preferences.isHidden = preferences.isHidden || feed.isHidden
            preferences.refreshMinutes = feed.preferences.refreshMinutes
            preferences.maximumCount = feed.preferences.maximumCount
            guard preferences != FeedPreferences() else { continue }
            try store.setPreferences(preferences, of: subscription.id)
        }
        return added.map(\.id)
    }

    private func addSearches() throws -> Int {
        guard isDryRun else { return try store.addSearches(source.home.searches) }
        let known = Set(try store.savedSearches().map(\.name))
        return Set(source.home.searches.map(\.name)).subtracting(known).count
    }

    // MARK: - Articles

    private func moveArticles(_ ids: [SubscriptionID?], _ report: inout MoveInReport) throws {
        guard let articles = source.articles else { return }
        var fetched: [SubscriptionID] = []
        for (index, feed) in source.home.feeds.enumerated() {
            var moved = try MovedFeed(
                of: ids[index], in: store, isShared: articles.isShared, isDryRun: isDryRun, at: now)
            try articles.forEach(of: feed.articleKey) { article in
                if isCancelled() { throw CancellationError() }
                try moved.add(article)
            }
            let count = try moved.finish()
            if moved.mayLackSharedMarks, let id = ids[index] { fetched.append(id) }
            report.articles.added += count.added
            report.articles.known += count.known
            progress(index + 1, source.home.feeds.count, report.articles.added)
        }
        try keepOrphans(of: articles, &report)
        try store.addSharedMarks(to: fetched, at: now)
    }

    /// Keeps the marks of articles whose feeds are in no list, since the address of a feed may have been edited. The
    /// articles themselves are not moved.
    private func keepOrphans(of articles: any MovedArticles, _ report: inout MoveInReport) throws {
        var count = 0
        try articles.forEachPiece(besides: Set(source.home.feeds.map(\.articleKey))) { piece in
            count += piece.count
            if !isDryRun, articles.isShared, !source.home.feeds.isEmpty { try store.keepMarks(of: piece) }
        }
        guard count > 0 else { return }
        report.notMoved.append(
            UnimportedLine(
                file: articles.path, text: count.counting("article"),
                reason: "their feeds are not in the list of feeds"))
    }
}

extension MovedSubscription {
    fileprivate var feedURL: String { outline.feedURL ?? "" }

    fileprivate var newSubscription: NewSubscription {
        var subscription = NewSubscription(outline, feedURL: feedURL)
        subscription.feedTitle = feedTitle
        return subscription
    }
}
