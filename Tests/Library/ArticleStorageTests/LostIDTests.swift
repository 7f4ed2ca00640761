import FeedModel
import GRDB
import Testing

@testable import ArticleStorage

/// Articles that lost their server's ids in an earlier version.
@Suite struct LostIDTests {
    @Test(
        "A library of an earlier version lists an account with lost ids once more, and keeps the other ids",
        arguments: [true, false])
    func listedAgain(hasLost: Bool) throws {
        let library = try Library()
        let store = library.store
        let account = try library.account(.miniflux)
        var feeds = ["f", "g"].map { RemoteFeed(id: $0, title: $0, feedURL: "https://\($0).example/feed") }
        let articles = ["f", "g"].map {
            RemoteArticle(id: "id of \($0)", feed: $0, item: item($0), isRead: true, isStarred: false)
        }
        let page = SyncPage(feeds: feeds, articles: articles, cursor: SyncCursor(position: "9"))
        _ = try store.apply(page, to: account, at: now)
        // By having another id for a while, the first feed loses the ids of its articles.
        for id in hasLost ? ["other", "f"] : [] {
            feeds[0].id = id
            _ = try store.apply(SyncPage(feeds: [feeds[0]]), to: account, at: now)
        }
        try store.write { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '26 %'") }
        let later = try ArticleStore(path: library.path)
        let position: String? = hasLost ? nil : "9"
        #expect(try later.account(account)?.cursor.position == position)
        let known: Set<String> = hasLost ? ["id of g"] : ["id of f", "id of g"]
        #expect(Set(try later.knownArticles(of: account).marks.keys) == known)
    }
}
