import Basics
import FeedModel
import FoundationEssentials
import GRDB
import Glibc
import TestFolders

@testable import ArticleStorage

/// A library in a folder of its own, which is deleted with it.
final class Library {
    private let temporary: TemporaryFolder
    var folder: String { temporary.path }
    let store: ArticleStore

    var path: String { folder + "/library.sqlite" }

    init() throws {
        temporary = try TemporaryFolder()
        store = try ArticleStore(path: temporary.path + "/library.sqlite")
    }

    /// Subscribes to a feed and ingests a document with these items, newest first.
    @discardableResult
    func feed(
        _ name: String = "one", folder: [String] = [], _ items: [ParsedItem] = [], at now: Date = now
    ) throws -> SubscriptionID {
        let id = try store.add(NewSubscription(feedURL: "https://\(name).example/feed", folder: folder)).id
        try ingest(items, into: id, at: now)
        return id
    }

    /// Adds an account, whose server is never reached.
    func account(_ kind: ServerKind) throws -> AccountID {
        try store.addAccount(NewAccount(kind: kind, url: "https://server.example/")).id
    }

    @discardableResult
    func ingest(_ items: [ParsedItem], into id: SubscriptionID, at now: Date = now) throws -> IngestSummary {
        var document = ParsedFeed()
        document.items = items
        return try store.ingest(document, into: id, state: PollingState(subscription: id), at: now)
    }

    /// Returns the size of the write-ahead log.
    func logBytes() throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
    }

    /// Returns the titles of all rows of a list.
    func titles(
        _ scope: ArticleScope, order: ArticleOrder = .newestFirst, unreadOnly: Bool = false, kept: Set<ArticleID> = []
    ) throws -> [String] {
        let listing = ArticleListing(scope, order: order, unreadOnly: unreadOnly, kept: kept, midnight: midnight)
        return try store.page(of: listing, at: .start, limit: 1_000).rows.map(\.title)
    }

    /// Returns the id of the first article with this title.
    func id(_ title: String) throws -> ArticleID {
        try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 1_000).rows
            .first { $0.title == title }!.id
    }

    func counts(_ id: SubscriptionID) throws -> [Int] {
        let subscription = try store.subscription(id)!
        return [subscription.unreadCount, subscription.articleCount]
    }

    /// Deletes articles as the person does: they leave every list and wait to be purged.
    func delete(_ ids: [ArticleID], at now: Date = now) throws {
        try store.delete(ids, at: now)
    }

    /// Copies the library into a file that nothing has open, and that has no free pages and no log.
    func closedCopy() throws -> String {
        let copy = folder + "/closed.sqlite"
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
        return copy
    }

    func indexAll() throws {
        while try store.indexPending() > 0 {}
    }
}

extension ArticleStore {
    /// Finds the unread articles of a part of a list and marks them, as the reader does.
    @discardableResult
    func markRead(_ range: MarkRange, of listing: ArticleListing) throws -> MarkChange {
        try set(.read(true), on: unread(range, of: listing))
    }
}

extension ArticleListReading {
    func nextUnread(in listing: ArticleListing, after id: ArticleID? = nil) throws -> ArticleSummary? {
        try unread(in: listing, after: id, limit: 1).first
    }

    func previousUnread(in listing: ArticleListing, before id: ArticleID? = nil) throws -> ArticleSummary? {
        try unread(in: listing, before: id, limit: 1).first
    }
}

/// The midnight and the time of the tests, in UTC.
let midnight = CivilDay(year: 2026, month: 3, day: 10).start(offset: 0)
let now = midnight.addingTimeInterval(12 * 3_600)

/// Returns an item published this many hours before `now`, or without a date.
func item(_ title: String, hoursAgo: Double? = 0, html: String? = nil, guid: String? = nil) -> ParsedItem {
    var item = ParsedItem(id: guid ?? "guid of \(title)")
    item.title = title
    item.url = "https://example.org/\(title)"
    item.contentHTML = html
    item.published = hoursAgo.map { now.addingTimeInterval(-$0 * 3_600) }
    return item
}
