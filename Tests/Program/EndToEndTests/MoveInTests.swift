import Foundation
import GRDB
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct MoveInTests {
        private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Feeds/MovingInTests/Fixtures").standardizedFileURL

        private struct Report: Decodable {
            struct Articles: Decodable, Equatable {
                var added: Int
                var known: Int
            }
            struct Entry: Decodable {
                var file: String
                var line: Int?
                var text: String
                var reason: String
            }
            var feeds: Int
            var articles: Articles
            var saved_searches: Int
            var not_moved: [Entry]
            var lost_keys: [String]
            var written: [String]
        }

        /// Returns the fixture of a newsboat 2.44 home, with its feeds at the origin.
        private func newsboat(at origin: Origin, in home: TemporaryHome) throws -> URL {
            let folder = home.url.appendingPathComponent("old/.newsboat")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            func fixture(_ name: String) throws -> String {
                try String(contentsOf: Self.fixtures.appendingPathComponent(name), encoding: .utf8)
                    .replacing("ORIGIN", with: origin.url(""))
            }
            for name in ["urls", "config"] {
                try fixture("newsboat/\(name)").write(
                    to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            let dump = try fixture("newsboat/cache.sql").replacing("BEGIN TRANSACTION;", with: "")
                .replacing("COMMIT;", with: "")
            try DatabaseQueue(path: folder.appendingPathComponent("cache.db").path).write { try $0.execute(sql: dump) }
            for name in ["guid", "noguid", "twins", "planet", "atom"] {
                origin.route("/\(name).xml", .response(body: try fixture("feeds/\(name).xml")))
            }
            return folder
        }

        private func move(_ folder: URL, _ home: TemporaryHome, _ options: [String] = []) throws -> (
            Report, Program.Result
        ) {
            let result = try Program.lede(
                ["move-in", "newsboat", "--from", folder.path, "--json"] + options, home: home.url)
            return (try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)), result)
        }

        private func count(_ home: TemporaryHome, _ options: [String] = []) throws -> String {
            try Program.lede(["count"] + options, home: home.url).output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        @Test(
            "Newsboat's feeds, articles and marks are moved, and the first refresh does not repeat or unmark articles"
        )
        func newsboat() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let folder = try newsboat(at: origin, in: home)
            let (report, result) = try move(folder, home)
            // The included file is missing.
            #expect(result.status == 1 && result.errors.contains("colors.missing is missing"))
            #expect(report.feeds == 5 && report.saved_searches == 2)
            #expect(report.articles == .init(added: 12, known: 0))
            #expect(report.not_moved.contains { $0.text == "1 article" && $0.line == nil })
            #expect(!result.output.contains("geheim") && !result.errors.contains("geheim"))
            #expect(origin.requests.isEmpty)
            // One is deleted, and one belongs to a hidden feed.
            #expect(try [count(home), count(home, ["--all"])] == ["2", "10"])
            #expect(try Program.lede(["articles", "--starred"], home: home.url).output.contains("Same link A"))
            // This tag is the second one of a feed.
            #expect(try count(home, ["--all", "tag:two"]) != "0")

            // The document of twins has two items for newsboat's one; the planet's article is in its blog too.
            let refreshed = try Program.lede(["refresh"], home: home.url)
            #expect(refreshed.status == 0, "\(refreshed.errors)")
            #expect(try [count(home), count(home, ["--all"])] == ["2", "11"])
            let unread = try Program.lede(["articles", "--unread"], home: home.url).output
            #expect(["G two", "A one"].allSatisfy(unread.contains))
            let twins = try Program.lede(["articles", "--feed", origin.url("/twins.xml")], home: home.url).output
            #expect(twins.contains("● \tT earlier") && twins.contains("  \tT later"))
            #expect(try !Program.lede(["articles"], home: home.url).output.contains("N one"))

            let (again, _) = try move(folder, home)
            #expect(again.feeds == 0 && again.saved_searches == 0 && again.written == [])
            #expect(again.articles == .init(added: 0, known: 12))
            #expect(try [count(home), count(home, ["--all"])] == ["2", "11"])
        }

        @Test("move-in writes a configuration that lede accepts, and keeps an existing one")
        func configuration() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let folder = try newsboat(at: origin, in: home)
            let (report, _) = try move(folder, home)
            let file = home.url.appendingPathComponent("config/config.toml").path
            #expect(report.written == [home.url.appendingPathComponent("config/themes/newsboat.toml").path, file])
            let settings = try Program.lede(["config"], home: home.url)
            #expect(settings.errors == "")
            #expect(settings.output.contains(#"theme = "newsboat""#) && settings.output.contains("width = 80"))
            let keys = try Program.lede(["keys"], home: home.url)
            #expect(keys.errors == "" && keys.output.contains("run mpv %u &"))

            let other = try TemporaryHome()
            try other.configure("theme = \"nord\"\n")
            let (second, _) = try move(folder, other)
            let beside = other.url.appendingPathComponent("config/config-newsboat.toml").path
            #expect(second.written.contains(beside))
            #expect(
                try String(contentsOf: other.url.appendingPathComponent("config/config.toml"), encoding: .utf8)
                    == "theme = \"nord\"\n")
            #expect(try move(folder, other).0.written == [])
        }

        @Test("Dangling links stay, and the configuration and the theme are written beside them")
        func danglingLinks() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let folder = try newsboat(at: origin, in: home)
            let configuration = home.url.appendingPathComponent("config")
            let themes = configuration.appendingPathComponent("themes")
            try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
            for link in [configuration.appendingPathComponent("config"), themes.appendingPathComponent("newsboat")] {
                try FileManager.default.createSymbolicLink(atPath: link.path + ".toml", withDestinationPath: "missing")
            }
            let names = ["themes/newsboat-2.toml", "config-newsboat.toml"]
            let (report, _) = try move(folder, home)
            #expect(report.written == names.map { configuration.appendingPathComponent($0).path })
            #expect(try move(folder, home).0.written == [])
        }

        @Test("Terminal notifications are moved to a table that lede reads")
        func notifications() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let folder = try newsboat(at: origin, in: home)
            try "notify-xterm yes\n".write(
                to: folder.appendingPathComponent("config"), atomically: true, encoding: .utf8)
            _ = try move(folder, home)
            let settings = try Program.lede(["config"], home: home.url)
            #expect(settings.errors == "" && settings.output.contains(#"desktop = "terminal""#))
        }

        @Test("A dry run prints what a move would do, and writes nothing")
        func dryRun() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let folder = try newsboat(at: origin, in: home)
            let (report, _) = try move(folder, home, ["--dry-run"])
            #expect(report.feeds == 5 && report.articles.added == 12 && report.written.count == 2)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: home.url.path) == ["old"], "nothing but newsboat's")
            let lines = try Program.lede(
                ["move-in", "newsboat", "--from", folder.path, "--dry-run"], home: home.url
            ).output
            #expect(lines.contains("\(folder.path)/urls:10: exec:~/bin/feed tag: "))
            #expect(lines.contains("would add 5 feeds, 12 articles, 2 saved searches"))
        }

        @Test("The first start finds newsboat, and M moves in; Esc changes nothing")
        func firstStart() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let folder = try newsboat(at: origin, in: home)
            let environment = [
                "HOME": folder.deletingLastPathComponent().path, "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "",
            ]
            let terminal = try TerminalSession(home: home.url, arguments: ["--offline"], environment: environment)
            try terminal.wait(for: "found newsboat with 5 feeds")
            try terminal.send("M")
            try terminal.wait(for: "Move in from")
            try terminal.send("Escape")
            // Sent together, Escape and M would be Alt-M.
            try terminal.wait("the panel is closed") { lines in !lines.contains { $0.contains("Move in from") } }
            try terminal.send("M")
            try terminal.wait(for: "Move in from")
            try terminal.send("Enter")
            try terminal.wait(for: "My guid")
            // The path does not fit on the line.
            try terminal.wait(for: "Moved in 5 feeds and 12 articles; what could not be moved is in")
            try terminal.send("Q")
            try terminal.waitForExit()
            #expect(try count(home, ["--all"]) == "10")
            #expect(
                try String(contentsOf: home.url.appendingPathComponent("state/move-in.txt"), encoding: .utf8)
                    .contains("urls:10: exec:~/bin/feed tag"))
        }

        @Test("At the first start the key I imports a file and fetches its feeds; Esc cancels")
        func firstImport() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            _ = try newsboat(at: origin, in: home)
            let list = home.url.appendingPathComponent("feeds.opml")
            try "<opml><body><outline xmlUrl='\(origin.url("/guid.xml"))'/></body></opml>".write(
                to: list, atomically: true, encoding: .utf8)
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "import a file")
            try terminal.send("I")
            try terminal.wait(for: ":import ")
            try terminal.send("Escape")
            try terminal.wait("the line is closed") { lines in !lines.contains { $0.contains(":import ") } }
            try terminal.send("I")
            try terminal.send("-l", list.path)
            try terminal.send("Enter")
            try terminal.wait(for: "Guid feed")
            try terminal.wait("the feed is fetched") { _ in try count(home, ["--all"]) == "3" }
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("In the reader, the reason why there is nothing to move in is a sentence")
        func nothingToMove() throws {
            let home = try TemporaryHome()
            let environment = ["HOME": home.url.path, "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""]
            let terminal = try TerminalSession(home: home.url, arguments: ["--offline"], environment: environment)
            try terminal.wait(for: "an account on a server")
            try terminal.send("-l", ":move-in newsboat")
            try terminal.send("Enter")
            try terminal.wait(for: "Found no newsboat in ")
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("At the first start the key @ adds an account on a server; Esc cancels")
        func firstAccount() throws {
            let (hub, home, origin) = (try TemporaryHome(), try TemporaryHome(), try Origin())
            _ = try newsboat(at: origin, in: hub)
            #expect(try Program.lede(["add", origin.url("/guid.xml"), "--title", "Served"], home: hub.url).status == 0)
            let server = try ServedLibrary(hub)
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "an account on a server")
            try terminal.send("@")
            try terminal.wait(for: ":account add ")
            try terminal.send("Escape")
            try terminal.wait("the line is closed") { lines in !lines.contains { $0.contains(":account add ") } }
            try terminal.send("@")
            try terminal.wait(for: ":account add ")
            try terminal.send("-l", server.url)
            try terminal.send("Enter")
            try terminal.wait(for: "for \(server.url)")
            try terminal.send("Enter")
            try terminal.wait(for: "Served")
            #expect(try Program.lede(["account", "list"], home: home.url).output.contains("1 feed"))
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("No secret is printed, and the new configuration, which may hold some, is private")
        func secrets() throws {
            let home = try TemporaryHome()
            let folder = home.url.appendingPathComponent("old")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let config = """
                opml-url "https://me:hush@host.invalid/opml?token=hush"
                bind-key Z "curl -u me:hush"
                macro p set browser "curl -u me:hush %u" ; open-in-browser

                """
            let urls = "\"exec:curl -u me:hush https://host.invalid/a\"\nfile:///nonexist/a\n"
            for (name, text) in [("config", config), ("urls", urls)] {
                try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            for options in [["--dry-run"], ["--json", "--dry-run"], []] {
                let result = try Program.lede(["move-in", "newsboat", "--from", folder.path] + options, home: home.url)
                #expect(result.output.contains("opml-url"), "\(result)")
                #expect(!(result.output + result.errors).contains("hush"), "\(result)")
            }
            var status = stat()
            let file = home.url.appendingPathComponent("config/config.toml").path
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains("me:hush"))
        }

        @Test("move-in lists the commands whose last key the other reader's keys take over")
        func lostKeys() throws {
            let home = try TemporaryHome()
            let folder = home.url.appendingPathComponent("old")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let config = "bind-key U show-urls\nbind-key a toggle-article-read\nbind-key j down\n"
            for (name, text) in [("config", config), ("urls", "file:///nonexist/a\n")] {
                try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            let (report, _) = try move(folder, home)
            #expect(
                report.lost_keys == [
                    "undo has no key left, type :undo; U runs links",
                    "add has no key left, type :add; a runs toggle-read",
                ])
        }

        @Test("An unknown reader is a usage error (64); a folder without the reader's files is a failure (1)")
        func usageError() throws {
            let home = try TemporaryHome()
            #expect(try Program.lede(["move-in", "slrn"], home: home.url).status == 64)
            let missing = try Program.lede(["move-in", "newsboat", "--from", home.url.path + "/none"], home: home.url)
            #expect(missing.status == 1 && missing.errors.contains("found no newsboat"))
        }
    }
}

