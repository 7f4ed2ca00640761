import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// The real program in a real terminal, as a person uses it.
    @Suite struct ReaderTests {
        private func atom(_ numbers: ClosedRange<Int>) -> String {
            let entries = numbers.reversed().map { number in
                """
                <entry><id>urn:\(number)</id><title>Article \(number)</title><link href="https://example.org/\(number)"/>
                <updated>2026-03-\(number < 10 ? "0" : "")\(number)T08:00:00Z</updated>
                <content type="html">&lt;p&gt;Body of number \(number).&lt;/p&gt;</content></entry>
                """
            }
            return
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>Gazette</title><id>urn:g</id>\(entries.joined())</feed>"
        }

        /// Returns an origin whose feed the home reads.
        private func subscribed(_ home: TemporaryHome) throws -> Origin {
            let origin = try Origin()
            origin.route("/feed") { .validated($0, etag: "\"1\"", body: self.atom(1...9)) }
            try home.subscribe(to: origin.url("/feed"))
            return origin
        }

        @Test("A first start without network and feeds shows a readable guide")
        func firstStart() throws {
            let home = try TemporaryHome()
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Welcome to lede")
            try terminal.send("Enter")
            try terminal.wait(for: "First steps")
            try terminal.send("Enter")
            try terminal.wait("an article's text") { lines in lines.filter { $0.count > 40 }.count > 3 }
            try terminal.send("Q")
            try terminal.waitForExit()
            #expect(try Program.lede(["count", "--all"], home: home.url).output == "0\n")
            #expect(try Program.lede(["list"], home: home.url).output.isEmpty)
        }

        @Test("Feeds, articles and text open and close with vim keys and with arrows")
        func walk() throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            defer { origin.stop() }
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Article 9")
            try terminal.send("j", "l")
            try terminal.wait(for: "Body of number 8.")
            try terminal.send("h")
            try terminal.wait(for: "Article 3")
            try terminal.send("Down", "Right")
            try terminal.wait(for: "Body of number 7.")
            try terminal.send("q", "q")
            try terminal.wait(for: "Gazette")
            try terminal.send("?")
            try terminal.wait(for: "one line down")
            try terminal.send("Escape")
            // Sent together, Escape and q would be Alt-q.
            try terminal.wait(for: "Gazette")
            try terminal.send("q")
            try terminal.waitForExit()
            #expect(try Program.lede(["count"], home: home.url).output == "7\n")
        }

        @Test("The beginning of a long article appears at once, and commands apply to the complete text")
        func longArticle() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let text = (1...4_000).map { "&lt;p&gt;Paragraph \($0) of many.&lt;/p&gt;" }.joined()
            let entry = "<entry><id>urn:1</id><title>Long</title><content type='html'>\(text)</content></entry>"
            let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Gazette</title><id>urn:g</id>\(entry)</feed>"
            origin.route("/feed") { .validated($0, etag: "\"1\"", body: feed) }
            try home.subscribe(to: origin.url("/feed"))
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter", "Enter", "G")
            try terminal.wait(for: "Paragraph 4000 of many.")
            try terminal.wait(for: "100 %")
            try terminal.send("g", "g", "/", "graph 2000", "Enter")
            try terminal.wait(for: "Paragraph 2000 of many.")
            // The article is closed and reopened at the same position.
            try terminal.send("q", "q", "Enter", "Enter")
            try terminal.wait(for: "Paragraph 2000 of many.")
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("Keys typed after the words of a search apply to its results")
        func keysAfterASearch() throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            defer { origin.stop() }
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("/", "\"number 8", "Enter", "Enter")
            try terminal.wait(for: "Body of number 8.")
            try terminal.send("q", "/", "numb", "BSpace", "Enter", "n", "j", "Enter")
            try terminal.wait(for: "Body of number 6.")
            try terminal.send("q", "q", "q")
            try terminal.waitForExit()
        }

        @Test("Without the server all fetched articles can be read")
        func serverGone() throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            origin.stop()
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Article 9")
            try terminal.send("Enter")
            try terminal.wait(for: "Body of number 9.")
        }

        @Test("Opening a feed adds new articles, and the cursor stays on its article")
        func updateInPlace() async throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            let gate = Gate()
            origin.route("/feed", Reply.response(body: atom(1...12)).after(gate))
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Article 9")
            try terminal.send("j", "j")
            try await origin.waitForRequests(2, to: "/feed")
            // RFC 9110 §10.1.5: the client and an address for questions.
            let agent = try #require(origin.requests(to: "/feed").last?["User-Agent"])
            #expect(agent.wholeMatch(of: /lede\/[0-9.]+ \(\+https:\/\/[a-z.]+\)/) != nil)
            #expect(origin.requests(to: "/feed").last?["If-None-Match"] == "\"1\"")
            gate.open()
            try terminal.wait(for: "Article 12")
            try terminal.send("Enter")
            try terminal.wait(for: "Body of number 7.")
        }

        @Test("Articles fetched by another lede appear without a key press")
        func otherProcess() throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("Enter")
            try terminal.wait(for: "Article 9")
            origin.route("/feed", .response(body: atom(1...12)))
            #expect(try Program.lede(["refresh"], home: home.url).status == 0)
            try terminal.wait(for: "Article 12")
        }

        @Test("After marks made here, search results also show marks and articles from another process")
        func otherProcessInResults() throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("/", "number", "Enter")
            try terminal.wait(for: "Article 9")
            try terminal.send("s")
            try terminal.wait("a star") { lines in lines.contains { $0.contains("★") && $0.contains("Article 9") } }
            let store = try ArticleStore(path: home.url.appendingPathComponent("data/library.sqlite").path)
            let rows = try store.page(of: ArticleListing(.all, midnight: Date()), at: .start, limit: 9).rows
            let eighth = try #require(rows.first { $0.title == "Article 8" })
            try store.set(.starred(true), on: [eighth.id])
            try terminal.wait("two stars") { lines in
                ["Article 9", "Article 8"].allSatisfy { title in
                    lines.contains { $0.contains("★") && $0.contains(title) }
                }
            }
            origin.route("/feed", .response(body: atom(1...12)))
            #expect(try Program.lede(["refresh"], home: home.url).status == 0)
            try terminal.wait(for: "Article 12")
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test(
            "O goes offline: no request is sent, the screen shows it, and it applies to other processes and after a restart"
        )

        func offlineSwitch() async throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            let asked = origin.requests.count
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "online")
            try terminal.send("O")
            try terminal.wait(for: "offline")
            try terminal.send("R", "G", "Enter")
            try terminal.wait(for: "Article 9")
            try terminal.send("r", "Enter")
            try terminal.wait(for: "Body of number 9.")
            try terminal.send("Q")
            try terminal.waitForExit()
            let refresh = try Program.lede(["refresh"], home: home.url)
            #expect(refresh.status == 75 && refresh.errors.contains("offline"))
            let again = try TerminalSession(home: home.url)
            try again.wait(for: "offline")
            #expect(origin.requests.count == asked)
            try again.send("O")
            try again.wait(for: "online")
            try again.send("R")
            try await origin.waitForRequests(asked + 1)
        }

        @Test(
            "During R keys work and sizes change; Escape and Ctrl-C end it, and quitting does not wait"
        )
        func liveRefresh() async throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            let gate = Gate()
            origin.route("/feed", Reply.response().after(gate))
            let asked = origin.requests.count
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("R")
            try await origin.waitForRequests(asked + 1)
            try terminal.wait(for: "0/1")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Article 9")
            try terminal.send("Escape")
            try terminal.wait("no refresh any more") { lines in !lines.contains { $0.contains("0/1") } }
            try terminal.send("R")
            try terminal.wait(for: "0/1")
            for (columns, rows) in [(160, 45), (40, 10), (80, 24)] {
                try terminal.resize(columns: columns, rows: rows)
                try terminal.wait("the refresh at \(columns)×\(rows)") { lines in
                    lines.last { !$0.isEmpty }?.contains("0/1") == true && lines.contains { $0.contains("Article 9") }
                        && lines[1].allSatisfy { "─┼".contains($0) } && lines[1].count == columns
                }
            }
            try terminal.send("C-c")
            try terminal.wait("no refresh any more") { lines in !lines.contains { $0.contains("0/1") } }
            try terminal.send("R")
            // (Two concurrent requests for one address make one request to the server.)
            try terminal.wait(for: "0/1")
            try terminal.send("Q")
            try terminal.waitForExit()
            gate.open()
        }

        @Test(
            "Resizing at any time keeps the position and leaves no old cells on the screen",
            arguments: [(40, 10), (100, 30), (160, 45)])
        func resize(_ columns: Int, _ rows: Int) throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            defer { origin.stop() }
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Article 9")
            try terminal.send("j", "Enter")
            try terminal.wait(for: "Body of number 8.")
            try terminal.resize(columns: columns, rows: rows)
            try terminal.wait("the text at \(columns)×\(rows)") { lines in
                lines.count <= rows + 1 && lines.contains { $0.contains("Body of number 8.") }
            }
            try terminal.resize(columns: 30, rows: 8)
            try terminal.wait("a word about the size") { lines in lines.contains { $0.contains("40") } }
            try terminal.resize(columns: 80, rows: 24)
            try terminal.wait(for: "Body of number 8.")
        }

        @Test("A size that changes and changes back at once leaves no empty screen")
        func undoneSize() throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            defer { origin.stop() }
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            // The terminal forgets its cells, as it forgets those that a smaller size cuts off.
            try terminal.send("-R")
            try terminal.wait("an empty screen") { lines in lines.allSatisfy(\.isEmpty) }
            let process = try #require(Int32(try terminal.state("#{pane_pid}")))
            #expect(kill(process, SIGWINCH) == 0)
            try terminal.wait(for: "Gazette")
        }

        @Test("The content of a feed cannot control the terminal")
        func hostileText() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route(
                "/feed",
                .response(
                    body: """
                        <rss version="2.0"><channel><title>Bad &#27;]0;owned&#7; feed</title><item><guid>1</guid>
                        <title>Up&#27;[2A&#x9b;31m and \u{202E}away</title>
                        <description>&lt;p&gt;Clear&amp;#27;[2J&#27;c it&lt;/p&gt;</description></item></channel></rss>
                        """))
            try home.subscribe(to: origin.url("/feed"))
            for arguments in [["list"], ["articles"], ["read", "1"], ["export"]] {
                let output = try Program.lede(arguments, home: home.url).output
                #expect(
                    !output.unicodeScalars.contains {
                        $0.value == 0x1B || (0x80...0x9F).contains($0.value) || $0.value == 0x202E
                    })
            }
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "feed")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "away")
            try terminal.send("Enter")
            let lines = try terminal.wait(for: "Clear")
            #expect(lines.first?.contains("lede") == true || lines.contains { $0.contains("away") })
        }
    }
}
