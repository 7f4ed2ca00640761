import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Requests without a network, and a feed behind a login.
    @Suite struct QueueTests {
        private func feed(_ title: String) -> String {
            let entries = (1...2).map { number in
                """
                <entry><id>urn:\(number)</id><title>\(title) \(number)</title><link href="/\(number)"/>
                <updated>2026-03-0\(number)T08:00:00Z</updated><content>Text.</content></entry>
                """
            }
            return
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>\(title)</title><id>urn:g</id>\(entries.joined())</feed>"
        }

        @Test("A password in a saved address appears in no list")
        func savedPassword() throws {
            let home = try TemporaryHome()
            func lede(_ words: String...) throws -> String { try Program.lede(words, home: home.url).output }
            _ = try lede("offline", "on")
            _ = try lede("save", "https://me:secret@a.example/x")
            #expect(try lede("queue").hasSuffix("\tthe page of https://a.example/x\n"))
            let articles = try lede("articles")
            #expect(articles.contains("\thttps://a.example/x") && !articles.contains("secret"))
            let json = try lede("articles", "--json")
            #expect(json.contains("\"url\": \"https://a.example/x\"") && !json.contains("secret"))
            #expect(json.contains("\"id\": \"https://a.example/x\""))
            let number = try String(#require(articles.split(separator: "\t").first))
            let text = try lede("read", number)
            #expect(text.contains("https://a.example/x") && !text.contains("secret"))
        }

        @Test("lede queue --json names the kind, the address and the title of each request, without a password")
        func machineForm() throws {
            let home = try TemporaryHome()
            func lede(_ words: String...) throws -> String { try Program.lede(words, home: home.url).output }
            _ = try lede("offline", "on")
            _ = try lede("add", "https://me:secret@a.invalid/feed", "--title", "Gazette")
            _ = try lede("save", "https://me:secret@b.invalid/x")
            let json = try lede("queue", "--json")
            for line in [
                "\"kind\": \"feed\"", "\"url\": \"https://a.invalid/feed\"", "\"title\": \"Gazette\"",
                "\"kind\": \"page\"", "\"url\": \"https://b.invalid/x\"",
            ] { #expect(json.contains(line), "\(json)") }
            #expect(!json.contains("secret"))
        }

        @Test("Without its request, a feed that was added offline stays, and the command says so")
        func removedRequest() throws {
            let home = try TemporaryHome()
            func lede(_ words: String...) throws -> Program.Result { try Program.lede(words, home: home.url) }
            _ = try lede("offline", "on")
            _ = try lede("add", "https://a.invalid/feed")
            let number = try String(#require(lede("queue").output.split(separator: "\t").first))
            let removed = try lede("queue", "--remove", number)
            #expect(removed.status == 0 && removed.output.hasPrefix("still subscribed, "), "\(removed)")
            #expect(removed.output.contains("lede remove https://a.invalid/feed"))
            #expect(try lede("queue").output.isEmpty && lede("list").output.contains("https://a.invalid/feed"))
        }

        @Test("A journey requested offline is listed by lede queue, and can be left to the next pack")
        func queuedWhileOffline() throws {
            let journey = try PackedJourney(articles: 1)
            #expect(try journey.lede("offline", "on").status == 0)
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait(for: "Ferry 0")
            try terminal.send("d")
            try terminal.wait(for: "Will be packed once lede is online")
            try terminal.send("Q")
            try terminal.waitForExit()
            func line() throws -> Substring? {
                try journey.lede("queue").output.split(separator: "\n").first { $0.hasPrefix("j") }
            }
            let number = try String(#require(line()?.split(separator: "\t").first))
            #expect(try line()?.hasSuffix("\t1 article to pack") == true)
            let json = try journey.lede("queue", "--json").output
            #expect(json.contains("\"began\": \""), "\(json)")
            #expect(json.contains("\"articles\": 1") && json.contains("\"number\": \"\(number)\""), "\(json)")
            #expect(try journey.lede("queue", "--json", "--remove", number).status == 64)
            let left = try journey.lede("queue", "--remove", number)
            let next = "left to the next pack: 1 article (a running reader begins it once it is online)\n"
            #expect(left.output == next, "\(left)")
            #expect(try line() == nil && journey.lede("queue", "--remove", number).status == 1)
            #expect(try journey.lede("offline", "off").status == 0)
            #expect(try journey.lede("pack").output.hasPrefix("packed: 1 article"))
        }

        /// Returns a server with a feed, and a page that names it.
        private func gazette() throws -> Origin {
            let origin = try Origin()
            origin.route("/feed", .response(body: feed("Gazette")))
            let link = #"<link rel="alternate" type="application/atom+xml" href="/feed" title="All">"#
            origin.route(
                "/page", .response(fields: ["Content-Type": "text/html"], body: "<!doctype html>\(link)"))
            return origin
        }

        @Test("A page added offline does not fail the refresh that finds its feed")
        func foundFeed() throws {
            let (home, origin) = (try TemporaryHome(), try gazette())
            func lede(_ words: String...) throws -> Program.Result { try Program.lede(words, home: home.url) }
            _ = try lede("offline", "on")
            let added = try lede("add", origin.url("/page"), "--choose", "2")
            #expect(added.status == 1 && added.errors.contains("not applied: --choose"), "\(added)")
            _ = try lede("offline", "off")
            let refreshed = try lede("refresh")
            #expect(refreshed.status == 0 && refreshed.errors.isEmpty, "\(refreshed)")
            #expect(refreshed.output == "1 feed: 2 new articles\n")
            #expect(try lede("list").output.contains(origin.url("/feed")))
        }

        @Test("A refresh names each saved address whose page cannot be fetched, and exits with 1")
        func missingPages() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            func lede(_ words: String...) throws -> Program.Result { try Program.lede(words, home: home.url) }
            _ = try lede("offline", "on")
            _ = try lede("save", origin.url("/one"), origin.url("/two"))
            _ = try lede("offline", "off")
            let refreshed = try lede("refresh")
            let errors = refreshed.errors
            #expect(refreshed.status == 1)
            for path in ["/one", "/two"] {
                #expect(errors.contains("the page of \(origin.url(path)): the page cannot be fetched"), "\(errors)")
            }
        }

        @Test("A refresh names the feed to which an address added offline leads if that feed is already subscribed")
        func knownFeed() throws {
            let (home, origin) = (try TemporaryHome(), try gazette())
            func lede(_ words: String...) throws -> Program.Result { try Program.lede(words, home: home.url) }
            _ = try lede("add", origin.url("/feed"))
            _ = try lede("offline", "on")
            _ = try lede("add", origin.url("/page"))
            _ = try lede("offline", "off")
            let refreshed = try lede("refresh")
            #expect(refreshed.status == 0, "\(refreshed)")
            #expect(refreshed.errors == "lede: \(origin.url("/page")): already subscribed: “Gazette”\n")
            #expect(try !lede("list").output.contains("/page") && lede("queue").output.isEmpty)
        }

        @Test("A refresh says which feed leaves the queue without being fetched, and how to try again")
        func goneFeed() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/feed", .response(410))
            func lede(_ words: String...) throws -> Program.Result { try Program.lede(words, home: home.url) }
            _ = try lede("offline", "on")
            _ = try lede("add", origin.url("/feed"))
            _ = try lede("offline", "off")
            let (address, refreshed) = (origin.url("/feed"), try lede("refresh"))
            let hint = "(lede refresh --force \(address) tries again, lede remove \(address) unsubscribes)"
            #expect(refreshed.errors.hasPrefix("lede: \(address): given up: 410"), "\(refreshed)")
            #expect(refreshed.errors.contains(hint) && refreshed.status != 0)
            #expect(refreshed.errors.split(separator: "\n").count == 1)
            #expect(try lede("queue").output.isEmpty && lede("list").output.contains(address))
        }

        @Test("Requests made offline are queued and counted, and run when lede is online again")
        func queue() async throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: feed("Gazette")))
            origin.route("/new", .response(body: feed("Courier")))
            try home.subscribe(to: origin.url("/feed"))
            let asked = origin.requests.count
            let terminal = try TerminalSession(home: home.url, arguments: ["--offline"])
            try terminal.wait(for: "Gazette")
            try terminal.send("R")
            try terminal.wait(for: "Queued until lede is online")
            try terminal.send("a")
            try terminal.wait("the prompt") { lines in lines.last { !$0.isEmpty }?.contains(":") == true }
            try terminal.send("-l", origin.url("/new"))
            try terminal.send("Enter")
            try terminal.wait(for: "never been fetched")
            try terminal.send("j")
            try terminal.wait(for: "2 queued")
            #expect(origin.requests.count == asked)
            let status = try Program.lede(["status"], home: home.url).output
            #expect(status.contains("when there is a network: all feeds"))
            #expect(status.contains("when there is a network: \(origin.url("/new"))"))
            // A request for a page is removed alone, and the reader shows it.
            try terminal.send("h", "Home", "Enter")
            try terminal.wait(for: "Gazette 1")
            try terminal.send("x")
            try terminal.wait(for: "Queued until lede is online")
            // A key ends the message, which hides the count.
            try terminal.send("j")
            try terminal.wait(for: "3 queued")
            let queue = try Program.lede(["queue"], home: home.url).output.split(separator: "\n").map {
                $0.split(separator: "\t")
            }
            #expect(queue.map(\.last) == ["all feeds", "\(origin.url("/new"))", "the page of Gazette 2"])
            let page = try String(#require(queue.last?.first))
            #expect(try Program.lede(["queue", "--remove", page], home: home.url).status == 0)
            #expect(try Program.lede(["queue", "--remove", page], home: home.url).status == 1)
            try terminal.wait(for: "2 queued")
            try terminal.send("O")
            try terminal.wait(for: "Courier 2")
            try terminal.wait("an empty queue and nothing going on") { lines in
                !lines.contains { $0.contains("queued") || $0.contains("1/1") || $0.contains("2/2") }
            }
            #expect(try Program.lede(["count", "--all"], home: home.url).output == "4\n")
        }

        /// Returns a reader that lists the articles of a feed whose newest page does not arrive before the gate is
        /// open.
        private func readerOfSlowPage(_ home: TemporaryHome, _ origin: Origin, _ gate: Gate) throws -> TerminalSession {
            origin.route("/feed", .response(body: feed("Gazette")))
            origin.route("/2", Reply.response(body: "<p>Text.</p>").after(gate))
            try home.subscribe(to: origin.url("/feed"))
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("Home", "Enter")
            try terminal.wait(for: "Gazette 1")
            return terminal
        }

        @Test("A page that is being fetched is queued when the person goes offline")
        func pageUnderWay() async throws {
            let (home, origin, gate) = (try TemporaryHome(), try Origin(), Gate())
            let terminal = try readerOfSlowPage(home, origin, gate)
            try terminal.send("x")
            try await origin.waitForRequests(1, to: "/2")
            try terminal.send("O")
            try terminal.wait(for: "Queued until lede is online")
            gate.open()
            #expect(try Program.lede(["queue"], home: home.url).output.hasSuffix("\tthe page of Gazette 2\n"))
        }

        @Test("Esc drops the page that is being fetched, even if the person was offline before")
        func droppedPage() async throws {
            let (home, origin, gate) = (try TemporaryHome(), try Origin(), Gate())
            let terminal = try readerOfSlowPage(home, origin, gate)
            try terminal.send("O")
            try terminal.wait(for: "Offline: nothing is fetched")
            #expect(try Program.lede(["offline", "off"], home: home.url).status == 0)
            try terminal.send("x")
            try await origin.waitForRequests(1, to: "/2")
            try terminal.send("Escape")
            try terminal.wait(for: "Fetching cancelled")
            // The next key removes the message; then the bottom line would name a fetch that has not ended.
            try terminal.send("Home")
            try terminal.wait("the end of the fetch") { lines in
                !lines.contains { $0.contains("Fetching cancelled") || $0.contains("fetching the page") }
            }
            gate.open()
            #expect(try Program.lede(["queue"], home: home.url).output.isEmpty)
        }

        @Test(
            "A feed that needs credentials says so, and gets them from the configured command without showing them"
        )
        func credentials() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let body = feed("Members")
            origin.route("/feed") { request in
                request["Authorization"] == "Bearer hush-hush" ? .response(body: body) : .response(401)
            }
            let refused = try Program.lede(["add", origin.url("/feed")], home: home.url)
            #expect(refused.status == 1 && refused.errors.contains("needs a login"))
            let folder = home.url.appendingPathComponent("config")
            try """
            [[credentials]]
            url = "\(origin.url("/"))"
            secret-command = ["printf", "hush-hush"]
            """.write(to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
            try home.subscribe(to: origin.url("/feed"))
            #expect(try Program.lede(["count"], home: home.url).output == "2\n")
            for arguments in [["config"], ["status"], ["list"], ["cache", "list"]] {
                let result = try Program.lede(arguments, home: home.url)
                #expect(
                    !(result.output + result.errors).replacing("\"printf\", \"hush-hush\"", with: "").contains("hush"))
            }
        }

        @Test("lede add --user-agent adds a feed whose server refuses lede's own, and refreshes keep it")
        func userAgent() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let body = feed("Picky")
            origin.route("/feed") { $0["User-Agent"] == "Reader/2 (a b)" ? .response(body: body) : .response(403) }
            let url = origin.url("/feed")
            #expect(try Program.lede(["add", url], home: home.url).status == 1)
            #expect(try Program.lede(["add", url, "--user-agent", "a\tb"], home: home.url).status == 64)
            #expect(try Program.lede(["add", url, "--user-agent", "Reader/2 (a b)"], home: home.url).status == 0)
            #expect(try Program.lede(["refresh", "--force"], home: home.url).status == 0)
            let shown = try Program.lede(["feed", url], home: home.url).output
            #expect(shown.contains("\nuser-agent=Reader/2 (a b)\n"))
            #expect(try Program.lede(["feed", url, "user-agent=default"], home: home.url).status == 0)
            #expect(try Program.lede(["refresh", "--force"], home: home.url).status != 0)
            #expect(origin.requests.last?["User-Agent"]?.hasPrefix("lede/") == true)
        }

        @Test("lede refresh leaves a paused feed out until it is named, and lede list shows the pause")
        func paused() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: feed("Seasonal")))
            let url = origin.url("/feed")
            try home.subscribe(to: url)
            #expect(try Program.lede(["feed", url, "refresh-minutes=never"], home: home.url).status == 0)
            let refreshed = try Program.lede(["refresh", "--force"], home: home.url)
            #expect(refreshed.output == "0 feeds: 0 new articles, 1 paused\n")
            #expect(origin.requests.count == 1)
            #expect(try Program.lede(["list"], home: home.url).output.hasSuffix("\t\(url)\tpaused\n"))
            #expect(try Program.lede(["refresh", url], home: home.url).status == 0)
            #expect(origin.requests.count == 2)
        }
    }
}
