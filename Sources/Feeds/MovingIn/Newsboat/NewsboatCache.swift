import Basics
import FeedModel
import FeedParsing
import FoundationEssentials
import GRDB
import Markup

/// Newsboat's `cache.db`: its stored articles and their marks.
final class NewsboatCache: MovedArticles {
    let isShared = true
    var path: String { articles.database.path }
    var problems: [String] { articles.problems }
    private let articles: ForeignArticles

    private static let table = ForeignArticles.Table(
        program: "newsboat", name: "rss_item", feed: "feedurl",
        wanted: [
            ("id", "0"), ("guid", "''"), ("title", "''"), ("author", "''"), ("url", "''"), ("pubDate", "0"),
            ("content", "''"), ("unread", "1"), ("enclosure_url", "''"), ("enclosure_type", "''"), ("flags", "''"),
            ("deleted", "0"), ("base", "''"), ("content_mime_type", "''"),
        ], required: ["id", "guid", "feedurl"])

    init(path: String) throws {
        articles = try ForeignArticles(copying: path, Self.table)
    }

    /// Returns the home pages and titles of feeds, by address.
    func feedProperties() -> [String: (home: String, title: String)] {
        articles.feedProperties(of: "rss_feed", "SELECT rssurl, url, title FROM rss_feed")
    }

    func forEach(of articleKey: String, _ body: (MovedArticle) throws -> Void) throws {
        var last = Int.min
        var damage = 0
        while true {
            do {
                try articles.database.forEach(
                    "SELECT \(articles.columnList(texts: true)) FROM rss_item WHERE feedurl = ? AND id > ? ORDER BY id",
                    [articleKey, last]
                ) { row in
                    last = row.number(0)
                    try body(Self.article(row))
                }
                return
            } catch let error as DatabaseError where error.isDamage {
                damage += 1
                articles.note(error)
                guard let next = nextReadable(after: last, tries: damage) else { return }
                last = next
            }
        }
    }

    func forEachPiece(besides articleKeys: Set<String>, _ body: ([MovedArticle]) throws -> Void) throws {
        try articles.forEachPiece(besides: articleKeys, { Self.article($0) }, body)
    }

    // MARK: - Damage

    /// The number of damaged places of one feed that are skipped.
    private static let maximumDamage = 40

    /// Steps over a page that cannot be read, further each time.
    private func nextReadable(after last: Int, tries: Int) -> Int? {
        guard tries <= Self.maximumDamage else { return nil }
        let first = (try? articles.database.number("SELECT min(id) FROM rss_item")) ?? 0
        let lowest = last == .min ? first.addingSaturating(-1) : last
        let next = lowest.addingSaturating(1 << min(tries, 20))
        let highest = (try? articles.database.number("SELECT max(id) FROM rss_item")) ?? 0
        return next <= highest ? next : nil
    }

    // MARK: - Rows

    private static func article(_ row: ForeignRow) -> MovedArticle {
        let guid = row.text(1).trimmingSpaces
        let link = row.line(4)
        var item = ParsedItem(id: NewsboatIdentity.id(guid: guid, link: link))
        item.url = link.isEmpty ? nil : link
        item.title = row.line(2).nonEmptyText
        item.authors = row.line(3).nonEmptyText.map { [Author(name: $0)] } ?? []
        item.published = row.date(5)
        let content = row.text(6)
        if row.text(13).lowercased().hasPrefix("text/plain") {
            item.contentText = content.nonEmptyText
        } else {
            item.contentHTML = FeedBody.html(content, base: row.line(12).nonEmptyText ?? item.url).nonEmptyText
        }
        if let address = row.line(8).nonEmptyText {
            item.enclosures = [Enclosure(url: address, mimeType: row.line(9).nonEmptyText)]
        }
        // The letters of flags; a feed has no such tags.
        item.tags = Set(row.text(10)).filter { $0.isASCII && $0.isLetter }.sorted().map { FlagTag.name(of: String($0)) }
        let marks = MovedMarks(
            isRead: row.number(7) == 0, isStarred: !row.text(10).isEmpty, isDeleted: row.number(11) != 0)
        return MovedArticle(guid: guid, item: item, marks: marks)
    }
}

/// The identity of an article, in newsboat's terms and in lede's.
enum NewsboatIdentity {
    /// Returns lede's id of an article that newsboat stores under this guid.
    ///
    /// If the feed gives no guid, newsboat makes a guid from link and date, and lede from the link.
    static func id(guid: String, link: String) -> String {
        guard !link.isEmpty, guid.count > link.count, guid.hasPrefix(link) || guid.contains("://") else {
            return guid.isEmpty ? link : guid
        }
        if guid.hasPrefix(link), FeedDate.parse(String(guid.dropFirst(link.count))) != nil { return link }
        // The guid holds a relative link as the feed has it.
        return guid
    }
}

extension String {
    var nonEmptyText: String? { isEmpty ? nil : self }

    /// The text without XML white space at its ends, as ids of feeds are read.
    var trimmingSpaces: String {
        guard utf8.first?.isMarkupSpace == true || utf8.last?.isMarkupSpace == true else { return self }
        let start = utf8.drop(while: \.isMarkupSpace)
        guard let end = start.lastIndex(where: { !$0.isMarkupSpace }) else { return "" }
        return String(decoding: start[...end], as: UTF8.self)
    }
}