extension EndToEnd {
    @Suite struct LocalFeedTests {
        private static let document = """
            <rss version="2.0"><channel><title>Local</title><item><title>Here</title><guid>1</guid>
            <description>ad and text</description></item></channel></rss>
            """

        @Test("A file or the output of a program can be a feed, and no shell reads the program's arguments")
        func fileAndProgram() throws {
            let home = try TemporaryHome()
            let file = home.url.appendingPathComponent("the feed.xml")
            try Self.document.write(to: file, atomically: true, encoding: .utf8)
            let address = "file://" + file.path.replacing(" ", with: "%20")
            try home.subscribe(to: address)
            let command = "cat '\(file.path)'"
            #expect(try Program.lede(["add", "exec:mine", "--command", command], home: home.url).status == 0)
            let refreshed = try Program.lede(["refresh"], home: home.url)
            #expect(refreshed.status == 0, "\(refreshed.errors)")
            let list = try Program.lede(["list"], home: home.url).output
            #expect(list.contains("1\t1\tLocal\t\(address)") && list.contains("1\t1\tLocal\texec:mine"))
        }

        @Test("A program does not count as failed if lede was started by a process that ignores SIGCHLD")
        func ignoredChildren() throws {
            let home = try TemporaryHome()
            let file = home.url.appendingPathComponent("feed.xml")
            try Self.document.write(to: file, atomically: true, encoding: .utf8)
            let command = "cat '\(file.path)'"
            #expect(try Program.lede(["add", "exec:mine", "--command", command], home: home.url).status == 0)
            let refreshed = try Program.run(
                "/usr/bin/env", ["--ignore-signal=CHLD", Program.path, "refresh"],
                environment: ["LEDE_HOME": home.url.path])
            #expect(refreshed.status == 0, "\(refreshed)")
            #expect(try Program.lede(["list"], home: home.url).output.contains("1\t1\tLocal\texec:mine"))
        }

