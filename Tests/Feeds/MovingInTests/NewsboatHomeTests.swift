import FeedModel
import Foundation
import GRDB
import Glibc
import TestFolders
import Testing

@testable import MovingIn

extension MoveSource {
    /// Returns the articles of a feed, which the other reader's data identifies by this key.
    func articles(of key: String) throws -> [MovedArticle] {
        var found: [MovedArticle] = []
        try articles?.forEach(of: key) { found.append($0) }
        return found
    }
}

/// A newsboat home in a folder that is deleted with this value. Newsboat 2.44 wrote its cache.
final class NewsboatRig {
    private let temporary: TemporaryFolder
    var home: URL { temporary.url }
    var folder: URL { home.appendingPathComponent(".newsboat") }
    var cache: URL { folder.appendingPathComponent("cache.db") }

    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")

    /// Returns a file of the fixtures, with the origin's address filled in.
    static func fixture(_ name: String) throws -> String {
        try String(contentsOf: fixtures.appendingPathComponent(name), encoding: .utf8)
            .replacing("ORIGIN", with: "http://origin.example")
    }

    init(withCache: Bool = true) throws {
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["urls", "config"] {
            try write(Self.fixture("newsboat/\(name)"), to: name)
        }
        guard withCache else { return }
        let dump = try Self.fixture("newsboat/cache.sql")
        try change(dump.replacing("BEGIN TRANSACTION;", with: "").replacing("COMMIT;", with: ""))
    }

    /// Returns a home without a cache, with these lines in its configuration and its list of feeds.
    static func home(config: String = "", urls: String = "") throws -> MovedHome {
        let rig = try NewsboatRig(withCache: false)
        try rig.write(config, to: "config")
        try rig.write(urls, to: "urls")
        return try rig.read().home
    }

    func write(_ text: String, to name: String) throws {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    func change(_ sql: String) throws {
        try DatabaseQueue(path: cache.path).write { try $0.execute(sql: sql) }
    }

    func read() throws -> MoveSource {
        try NewsboatHome.read(from: home.path, environment: [:])
    }

    func articles(of feed: String) throws -> [MovedArticle] {
        try read().articles(of: feed)
    }

    /// Returns names, sizes, times and contents of all files in the folder.
    func state() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            let path = folder.appendingPathComponent(name).path
            var status = stat()
            stat(path, &status)
            let content = FileManager.default.contents(atPath: path) ?? Data()
            return "\(name) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(content.hashValue)"
        }
    }
}

