import Foundation
import GRDB
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// `lede pack` and the reader's packing, as a person uses them.
    @Suite struct PackTests {
        /// A feed of articles with a page and two pictures each, the second of which they share.
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

            private static func picture(_ seed: Int, bytes: Int) -> Reply {
                let body = [0x89, 0x50, 0x4E, 0x47] + (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) }
                return .response(200, fields: [RawField("ETag", "\"\(seed)\"")], body: body)
            }

            func lede(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Result {
                try Program.lede(arguments, home: home.url, environment: environment)
            }

            func status() throws -> [String: Any] {
                let output = try lede("pack", "--status", "--json").output
                return try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            }
        }

        @Test(
            "What is packed is found by is:aboard and opens with no connection at all; put ashore, it is not",
            .disabled("the mark of packed articles is not seen in the list"))
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
                home: journey.home.url, arguments: ["--offline"],
                program: "strace -f -o '\(trace.path)' -e trace=connect '\(Program.path)'")
            try terminal.wait(for: "▪")
            try terminal.send("l", "Enter")
            try terminal.wait(for: "night ferry")
            try terminal.send("Q")
            try terminal.waitForExit()
            let text = try String(contentsOf: trace, encoding: .utf8)
            #expect(!text.contains("AF_INET"))

            #expect(try journey.lede("pack", "--remove", "Ferry").output == "put ashore: 3 articles\n")
            #expect(try journey.status()["picture_bytes"] as? Int == 0)
        }

        @Test(
            "d packs and puts ashore; the list has a mark for it, and H lists only what is aboard",
            .disabled("the mark of packed articles is not seen in the list"))
        func reader() throws {
            let journey = try Journey(articles: 2)
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Ferry 1")
            try terminal.send("l", "d")
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

        @Test("On a metered network nothing is asked without --metered; offline nothing at all")
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

        /// Whether the hold is an undamaged database; one that was not made yet is.
        private static func isWhole(_ home: TemporaryHome) throws -> Bool {
            let path = home.url.appendingPathComponent("data/aboard.sqlite").path
            guard FileManager.default.fileExists(atPath: path) else { return true }
            return try DatabaseQueue(path: path).read {
                try String.fetchOne($0, sql: "PRAGMA integrity_check") == "ok"
            }
        }

        @Test("Killed at any instant, packing goes on; nothing is lost, next to nothing is fetched twice")
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
            #expect(stored == 7 * 300_004)
        }
    }
}
