import FeedModel
import Foundation
import GRDB
import Testing

@testable import ArticleStorage

@Suite struct SalvagedAccountTests {
    /// The page size of a new library, in bytes.
    private static let page = 16_384

    private let articles = (1...200).map { number in
        let html = String(repeating: "<p>harbour</p>", count: 400)
        return RemoteArticle(
            id: String(1_000 + number), feed: "f", item: item("ferry \(number)", html: html), isRead: false,
            isStarred: false)
    }

    private func sync(_ store: ArticleStore, _ account: AccountID, feeds: [RemoteFeed] = []) throws {
        let page = SyncPage(feeds: feeds, articles: articles, cursor: SyncCursor(position: "1200"))
        _ = try store.apply(page, to: account, at: now)
    }

    private func damageTexts(in path: String) throws {
        let file = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: file)
        let pages = (1..<bytes.count / Self.page).map { $0 * Self.page..<($0 + 1) * Self.page }
        let texts = pages.filter {
            bytes[$0.lowerBound] == 0x0D && bytes.range(of: Data("<p>harbour".utf8), in: $0) != nil
        }
        for text in texts.prefix(5) { bytes.replaceSubrange(text, with: Data(repeating: 0xA5, count: Self.page)) }
        try bytes.write(to: file)
    }

    @Test("After a repair the next sync fetches the lost texts")
    func lostTexts() throws {
        let library = try Library()
        let account = try library.account(.miniflux)
        try sync(library.store, account, feeds: [RemoteFeed(id: "f", title: "F", feedURL: "https://one.example/feed")])
        let path = try library.closedCopy()
        try damageTexts(in: path)
        _ = try LibraryRepair(path: path).repair()
        let store = try ArticleStore(path: path)
        let known = try store.knownArticles(of: account).marks.count
        #expect(known > 0 && known < 200)
        #expect(try store.account(account)?.cursor.position == nil)
        try sync(store, account)
        #expect(try store.knownArticles(of: account).marks.count == 200)
        let texts = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM content") }
        #expect(texts == 200)
    }
}
