import CPictureMaker
import Foundation
import GRDB
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// `lede pack` and packing in the reader.
    @Suite struct PackTests {
        /// A feed of articles with a page and two pictures each; all share the second one.
        private struct Journey {
            let home: TemporaryHome
            let origin: Origin

            init(articles: Int, bytes: Int = 40_000) throws {
                home = try TemporaryHome()
                origin = try Origin(addresses: ["127.0.0.1", "127.0.0.2", "127.0.0.3"])
                let items = (0..<articles).map { number in
                    "<item><guid>\(number)</guid><title>Ferry \(number)</title><link>\(page(number))</link></item>"
                }
                let feed = "<rss version='2.0'><channel><title>Harbour</title>\(items.joined())</channel></rss>"
                origin.route("/feed", .response(body: feed))
                for number in 0..<articles {
                    let pictures = [url("/own\(number).png", number), url("/shared.png", 0)]
                    origin.route(
                        "/page\(number)",
                        .response(fields: ["Content-Type": "text/html"], body: Self.html(number, pictures)))
                    origin.route("/own\(number).png", Self.picture(number, bytes: bytes))
                }
                origin.route("/shared.png", Self.picture(-1, bytes: bytes))
                #expect(try Program.lede(["add", origin.url("/feed")], home: home.url).status == 0)
            }

            private func url(_ path: String, _ number: Int) -> String {
                origin.url(path, on: origin.addresses[number % origin.addresses.count])
            }

            private func page(_ number: Int) -> String { url("/page\(number)", number) }

            private static func html(_ number: Int, _ pictures: [String]) -> String {
                let text = String(
                    repeating:
                        "<p>The night ferry number \(number) leaves the harbour at ten, whatever the weather.</p>",
                    count: 9)
                let figures = pictures.map { "<figure><img src='\($0)' alt='The pier'></figure>" }.joined()
                return "<html><body><article><h1>Ferry \(number)</h1>\(text)\(figures)</article></body></html>"
            }

            /// A picture that the decoder accepts: stripes, then padding up to the given length.
            static func picture(_ seed: Int, bytes: Int) -> Reply {
                .response(
                    200, fields: [RawField("ETag", "\"\(seed)\""), RawField("Content-Type", "image/png")],
                    body: file(seed, bytes: bytes))
            }

            static func file(_ seed: Int, bytes: Int) -> [UInt8] {
                var rgba: [UInt8] = []
                for y in 0..<120 {
                    for x in 0..<160 {
                        rgba += (x / 20 + y / 20 + seed) % 2 == 0 ? [250, 250, 240, 255] : [20, 60, 120, 255]
                    }
                }
                var count = 0
                let made = make_png(rgba, 160, 120, 0, &count)!
                defer { free(made) }
                let filling = (0..<max(0, bytes - count)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) }
                return Array(UnsafeBufferPointer(start: made, count: count)) + filling
            }

            func lede(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Result {
                try Program.lede(arguments, home: home.url, environment: environment)
            }

            func status() throws -> [String: Any] {
                let output = try lede("pack", "--status", "--json").output
                return try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            }
        }

        /// The characters of pictures.
        private static let blocks: Set<Character> = ["▘", "▝", "▀", "▖", "▌", "▞", "▛"]

        @Test("Packed articles open with pictures and without a connection, and is:aboard finds them")
        func packsAndOpens() throws {
            let journey = try Journey(articles: 3)
            let plan = try journey.lede("pack", "--dry-run")
            #expect(plan.output.hasPrefix("3 articles\n3 pages to fetch"))
            let asked = journey.origin.requests.count
            let packed = try journey.lede("pack", "--budget", "20M")
            #expect(packed.status == 0)
            #expect(packed.output.hasPrefix("aboard: 3 articles, "))
            #expect(journey.origin.requests.count == asked + 3 + 4)
            #expect(try journey.status()["aboard"] as? Int == 3)
            #expect(try journey.lede("search", "is:aboard").output.split(separator: "\n").count == 3)

            let trace = journey.home.url.appendingPathComponent("trace")
            let terminal = try TerminalSession(
                home: journey.home.url, arguments: ["--offline"], environment: ["TERM": "tmux-256color"],
                program: "strace -f -o '\(trace.path)' -e trace=connect '\(Program.path)'")
            // In 80 columns the list has no room beside the feeds.
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait("three marks") { $0.count { $0.contains("▪") && $0.contains("Ferry") } == 3 }
            try terminal.send("Enter")
            try terminal.wait(for: "night ferry")
            try terminal.send("G")
            try terminal.wait("both pictures") { lines in
                lines.count { line in line.contains(where: Self.blocks.contains) } >= 3
                    && lines.contains { $0.contains("[1]") && $0.contains("[2]") }
            }
            try terminal.send("Q")
            try terminal.waitForExit()
            let text = try String(contentsOf: trace, encoding: .utf8)
            #expect(!text.contains("AF_INET"))

            #expect(try journey.lede("pack", "--remove", "Ferry").output == "put ashore: 3 articles\n")
            #expect(try journey.status()["picture_bytes"] as? Int == 0)
        }

        @Test("d packs and unpacks an article, the list marks it, and H lists only packed ones")
        func reader() throws {
            let journey = try Journey(articles: 2)
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait(for: "Ferry 1")
            try terminal.send("d")
            try terminal.wait(for: "aboard: 1 article")
            let lines = try terminal.wait(for: "▪")
            #expect(lines.count { $0.contains("▪") && $0.contains("Ferry") } == 1)
            try terminal.send("H")
            try terminal.wait("only one article") { $0.count { $0.contains("Ferry ") && $0.contains("▪") } == 1 }
            try terminal.wait("the other is gone") { lines in
                !lines.contains { $0.contains("Ferry 1") && !$0.contains("▪") }
            }
            try terminal.send("H")
            try terminal.send("d")
            try terminal.wait(for: "Put ashore")
            try terminal.wait("no mark") { lines in !lines.contains { $0.contains("▪") } }
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("O stops packing at once and keeps the parts; O again continues with them")
        func offlineMeanwhile() throws {
            let journey = try Journey(articles: 1)
            let (picture, gate) = (Journey.file(0, bytes: 400_000), Gate())
            let fields = [RawField("ETag", "\"0\""), RawField("Content-Type", "image/png")]
            let length = [RawField("Content-Length", "400000")]
            let path = "/own0.png"
            journey.origin.route(path) { _ in
                Reply([
                    Reply.head(200, fields + length), .body(Array(picture[..<200_000])), .wait(gate),
                    .body(Array(picture[200_000...])),
                ])
            }
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait(for: "Ferry 0")
            try terminal.send("d")
            let parts = journey.home.url.appendingPathComponent("data/parts")
            func partBytes() -> Int {
                let files = (try? FileManager.default.contentsOfDirectory(atPath: parts.path)) ?? []
                let sizes = files.map {
                    try? FileManager.default.attributesOfItem(atPath: parts.path + "/" + $0)[.size] as? Int
                }
                return sizes.reduce(0) { $0 + (($1 ?? 0) ?? 0) }
            }
            try terminal.wait("half of the picture") { _ in partBytes() == 200_000 }
            try terminal.wait(for: "pages aboard")
            try terminal.send("O")
            try terminal.wait(for: "○ offline")
            try terminal.wait("the end of packing") { lines in !lines.contains { $0.contains("pages aboard") } }
            Thread.sleep(forTimeInterval: 1)
            let sent = journey.origin.sentByteCount
            gate.open()
            Thread.sleep(forTimeInterval: 0.5)
            #expect(journey.origin.sentByteCount == sent && partBytes() == 200_000)

            journey.origin.route(path) { request in
                guard request["Range"] == "bytes=200000-" else { return .response(200, fields: fields, body: picture) }
                let range = RawField("Content-Range", "bytes 200000-399999/400000")
                return .response(206, fields: fields + [range], body: Array(picture[200_000...]))
            }
            try terminal.send("O")
            try terminal.wait(for: "aboard: 1 article")
            #expect(journey.origin.requests(to: path).map { $0["Range"] } == [nil, "bytes=200000-"])
            try terminal.send("Q")
            try terminal.waitForExit()
        }

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
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("A metered network needs --metered for any request; offline sends none")
        func meteredAndOffline() throws {
            let journey = try Journey(articles: 1)
            let tools = journey.home.url.appendingPathComponent("bin")
            try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
            let busctl = tools.appendingPathComponent("busctl")
            try "#!/bin/sh\necho 'u 3'\n".write(to: busctl, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: busctl.path)
            let path = "\(tools.path):" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
            let asked = journey.origin.requests.count
            let metered = try journey.lede("pack", environment: ["PATH": path])
            #expect(metered.status == 75 && metered.errors.contains("metered"))
            #expect(journey.origin.requests.count == asked)
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "● online")
            try terminal.send("O")
            try terminal.wait(for: "○ offline")
            try terminal.send("Q")
            try terminal.waitForExit()
            #expect(try journey.lede("pack").status == 75)
            #expect(journey.origin.requests.count == asked)
        }

        /// True if the hold is an undamaged database or does not exist yet.
        private static func isWhole(_ home: TemporaryHome) throws -> Bool {
            let path = home.url.appendingPathComponent("data/aboard.sqlite").path
            guard FileManager.default.fileExists(atPath: path) else { return true }
            return try DatabaseQueue(path: path).read {
                try String.fetchOne($0, sql: "PRAGMA integrity_check") == "ok"
            }
        }

        @Test("Packing that is killed at any time continues, loses nothing and fetches almost nothing twice")
        func kills() throws {
            let kills = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1" ? 50 : 5
            let journey = try Journey(articles: 6, bytes: 300_000)
            for round in 0..<kills {
                _ = try Program.run(
                    "/usr/bin/env",
                    ["timeout", "-s", "KILL", "0.\(2 + round % 5)", Program.path, "pack", "--budget", "100M"],
                    environment: ["LEDE_HOME": journey.home.url.path])
                #expect(try Self.isWhole(journey.home))
            }
            #expect(try journey.lede("pack", "--budget", "100M").status == 0)
            #expect(try journey.status()["aboard"] as? Int == 6)
            let stored = try journey.status()["picture_bytes"] as? Int ?? 0
            #expect(stored == 7 * 300_000)
        }
    }
}