        @Test("A filter reads the document, and its output becomes the feed")
        func filter() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/feed", .response(body: Self.document))
            try home.subscribe(to: origin.url("/feed"))
            _ = try Program.lede(["feed", origin.url("/feed"), "filter=sed s/Here/There/"], home: home.url)
            origin.route("/feed", .response(body: Self.document.replacing("text", with: "changed text")))
            let refreshed = try Program.lede(["refresh", "--force"], home: home.url)
            #expect(refreshed.status == 0, "\(refreshed.errors)")
            #expect(try Program.lede(["articles"], home: home.url).output.contains("There"))
        }

        @Test("A new filter, or its removal, applies to a document that is unchanged on its server")
        func newFilter() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let (feed, document) = (origin.url("/feed"), Self.document)
            origin.route("/feed") { request in
                request["If-None-Match"] == nil
                    ? .response(fields: ["ETag": "\"1\""], body: document) : .response(304, fields: ["ETag": "\"1\""])
            }
            try home.subscribe(to: feed)
            for (filter, title) in [("sed s/Here/There/", "There"), ("default", "Here")] {
                #expect(try Program.lede(["feed", feed, "filter=\(filter)"], home: home.url).status == 0)
                #expect(try Program.lede(["refresh", "--force"], home: home.url).status == 0)
                #expect(try Program.lede(["articles"], home: home.url).output.contains(title))
            }
        }

        @Test("A program that fails or is not configured is reported as the feed's problem")
        func failure() throws {
            let home = try TemporaryHome()
            _ = try Program.lede(["add", "exec:none"], home: home.url)
            _ = try Program.lede(["add", "exec:bad", "--command", "sh -c 'exit 3'"], home: home.url)
            _ = try Program.lede(["add", "exec:missing", "--command", "/nowhere/program"], home: home.url)
            let refreshed = try Program.lede(["refresh"], home: home.url)
            #expect(refreshed.status == 1)
            for message in [
                "no program is named: lede feed", "sh exited with status 3", "/nowhere/program cannot be run",
            ] {
                #expect(refreshed.errors.contains(message), "\(refreshed.errors)")
            }
        }
    }
}
