import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct FollowCommandTests {
        /// Routes a list of these feeds, and the feeds.
        private static func route(_ names: String..., at origin: Origin) {
            for name in names {
                origin.route("/\(name)", .response(body: "<rss><channel><title>\(name)</title></channel></rss>"))
            }
            let outlines = names.map { "<outline text='\($0)' xmlUrl='\(origin.url("/" + $0))'/>" }
            origin.route("/list.opml", .response(body: "<opml><body>\(outlines.joined())</body></opml>"))
        }

        @Test("import --follow adds the feeds of a list, a refresh follows its changes, and remove ends that")
        func follow() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let list = origin.url("/list.opml")
            Self.route("alpha", "beta", at: origin)
            let followed = try Program.lede(["import", "--follow", list], home: home.url)
            #expect(followed.status == 0 && followed.output == "2 feeds added; lede follows the list\n")
            #expect(try Program.lede(["feed", "alpha"], home: home.url).output.contains("\nlist=\(list)\n"))
            Self.route("beta", "gamma", at: origin)
            let refreshed = try Program.lede(["refresh", "--force"], home: home.url)
            #expect(refreshed.status == 0 && refreshed.output.contains("\(list): 1 feed added: gamma\n"))
            let words = "no longer lists alpha: removed; lede add \(origin.url("/alpha")) brings it back"
            #expect(refreshed.output.contains("\(list): \(words)\n"))
            origin.route("/list.opml", .response(404))
            let failed = try Program.lede(["refresh", "--force"], home: home.url)
            #expect(failed.status == 1 && failed.errors.contains("lede: \(list): 404 Scripted, next try "))
            #expect(failed.output == "2 feeds: 0 new articles, 1 failed\n")
            let status = try Program.lede(["status"], home: home.url).output
            #expect(status.contains("\nfollowed lists      1, 1 failing\n  \(list): 2 feeds, read at "))
            let removed = try Program.lede(["remove", list], home: home.url)
            #expect(removed.output == "no longer following \(list); its 2 feeds stay\n")
            #expect(try !Program.lede(["status"], home: home.url).output.contains("followed lists"))
        }

        @Test("An address needs --follow, and --follow an address", arguments: [[], ["--follow"], ["--follow", "-"]])
        func usage(_ options: [String]) throws {
            let file = options.isEmpty ? ["https://example.org/list.opml"] : options.count == 1 ? ["list.opml"] : []
            let result = try Program.lede(["import"] + options + file, home: TemporaryHome().url)
            #expect(result.status == 64 && result.errors.contains("--follow"), "\(result)")
        }

        @Test("In the reader, I with an address follows the list")
        func reader() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            Self.route("alpha", "beta", at: origin)
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "import a file")
            try terminal.send("I")
            try terminal.wait(for: ":import ")
            try terminal.send("-l", origin.url("/list.opml"))
            try terminal.send("Enter")
            try terminal.wait(for: "alpha")
            let status = try Program.lede(["status"], home: home.url).output
            #expect(status.contains("\nfollowed lists      1, 0 failing\n"))
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("A moved list of newsboat is read by the next refresh")
        func moved() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let list = origin.url("/list.opml")
            Self.route("alpha", at: origin)
            let folder = home.url.appendingPathComponent("old")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let config = "urls-source \"opml\"\nopml-url \"\(list)\"\n"
            for (name, text) in [("config", config), ("urls", "")] {
                try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            let moved = try Program.lede(["move-in", "newsboat", "--from", folder.path], home: home.url)
            #expect(moved.output.contains("follows \(list): lede refresh reads the list\n"))
            #expect(origin.requests.isEmpty)
            let refreshed = try Program.lede(["refresh", "--due"], home: home.url)
            #expect(refreshed.output == "\(list): 1 feed added: alpha\n1 feed: 0 new articles\n", "\(refreshed)")
        }
    }
}
