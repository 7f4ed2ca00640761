import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

/// A feed whose articles all have its home page as address, on a server that sends no guids.
@Suite struct SharedAddressTests {
    let library: Library
    let account: AccountID
    var store: ArticleStore { library.store }

    init() throws {
        library = try Library()
        account = try library.account(.greader)
    }

    private func notice(_ number: Int, isDated: Bool) -> RemoteArticle {
        let home = "https://one.example/"
        var notice = item("\(number)", hoursAgo: isDated ? Double(10 - number) : nil, guid: home)
        notice.url = home
        return RemoteArticle(id: "\(number)", feed: "f", item: notice, isRead: false, isStarred: false)
    }

    private func apply(_ articles: [RemoteArticle]) throws {
        let feed = RemoteFeed(id: "f", title: "Feed", feedURL: "https://one.example/feed")
        _ = try store.apply(SyncPage(feeds: [feed], articles: articles), to: account, at: now)
    }

    @Test("Removed articles do not return, and do not prevent others from arriving", arguments: [true, false])
    func removedArticles(isDated: Bool) throws {
        try apply([notice(1, isDated: isDated), notice(2, isDated: isDated)])
        try library.delete([library.id("1"), library.id("2")])
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try store.knownArticles(of: account).refused == ["1", "2"])
        try apply((1...3).map { notice($0, isDated: isDated) })
        #expect(try library.titles(.all) == ["3"])
        #expect(try store.knownArticles(of: account).refused == ["1", "2"])
    }

    @Test("Removed articles with dates do not return under new ids")
    func newIDs() throws {
        try apply([notice(1, isDated: true), notice(2, isDated: true)])
        try library.delete([library.id("2")])
        try store.purge(before: now.addingTimeInterval(1))
        try store.resetAccount(account)
        var (one, two) = (notice(1, isDated: true), notice(2, isDated: true))
        (one.id, two.id) = ("11", "12")
        try apply([one, two])
        #expect(try library.titles(.all) == ["1"])
    }
}
