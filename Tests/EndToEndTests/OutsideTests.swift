import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// What leaves the reader, in a real terminal: the browser, a file, a command; and offline what was never fetched.
    @Suite struct OutsideTests {
        private func feed() -> String {
            """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>Gazette</title><id>urn:g</id><entry><id>urn:1</id>
            <title>Of rivers</title><link href="https://example.org/?a=1&amp;b=$(touch)"/>
            <updated>2026-03-01T08:00:00Z</updated><content>A needle in the text.</content></entry></feed>
            """
        }

        @Test("o hands the address to $BROWSER as one argument, S saves, | pipes, and the reader is there again")
        func outside() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: feed()))
            #expect(try Program.lede(["add", origin.url("/feed")], home: home.url).status == 0)
            let script = home.url.appendingPathComponent("browser")
            let log = home.url.appendingPathComponent("browser.log")
            try "#!/bin/sh\necho \"$#:$1\" > '\(log.path)'\n".write(to: script, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
            let terminal = try TerminalSession(home: home.url, environment: ["BROWSER": script.path])
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Of rivers")
            try terminal.send("Enter")
            try terminal.wait(for: "needle")
            try terminal.send("o")
            try terminal.wait("the browser's line") { _ in
                (try? String(contentsOf: log, encoding: .utf8)) == "1:https://example.org/?a=1&b=$(touch)\n"
            }
            try terminal.wait(for: "needle")
            let saved = home.url.appendingPathComponent("saved.txt")
            try terminal.send("S")
            try terminal.wait(for: "save as:")
            try terminal.send("-l", saved.path)
            try terminal.send("Enter")
            try terminal.wait(for: "Saved as")
            #expect(try String(contentsOf: saved, encoding: .utf8).contains("A needle in the text."))
            let piped = home.url.appendingPathComponent("piped.txt")
            try terminal.send("|")
            try terminal.send("-l", "grep -c needle > \(piped.path)")
            try terminal.send("Enter")
            try terminal.wait("the command's output") { _ in
                (try? String(contentsOf: piped, encoding: .utf8)) == "1\n"
            }
            try terminal.wait(for: "needle")
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
