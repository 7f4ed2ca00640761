import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// What leaves the reader, in a real terminal: the browser, the player, the clipboard, a file, a command.
    @Suite struct OutsideTests {
        private func feed() -> String {
            """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>Gazette</title><id>urn:g</id><entry><id>urn:1</id>
            <title>Of rivers</title><link href="https://example.org/?a=1&amp;b=$(touch)"/>
            <link rel="enclosure" type="audio/mpeg" href="https://example.org/rivers.mp3"/>
            <updated>2026-03-01T08:00:00Z</updated><content type="html">&lt;p&gt;A needle in the
            &lt;a href="https://example.org/hay"&gt;hay&lt;/a&gt; and the
            &lt;a href="https://example.org/stack"&gt;stack&lt;/a&gt;.&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;
            </content></entry></feed>
            """
        }

        /// A program that writes down how many arguments it got, and the first of them.
        private func recorder(_ name: String, in home: TemporaryHome) throws -> (program: URL, log: URL) {
            let program = home.url.appendingPathComponent(name)
            let log = home.url.appendingPathComponent("\(name).log")
            try "#!/bin/sh\necho \"$#:$1\" >> '\(log.path)'\n".write(to: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
            return (program, log)
        }

        @Test("Addresses go out as one argument, text goes into files and commands, and the reader is there again")
        func outside() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: feed()))
            #expect(try Program.lede(["add", origin.url("/feed")], home: home.url).status == 0)
            let browser = try recorder("browser", in: home)
            let player = try recorder("player", in: home)
            try home.configure("[commands]\nplayer = \"\(player.program.path)\"\n")
            let terminal = try TerminalSession(home: home.url, environment: ["BROWSER": browser.program.path])
            func waitForLines(_ lines: [String], in log: URL) throws {
                try terminal.wait("\(lines) in \(log.lastPathComponent)") { _ in
                    (try? String(contentsOf: log, encoding: .utf8)) == lines.map { $0 + "\n" }.joined()
                }
                try terminal.wait(for: "needle")
            }
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Of rivers")
            try terminal.send("Enter")
            try terminal.wait(for: "needle")

            var opened = ["1:https://example.org/?a=1&b=$(touch)"]
            try terminal.send("o")
            try waitForLines(opened, in: browser.log)
            try terminal.send("2")
            opened.append("1:https://example.org/stack")
            try waitForLines(opened, in: browser.log)
            #expect(try terminal.state("#{keypad_cursor_flag}") == "1", "arrow keys come as before")
            try terminal.send("u")
            try terminal.wait(for: "Esc closes")
            try terminal.send("Enter")
            opened.append("1:https://example.org/hay")
            try waitForLines(opened, in: browser.log)
            try terminal.send("v")
            try waitForLines(["1:https://example.org/rivers.mp3"], in: player.log)

            try terminal.send("y")
            try terminal.wait(for: "Copied https://example.org/")
            #expect(terminal.clipboard() == "https://example.org/?a=1&b=$(touch)")

            func save(as name: String) throws -> String {
                let file = home.url.appendingPathComponent(name)
                try terminal.send("S")
                try terminal.wait(for: "save as: Of-rivers.txt")
                try terminal.send("C-u")
                try terminal.send("-l", file.path)
                try terminal.send("Enter")
                try terminal.wait(for: "Saved as")
                return try String(contentsOf: file, encoding: .utf8)
            }
            let text = try save(as: "saved.txt")
            #expect(
                text.hasPrefix("Of rivers\n\nGazette · ") && text.contains("\nhttps://example.org/?a=1&b=$(touch)\n"))
            #expect(text.contains("A needle in the hay [1] and the stack [2]."))
            #expect(text.hasSuffix("\n[1] https://example.org/hay\n[2] https://example.org/stack\n"))
            let page = try save(as: "saved.html")
            #expect(page.hasPrefix("<!doctype html>") && page.contains("<h1>Of rivers</h1>"))
            #expect(page.contains("<a href=\"https://example.org/hay\">hay</a>") && !page.contains("<script"))

            let piped = home.url.appendingPathComponent("piped.txt")
            try terminal.send("|")
            try terminal.send("-l", "grep -c needle > \(piped.path)")
            try terminal.send("Enter")
            try waitForLines(["1"], in: piped)
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
