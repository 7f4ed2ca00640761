import FeedModel
import Foundation
import GRDB
import TestFolders
import Testing

@testable import MovingIn

@Suite struct NewsraftHomeTests {
    /// A home of newsraft 0.36 in a folder of its own.
    final class Rig {
        private let temporary: TemporaryFolder
        var home: URL { temporary.url }
        var database: URL { home.appendingPathComponent(".local/share/newsraft/newsraft.sqlite3") }

        init() throws {
            temporary = try TemporaryFolder()
            let folder = home.appendingPathComponent(".config/newsraft")
            for url in [folder, database.deletingLastPathComponent()] {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            }
            for name in ["feeds", "config"] {
                try NewsboatRig.fixture("newsraft/\(name)").write(
                    to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            let dump = try NewsboatRig.fixture("newsraft/newsraft.sql")
            try DatabaseQueue(path: database.path).write {
                try $0.execute(
                    sql: dump.replacing("BEGIN TRANSACTION;", with: "").replacing("COMMIT;", with: ""))
            }
        }

        func read() throws -> MoveSource {
            try NewsraftHome.read(from: home.path, environment: [:])
        }

        func articles(of feed: String) throws -> [MovedArticle] {
            try read().articles(of: feed)
        }
    }

    @Test("Feeds are read with sections and names") func feedsComeWithSectionsAndNames() throws {
        let home = try Rig().read().home
        #expect(
            home.feeds.map(\.outline.feedURL)
                == ["guid", "noguid", "planet", "twins", "atom"].map { "http://origin.example/\($0).xml" })
        #expect(home.feeds.map(\.outline.folder) == [["Tech"], ["Tech"], ["News"], ["News"], []])
        #expect(home.feeds[0].outline.title == "My guid" && home.feeds[1].feedTitle == "No guid")
        #expect(home.problems == [])
        let notMoved = home.notMoved.map { "\($0.file.split(separator: "/").last!):\($0.line ?? 0)" }
        #expect(notMoved == ["feeds:11", "config:13"])
        // A feed inherits the settings of its section.
        #expect(home.feeds.map(\.preferences.refreshMinutes) == [30, 30, nil, nil, nil])
        #expect(home.feeds.map(\.preferences.maximumCount) == [100, nil, nil, nil, nil])
    }

    @Test("Settings of a single feed that lede has are moved, the others are reported") func settingsOfFeeds() throws {
        let rig = try Rig()
        let folder = rig.home.appendingPathComponent(".config/newsraft")
        try """
        @ A < reload-period 45; item-rule unread=1
        https://a.example/ < reload-period 0; item-limit 7
        https://b.example/ < reload-period 90; item-limit many
        """.write(to: folder.appendingPathComponent("feeds"), atomically: true, encoding: .utf8)
        try """
        mark-item-read-on-hover true
        copy-to-clipboard-command "xclip -selection clipboard"
        notification-command "notify-send %q"
        """.write(to: folder.appendingPathComponent("config"), atomically: true, encoding: .utf8)
        let home = try rig.read().home
        #expect(home.feeds.map(\.preferences.refreshMinutes) == [45, 90])
        #expect(home.feeds.map(\.preferences.maximumCount) == [7, nil])
        #expect(
            home.notMoved.map(\.text) == [
                "item-rule unread=1", "reload-period 0", "item-limit many", "notification-command \"notify-send %q\"",
            ])
        #expect(home.configuration.settings.map(\.name) == ["mark-read-on-scroll", "copy"])
        #expect(home.configuration.settings.last?.value == .command(["xclip", "-selection", "clipboard"]))
    }

    @Test("Articles are read with text, files and marks") func articlesComeWithTextFilesAndMarks() throws {
        let rig = try Rig()
        let articles = try rig.articles(of: "http://origin.example/guid.xml")
        #expect(articles.map(\.guid) == ["shared-1", "g-2", "g-1"])
        #expect(articles.map(\.marks.isRead) == [true, false, true])
        try #require(articles.count == 3)
        #expect(
            articles[1].item.enclosures == [
                Enclosure(url: "http://guid.example/2.mp3", mimeType: "audio/mpeg", size: 5)
            ])
        #expect(articles[2].item.contentHTML == "<p>Text <a href=\"http://guid.example/rel\">one</a></p>")
        #expect(
            try rig.articles(of: "http://origin.example/planet.xml").first { $0.guid == "planet-1" }?.marks.isStarred
                == true)
        let atom = try rig.articles(of: "http://origin.example/atom.xml")
        #expect(atom[1].item.url == "http://atom.example/1" && atom[0].item.contentText == "plain")
    }

    @Test("A key with a jump opens the next article in a text, and one with a mark marks a feed in the feeds")
    func keysOfColumns() throws {
        let config = "bind d mark-read; jump-to-next\nbind D mark-unread; jump-to-next\nbind x mark-read-all\n"
        let moved = NewsraftConfiguration(parsing: Array(config.utf8), file: "config")
        let written = moved.configuration.bindings.map { binding in
            let commands = binding.commands.map { if case .command(let line) = $0 { line } else { "run" } }
            return "\(binding.column ?? "all") \(binding.keys): \(commands.joined(separator: " "))"
        }
        #expect(
            written == [
                "all d: mark-read down", "feeds d: mark-all-read down", "text d: mark-read next-article",
                "all D: mark-unread down", "text D: mark-unread next-article", "all x: mark-all-read",
            ])
        #expect(moved.notMoved.isEmpty)
    }

    @Test("A key that toggles the mark stays on its row, as in newsraft")
    func toggleStays() {
        let moved = NewsraftConfiguration(parsing: Array("bind x toggle-read\n".utf8), file: "config").configuration
        #expect(moved.bindings.map(\.commands) == [[.command("toggle-read")]])
        #expect(moved.settings.map(\.name) == ["after-toggle-read"] && moved.settings.map(\.value) == [.text("stay")])
    }

    @Test("The configuration is translated into lede's settings") func configurationIsTranslated() throws {
        let moved = try Rig().read().home.configuration
        #expect(moved.settings.map(\.name) == ["refresh-minutes", "max-per-feed", "date-format", "article-columns"])
        #expect(moved.settings.suffix(2).map(\.value) == [.text("%F %T"), .text("feed title date")])
        #expect(moved.bindings.map(\.keys) == ["m", "o", "j", "Ctrl-d", "x", "x"])
        #expect(moved.bindings.first?.commands == [.run(["mpv", "%u", "&"])])
        #expect(moved.bindings[3].commands == [.command("half-page-down")])
        #expect(moved.bindings[4].commands == [.command("mark-read"), .command("down")])
        #expect(moved.bindings[5].column == "feeds")
        #expect(moved.bindings[5].commands == [.command("mark-all-read"), .command("down")])
        #expect(
            moved.roleStyles.map { "\($0.role) = \($0.style)" } == [
                "unread = yellow on default bold", "warning = red on default", "selection = black on white",
                "bar = green on black bold",
            ])
    }
}

