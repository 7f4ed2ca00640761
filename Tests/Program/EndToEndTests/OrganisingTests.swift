import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Adding, naming, moving, deleting and marking in the reader, with undo.
    @Suite struct OrganisingTests {
        /// Writes a feed of nine articles: the newest is from today, and each is two days older than the one before.
        private func feed() -> String {
            let formatter = ISO8601DateFormatter()
            let entries = (1...9).map { number in
                let date = Date(timeIntervalSinceNow: Double(number - 1) * -2 * 86_400 - 3_600)
                return """
                    <entry><id>urn:\(number)</id><title>Article \(number)</title><updated>\(formatter.string(from: date))</updated>
                    <content>Body of number \(number).</content></entry>
                    """
            }
            return
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>Gazette</title><id>urn:g</id>\(entries.joined())</feed>"
        }

        private func type(_ text: String, over label: String, in terminal: TerminalSession) throws {
            try terminal.wait(for: label)
            try terminal.send("C-u")
            try terminal.send("-l", text)
            try terminal.send("Enter")
        }

        @Test("A feed is renamed, moved, deleted and restored with its articles")
        func organise() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: feed()))
            try home.subscribe(to: origin.url("/feed"))
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "e")
            try type("Courier", over: "name: Gazette", in: terminal)
            try terminal.wait("the new name, not the old") { lines in
                lines.contains { $0.contains("Courier") } && !lines.contains { $0.contains("Gazette") }
            }
            try terminal.send("M")
            try type("Papers/Old", over: "folder:", in: terminal)
            try terminal.wait("two folders and the feed") { lines in
                ["▾ Papers", "▾ Old", "Courier"].allSatisfy { text in lines.contains { $0.contains(text) } }
            }
            #expect(try Program.lede(["list"], home: home.url).output.hasPrefix("9\t9\tPapers/Old/Courier"))
            try terminal.send("G", "D")
            try terminal.wait(for: "Deleted Courier")
            try terminal.wait("no folder any more") { lines in !lines.contains { $0.contains("Papers") } }
            #expect(try Program.lede(["list"], home: home.url).output.isEmpty)
            try terminal.send("U")
            try terminal.wait("all as it was") { lines in
                ["Feed restored", "▾ Papers", "▾ Old", "Courier"].allSatisfy { text in
                    lines.contains { $0.contains(text) }
                }
            }
            #expect(try Program.lede(["count"], home: home.url).output == "9\n")
        }

        @Test("Articles are marked above, below, all, by age and by a macro, and U undoes each")
        func mark() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: feed()))
            try home.subscribe(to: origin.url("/feed"))
            try home.configure("[keys]\n\"X\" = [\"star\", \"next-unread\"]\n\"Z Z\" = \"mark-older-read 9\"\n")
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("-l", "/article is:unread")
            try terminal.send("Enter", "F")
            try type("mine", over: "keep as:", in: terminal)
            try terminal.send("q")
            try terminal.wait("the saved search and what it finds") { lines in
                lines.contains { $0.contains("Saved: mine") && $0.hasSuffix(" 9") }
            }
            try terminal.send("g", "j", "j", "j", "j", "D")
            try terminal.wait(for: "Removed the search “mine”")
            try terminal.send("U")
            try terminal.wait("the search again") { lines in
                lines.contains { $0.contains("Search restored") } && lines.contains { $0.contains("Saved: mine") }
            }
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Article 9")
            try terminal.send("j", "j")
            for (keys, count) in [(["<"], 2), ([">"], 6), (["A"], 9), (["Z", "Z"], 4)] {
                try keys.forEach { try terminal.send($0) }
                try terminal.wait(for: "\(count) articles marked read")
                #expect(try Program.lede(["count"], home: home.url).output == "\(9 - count)\n")
                try terminal.send("U")
                try terminal.wait(for: "the read marks of \(count) articles")
            }
            #expect(try Program.lede(["count"], home: home.url).output == "9\n")
            try terminal.send("X", "m")
            try terminal.wait("article 3 starred, article 4 read") { lines in
                lines.contains { $0.contains("★") && $0.contains("Article 3") }
                    && lines.contains { !$0.contains("●") && $0.contains("Article 4") }
            }
            try terminal.send("U", "U")
            try terminal.wait("article 3 as it was") { lines in !lines.contains { $0.contains("★") } }
            try terminal.send("U")
            try terminal.wait(for: "Nothing to undo")
        }

        private func siteWithTwoFeeds() throws -> Origin {
            let origin = try Origin()
            origin.route("/feed", .response(body: feed()))
            origin.route("/other", .response(body: feed()))
            origin.route(
                "/",
                .response(
                    fields: ["Content-Type": "text/html"],
                    body: """
                        <!doctype html><link rel="alternate" type="application/rss+xml" href="/other" title="Remarks">
                        <link rel="alternate" type="application/atom+xml" href="/feed" title="Everything">
                        """))
            return origin
        }

        @Test("At the prompt of lede add, an answer that does not name a feed is an error, and adds nothing")
        func noChoice() throws {
            let (home, origin) = (try TemporaryHome(), try siteWithTwoFeeds())
            let terminal = try TerminalSession(
                home: home.url, arguments: ["add", origin.url("/")], reportsStatus: true)
            try terminal.wait(for: "Which one?")
            try terminal.send("9", "Enter")
            try terminal.wait(for: "no feed chosen: nothing was added")
            try terminal.wait(for: "exit status 1")
            #expect(try Program.lede(["list"], home: home.url).output.isEmpty)
        }

        @Test("A site with several feeds asks for a choice and subscribes to it")
        func choose() throws {
            let (home, origin) = (try TemporaryHome(), try siteWithTwoFeeds())
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "No feeds yet")
            try terminal.send("a")
            try type(origin.url("/"), over: "add:", in: terminal)
            try terminal.wait(for: "Feeds found")
            try terminal.send("-l", "every")
            try terminal.wait(for: "Feeds found: every")
            try terminal.send("Enter")
            try terminal.wait(for: "Article 9")
            #expect(try Program.lede(["list"], home: home.url).output.contains(origin.url("/feed")))
            #expect(origin.requests(to: "/other").isEmpty)
        }
    }
}
