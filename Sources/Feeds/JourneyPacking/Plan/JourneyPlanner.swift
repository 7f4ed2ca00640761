package import ArticleStorage
import ArticleText
import Basics
import FeedModel
package import FoundationEssentials
package import PackStorage

/// Computes the articles of a request, their order, and the objects that each needs. Uses no network.
package struct JourneyPlanner {
    let store: ArticleStore
    let limits: JourneyLimits
    /// The last local midnight: the clock for the days of searches by date.
    let midnight: Date

    package init(store: ArticleStore, limits: JourneyLimits, midnight: Date) {
        self.store = store
        self.limits = limits
        self.midnight = midnight
    }

    /// Returns the articles of a request in the journey's order.
    func rows(of request: PackRequest) throws -> [ArticleSummary] {
        var rows: [ArticleID: ArticleSummary] = [:]
        for scope in request.scopes {
            let listing = ArticleListing(scope.scope, unreadOnly: scope.unreadOnly, midnight: midnight)
            for row in try store.page(of: listing, at: .start, limit: limits.articles).rows { rows[row.id] = row }
        }
        for article in try store.articles(request.articles) {
            rows[article.id] = ArticleSummary(
                id: article.id, subscription: article.subscription, title: article.item.title ?? "",
                date: article.item.published ?? article.received, isRead: article.isRead,
                isStarred: article.isStarred)
        }
        return PackingOrder.ranked(Array(rows.values))
    }

    /// Returns the articles without a page last: articles with the same link share one state, and these decide it.
    package func articles(of request: PackRequest) throws -> [PackedArticle] {
        let feeds = Dictionary(uniqueKeysWithValues: try store.subscriptions().map { ($0.id, $0) })
        var enclosures: [SubscriptionID: [(date: Date, index: Int)]] = [:]
        var planned: [PackedArticle] = []
        let rows = try rows(of: request).filter { row in
            feeds[row.subscription].map { request.isByHand || $0.preferences.packing != .no } ?? false
        }
        var completeArticles: [ArticleID: ShownArticle] = [:]
        for (index, row) in rows.enumerated() where planned.count < limits.articles {
            if index.isMultiple(of: Self.articlesAtOnce) {
                let next = rows[index..<min(index + Self.articlesAtOnce, rows.count)]
                completeArticles = Dictionary(try store.completeArticles(next.map(\.id)).map { ($0.article.id, $0) }) {
                    first, _ in first
                }
            }
            guard let feed = feeds[row.subscription], let whole = completeArticles[row.id] else { continue }
            var article = PackedArticle(
                id: row.id, position: planned.count, date: row.date, isStarred: row.isStarred,
                isByHand: request.isByHand,
                needs: [], page: whole.page.map { $0.isProven ? .proven : .unproven } ?? .none)
            article.needs = needs(of: whole, feed)
            if request.wantsEnclosures || feed.preferences.packing == .all {
                let found = self.enclosures(of: whole, feed, date: row.date)
                if !found.isEmpty { enclosures[feed.id, default: []].append((row.date, planned.count)) }
                article.needs += found
            }
            planned.append(article)
        }
        if !request.isByHand { dropOldEnclosures(enclosures, from: &planned) }
        return planned.filter { $0.page != .none } + planned.filter { $0.page == .none }
    }

    /// Starred articles are planned first, but the newest enclosures of each feed are wanted.
    ///
    /// - Parameter enclosures: the articles with enclosures, as indexes of `planned`.
    private func dropOldEnclosures(
        _ enclosures: [SubscriptionID: [(date: Date, index: Int)]], from planned: inout [PackedArticle]
    ) {
        for found in enclosures.values {
            for (_, index) in found.sorted(by: { $0.date > $1.date }).dropFirst(limits.enclosuresPerFeed) {
                planned[index].needs.removeAll { $0.stage == .enclosure }
            }
        }
    }

    /// The articles that are read at once (20): one access to the library costs as much as an article.
    private static let articlesAtOnce = 20

    // MARK: - Needs of an article

    private func needs(of whole: ShownArticle, _ feed: Subscription) -> [PackedNeed] {
        let item = whole.article.item
        let text = item.document()
        var needs: [PackedNeed] = []
        var pictures = ArticlePictures.needs(of: text, limit: limits.articlePictures)
        // Some feeds of photographs link their articles to the pictures in their texts.
        if let url = item.fullTextURL, wantsPage(of: item, text, feed), WebAddress.isHTTP(url),
            !Self.isEnclosure(url, of: item), !pictures.contains(where: { $0.url == url })
        {
            needs.append(PackedNeed(url: url, stage: .page))
        }
        guard feed.preferences.showsPictures != false else { return needs }
        if let page = whole.page {
            let document = DocumentBuilder.pictures(html: page.html, base: page.url)
            let known = Set((needs + pictures).map(\.url))
            for need in ArticlePictures.needs(of: document, limit: limits.articlePictures)
            where !known.contains(need.url) && pictures.count < limits.articlePictures {
                pictures.append(PackedNeed(url: need.url, stage: pictures.isEmpty ? .firstPicture : .otherPicture))
            }
        }
        return needs + pictures
    }

    /// True if the address is an enclosure's and no page: some podcasts link their articles to their enclosures.
    private static func isEnclosure(_ url: String, of item: ParsedItem) -> Bool {
        item.files.contains { $0.url == url && $0.mimeType?.lowercased().hasPrefix("text/") != true }
    }

    private func wantsPage(of item: ParsedItem, _ text: Document, _ feed: Subscription) -> Bool {
        switch feed.preferences.packing {
        case .text: false
        case .page, .all: true
        case .no, nil:
            feed.preferences.opening == .page || item.transcript != nil
                || ArticlePictures.isShort(text, limit: limits.shortText)
        }
    }

    /// Leaves out pictures, which some feeds have as enclosures.
    private func enclosures(of whole: ShownArticle, _ feed: Subscription, date: Date) -> [PackedNeed] {
        whole.article.item.files.filter { enclosure in
            WebAddress.isHTTP(enclosure.url) && !(enclosure.mimeType?.lowercased().hasPrefix("image/") ?? false)
        }.prefix(1).map { enclosure in
            let title = whole.article.item.title ?? enclosure.title ?? "episode"
            let file = EnclosureName.file(
                feed: feed.title, day: day(of: date), title: title, url: enclosure.url, type: enclosure.mimeType)
            return PackedNeed(
                url: enclosure.url, stage: .enclosure, file: file, title: title, size: enclosure.size)
        }
    }

    /// Returns `2026-11-22`, by the clock of `midnight`.
    private func day(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970 + midnight.offsetsOfClock(date)
        return LocalTime(secondsSince1970: CalendarSeconds.whole(seconds)).isoDay
    }
}