@Suite struct SfeedHomeTests {
    /// A home of sfeed 2.3 in a folder of its own.
    final class Rig {
        private let temporary: TemporaryFolder
        var home: URL { temporary.url }
        var folder: URL { home.appendingPathComponent(".sfeed") }

        init() throws {
            temporary = try TemporaryFolder()
            try FileManager.default.copyItem(at: NewsboatRig.fixtures.appendingPathComponent("sfeed"), to: folder)
            try NewsboatRig.fixture("sfeed/sfeedrc").write(
                to: folder.appendingPathComponent("sfeedrc"), atomically: true, encoding: .utf8)
        }

        func read() throws -> MoveSource { try SfeedHome.read(from: home.path, environment: [:]) }
    }

    @Test("Feeds are the lines of the shell function") func feedsAreTheLinesOfTheFunction() throws {
        let home = try Rig().read().home
        #expect(home.feeds.map(\.outline.title) == ["My guid", "No/guid", "atom", "twins"])
        #expect(
            home.feeds.map(\.outline.feedURL)
                == ["guid", "noguid", "atom", "twins"].map { "http://origin.example/\($0).xml" })
        #expect(home.notMoved.contains { $0.text.hasPrefix("fetch()") })
        #expect(home.problems == [])
    }

    @Test("Articles are read, with read marks found by their links") func articlesComeWithReadMarksByLink() throws {
        let rig = try Rig()
        let source = try rig.read()
        defer { withExtendedLifetime(rig) {} }
        let guid = try source.articles(of: "My guid")
        #expect(guid.map(\.guid) == ["shared-1", "g-2", "g-1"])
        #expect(guid.map(\.marks.isRead) == [false, false, true])
        let none = try source.articles(of: "No_guid")
        #expect(none.map(\.item.title) == ["Same link B", "Same link A", "N one", "N two", "Only a title"])
        #expect(Set(none.map(\.guid)).count == 5)
        #expect(try source.articles(of: "atom").first?.item.contentText == "plain")
    }

    @Test("Feeds that are files on this machine are moved, from sfeed and from newsraft") func localFiles() throws {
        let sfeed = try Rig()
        try """
        feeds() {
            feed "Mail" "file:///var/mail.xml"
            feed "Burrow" "gopher://burrow.example/1"
        }
        """.write(to: sfeed.folder.appendingPathComponent("sfeedrc"), atomically: true, encoding: .utf8)
        #expect(try sfeed.read().home.feeds.map(\.outline.feedURL) == ["file:///var/mail.xml"])
        let newsraft = try NewsraftHomeTests.Rig()
        try "file:///var/mail.xml \"Mail\"\ngopher://burrow.example/1\n".write(
            to: newsraft.home.appendingPathComponent(".config/newsraft/feeds"), atomically: true, encoding: .utf8)
        #expect(try newsraft.read().home.feeds.map(\.outline.feedURL) == ["file:///var/mail.xml"])
    }

    @Test("A comment after a feed is not part of it")
    func comment() throws {
        let rig = try Rig()
        try """
        feeds() {
            feed plain http://a.example/c.xml # the third
            feed "b #2" "http://b.example/#x" #
        }
        """.write(to: rig.folder.appendingPathComponent("sfeedrc"), atomically: true, encoding: .utf8)
        let home = try rig.read().home
        #expect(home.feeds.map(\.outline.title) == ["plain", "b #2"])
        #expect(home.feeds.map(\.outline.feedURL) == ["http://a.example/c.xml", "http://b.example/#x"])
        #expect(home.notMoved.isEmpty)
    }

    @Test("The script never runs") func nothingOfTheScriptIsRun() throws {
        let rig = try Rig()
        let mark = rig.home.appendingPathComponent("mark").path
        try """
        sfeedpath="$(touch \(mark))"
        touch \(mark)
        feeds() {
            feed "a" "http://a.example/$(touch \(mark))"
            feed "b" "http://b.example/"
        }
        """.write(to: rig.folder.appendingPathComponent("sfeedrc"), atomically: true, encoding: .utf8)
        let home = try rig.read().home
        #expect(home.feeds.map(\.outline.title) == ["b"])
        #expect(home.notMoved.map(\.line) == [1, 2, 4])
        #expect(!FileManager.default.fileExists(atPath: mark))
    }
}
