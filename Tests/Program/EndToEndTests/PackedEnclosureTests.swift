import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Enclosures that `lede pack` and the reader store.
    @Suite struct PackedEnclosureTests {
        @Test("A stored enclosure is listed, has its complete content under its name, and v plays that file")
        func enclosure() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let episode = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let item = """
                <item><guid>1</guid><title>Pilot</title><pubDate>Sun, 01 Mar 2026 12:00:00 GMT</pubDate>
                <description>An episode.</description>
                <enclosure url='\(origin.url("/e.mp3"))' type='audio/mpeg' length='300000'/></item>
                """
            origin.route(
                "/feed", .response(body: "<rss version='2.0'><channel><title>Show</title>\(item)</channel></rss>"))
            origin.route("/e.mp3", .response(200, fields: [RawField("ETag", "\"e\"")], body: episode))
            #expect(try Program.lede(["add", origin.url("/feed")], home: home.url).status == 0)
            let log = home.url.appendingPathComponent("played")
            let player = home.url.appendingPathComponent("player")
            try "#!/bin/sh\necho \"$#:$1\" >> '\(log.path)'\n".write(to: player, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: player.path)
            try home.configure("[commands]\nplayer = \"\(player.path)\"\nplayer-terminal = true\n")

            #expect(try Program.lede(["pack", "--enclosures"], home: home.url).status == 0)
            let file = home.url.appendingPathComponent("data/enclosures/Show/2026-03-01 Pilot.mp3")
            let queue = try Program.lede(["queue"], home: home.url).output
            #expect(queue.hasPrefix("e") && queue.contains("\tstored, ") && queue.hasSuffix("\tPilot\t\(file.path)\n"))
            #expect(try Data(contentsOf: file) == Data(episode))
            let terminal = try TerminalSession(home: home.url, arguments: ["--offline"])
            try terminal.wait(for: "Show")
            try terminal.send("l")
            try terminal.wait(for: "Pilot")
            try terminal.send("Enter")
            try terminal.wait(for: "An episode.")
            try terminal.send("v")
            try terminal.wait("the player") { _ in
                (try? String(contentsOf: log, encoding: .utf8)) == "1:\(file.path)\n"
            }
            try terminal.wait(for: "An episode.")
            try terminal.wait(for: "Playing 2026-03-01 Pilot.mp3")
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("An enclosure that is requested during a download joins the queue at once")
        func secondEnclosure() throws {
            let home = try TemporaryHome()
            let (origin, gate) = (try Origin(), Gate())
            let items = (1...2).map { number in
                """
                <item><guid>\(number)</guid><title>Episode \(number)</title>
                <pubDate>Sun, 0\(number) Mar 2026 12:00:00 GMT</pubDate><description>An episode.</description>
                <enclosure url='\(origin.url("/\(number).mp3"))' type='audio/mpeg' length='9'/></item>
                """
            }
            origin.route(
                "/feed",
                .response(body: "<rss version='2.0'><channel><title>Show</title>\(items.joined())</channel></rss>"))
            for number in 1...2 {
                origin.route("/\(number).mp3") { _ in
                    Reply([
                        Reply.head(200, [RawField("Content-Length", "9")]), .wait(gate), .body(Array("episode 1".utf8)),
                    ])
                }
            }
            #expect(try Program.lede(["add", origin.url("/feed")], home: home.url).status == 0)
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Show")
            try terminal.send("l")
            try terminal.wait(for: "Episode 2")
            try terminal.send("E")
            try terminal.wait("the first request") { _ in origin.requests.contains { $0.path.hasSuffix(".mp3") } }
            try terminal.send("j", "E")
            try terminal.send("L")
            try terminal.wait("both in the queue") { lines in
                (1...2).allSatisfy { number in
                    lines.contains { $0.contains("Episode \(number)  ") && $0.contains(" B") }
                }
            }
            gate.open()
            try terminal.wait("both stored") { $0.count { $0.contains("stored, 9 B") } == 2 }
            try terminal.send("Escape")
            try terminal.wait("the list") { lines in !lines.contains { $0.contains("Esc close") } }
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
