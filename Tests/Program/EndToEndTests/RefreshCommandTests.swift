import ArticleStorage
import Foundation
import Glibc
import ScriptedOrigin
import SpawnedPrograms
import Testing

extension EndToEnd {
    /// The lines of `lede refresh` about feeds that it leaves out.
    @Suite struct RefreshCommandTests {
        private static func feed(_ title: String) -> Reply {
            .response(
                body: """
                    <rss version='2.0'><channel><title>\(title)</title><item><guid>1</guid><title>First</title></item>
                    </channel></rss>
                    """)
        }

        @Test("A refresh during another one says that another lede is fetching the feeds")
        func leased() async throws {
            let (home, origin, gate) = (try TemporaryHome(), try Origin(), Gate())
            origin.route("/slow", Self.feed("Slow"))
            try home.subscribe(to: origin.url("/slow"))
            let requests = origin.requests.count
            origin.route("/slow", Self.feed("Slow").after(gate))
            let other = try ChildProcess(["refresh"], home: home)
            try await origin.waitForRequests(requests + 1)
            let refreshed = try Program.lede(["refresh"], home: home.url)
            #expect(refreshed.status == 0 && refreshed.output == "0 feeds: 0 new articles\n")
            #expect(refreshed.errors == "lede: another lede is fetching 1 feed\n")
            gate.open()
            #expect(other.end() == 0)
        }

        @Test(
            "A refresh for a timer reports no feeds that another lede is fetching",
            .enabled(if: FaultLibrary.compiler != nil))
        func leasedDue() async throws {
            let (home, origin, gate) = (try TemporaryHome(), try Origin(), Gate())
            origin.route("/slow", Self.feed("Slow"))
            // Added yesterday, so that it is due.
            let yesterday = try FaultLibrary.environment(clockAhead: -86_400)
            let added = try Program.lede(["add", origin.url("/slow")], home: home.url, environment: yesterday)
            #expect(added.status == 0, "\(added)")
            let requests = origin.requests.count
            origin.route("/slow", Self.feed("Slow").after(gate))
            let other = try ChildProcess(["refresh", "--due"], home: home)
            try await origin.waitForRequests(requests + 1)
            let refreshed = try Program.lede(["refresh", "--due"], home: home.url)
            #expect(refreshed.status == 0 && refreshed.output == "0 feeds: 0 new articles\n")
            #expect(refreshed.errors.isEmpty, "\(refreshed)")
            gate.open()
            #expect(other.end() == 0)
        }

        @Test(
            "A refresh for a timer does not report articles that the next search indexes",
            arguments: [[], ["--due"]])
        func manyArticles(_ options: [String]) throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let items = (1...1_001).map { "<item><guid>\($0)</guid><title>Part \($0)</title></item>" }.joined()
            origin.route("/many", .response(body: "<rss version='2.0'><channel>\(items)</channel></rss>"))
            let list = home.url.appendingPathComponent("urls")
            try (origin.url("/many") + "\n").write(to: list, atomically: true, encoding: .utf8)
            #expect(try Program.lede(["import", list.path], home: home.url).status == 0)
            let refreshed = try Program.lede(["refresh"] + options, home: home.url)
            #expect(refreshed.status == 0 && refreshed.output == "1 feed: 1,001 new articles\n")
            let note = "1,001 articles will be indexed at the next search\n"
            #expect(refreshed.errors == (options.isEmpty ? note : ""), "\(refreshed)")
        }

        @Test("A killed refresh leaves no lease, even before its parent reaps it")
        func killedAndNotReaped() async throws {
            let (home, origin, gate) = (try TemporaryHome(), try Origin(), Gate())
            origin.route("/slow", Self.feed("Slow"))
            try home.subscribe(to: origin.url("/slow"))
            let requests = origin.requests.count
            origin.route("/slow", Self.feed("Slow").after(gate))
            let child = try SpawnedProgram.start(
                Program.path, ["refresh"],
                environment: ProcessInfo.processInfo.environment.merging(["LEDE_HOME": home.url.path]) { $1 },
                streams: [.null, .null, .null])
            defer { waitpid(child, nil, 0) }
            try await origin.waitForRequests(requests + 1)
            kill(child, SIGKILL)
            var end = siginfo_t()
            #expect(waitid(P_PID, id_t(child), &end, WEXITED | WNOWAIT) == 0)
            gate.open()
            let refreshed = try Program.lede(["refresh"], home: home.url)
            #expect(refreshed.output == "1 feed: 0 new articles\n" && refreshed.errors.isEmpty, "\(refreshed)")
        }

        @Test("The result counts the feeds that the person has paused")
        func paused() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            for path in ["/a", "/b"] {
                origin.route(path, Self.feed(path))
                try home.subscribe(to: origin.url(path))
            }
            #expect(try Program.lede(["feed", origin.url("/a"), "refresh-minutes=never"], home: home.url).status == 0)
            let refreshed = try Program.lede(["refresh"], home: home.url)
            #expect(refreshed.output == "1 feed: 0 new articles, 1 paused\n" && refreshed.errors.isEmpty)
        }

        @Test(
            "A dumb terminal, such as a shell in Emacs, shows the result without a line of progress",
            arguments: [("dumb", false), ("xterm", true)])
        func dumbTerminal(_ term: String, showsProgress: Bool) throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/a", Self.feed("A"))
            try home.subscribe(to: origin.url("/a"))
            let terminal = try SimulatedTerminal(
                home: home.url, .init(attributes: "?6c"), .whole, arguments: ["refresh"], term: term)
            #expect(try terminal.playToEnd() == 0)
            #expect(terminal.text.contains("1 feed: 0 new articles"), "\(terminal.text)")
            #expect(terminal.text.contains("\u{1B}[K") == showsProgress, "\(terminal.text)")
        }

        @Test(
            "After a refresh with a clock a century ahead, status and list show the time that the schedule uses",
            .enabled(if: FaultLibrary.compiler != nil))
        func fastClock() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/a", Self.feed("/a"))
            try home.subscribe(to: origin.url("/a"))
            let ahead = try FaultLibrary.environment(clockAhead: 100 * 31_557_600)
            #expect(try Program.lede(["refresh", "--force"], home: home.url, environment: ahead).status == 0)
            for (environment, isAhead) in [(ahead, true), ([:], false)] {
                let status = try Program.lede(["status"], home: home.url, environment: environment).output
                #expect(status.contains("next feed due       21") == isAhead, "\(status)")
                let list = try Program.lede(["list", "--json"], home: home.url, environment: environment).output
                #expect(list.contains("\"next_attempt\": \"21") == isAhead, "\(list)")
            }
        }

        @Test("The status of an outage that began while the clock was ahead shows no future time")
        func outageOfFastClock() throws {
            let home = try TemporaryHome()
            let library = home.url.appendingPathComponent("data/library.sqlite").path
            #expect(try Program.lede(["status"], home: home.url).status == 0)
            try ArticleStore(path: library).setSetting("9999999999", for: "unreachable")
            let status = try Program.lede(["status"], home: home.url).output
            #expect(status.contains("unreachable since 2") && !status.contains("since 2286"), "\(status)")
        }
    }
}