@Suite struct NewsboatHomeTests {
    @Test("Feeds are read in order with titles and tags") func feedsComeInOrderWithTitlesAndTags() throws {
        let home = try NewsboatRig().read().home
        #expect(
            home.feeds.map(\.outline.feedURL)
                == ["guid", "noguid", "twins", "planet", "atom"].map { "http://origin.example/\($0).xml" })
        #expect(home.feeds.map(\.outline.title) == ["My guid", "", "", "Plan \"et\"", ""])
        #expect(home.feeds.map(\.outline.folder) == [["tech"], ["tech"], [], [], []])
        #expect(home.feeds[0].outline.attributes == [OPMLValue(name: "category", value: "tech,two words,more")])
        #expect(home.feeds.map(\.isHidden) == [false, false, true, false, false])
        #expect(home.feeds[1].feedTitle == "No guid")
    }

    @Test("Articles are read with text, dates and marks") func articlesComeWithTextDatesAndMarks() throws {
        let rig = try NewsboatRig()
        let articles = try rig.articles(of: "http://origin.example/guid.xml")
        #expect(articles.map(\.item.title) == ["G two", "G one"])
        #expect(articles.map(\.guid) == ["g-2", "g-1"])
        #expect(articles.map(\.marks.isRead) == [false, true])
        #expect(articles[0].item.enclosures == [Enclosure(url: "http://guid.example/2.mp3", mimeType: "audio/mpeg")])
        #expect(articles[1].item.contentHTML == "<p>Text <a href=\"http://guid.example/rel\">one</a></p>")
        #expect(articles[1].item.published == Date(timeIntervalSince1970: 1_793_613_600))
        let atom = try rig.articles(of: "http://origin.example/atom.xml")
        #expect(atom[0].item.contentText == "plain")
        #expect(atom[1].item.contentHTML == "<p><img src=\"http://atom.example/base/x.png\"> body</p>")
    }

    @Test("An article without a guid gets the id that lede computes")
    func anArticleWithoutGuidGetsTheIdThatLedeGivesIt() throws {
        let articles = try NewsboatRig().articles(of: "http://origin.example/noguid.xml")
        #expect(articles.last?.item.id == "http://noguid.example/1")
        #expect(articles.last?.marks.isDeleted == true)
        #expect(articles.first { $0.item.title == "N two" }?.item.id == "http://noguid.example/2")
        let flagged = articles.first { $0.item.title == "Same link A" }
        #expect(flagged?.marks.isStarred == true && flagged?.item.tags == ["flag-a", "flag-b"])
    }

    @Test("Articles of unlisted feeds are counted") func articlesOfFeedsThatAreInNoListAreCounted() throws {
        let source = try NewsboatRig().read()
        var titles: [String?] = []
        try source.articles?.forEachPiece(besides: Set(source.home.feeds.map(\.articleKey))) { piece in
            titles += piece.map(\.item.title)
        }
        #expect(titles == ["Old"])
    }

    @Test("Searches and unsupported entries are reported") func searchesAndUnsupportedPartsAreReported() throws {
        let home = try NewsboatRig().read().home
        #expect(
            home.searches == [
                SavedSearch(name: "Unread", query: "is:unread"), SavedSearch(name: "Odd", query: "age:<7d or title:x"),
            ])
        #expect(home.notMoved.first { $0.text.hasPrefix("exec:") }?.line == 10)
        let secret = try #require(home.notMoved.first { $0.text.hasPrefix("miniflux") })
        #expect(secret.text == "miniflux-password")
        #expect(home.notMoved.contains { $0.text.contains("echo ~/podcasts") && $0.reason.contains("backticks") })
        #expect(home.problems.count == 1 && home.problems[0].contains("colors.missing"))
    }

    @Test("The configuration is translated into lede's settings") func configurationIsTranslated() throws {
        let moved = try NewsboatRig().read().home.configuration
        let settings = moved.settings.map { "\($0.table ?? "").\($0.name)" }
        #expect(
            Set(settings) == [
                "reader.width", "commands.browser", "retention.max-per-feed", "reader.show-read-feeds", "reader.order",
                "network.refresh-minutes", "commands.bookmark", "reader.date-format",
            ])
        #expect(moved.settings.first { $0.name == "browser" }?.value == .command(["firefox", "%u"]))
        #expect(moved.settings.first { $0.name == "refresh-minutes" }?.value == .number(30))
        #expect(moved.settings.first { $0.name == "date-format" }?.value == .text("%d"))
        let keys = moved.bindings.map { "\($0.column ?? "all") \($0.keys)" }
        #expect(
            keys == [
                "all j", "articles j", "all k", "all G", "all d", "all x", "feeds g g", "articles g g", "all , v",
                "all , y",
            ])
        #expect(moved.bindings.first { $0.keys == ", v" }?.commands == [.run(["mpv", "%u", "&"])])
        #expect(
            moved.bindings.first { $0.keys == ", y" }?.commands == [
                .run(["sh", "-c", "echo \"$1\" | xclip", "sh", "%u"])
            ])
        #expect(moved.bindings.first { $0.keys == "x" }?.commands == [])
        #expect(
            moved.roleStyles.map { "\($0.role) = \($0.style)" } == [
                "dim = cyan on default", "selection = black on yellow bold", "text = white on 236",
                "link = cyan on default underline",
            ])
        #expect(
            moved.rules.map { rule in rule.conditions.map { "\($0.field)=\($0.pattern)" }.joined(separator: " ") } == [
                "title=sponsored", "feed=guid author=^x$", "feed=guid content=spam", "title=two",
            ])
    }

    // MARK: - The home stays unchanged

    @Test("Each file is read once, even if files include each other")
    func filesThatIncludeEachOther() throws {
        let rig = try NewsboatRig(withCache: false)
        try rig.write("include other\nbrowser `first`\ninclude config\nbrowser `second`\n", to: "config")
        try rig.write("include config\ninclude config\nbrowser `other`\n", to: "other")
        let texts = try rig.read().home.notMoved.map(\.text).filter { $0.hasPrefix("browser") }
        #expect(texts == ["browser `other`", "browser `first`", "browser `second`"])
    }

    @Test("Reading changes nothing in the home") func nothingInTheHomeChanges() throws {
        let rig = try NewsboatRig()
        let before = try rig.state()
        let source = try rig.read()
        try source.articles?.forEach(of: "http://origin.example/guid.xml") { _ in }
        #expect(try rig.state() == before)
    }

    @Test("An interrupted transaction is replayed only in the copy")
    func interruptedTransactionIsReplayedOnlyInCopy() throws {
        let rig = try NewsboatRig()
        try rig.change("PRAGMA user_version = 1")
        let queue = try DatabaseQueue(path: rig.cache.path)
        try queue.inDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            try database.execute(sql: "UPDATE rss_item SET unread = 1 WHERE title = 'G one'")
        }
        // This is the log that a killed program leaves.
        let left = try Data(contentsOf: URL(fileURLWithPath: rig.cache.path + "-wal"))
        let file = try Data(contentsOf: rig.cache)
        try queue.close()
        try file.write(to: rig.cache)
        try left.write(to: URL(fileURLWithPath: rig.cache.path + "-wal"))
        let before = try rig.state()
        #expect(try rig.articles(of: "http://origin.example/guid.xml").map(\.marks.isRead) == [false, false])
        #expect(try rig.state() == before)
    }

    @Test("A locked database is reported within seconds") func lockedDatabaseIsReportedWithinSeconds() throws {
        let rig = try NewsboatRig()
        // The lock of an open file also blocks this process (fcntl(2), F_OFD_SETLK).
        let descriptor = open(rig.cache.path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        (lock.l_start, lock.l_len) = (0x4000_0002, 510)
        try #require(fcntl(descriptor, 37, &lock) == 0)
        let start = ContinuousClock.now
        #expect(throws: MovingInError.locked(path: rig.cache.path, program: "newsboat")) { try rig.read() }
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    // MARK: - Damage

    @Test("The feeds are read even if the database is broken") func aBrokenDatabaseLeavesTheFeeds() throws {
        let rig = try NewsboatRig()
        try Data(
            "this is not a database, and longer than a header of one would be: \(String(repeating: "x", count: 2_000))"
                .utf8
        )
        .write(to: rig.cache)
        let source = try rig.read()
        #expect(source.home.feeds.count == 5 && source.articles == nil)
        #expect(source.home.problems.contains { $0.contains("cache.db") && $0.contains("damaged") })
    }

    @Test("A failing disk is not reported as damage to the file") func failingDisk() throws {
        let rig = try NewsboatRig()
        var home = try rig.read().home
        let articles: Int? = try home.openArticles(at: rig.cache.path) { _ in
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: "disk I/O error")
        }
        #expect(articles == nil)
        let problem = "the disk or its file system is failing, and no articles can be read (disk I/O error)"
        #expect(home.problems.last == "\(rig.cache.path): \(problem)")
    }

    @Test("The readable part of a damaged database is read") func readablePartOfDamagedDatabaseIsRead() throws {
        let rig = try NewsboatRig()
        try rig.change(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO rss_item (guid, title, author, url, feedurl, pubDate, content, unread)
            SELECT 'many-' || i, 'Many ' || i, '', '', 'many', 1700000000 + i, hex(zeroblob(400)), 0 FROM n
            """)
        let whole = try rig.articles(of: "many").count
        var bytes = [UInt8](try Data(contentsOf: rig.cache))
        let page = 4_096
        for index in bytes.count / page / 2 * page..<bytes.count / page / 2 * page + 2 * page { bytes[index] = 0xA5 }
        try Data(bytes).write(to: rig.cache)
        let source = try rig.read()
        var count = 0
        try source.articles?.forEach(of: "many") { _ in count += 1 }
        #expect(count > whole / 2 && count < whole)
        #expect(source.articles?.problems.isEmpty == false)
    }

    @Test("Ids at the ends of the range are skipped", arguments: [(Int.min, 1), (Int.max - 1, Int.max)])
    func idsAtTheEndsOfTheRange(_ first: Int, _ second: Int) throws {
        let rig = try NewsboatRig(withCache: false)
        // Each row fills a page.
        try rig.change(
            """
            CREATE TABLE rss_feed (rssurl, url, title);
            CREATE TABLE rss_item (id INTEGER PRIMARY KEY, guid, title, author, url, feedurl, pubDate, content, unread);
            INSERT INTO rss_item VALUES (\(first), 'a', 'A', '', '', 'f', 0, 'readable' || hex(zeroblob(1900)), 1);
            INSERT INTO rss_item VALUES (\(second), 'b', 'B', '', '', 'f', 0, 'damaged!' || hex(zeroblob(1900)), 1);
            """)
        var file = try Data(contentsOf: rig.cache)
        let page = try #require(file.range(of: Data("damaged!".utf8))).lowerBound / 4_096 * 4_096
        for index in page..<page + 8 { file[index] = 0xFF }
        try file.write(to: rig.cache)
        let articles = try #require(try rig.read().articles)
        try articles.forEach(of: "f") { #expect($0.item.title == "A") }
        #expect(articles.problems.contains { $0.contains("damaged") })
    }

    @Test(
        "Views in place of tables are not read, since they may return endless rows",
        arguments: ["rss_item", "rss_feed"])
    func viewsAreNotRead(_ name: String) throws {
        let rig = try NewsboatRig()
        let feed = "http://origin.example/noguid.xml"
        let columns =
            name == "rss_item"
            ? "i AS id, 'g' || i AS guid, '\(feed)' AS feedurl" : "'\(feed)' AS rssurl, '' AS url, 'View' AS title"
        try rig.change(
            """
            DROP TABLE \(name);
            CREATE VIEW \(name) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
            SELECT \(columns) FROM n;
            """)
        let source = try rig.read()
        #expect(source.home.feeds.count == 5)
        #expect(source.home.feeds.allSatisfy { $0.feedTitle != "View" })
        #expect((source.articles == nil) == (name == "rss_item"))
        #expect(source.home.problems.contains { $0.contains("no table of articles") } == (name == "rss_item"))
    }

    @Test("Missing files are reported") func missingFilesAreReported() throws {
        let rig = try NewsboatRig(withCache: false)
        try FileManager.default.removeItem(at: rig.folder.appendingPathComponent("urls"))
        let home = try rig.read().home
        #expect(home.problems.contains { $0.contains("/urls is missing") })
        #expect(home.problems.contains { $0.contains("/cache.db is missing") })
        #expect(throws: MovingInError.self) { try NewsboatHome.read(from: "/nowhere", environment: [:]) }
    }

    @Test("Columns may have any type, and old ones may be missing")
    func columnsMayHoldAnythingAndOldOnesAreMissing() throws {
        let rig = try NewsboatRig(withCache: false)
        try rig.change(
            """
            CREATE TABLE rss_feed (rssurl, url, title);
            CREATE TABLE rss_item (id INTEGER PRIMARY KEY, guid, title, author, url, feedurl, pubDate, content, unread, flags);
            INSERT INTO rss_item VALUES (1, x'ff00fe', 12, NULL, 3.5, 'f', 'never', x'3c623e', 'yes', 7);
            """)
        let articles = try rig.articles(of: "f")
        #expect(articles.count == 1 && articles[0].item.title == "12" && articles[0].item.published == nil)
    }

    // MARK: - Location

    @Test("The home is found in the folders where newsboat looks for it") func homeIsFoundWhereNewsboatLooks() throws {
        let rig = try NewsboatRig()
        let own = try NewsboatFolders(from: rig.folder.path, environment: [:])
        #expect(own.urls == rig.folder.path + "/urls" && own.cache == rig.cache.path)
        #expect(own.expanded("~/colors") == rig.home.path + "/colors")
        let xdg = rig.home.appendingPathComponent(".config/newsboat")
        try FileManager.default.createDirectory(at: xdg, withIntermediateDirectories: true)
        let found = try NewsboatFolders(from: nil, environment: ["HOME": rig.home.path])
        #expect(found.urls == xdg.path + "/urls")
        #expect(found.cache == rig.home.path + "/.local/share/newsboat/cache.db")
        try "http://x.example/".write(to: xdg.appendingPathComponent("urls"), atomically: true, encoding: .utf8)
        #expect(try NewsboatFolders(from: xdg.path, environment: [:]).cache == found.cache)
        #expect(NewsboatHome.feedCount(environment: ["HOME": rig.home.path]) == 1)
    }
}
