import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// The same story in several feeds, in the real program.
    @Suite struct StoryEndToEndTests {
        private func feed(_ title: String, _ items: [(title: String, link: String)]) -> String {
            let items = items.map {
                "<item><title>\($0.title)</title><link>\($0.link)</link><guid>\($0.link)</guid><description>Body.</description></item>"
            }
            return "<rss version='2.0'><channel><title>\(title)</title>\(items.joined())</channel></rss>"
        }

        @Test("A story in two feeds is one row; & lists its articles, and marks apply to both")
        func sameStory() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let link = "https://story.example/ferry"
            origin.route("/a", .response(body: feed("Gazette", [("Ferry is late", link)])))
            origin.route(
                "/b",
                .response(
                    body: feed(
                        "Courier", [("Delay at the harbour", link + "?utm_source=rss"), ("Rain", link + "/rain")])))
            for path in ["/a", "/b"] {
                try home.subscribe(to: origin.url(path))
            }
            #expect(try Program.lede(["count"], home: home.url).output == "3\n")
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Courier")
            try terminal.send("g", "Enter")
            try terminal.wait("one row for the story") { lines in
                lines.contains { $0.contains("Ferry is late +1") } && !lines.contains { $0.contains("Delay") }
            }
            try terminal.send("-l", "/title:ferry")
            try terminal.send("Enter")
            try terminal.wait(for: "Ferry is late +1")
            try terminal.send("Enter")
            try terminal.wait(for: "Same story in Courier (& lists them)")
            try terminal.send("&")
            try terminal.wait(for: "Delay at the harbour")
            try terminal.send("Enter")
            try terminal.wait(for: "Same story in Gazette (& lists them)")
            #expect(try Program.lede(["count"], home: home.url).output == "1\n")
            try terminal.send("U")
            try terminal.wait(for: "the read marks of 2 articles")
            #expect(try Program.lede(["count"], home: home.url).output == "3\n")
        }
    }
}
