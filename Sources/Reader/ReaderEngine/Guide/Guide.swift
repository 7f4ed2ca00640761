import FeedModel
import FeedParsing
import FoundationEssentials
import ReaderUI

/// The built-in feed that explains the program. It is not a subscription: it is never counted, listed or exported.
struct Guide {
    private(set) var title = "Welcome to lede"
    private var articles: [Article] = []

    /// True for the guide's articles: their numbers are below zero, which the library never assigns.
    static func holds(_ id: ArticleID) -> Bool {
        id.rawValue < 0
    }

    init() {
        guard
            let feed = try? FeedParser.parse(PackageResources.welcome_xml, url: "https://localhost/", contentType: nil)
        else { return }
        title = feed.title ?? title
        // The articles have no dates of their own: they arrive when the program starts.
        let now = Date()
        articles = feed.items.enumerated().map { index, item in
            Article(
                id: ArticleID(rawValue: -1 - Int64(index)), subscription: SubscriptionID(rawValue: -1), item: item,
                received: now)
        }
    }

    var page: ArticlePage {
        ArticlePage(rows: articles.map(Self.summary), hasEarlierRows: false, hasLaterRows: false)
    }

    func article(_ id: ArticleID) -> Article? {
        articles.first { $0.id == id }
    }

    func unread(_ request: UnreadRequest) -> [ArticleSummary] {
        if request.direction == .random {
            let others = articles.filter { !$0.isRead && $0.id != request.from }
            return others.randomElement().map { [Self.summary($0)] } ?? []
        }
        let ordered = request.direction == .forward ? articles : articles.reversed()
        let start = ordered.firstIndex { $0.id == request.from }.map { $0 + 1 } ?? 0
        return ordered[start...].filter { !$0.isRead }.prefix(request.limit).map(Self.summary)
    }

    mutating func mark(_ ids: [ArticleID], _ mark: Mark) {
        for index in articles.indices where ids.contains(articles[index].id) {
            switch mark {
            case .read(let value): articles[index].isRead = value
            case .starred(let value): articles[index].isStarred = value
            case .tagged: break
            }
        }
    }

    private static func summary(_ article: Article) -> ArticleSummary {
        ArticleSummary(
            id: article.id, subscription: article.subscription, title: article.item.title ?? "", date: article.received,
            isRead: article.isRead, isStarred: article.isStarred)
    }
}
