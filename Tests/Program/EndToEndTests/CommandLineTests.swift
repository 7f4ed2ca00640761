import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct CommandLineTests {
        private func feed(_ titles: [String]) -> String {
            let items = titles.enumerated().map { index, title in
                """
                <item><guid>post-\(title)</guid><title>\(title)</title><link>https://example.org/\(index)</link>
                <pubDate>Fri, 0\(index + 1) May 2026 10:00:00 GMT</pubDate>
                <description>&lt;p&gt;The &lt;b&gt;text&lt;/b&gt; of \(title).&lt;/p&gt;</description></item>
                """
            }
            return "<rss version='2.0'><channel><title>Trains</title>\(items.joined())</channel></rss>"
        }

        @Test(
            "Invalid arguments on the command line are reported in one plain line",
            arguments: [
                (["mark", "foo", "1"], "“foo” is not one of read, unread, star, unstar, tag, untag, note, delete, "),
                (["offline", "maybe"], "“maybe” is not one of on, off, status"),
                (["articles", "--limit", "x"], "--limit takes a number, not “x”"), (["add"], "missing: <url>"),
                (["offline", "on", "banana"], "unexpected argument “banana”"),
                (["count", "--x"], "unknown option “--x”"),
                (["articles", "--limit", "0"], "--limit takes a number from 1 to 10,000,000"),
                (["articles", "--json", "--tsv"], "--json and --tsv cannot be combined (see lede articles --help)"),
                (["search", "--json", "--tsv", "x"], "--json and --tsv cannot be combined (see lede search --help)"),
                (["read", "1", "--html", "--json"], "--html and --json cannot be combined (see lede read --help)"),
                (["read", "1", "--width", "5"], "--width takes a number from 20 to 32,767"),
                (["read", "1", "--width", "9223372036854775807"], "--width takes a number from 20 to 32,767"),
                (["pack", "--budget", "much"], "--budget takes a size such as 200M, not “much”"),
                (["refresh", "--feed", "1"], "unknown option “--feed” (see lede refresh --help)"),
                (["refresh", "--duw"], "unknown option “--duw”; did you mean “--due”? (see"),
                (["mark", "read", "--search", "feed: x"], "feed: takes words after the colon"),
                (["search", "x", "--limit", "-1"], "--limit needs a value"),
                (["page", "x", "--text", "--json"], "--json and --text cannot be combined (see lede page --help)"),
                (["save", "--x"], "unknown option “--x”"), (["add", "--title", "T"], "missing: <url>"),
                (["rule", "--help"], "no command “rule”; did you mean “rules”?"),
                (["help", "limit"], "there is no help topic limit. Did you mean limits? Topics: config"),
                (["help", "config", "--mann"], "unknown option “--mann” (see"),
                (["help", "config", "extra"], "unexpected argument “extra” (see"),
                (["help", "account", "add", "extra"], "unexpected argument “extra” (see"),
                (
                    ["--generate-completion-script", "foo"],
                    "--generate-completion-script takes bash, zsh or fish, not “foo” (see"
                ),
            ])
        func plainWords(_ arguments: [String], _ line: String) throws {
            let result = try Program.lede(arguments)
            #expect(result.status == 64 && result.errors.hasPrefix("lede: \(line)"), "\(result.errors)")
        }

        @Test(
            "An unusable file, address or scope is reported in one plain line",
            arguments: [
                (["add", ""], 1, "no address was entered"),
                (["add", "/etc/passwd"], 1, "/etc/passwd is not an address; add a file as file:///etc/passwd"),
                (["add", "file:///nonexist"], 1, "/nonexist: no such file or directory"),
                (["add", "file://localhost"], 1, "the address names no file; one on this machine is file:///PATH"),
                (["parse", "/nonexist"], 1, "/nonexist: no such file or directory"),
                (["parse", "http://h.test/a"], 64, "parse reads a file; for an address: lede fetch http://h.test/a"),
                (["pack", "nosuch:x"], 64, "unknown operator nosuch:"),
                (["save", ""], 1, "no address was entered"),
                (["save", "/etc/passwd"], 1, "/etc/passwd: only http and"),
                (["add", "exec:x", "--command", ""], 64, "--command names no program"),
                (["add", "", "--command", "true"], 1, "no address was entered"),
                (["remove", " "], 1, "no feed was named"),
                (["cache", "list", "--cache-dir", "/nonexist/a"], 1, "no cache in /nonexist/a"),
                (["rules", "--try", ""], 64, "“” is not a condition: write FIELD=PATTERN"),
                (["rules", "--remove=-9223372036854775808"], 1, "there is no rule -9223372036854775808"),
                (["pack", "nosuch:"], 64, "unknown operator nosuch:"), (["pack", "feed:"], 64, "feed: takes words"),
            ])
        func plainProblems(_ arguments: [String], _ status: Int32, _ line: String) throws {
            let result = try Program.lede(arguments)
            #expect(result.status == status && result.errors.hasPrefix("lede: \(line)"), "\(result)")
            #expect(result.errors.split(separator: "\n").count == 1)
        }

        @Test(
            "Invalid environment variables crash nothing",
            arguments: [
                ("LANG", "00000000000000000001"), ("LC_ALL", "toolonglanguagename"), ("LC_MESSAGES", "x-abcdefghijkl"),
                ("COLUMNS", "-9223372036854775808"), ("COLUMNS", "9223372036854775807"), ("LANG", "de_DE.ISO-8859-1"),
            ])
        func environment(_ name: String, _ value: String) throws {
            let home = try TemporaryHome()
            for arguments in [["articles"], ["--help"]] {
                let result = try Program.lede(arguments, home: home.url, environment: [name: value])
                #expect(result.status == 0, "\(result)")
            }
        }

        @Test(
            "Output that cannot be written is an error of the command",
            arguments: [["export"], ["config", "--default"], ["--help"], ["--version"], ["help", "limits"], ["keys"]])
        func fullOutput(_ arguments: [String]) throws {
            let command = "exec '\(Program.path)' \(arguments.joined(separator: " ")) > /dev/full"
            let home = try TemporaryHome()
            let result = try Program.run("/bin/sh", ["-c", command], environment: ["LEDE_HOME": home.url.path])
            #expect(result.status == 1, "\(result)")
            #expect(result.errors.contains("lede: standard output: "), "\(result)")
        }

        @Test("lede config reports each mistake, and then fails")
        func mistakes() throws {
            let home = try TemporaryHome()
            let folder = home.url.appendingPathComponent("config")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            #expect(try Program.lede(["config"], home: home.url).status == 0)
            try "theme = \"nrod\"\n[reader]\nhints = yes\nwidth = 70\n".write(
                to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
            let result = try Program.lede(["config"], home: home.url)
            #expect(result.status == 1 && result.output.contains("width = 70  # line 4\n"))
            #expect(result.output.contains("theme = \"default\"  # default\n"))
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].contains(":1:1: there is no theme nrod; the themes are "))
            #expect(lines.last?.contains(":3:9: “yes” is not a value") == true)
        }

        @Test("A name that fits several feeds removes none; the message about a removed feed has its address")
        func severalFeeds() throws {
            let home = try TemporaryHome()
            let list = "https://a.example/ \"~News\"\nhttps://b.example/ \"~News\"\nhttps://c.example/ \"~News too\"\n"
            #expect(try Program.lede(["import", "-"], home: home.url, input: list).output == "3 feeds added\n")
            let several = try Program.lede(["remove", "news"], home: home.url)
            #expect(several.status == 1)
            #expect(
                several.errors == """
                    lede: “news” matches several feeds; give the number of one: 1: “News” (https://a.example/), \
                    2: “News” (https://b.example/)

                    """)
            #expect(try Program.lede(["remove", "9"], home: home.url).errors == "lede: not subscribed: 9\n")
            let one = try Program.lede(["remove", "too"], home: home.url)
            #expect(one.output == "removed News too (https://c.example/)\n", "\(one)")
        }

        @Test(
            "A search word with a minus is not an option, and the message says how to write it",
            arguments: [
                (
                    ["search", "rain", "-feed:gazette"],
                    "“-feed:gazette” looks like an option; write lede search -- '… -feed:gazette'"
                ),
                (["search", "-ferry"], "“-ferry” looks like an option; write lede search -- '-ferry'"),
                (["search", "-it's"], "“-it's” looks like an option; write lede search -- '-it'\\''s'"),
                (
                    ["search", "--json", "--limit", "5", "-Tables"],
                    "“-Tables” looks like an option; write lede search --json --limit 5 -- '-Tables'"
                ),
                (["mark", "read", "--search", "-feed:a"], "“-feed:a” looks like an option; write --search='-feed:a'"),
                (["search", "rain", "--optoin", "-feed:gazette"], "unknown option “--optoin”"),
                (["fetch", "-HAccept:text/html"], "unknown option “-HAccept:text/html” (see lede fetch --help)"),
            ])
        func excludingWord(_ words: [String], _ line: String) throws {
            let result = try Program.lede(words)
            #expect(result.status == 64 && result.errors.hasPrefix("lede: \(line)"), "\(result.errors)")
        }

        @Test("A feed from a program is not added if no program is named")
        func nameless() throws {
            let home = try TemporaryHome()
            _ = try Program.lede(["add", "exec:x", "--command", ""], home: home.url)
            #expect(try Program.lede(["list"], home: home.url).output.isEmpty)
        }

        @Test("A subscription file without feeds is an error")
        func emptyList() throws {
            let home = try TemporaryHome()
            let file = home.url.appendingPathComponent("empty.opml")
            try "<opml version='2.0'><body></body></opml>".write(to: file, atomically: true, encoding: .utf8)
            let result = try Program.lede(["import", file.path], home: home.url)
            #expect(result.status == 1 && result.errors == "lede: \(file.path): no feeds in the file\n", "\(result)")
        }

        @Test("lede feed shows and changes the address")
        func feedAddress() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/feed", .response(body: feed(["Night train"])))
            _ = try Program.lede(["add", origin.url("/feed")], home: home.url)
            let shown = try Program.lede(["feed", "1"], home: home.url)
            #expect(shown.output.hasPrefix("title=Trains\nfolder=\naddress=\(origin.url("/feed"))\norder="), "\(shown)")
            let changed = try Program.lede(["feed", "1", "address=\(origin.url("/new"))"], home: home.url)
            #expect(changed.output.contains("address=\(origin.url("/new"))\n"), "\(changed)")
            #expect(try Program.lede(["feed", "1", "address=/etc/passwd"], home: home.url).status == 1)
            _ = try Program.lede(["add", origin.url("/feed")], home: home.url)
            let taken = try Program.lede(["feed", "2", "address=\(origin.url("/new"))"], home: home.url)
            #expect(taken.status == 1 && taken.errors == "lede: another feed has this address already\n", "\(taken)")
            let article = try Program.lede(["read", "1", "--json"], home: home.url).output
            #expect(article.contains("\"feed\": \"Trains\"") && article.contains("\"date_received\""), "\(article)")
        }

        @Test("A script adds a feed, fetches it and reads an article")
        func addListRead() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(fields: ["ETag": "\"1\""], body: feed(["Night train", "Ferry"])))
            let added = try Program.lede(["add", origin.url("/feed"), "--folder", "Travel"], home: home.url)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try Program.lede(["count"], home: home.url).output == "2\n")
            #expect(try Program.lede(["count", "--all"], home: home.url).output == "2\n")
            let list = try Program.lede(["list"], home: home.url).output
            #expect(list.contains("2\t2\tTravel/Trains\t\(origin.url("/feed"))"))
            let numbered = try Program.lede(["list", "--numbers"], home: home.url).output
            let feedNumber = String(numbered.prefix { $0 != "\t" })
            #expect(numbered == "\(feedNumber)\t\(list)")
            #expect(try Program.lede(["refresh", feedNumber], home: home.url).status == 0)
            let terminal = try TerminalSession(home: home.url, arguments: ["list"])
            try terminal.wait("the number before the counts") { lines in
                lines.contains { $0.split(whereSeparator: \.isWhitespace).prefix(3) == [feedNumber[...], "2", "2"] }
            }
            let articles = try Program.lede(["articles"], home: home.url).output.split(separator: "\n")
            #expect(articles.count == 2 && articles[0].hasSuffix("Ferry") && articles[1].hasSuffix("Night train"))
            let number = String(articles[1].prefix { $0 != "\t" })
            let text = try Program.lede(["read", number], home: home.url).output
            #expect(text.contains("Night train") && text.contains("The text of Night train."))
            let found = try Program.lede(["search", "ferr"], home: home.url).output
            #expect(found.split(separator: "\n").count == 1 && found.contains("Ferry"))
        }

        @Test(
            "JSON is written if a script requests it",
            arguments: [["list", "--json"], ["articles", "--json"], ["search", "night", "--json"]])
        func json(_ arguments: [String]) throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: feed(["Night train"])))
            _ = try Program.lede(["add", origin.url("/feed")], home: home.url)
            let output = try Program.lede(arguments, home: home.url).output
            let value = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
            #expect(value?.count == 1)
        }

        @Test("A failed feed is reported on standard error with status 1; the others are fetched")
        func failingFeed() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/good", .response(body: feed(["Night train"])))
            let opml = home.url.appendingPathComponent("in.opml")
            try """
            <opml version="2.0"><body><outline text="Both"><outline text="Good" xmlUrl="\(origin.url("/good"))"/>
            <outline text="Bad" xmlUrl="\(origin.url("/missing"))"/></outline></body></opml>
            """.write(to: opml, atomically: true, encoding: .utf8)
            let imported = try Program.lede(["import", opml.path], home: home.url)
            #expect(imported.status == 0 && imported.output.contains("2 feeds added"))
            let refreshed = try Program.lede(["refresh"], home: home.url)
            #expect(refreshed.status == 1)
            let lines = refreshed.errors.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].hasPrefix("lede: " + origin.url("/missing") + ": 404"))
            #expect(try Program.lede(["count"], home: home.url).output == "1\n")
            let exported = try Program.lede(["export"], home: home.url).output
            #expect(exported.contains(origin.url("/good")) && exported.contains("text=\"Both\""))
        }

        @Test("Every shell has completions, and the installed shell can read its own")
        func completions() throws {
            let home = try TemporaryHome()
            for shell in ["bash", "zsh", "fish"] {
                let script = try Program.lede(["--generate-completion-script", shell], home: home.url)
                #expect(script.status == 0 && script.output.contains("cache-policy"))
                #expect(script.output.contains("returnCacheDataDontLoad") && script.output.contains("moving-in"))
                #expect(script.output.contains("nextcloud"))
                let joined = try Program.lede(["--generate-completion-script=\(shell)"], home: home.url)
                let own = try Program.lede(
                    ["--generate-completion-script"], home: home.url, environment: ["SHELL": "/bin/\(shell)"])
                #expect(joined.output == script.output && own.output == script.output)
                guard shell == "bash" else { continue }
                let read = try Program.run("/usr/bin/env", ["bash", "-n"], input: script.output)
                #expect(read.status == 0, "\(read.errors)")
                let question = """
                    COMP_WORDS=(lede help mov); COMP_CWORD=2; COMP_LINE='lede help mov'; COMP_POINT=13
                    _lede lede mov help; printf '%s\\n' "${COMPREPLY[@]}"
                    """
                let answer = try Program.run(
                    "/usr/bin/env", ["bash", "--norc"], input: script.output + "\n" + question + "\n")
                #expect(answer.output == "move-in\nmoving-in\n" || answer.output == "moving-in\nmove-in\n", "\(answer)")
            }
        }

        @Test(
            "A usage error exits with status 64",
            arguments: [
                ["refresh", "--due", "--force"], ["read"], ["read", "abc"], ["articles", "--limit", "0"],
                ["pack", "--status", "News"], ["rules", "--try", "title=x", "--remove", "1"],
            ])
        func usageError(_ arguments: [String]) throws {
            let home = try TemporaryHome()
            let result = try Program.lede(arguments, home: home.url)
            #expect(result.status == 64)
            #expect(result.errors.hasPrefix("lede: ") && result.errors.hasSuffix("--help)\n"), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1)
        }

        @Test("A mistyped command gets a suggestion")
        func suggestion() throws {
            let result = try Program.lede(["refres", "--due"])
            #expect(result.status == 64)
            #expect(result.errors == "lede: no command “refres”; did you mean “refresh”? (lede --help lists all)\n")
        }

        @Test("A file that cannot be written or read is reported in one line")
        func files() throws {
            let home = try TemporaryHome()
            let written = try Program.lede(["export", "-o", "/nonexistent/x"], home: home.url)
            #expect(written.status == 1 && written.errors == "lede: /nonexistent/x: no such file or directory\n")
            let read = try Program.lede(["import", "/nonexistent/x"], home: home.url)
            #expect(read.status == 1 && read.errors == "lede: /nonexistent/x: no such file or directory\n")
            // The program's name precedes even a file name that begins with it.
            let named = try Program.lede(["import", "lede: x"], home: home.url)
            #expect(named.status == 1 && named.errors == "lede: lede: x: no such file or directory\n")
        }

        @Test("The version is on a separate line") func theVersionIsALineOfItsOwn() throws {
            let result = try Program.lede(["--version"])
            #expect(result.status == 0 && result.errors.isEmpty)
            #expect(
                result.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+( \([0-9a-f]{12}\))?\n/) != nil, "\(result.output)")
        }

        @Test(
            "Every command has a help text, of lines that fit in 80 columns",
            arguments: [
                "add", "import", "export", "refresh", "list", "count", "articles", "read", "search", "remove", "feed",
                "parse", "fetch", "pack", "queue",
            ])
        func help(_ command: String) throws {
            let result = try Program.lede([command, "--help"])
            #expect(result.status == 0 && result.output.contains("USAGE: lede \(command)"))
            #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(result.output)")
        }

        @Test("The help of lede lists the exit statuses, completions and manual pages; add has no second form")
        func statuses() throws {
            let result = try Program.lede(["--help"])
            let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("64 usage error") && words.contains("130 interrupted"))
            #expect(words.contains("--generate-completion-script") && words.contains("--man"))
            #expect(try !Program.lede(["add", "--help"]).output.contains("--since"))
        }

        @Test("The manual page of lede has its text in the section DESCRIPTION, not in NAME")
        func manual() throws {
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../../.packaging/manual").standardizedFileURL.path
            let help = try Program.lede(["--help"]).output
            let page = try Program.run(script, ["lede", "1", "1.2"], input: help).output
            let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.prefix(3)
            #expect(sections == [".SH NAME", ".SH DESCRIPTION", ".SH USAGE"], "\(page)")
        }

        @Test("Several scopes of pack are combined with or, unlike the words of a search, and its help says so")
        func packScopes() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let item = { (title: String) in "<item><title>\(title)</title><guid>\(title)</guid></item>" }
            let items = ["sea", "rain", "sea rain"].map(item).joined()
            origin.route("/feed", .response(body: "<rss><channel><title>Feed</title>\(items)</channel></rss>"))
            try home.subscribe(to: origin.url("/feed"))
            for (scopes, line) in [(["sea", "rain"], "3 articles\n"), (["sea rain"], "1 article\n")] {
                let plan = try Program.lede(["pack", "--dry-run"] + scopes, home: home.url)
                #expect(plan.output.hasPrefix(line), "\(plan)")
            }
            let help = try Program.lede(["pack", "--help"], home: home.url).output
            #expect(help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("Several SCOPEs add up"))
        }

        @Test("Feeds on a page are found, and several require a choice")
        func discovery() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route(
                "/one",
                .response(
                    fields: ["Content-Type": "text/html"],
                    body: """
                        <!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/feed" title="All"></head></html>
                        """))
            origin.route(
                "/two",
                .response(
                    fields: ["Content-Type": "text/html"],
                    body: """
                        <!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/feed" title="All">
                        <link rel="alternate" type="application/atom+xml" href="/comments" title="Comments"></head></html>
                        """))
            origin.route("/feed", .response(body: feed(["Night train"])))
            let login = origin.url("/two").replacing("http://", with: "http://me:secret@")
            let several = try Program.lede(["add", login], home: home.url)
            #expect(
                several.status == 1 && several.errors.contains("offers 2 feeds") && several.errors.contains("/comments")
            )
            #expect(!several.errors.contains("secret"))
            #expect(try Program.lede(["add", origin.url("/two"), "--choose", "1"], home: home.url).status == 0)
            #expect(
                try Program.lede(["add", origin.url("/one")], home: home.url).output.contains("already subscribed"))
            #expect(try Program.lede(["count"], home: home.url).output == "1\n")
        }
    }
}
