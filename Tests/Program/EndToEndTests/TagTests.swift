import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// The person's own tags, in the real program.
    @Suite struct TagTests {
        @Test("# tags an article; the tag can be searched and undone, and survives a restart")
        func tags() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let items = ["One", "Two"].map { "<item><title>\($0)</title><guid>\($0)</guid></item>" }.joined()
            origin.route(
                "/a", .response(body: "<rss version='2.0'><channel><title>Gazette</title>\(items)</channel></rss>"))
            try home.subscribe(to: origin.url("/a"))
            var terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("g", "Enter", "#")
            try terminal.wait(for: "tags:")
            try terminal.send("-l", "night train")
            try terminal.send("Enter")
            try terminal.wait(for: "One #night train")
            try terminal.send("Q")
            try terminal.waitForExit()
            terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("-l", "/tag:night")
            try terminal.send("Enter")
            try terminal.wait("the tagged article alone") { lines in
                lines.contains { $0.contains("One #night train") } && !lines.contains { $0.contains("Two") }
            }
            #expect(try Program.lede(["search", "tag:night"], home: home.url).output.contains("One"))
            // Another tag removes the article from the search for this one.
            try terminal.send("-l", "/title:one")
            try terminal.send("Enter")
            try terminal.wait(for: "Search: title:one")
            try terminal.wait(for: "One #night train")
            try terminal.send("#")
            try terminal.wait(for: "tags:")
            try terminal.send("C-u")
            try terminal.send("-l", "sea")
            try terminal.send("Enter")
            try terminal.wait(for: "One #sea")
            try terminal.send("U")
            try terminal.wait(for: "Undone: the tags of “One”")
            try terminal.wait(for: "One #night train")
        }

        @Test("A note is given in a shell or with :note; it is shown, searched and undone")
        func notes() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let items = ["One", "Two"].map { "<item><title>\($0)</title><guid>\($0)</guid></item>" }.joined()
            origin.route(
                "/a", .response(body: "<rss version='2.0'><channel><title>Gazette</title>\(items)</channel></rss>"))
            try home.subscribe(to: origin.url("/a"))
            let marked = try Program.lede(["mark", "note", "read again", "--search", "title:one"], home: home.url)
            #expect(marked.output == "1 article changed\n", "\(marked)")
            let found = try Program.lede(["search", "note:again", "--json"], home: home.url).output
            #expect(found.contains("read again") && !found.contains("Two"))
            #expect(try Program.lede(["mark", "note"], home: home.url).status == 64)
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("g", "Enter", "Enter")
            try terminal.wait(for: "Note: read again")
            try terminal.send("-l", ":note better")
            try terminal.send("Enter")
            try terminal.wait(for: "Note: better")
            try terminal.send("U")
            try terminal.wait(for: "Note restored")
            try terminal.wait(for: "Note: read again")
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
