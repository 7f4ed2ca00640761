import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// The command line in scripts: marks, the offline switch, formats, feeds by name.
    @Suite struct ScriptingTests {
        private func library() throws -> (home: TemporaryHome, origin: Origin) {
            let (home, origin) = (try TemporaryHome(), try Origin())
            for name in ["river", "train"] {
                origin.route(
                    "/\(name)",
                    .response(
                        body: """
                            <rss version='2.0'><channel><title>The \(name) paper</title><item><title>On a \(name)\u{9}tab</title>
                            <guid>\(name)</guid><link>https://example.org/\(name)</link></item></channel></rss>
                            """))
                #expect(
                    try Program.lede(["add", "--folder", "Daily", origin.url("/\(name)")], home: home.url).status == 0)
            }
            return (home, origin)
        }

        @Test(
            "An option of newsboat is refused with lede's command",
            arguments: [
                (["-x", "reload"], "unknown option “-x”; did you mean “lede refresh”?"),
                (["-x", "print-unread"], "unknown option “-x”; did you mean “lede count”?"),
                (["-e"], "unknown option “-e”; did you mean “lede export”?"),
                (["-x", "nonsense"], "unknown option “-x”"), (["refresh", "-e"], "unknown option “-e”"),
            ])
        func newsboatOptions(_ arguments: [String], _ problem: String) throws {
            let home = try TemporaryHome()
            let result = try Program.lede(arguments, home: home.url)
            #expect(result.status == 64 && result.errors.hasPrefix("lede: \(problem) (see lede"), "\(result.errors)")
        }

        @Test("mark changes articles by number and by search")
        func mark() throws {
            let (home, _) = try library()
            func run(_ arguments: String...) throws -> Program.Result { try Program.lede(arguments, home: home.url) }
            #expect(try run("mark", "read", "1", "2").output == "2 articles changed\n")
            #expect(try run("count").output == "0\n")
            #expect(try run("mark", "unread", "--search", "river or nothing").output == "1 article changed\n")
            #expect(try run("count").output == "1\n")
            #expect(try run("mark", "star", "--search", "riv").output == "0 articles changed\n")
            #expect(try run("mark", "star", "1").output == "1 article changed\n")
            #expect(try run("articles", "--starred").output.contains("★"))
            let missing = try run("mark", "read", "1", "99")
            #expect(missing.status == 1 && missing.errors == "lede: article 99 not found; nothing was changed\n")
            let unknown = try run("mark", "read", "--search", "foo:bar")
            #expect(unknown.status == 64 && unknown.errors.hasPrefix("lede: unknown operator foo:"))
            #expect(try run("mark", "read").status == 64)
            let both = try run("mark", "read", "1", "--search", "river")
            #expect(both.errors.hasPrefix("lede: name articles either by their numbers or with --search"))
        }

        @Test("count with words counts the articles of a search, as lede search finds them")
        func count() throws {
            let (home, _) = try library()
            func run(_ arguments: String...) throws -> Program.Result { try Program.lede(arguments, home: home.url) }
            #expect(try run("count", "river", "or", "train").output == "2\n")
            // The last word may be the beginning of a word.
            #expect(try run("count", "riv").output == "1\n" && run("count", "riv ").output == "0\n")
            #expect(try run("mark", "read", "--search", "river").output == "1 article changed\n")
            #expect(try run("count", "riv").output == "0\n" && run("count", "--all", "riv").output == "1\n")
            #expect(try run("count", "--", "-river").output == "1\n")
            let unknown = try run("count", "foo:bar")
            #expect(unknown.status == 64 && unknown.errors.hasPrefix("lede: unknown operator foo:"))
        }

        @Test(
            "The days in a search are local days, in summer, in winter and in the last time zone",
            arguments: [
                ("CET-1CEST,M3.5.0,M10.5.0/3", "after:2024-07-01 before:2024-07-02", "Summer"),
                ("CET-1CEST,M3.5.0,M10.5.0/3", "after:2024-01-14 (before:2024-01-15 or nothing) ", "Winter"),
                ("SST11", "after:2024-06-30 before:2024-07-01", "Summer"),
            ])
        func days(_ zone: String, _ query: String, _ title: String) throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let items = [("Summer", "30 Jun 2024"), ("Later", "1 Jul 2024"), ("Winter", "14 Jan 2024")].map {
                "<item><title>\($0)</title><guid>\($0)</guid><pubDate>\($1) 22:30:00 GMT</pubDate></item>"
            }
            origin.route(
                "/feed",
                .response(body: "<rss version='2.0'><channel><title>Days</title>\(items.joined())</channel></rss>"))
            try home.subscribe(to: origin.url("/feed"))
            let found = try Program.lede(["search", query], home: home.url, environment: ["TZ": zone]).output
            #expect(found.split(separator: "\n").count == 1 && found.contains(title), "\(found)")
        }

        @Test("list --json says which feeds are hidden and tagged, and --searches lists the saved searches")
        func lists() throws {
            let (home, _) = try library()
            func run(_ arguments: String...) throws -> Program.Result { try Program.lede(arguments, home: home.url) }
            func values(_ json: String) throws -> [[String: Any]]? {
                try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
            }
            #expect(try run("feed", "river", "hidden=true", "tags=sea,news").status == 0)
            let feeds = try #require(try values(run("list", "--json").output))
            #expect(feeds.map { $0["hidden"] as? Bool } == [true, false])
            #expect(feeds.map { $0["tags"] as? [String] } == [["sea", "news"], []])

            #expect(try run("list", "--searches").output == "")
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Daily")
            try terminal.send("-l", "/train")
            try terminal.send("Enter")
            try terminal.send("-l", ":save-search Rails")
            try terminal.send("Enter", "q")
            try terminal.wait(for: "Saved: Rails")
            try terminal.send("Q")
            try terminal.waitForExit()
            #expect(try run("list", "--searches").output == "1\t1\tRails\ttrain\n")
            #expect(try run("mark", "read", "--search", "train").status == 0)
            let search = try #require(try values(run("list", "--searches", "--json").output)?.first)
            #expect(search["name"] as? String == "Rails" && search["query"] as? String == "train")
            #expect(search["unread"] as? Int == 0 && search["articles"] as? Int == 1)
            #expect(try run("list", "--searches", "--numbers").status == 64)
        }

        @Test("Attachments have the names of JSON Feed", arguments: [["articles"], ["search", "one"], ["read", "1"]])
        func attachments(_ command: [String]) throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route(
                "/feed",
                .response(
                    body: """
                        {"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","title":"One",
                        "attachments":[{"url":"http://a.test/x","mime_type":"audio/mpeg","size_in_bytes":5,
                        "duration_in_seconds":7}]}]}
                        """))
            try home.subscribe(to: origin.url("/feed"))
            let json = try Program.lede(command + ["--json"], home: home.url).output
            let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
            let article = try #require(value as? [String: Any] ?? (value as? [[String: Any]])?.first)
            let attachment = try #require((article["attachments"] as? [[String: Any]])?.first)
            #expect(attachment["mime_type"] as? String == "audio/mpeg" && attachment["size_in_bytes"] as? Int == 5)
            #expect(attachment["duration_in_seconds"] as? Int == 7 && attachment.count == 4)
        }

        @Test("mark tag and mark untag change the tags, which --json and tag: show")
        func tags() throws {
            let (home, _) = try library()
            func run(_ arguments: String...) throws -> Program.Result { try Program.lede(arguments, home: home.url) }
            #expect(try run("mark", "tag", "night train, #sea", "1", "2").output == "2 articles changed\n")
            #expect(try run("mark", "untag", "sea", "--search", "river").output == "1 article changed\n")
            #expect(try run("mark", "tag", "sea", "2").output == "0 articles changed\n")
            let json = try run("articles", "--feed", "train", "--json").output
            let values = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
            #expect(values?[0]["tags"] as? [String] == ["night train", "sea"])
            #expect(values?[0]["own_tags"] as? [String] == ["night train", "sea"])
            #expect(try run("search", "tag:sea").output.split(separator: "\n").count == 1)
            #expect(try run("feed", "river", "tags=Boats").status == 0)
            #expect(try run("search", "tag:boat").output.contains("On a river"))
            let nameless = try run("mark", "tag")
            #expect(nameless.status == 64 && nameless.errors.hasPrefix("lede: name the tag first"))
            let most = (1...20).map(String.init).joined(separator: ",")
            for tags in [most + ",one more", "sea," + String(repeating: "x", count: 61)] {
                let excess = try run("mark", "tag", tags, "1")
                #expect(excess.status == 64 && excess.errors.hasPrefix("lede: name the tag first, or up to 20 with"))
            }
            #expect(try run("mark", "tag", most, "1").status == 0)
            let wrong = try run("mark", "tag", "sea", "x")
            #expect(wrong.status == 64 && wrong.errors.hasPrefix("lede: “x” is not the number of an article"))
        }

        @Test("offline shows and switches the library's mode")
        func offline() throws {
            let (home, origin) = try library()
            func run(_ arguments: String...) throws -> Program.Result { try Program.lede(arguments, home: home.url) }
            #expect(try run("offline").output == "online\n")
            #expect(try run("offline", "on").output == "offline\n")
            #expect(try run("offline", "status").status == 0)
            #expect(try run("refresh").status == 75)
            #expect(try run("offline", "off").output == "online\n")
            let refreshed = try withExtendedLifetime(origin) { try run("refresh") }
            #expect(refreshed.output == "2 feeds: 0 new articles\n", "\(refreshed)")
        }

        @Test("Tabs never split a line of --tsv, and JSON names the feed and its folder")
        func formats() throws {
            let (home, _) = try library()
            let lines = try Program.lede(["articles", "--tsv"], home: home.url).output.split(separator: "\n")
            #expect(
                lines.count == 2
                    && lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 7 })
            let json = try Program.lede(["articles", "--feed", "river", "--json"], home: home.url).output
            #expect(
                json.contains("\n    \"feed\": \"The river paper\",\n")
                    && json.contains("\"folder\": [\n      \"Daily\"\n"))
            let values = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
            #expect(values?.count == 1 && values?[0]["is_read"] as? Bool == false)
        }

        @Test("A list that is printed in pieces is one JSON array, and has all lines of --tsv in order")
        func pieces() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let items = (1...2_001).map { "<item><title>Part \($0)</title><guid>\($0)</guid></item>" }
            origin.route(
                "/long", .response(body: "<rss version='2.0'><channel>\(items.joined())</channel></rss>"))
            try home.subscribe(to: origin.url("/long"))
            func run(_ format: String) throws -> String {
                try Program.lede(["articles", "--limit", "3000", format], home: home.url).output
            }
            let json = try run("--json")
            let values = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
            #expect(values?.count == 2_001 && json.hasPrefix("[\n  {\n") && json.hasSuffix("\n  }\n]\n"))
            #expect(json.split(separator: "\n").filter { $0 == "  }," }.count == 2_000)
            let titles = try run("--tsv").split(separator: "\n").map { $0.split(separator: "\t").last.map(String.init) }
            #expect(titles == values?.map { $0["title"] as? String })
        }

        @Test("A feed is named by its number or a part of its title; an ambiguous name is reported")
        func names() throws {
            let (home, origin) = try library()
            func feed(_ name: String) throws -> Program.Result { try Program.lede(["feed", name], home: home.url) }
            for name in ["1", "RIVER", "the river paper", origin.url("/river")] { #expect(try feed(name).status == 0) }
            let several = try feed("paper")
            #expect(several.status == 1)
            #expect(
                several.errors == """
                    lede: “paper” matches several feeds; give the number of one: \
                    1: “The river paper” (\(origin.url("/river"))), 2: “The train paper” (\(origin.url("/train")))

                    """)
            #expect(try feed("The rivr paper").errors.contains("did you mean “The river paper”?"))
        }

        @Test(
            "A command of another program, and an address without one, get a suggestion",
            arguments: [
                ("reload", "refresh"), ("update", "refresh"), ("ls", "list"), ("https://h.test/a", "add"),
            ])
        func otherProgram(_ word: String, _ command: String) throws {
            let result = try Program.lede([word])
            #expect(result.status == 64)
            #expect(result.errors == "lede: no command “\(word)”; did you mean “\(command)”? (lede --help lists all)\n")
        }

        @Test(
            "A word with a minus is suggested as a search only for a command that searches",
            arguments: [
                (["count", "-feed:a"], "“-feed:a” looks like an option; write lede count -- '-feed:a'\n"),
                (["articles", "-n5"], "unknown option “-n5” (see lede articles --help)\n"),
            ])
        func minus(_ words: [String], _ line: String) throws {
            let result = try Program.lede(words)
            #expect(result.status == 64 && result.errors == "lede: " + line, "\(result.errors)")
        }

        @Test("--help before a command or a topic prints its help", arguments: ["list", "rules", "search"])
        func helpFirst(_ name: String) throws {
            let page = try Program.lede(["help", name])
            for option in ["--help", "-h"] {
                let result = try Program.lede([option, name])
                #expect(result.status == 0 && result.output == page.output)
            }
        }
    }
}
