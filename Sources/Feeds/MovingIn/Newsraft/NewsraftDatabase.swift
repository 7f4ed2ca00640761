import FeedModel
import FeedParsing
import FoundationEssentials
import GRDB
import Markup

/// Newsraft's `newsraft.sqlite3`: its stored articles and their marks.
final class NewsraftDatabase: MovedArticles {
    let isShared = false
    var path: String { articles.database.path }
    var problems: [String] { articles.problems }
    private let articles: ForeignArticles

    private static let table = ForeignArticles.Table(
        program: "newsraft", name: "items", feed: "feed_url",
        wanted: [
            ("rowid", "0"), ("guid", "''"), ("title", "''"), ("link", "''"), ("content", "''"), ("attachments", "''"),
            ("persons", "''"), ("publication_date", "0"), ("update_date", "0"), ("download_date", "0"),
            ("unread", "1"), ("important", "0"),
        ], required: ["feed_url", "guid"])

    init(path: String) throws {
        articles = try ForeignArticles(copying: path, Self.table)
    }

    func feedProperties() -> [String: (home: String, title: String)] {
        articles.feedProperties(of: "feeds", "SELECT feed_url, link, title FROM feeds")
    }

    /// Reads the articles in the order of their row ids; newer articles of one document have lower ids.
    func forEach(of articleKey: String, _ body: (MovedArticle) throws -> Void) throws {
        do {
            let home = feedProperties()[articleKey]?.home.nonEmptyText
            try articles.database.forEach(
                "SELECT \(articles.columnList(texts: true)) FROM items WHERE feed_url = ? ORDER BY rowid", [articleKey]
            ) { try body(Self.article($0, base: home ?? articleKey)) }
        } catch let error as DatabaseError where error.isDamage {
            articles.note(error)
        }
    }

    func forEachPiece(besides articleKeys: Set<String>, _ body: ([MovedArticle]) throws -> Void) throws {
        try articles.forEachPiece(besides: articleKeys, { Self.article($0, base: nil) }, body)
    }

    private static func article(_ row: ForeignRow, base: String?) -> MovedArticle {
        let guid = row.text(1).trimmingSpaces
        let link = row.line(3).nonEmptyText.map { FeedBody.address($0, base: base) }
        var item = ParsedItem(id: guid.isEmpty ? link ?? "" : guid)
        item.url = link
        item.title = row.line(2).nonEmptyText
        (item.published, item.updated) = (row.date(7), row.date(8))
        // An article without a date is sorted by the time of its fetch.
        if item.published == nil, item.updated == nil { item.published = row.date(9) }
        insertContent(NewsraftRecords.read(row.rawText(4)), into: &item, base: link ?? base)
        item.authors = NewsraftRecords.read(row.rawText(6)).compactMap { record in
            let author = Author(name: record["name"], url: record["url"], email: record["email"])
            return author == Author() ? nil : author
        }
        item.enclosures = NewsraftRecords.read(row.rawText(5)).compactMap { record in
            record["url"].map {
                Enclosure(
                    url: $0, mimeType: record["type"], title: record["title"],
                    size: record["size"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil })
            }
        }
        let marks = MovedMarks(isRead: row.number(10) == 0, isStarred: row.number(11) != 0)
        return MovedArticle(guid: guid, item: item, marks: marks)
    }

    /// The longest text becomes the article's.
    private static func insertContent(_ records: [[String: String]], into item: inout ParsedItem, base: String?) {
        let best = records.filter { $0["text"] != nil }.max {
            ($0["text"] ?? "").utf8.count < ($1["text"] ?? "").utf8.count
        }
        guard let best, let text = best["text"]?.nonEmptyText else { return }
        if ["text", "text/plain", "plain"].contains(best["type"] ?? "") {
            item.contentText = text
        } else {
            item.contentHTML = FeedBody.html(text, base: base)
        }
    }
}

/// Newsraft's lists of records in one text: ASCII's unit separator before each field, `^` as a field begins a record.
enum NewsraftRecords {
    /// - Parameter text: the stored text, since cleaned text holds no separators.
    static func read(_ text: String) -> [[String: String]] {
        var records: [[String: String]] = []
        for field in text.split(separator: separator) {
            if field == "^" {
                records.append([:])
            } else if let sign = field.firstIndex(of: "="), !records.isEmpty {
                records[records.count - 1][String(field[..<sign])] = SafeText.clean(
                    String(field[field.index(after: sign)...]))
            }
        }
        return records
    }

    private static let separator: Character = "\u{1F}"
}
