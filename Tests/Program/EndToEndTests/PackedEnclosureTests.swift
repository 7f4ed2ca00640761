import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Enclosures that `lede pack` and the reader store.
    @Suite struct PackedEnclosureTests {
        @Test("A stored enclosure is listed, is complete under its own name, and v plays that file")
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
            try home.subscribe(to: origin.url("/feed"))
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

        @Test("The file of an enclosure is named after the day of its article, in summer and in winter")
        func days() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let items = [("Summer", "13 Jan 2024"), ("Winter", "13 Jul 2024")].map { title, day in
                origin.route("/\(title).mp3", .response(200, fields: [], body: [7, 7, 7]))
                return """
                    <item><guid>\(title)</guid><title>\(title)</title><pubDate>\(day) 11:30:00 GMT</pubDate>
                    <enclosure url='\(origin.url("/\(title).mp3"))' type='audio/mpeg' length='3'/></item>
                    """
            }
            origin.route(
                "/feed",
                .response(body: "<rss version='2.0'><channel><title>Days</title>\(items.joined())</channel></rss>"))
            try home.subscribe(to: origin.url("/feed"))
            // This is the time zone of New Zealand.
            let environment = ["TZ": "NZST-12NZDT,M9.5.0,M4.1.0/3"]
            #expect(try Program.lede(["pack", "--enclosures"], home: home.url, environment: environment).status == 0)
            let folder = home.url.appendingPathComponent("data/enclosures/Days").path
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(files) == ["2024-01-14 Summer.mp3", "2024-07-13 Winter.mp3"])
        }

        @Test("A dry run counts the enclosures in the queue, but not removed ones or unavailable pictures")
        func dryRun() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let items = (1...2).map { number in
                """
                <item><guid>\(number)</guid><title>Episode \(number)</title>
                <description>&lt;img src='\(origin.url("/gone.png"))'></description>
                <enclosure url='\(origin.url("/\(number).mp3"))' type='audio/mpeg' length='30000'/></item>
                """
            }
            origin.route(
                "/feed",
                .response(body: "<rss version='2.0'><channel><title>Show</title>\(items.joined())</channel></rss>"))
            for number in 1...2 {
                origin.route(
                    "/\(number).mp3", .response(200, fields: [], body: [UInt8](repeating: 7, count: 30_000)))
            }
            try home.subscribe(to: origin.url("/feed"))
            func plan(_ options: String...) throws -> String {
                try Program.lede(["pack", "--dry-run"] + options, home: home.url).output
            }
            #expect(try plan("--enclosures").contains("\n1 picture to fetch\n2 enclosures to fetch, 60 KB by"))
            #expect(try plan("--enclosure-budget", "40K").contains("\n2 enclosures to fetch, 60 KB by"))
            #expect(try !plan("--enclosures", "--enclosure-budget", "0").contains("enclosure"))
            let small = ["pack", "--enclosures", "--enclosure-budget", "40K"]
            #expect(try Program.lede(small, home: home.url).output.contains("1 enclosure, "))
            let queue = try Program.lede(["queue"], home: home.url).output.split(separator: "\n")
            let stored = try #require(queue.first { $0.contains("\tstored, ") }).prefix { $0 != "\t" }
            let first = try Program.lede(["queue", "--first", String(stored)], home: home.url)
            #expect(first.status == 1 && first.errors.contains("\(stored) is not waiting to be fetched"))
            #expect(try Program.lede(["queue", "--remove", String(stored)], home: home.url).status == 0)
            let rest = "\n0 pictures to fetch\n1 enclosure to fetch, 30 KB by"
            #expect(try plan().contains(rest) && plan("--enclosures").contains(rest))
            let asked = origin.requests(to: "/gone.png").count
            #expect(try Program.lede(["pack"], home: home.url).output.contains("1 enclosure, "))
            #expect(origin.requests(to: "/gone.png").count == asked)
        }

        /// Returns a silent WAV file.
        private static func silence(seconds: Int) -> [UInt8] {
            func number(_ value: Int, _ bytes: Int) -> [UInt8] {
                (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            }
            let samples = [UInt8](repeating: 128, count: seconds * 8_000)
            let format = number(1, 2) + number(1, 2) + number(8_000, 4) + number(8_000, 4) + number(1, 2) + number(8, 2)
            let content =
                Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(samples.count, 4)
                + samples
            return Array("RIFF".utf8) + number(content.count, 4) + content
        }

        @Test(
            "mpv continues at the position where it was killed",
            .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mpv"), "no mpv"))
        func position() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let item = """
                <item><guid>1</guid><title>Pilot</title><description>An episode.</description>
                <enclosure url='\(origin.url("/e.wav"))' type='audio/wav' length='800044'/></item>
                """
            origin.route(
                "/feed", .response(body: "<rss version='2.0'><channel><title>Show</title>\(item)</channel></rss>"))
            origin.route("/e.wav", .response(200, fields: [], body: Self.silence(seconds: 100)))
            try home.subscribe(to: origin.url("/feed"))
            #expect(try Program.lede(["pack", "--enclosures"], home: home.url).status == 0)
            let log = home.url.appendingPathComponent("log")
            let player = home.url.appendingPathComponent("mpv")
            try "#!/bin/sh\necho $$ \"$@\" >> '\(log.path)'\nexec /usr/bin/mpv --no-config --ao=null \"$@\"\n".write(
                to: player, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: player.path)
            try home.configure("[commands]\nplayer = \"\(player.path)\"\n")
            func runs() -> [[String]] {
                let lines = (try? String(contentsOf: log, encoding: .utf8))?.split(separator: "\n") ?? []
                return lines.map { $0.split(separator: " ").map(String.init) }
            }
            func queue() throws -> String { try Program.lede(["queue"], home: home.url).output }
            #expect(try queue().contains("\tstored, 800 KB\t"))
            let terminal = try TerminalSession(home: home.url, arguments: ["--offline"])
            try terminal.wait(for: "Show")
            try terminal.send("l", "L")
            try terminal.wait(for: "stored, 800 KB")
            try terminal.send("Enter")
            // The first position that the player reports is stored; the last one before the kill must be later.
            try terminal.wait("the first position") { _ in (try? queue().contains("\t0:00 of 1:40, 800 KB\t")) == true }
            Thread.sleep(forTimeInterval: 2.5)
            let process = try #require(runs().first?.first.flatMap { Int32($0) })
            kill(process, SIGKILL)
            try terminal.wait(for: "Exited with status 137")
            try terminal.send("x")
            try terminal.wait("the position in the panel") { lines in
                lines.contains { $0.contains("0:0") && !$0.contains("0:00") && $0.contains(" of 1:40, 800 KB") }
            }
            try terminal.send("Enter")
            try terminal.wait("the second run") { _ in runs().count == 2 }
            #expect(runs().last?.contains { $0.hasPrefix("--start=") && $0 != "--start=0" } == true)
            try terminal.send("q")
            try terminal.wait(for: "Queue")
            try terminal.send("Escape")
            try terminal.wait("the list") { lines in !lines.contains { $0.contains("Esc close") } }
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
            try home.subscribe(to: origin.url("/feed"))
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
