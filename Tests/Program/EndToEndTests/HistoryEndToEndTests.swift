import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// The list of recently opened articles, in the real program.
    @Suite struct HistoryEndToEndTests {
        @Test("Y and the command line list the opened articles after a restart; :history clear empties the list")
        func history() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let items = ["One", "Two", "Three"].map {
                "<item><title>\($0)</title><guid>\($0)</guid><description>Body of \($0).</description></item>"
            }.joined()
            origin.route(
                "/a", .response(body: "<rss version='2.0'><channel><title>Gazette</title>\(items)</channel></rss>"))
            try home.subscribe(to: origin.url("/a"))
            func listed(_ arguments: String...) throws -> String {
                try Program.lede(["articles", "--history"] + arguments, home: home.url).output
            }
            #expect(try listed() == "")
            var terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("g", "Enter", "Enter")
            try terminal.wait(for: "Body of One.")
            try terminal.send("q", "A", "Q")
            try terminal.waitForExit()
            terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("Y")
            try terminal.wait("the opened article alone") { lines in
                lines.contains { $0.contains("History") } && lines.contains { $0.contains("One") }
                    && !lines.contains { $0.contains("Two") || $0.contains("Three") }
            }
            #expect(try listed("--tsv").split(separator: "\n").map { $0.contains("\tOne") } == [true])
            #expect(try listed("--json").contains("\"date_opened\""))
            try terminal.send("-l", ":history clear")
            try terminal.send("Enter")
            try terminal.wait(for: "History cleared")
            try terminal.wait(for: "No article has been opened yet.")
            #expect(try listed() == "")
            let both = try Program.lede(["articles", "--history", "--starred"], home: home.url)
            #expect(both.status == 64 && both.errors.contains("--starred and --history cannot be combined"))
        }
    }
}
