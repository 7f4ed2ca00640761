import Foundation
import ScriptedOrigin
import TestFolders
import Testing

extension EndToEnd {
    /// Data that the reader passes on in a real terminal: to the browser, the player, the clipboard, a file or a
    /// command.
    @Suite final class OtherProgramsTests {
        private var homes: [TemporaryHome] = []

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

        /// Returns a program that records the number of its arguments, and the first one.
        private func recorder(_ name: String, in home: TemporaryHome) throws -> (program: URL, log: URL) {
            let program = home.url.appendingPathComponent(name)
            let log = home.url.appendingPathComponent("\(name).log")
            let script = "#!/bin/sh\n[ \"$LEDE_URL\" = \"$1\" ] && echo \"$#:$1\" >> '\(log.path)'\n"
            try script.write(to: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
            return (program, log)
        }

        @Test("Addresses become one argument, text goes to files and commands, and afterwards the reader is back")
        func outside() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: feed()))
            try home.subscribe(to: origin.url("/feed"))
            let browser = try recorder("browser", in: home)
            let player = try recorder("player", in: home)
            try home.configure(
                "[commands]\nplayer = \"\(player.program.path)\"\nplayer-terminal = true\nbrowser-terminal = true\n")
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
            try terminal.send("2", "o")
            opened.append("1:https://example.org/stack")
            try waitForLines(opened, in: browser.log)
            #expect(try terminal.state("#{keypad_cursor_flag}") == "1", "arrow keys arrive as before")
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
            #expect(text.contains("\n[1] https://example.org/hay\n[2] https://example.org/stack\n\n"))
            let page = try save(as: "saved.html")
            #expect(page.hasPrefix("<!doctype html>") && page.contains("<h1>Of rivers</h1>"))
            #expect(page.contains("<a href=\"https://example.org/hay\">hay</a>") && !page.contains("<script"))

            let piped = home.url.appendingPathComponent("piped.txt")
            try terminal.send("|")
            try terminal.send("-l", "grep -c needle > \(piped.path)")
            try terminal.send("Enter")
            try terminal.wait(for: "[Press any key]")
            try terminal.send("x")
            try waitForLines(["1"], in: piped)
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        /// Returns a library with the feed, and its article open.
        private func reading(_ configuration: String, _ environment: [String: String] = [:]) throws -> TerminalSession {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: feed()))
            try home.subscribe(to: origin.url("/feed"))
            try home.configure(configuration)
            homes.append(home)
            let terminal = try TerminalSession(home: home.url, arguments: ["--offline"], environment: environment)
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Of rivers")
            try terminal.send("Enter")
            try terminal.wait(for: "needle")
            return terminal
        }

        @Test("With a display the reader does not wait for a program, and reports the first line of its errors")
        func behind() throws {
            let script = #"["sh", "-c", "echo >&2; echo \"no bookmark for $1\" >&2; exit 3"]"#
            let terminal = try reading("[commands]\nbookmark = \(script)\ncopy = \"false\"\n", ["DISPLAY": ":99"])
            try terminal.send("B")
            try terminal.wait(for: "! sh: no bookmark for https://example.org/")
            try terminal.send("y")
            try terminal.wait(for: "! false: exited with status 1")
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("browser-terminal applies to the browser in the environment, too")
        func environmentBrowser() throws {
            let folder = try TemporaryFolder()
            let program = folder.url.appendingPathComponent("browser")
            let script = "#!/bin/sh\n[ -t 0 ] && echo drawn on a terminal && read key\n"
            try script.write(to: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
            let environment = ["DISPLAY": ":99", "BROWSER": program.path]
            let terminal = try reading("[commands]\nbrowser-terminal = true\n", environment)
            try terminal.send("o")
            try terminal.wait(for: "drawn on a terminal")
            try terminal.send("Enter")
            try terminal.wait(for: "needle")
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("Copying reports its method")
        func copying() throws {
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent("copied")
            let terminal = try reading("[commands]\ncopy = [\"sh\", \"-c\", \"cat > \(file.path)\"]\n")
            try terminal.send("y")
            try terminal.wait("the change") { $0.contains { $0.contains("Copied https://") && $0.contains("(sh)") } }
            #expect(try String(contentsOf: file, encoding: .utf8) == "https://example.org/?a=1&b=$(touch)")
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("The terminal's cursor is on the selected row, and hidden unless the person wants it")
        func cursor() throws {
            let terminal = try reading("[reader]\ncursor = true\n")
            try terminal.send("q")
            try terminal.wait("the change") { $0[2].contains("▌") }
            #expect(try terminal.state("#{cursor_y} #{cursor_flag}") == "2 1")
            try terminal.send(":set cursor false", "Enter")
            try terminal.wait("the change") { _ in try terminal.state("#{cursor_y} #{cursor_flag}") == "2 0" }
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("The reading position survives the end of the program")
        func readingPlace() throws {
            let terminal = try reading("")
            try terminal.resize(columns: 60, rows: 10)
            try terminal.send("G")
            let shown = try terminal.wait("the change") { $0.last { !$0.isEmpty }?.contains("100 %") == true }
            try terminal.send("Q")
            try terminal.waitForExit()
            let again = try TerminalSession(home: terminal.home, arguments: ["--offline"], columns: 60, rows: 10)
            try again.wait(for: "Gazette")
            try again.send("G", "Enter")
            try again.wait(for: "Of rivers")
            try again.send("Enter")
            try again.wait("the place") { $0[3] == shown[3] }
            try again.send("Q")
            try again.waitForExit()
        }

        @Test("In the C locale, letters are shown as similar ASCII letters")
        func plainLetters() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let text = feed().replacing("Of rivers", with: "“Café” — it’s…")
            origin.route("/feed", .response(body: text))
            try home.subscribe(to: origin.url("/feed"))
            let terminal = try TerminalSession(
                home: home.url, arguments: ["--offline"], environment: ["LC_ALL": "C", "LANG": "C"])
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "\"Cafe\" - it's...")
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
