import FeedModel
import FeedParsing
import FoundationEssentials
import GRDB

/// Newsboat's `cache.db`: its stored articles and their marks.
final class NewsboatCache: MovedArticles {
    let isShared = true
    var path: String { database.path }
    private(set) var problems: [String] = []
    private let database: ForeignDatabase
    private let columns: Set<String>

    /// The columns to read, each with a substitute for older versions that lack it.
    private static let wanted = [
        ("id", "0"), ("guid", "''"), ("title", "''"), ("author", "''"), ("url", "''"), ("pubDate", "0"),
        ("content", "''"),
        ("unread", "1"), ("enclosure_url", "''"), ("enclosure_type", "''"), ("flags", "''"), ("deleted", "0"),
        ("base", "''"), ("content_mime_type", "''"),
    ]

    init(path: String) throws {
        database = try ForeignDatabase(copying: path, program: "newsboat")
        columns = try database.columns(of: "rss_item")
        guard columns.isSuperset(of: ["id", "guid", "feedurl"]) else {
            throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "it has no table of articles")
        }
    }

    /// Returns the home pages and titles of feeds, by address.
    func feedFacts() -> [String: (home: String, title: String)] {
        var facts: [String: (home: String, title: String)] = [:]
        try? database.forEach("SELECT rssurl, url, title FROM rss_feed") { row in
            facts[row.text(0)] = (row.line(1), row.line(2))
        }
        return facts
    }

    func forEach(of articleKey: String, _ body: (MovedArticle) throws -> Void) throws {
        var last = Int.min
        var damage = 0
        while true {
            do {
                try database.forEach(
                    "SELECT \(list(texts: true)) FROM rss_item WHERE feedurl = ? AND id > ? ORDER BY id",
                    [articleKey, last]
                ) { row in
                    last = row.number(0)
                    try body(Self.article(row))
                }
                return
            } catch let error as DatabaseError where error.isDamage {
                damage += 1
                note(error)
                guard let next = nextReadable(of: articleKey, after: last, tries: damage) else { return }
                last = next
            }
        }
    }

    func forEachPiece(besides articleKeys: Set<String>, _ body: ([MovedArticle]) throws -> Void) throws {
        var piece: [MovedArticle] = []
        do {
            // Read from the index, which is much smaller than the articles.
            var others: [String] = []
            try database.forEach("SELECT DISTINCT feedurl FROM rss_item") { row in
                if !articleKeys.contains(row.text(0)) { others.append(row.rawText(0)) }
            }
            for key in others {
                try database.forEach("SELECT \(list(texts: false)) FROM rss_item WHERE feedurl = ?", [key]) { row in
                    piece.append(Self.article(row))
                    guard piece.count == 1_000 else { return }
                    try body(piece)
                    piece = []
                }
            }
        } catch let error as DatabaseError where error.isDamage {
            note(error)
        }
        if !piece.isEmpty { try body(piece) }
    }

    // MARK: - Damage

    /// The number of damaged places of one feed that are skipped.
    private static let mostDamage = 40

    /// Steps over a page that cannot be read, further each time.
    private func nextReadable(of articleKey: String, after last: Int, tries: Int) -> Int? {
        guard tries <= Self.mostDamage else { return nil }
        let lowest = last == .min ? ((try? database.number("SELECT min(id) FROM rss_item")) ?? 0) - 1 : last
        let step = 1 << min(tries, 20)
        let highest = (try? database.number("SELECT max(id) FROM rss_item")) ?? 0
        return lowest + step <= highest ? lowest + step : nil
    }

    private func note(_ error: DatabaseError) {
        let problem = "\(database.path): is damaged, and some articles cannot be read (\(error.message ?? "SQLite"))"
        if !problems.contains(problem) { problems.append(problem) }
    }

    // MARK: - Rows

    private func list(texts: Bool) -> String {
        Self.wanted.map { name, missing in
            let isWanted = columns.contains(name.lowercased()) && (texts || name != "content")
            return isWanted ? name : missing
        }.joined(separator: ", ")
    }

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
    /// If the feed gives no guid, newsboat makes one of link and date, lede makes one of the link.
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
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte && byte != 0x0B }
        guard utf8.first.map(isSpace) == true || utf8.last.map(isSpace) == true else { return self }
        let start = utf8.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(decoding: start[...end], as: UTF8.self)
    }
}

extension DatabaseError {
    /// True if the file is damaged, not the disk or the memory of this machine.
    var isDamage: Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR, .SQLITE_ERROR, .SQLITE_FORMAT].contains(resultCode)
    }
}
