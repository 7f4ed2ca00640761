import Foundation
import GRDB
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// `lede pack` and packing in the reader.
    @Suite struct PackTests {
        /// The characters with which pictures are drawn.
        private static let blocks: Set<Character> = ["▘", "▝", "▀", "▖", "▌", "▞", "▛"]

        /// Counts the picture cells above each caption `The pier [1]`, which may be shortened.
        private static func pictureCells(_ lines: [String]) -> [Int] {
            let rows = lines.map(Array.init)
            var counts: [Int] = []
            for (row, line) in rows.enumerated() {
                let starts = line.indices.filter { line.contains("[") && String(line[$0...].prefix(5)) == "The p" }
                for (number, start) in starts.enumerated() {
                    let end = number + 1 < starts.count ? starts[number + 1] : line.count + 80
                    var count = 0
                    for above in rows[..<row].reversed() {
                        let cells = above.indices.contains(start) ? above[start..<min(end, above.count)] : []
                        let found = cells.count(where: blocks.contains)
                        if found == 0 { break }
                        count += found
                    }
                    counts.append(count)
                }
            }
            return counts
        }

        @Test("Packed articles open with all pictures and without a connection, and is:packed finds them")
        func packsAndOpens() throws {
            let count = 6
            let journey = try PackedJourney(articles: count, pictures: 3)
            let plan = try journey.lede("pack", "--dry-run")
            #expect(plan.output.hasPrefix("6 articles\n6 pages to fetch"))
            let asked = journey.origin.requests.count
            let packed = try journey.lede("pack", "--budget", "20M")
            #expect(packed.status == 0)
            #expect(packed.output.hasPrefix("packed: 6 articles, "))
            #expect(packed.output.contains(" of files stored in all"))
            // The first and the last request are for the feed: pages over plain HTTP do not prove that no hotspot sent
            // them.
            #expect(journey.origin.requests.count == asked + 1 + count * 3 + 1 + 1)
            #expect(try journey.status()["aboard"] as? Int == count)
            #expect(try journey.lede("search", "is:packed").output.split(separator: "\n").count == count)

            let trace = journey.home.url.appendingPathComponent("trace")
            let terminal = try TerminalSession(
                home: journey.home.url, arguments: Program.canIsolate ? [] : ["--offline"], columns: 100, rows: 80,
                environment: ["TERM": "tmux-256color"],
                program: (Program.canIsolate ? "unshare -rn " : "")
                    + "strace -f -o '\(trace.path)' -e trace=connect '\(Program.path)'")
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait("six marks") { $0.count { $0.contains("▪") && $0.contains("Ferry") } == count }
            try terminal.send("Enter")
            var opened: Set<Int> = []
            for _ in 0..<count {
                try terminal.wait("another article with its pictures") { lines in
                    let number = lines.lazy.compactMap { $0.firstMatch(of: /ferry number (\d+)/)?.output.1 }.first
                    guard let number = number.flatMap({ Int($0) }), !opened.contains(number) else { return false }
                    let cells = Self.pictureCells(lines)
                    guard cells.count == 3, cells.allSatisfy({ $0 > 0 }) else { return false }
                    opened.insert(number)
                    return true
                }
                try terminal.send("n")
            }
            #expect(opened == Set(0..<count))
            try terminal.send("Q")
            try terminal.waitForExit()
            let text = try String(contentsOf: trace, encoding: .utf8)
            #expect(!text.contains("AF_INET"))

            #expect(try journey.lede("pack", "--remove", "Ferry").output == "unpacked: 6 articles\n")
            #expect(try journey.status()["picture_bytes"] as? Int == 0)
        }

        @Test(
            "The reader packs in the half hour before a time of the day, and after a refresh", arguments: [true, false])
        func schedule(isByTime: Bool) throws {
            let journey = try PackedJourney(articles: 2)
            // In this time zone it is shortly after noon.
            let minutes = Int(Date().timeIntervalSince1970) / 60 % 1_440
            let zone = "XXX\(minutes / 60 - 12)"
            let soon = minutes % 60 + 10
            let time = "\(12 + soon / 60):" + (soon % 60 < 10 ? "0" : "") + "\(soon % 60)"
            try journey.home.configure(
                "[journey]\n" + (isByTime ? "pack-before = [\"\(time)\"]" : "after-refresh = true") + "\n")
            let terminal = try TerminalSession(home: journey.home.url, environment: ["TZ": zone])
            try terminal.wait(for: "Harbour")
            if !isByTime { try terminal.send("R") }
            try terminal.wait(for: "Packed: 2 articles")
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("A scope that matches no article is reported in one line, and nothing is requested")
        func nothing() throws {
            let journey = try PackedJourney(articles: 2)
            let feed = journey.origin.url("/feed")
            let asked = journey.origin.requests.count
            let unmatched = "nothing to pack: no article matches “title:submarine”\n"
            #expect(try journey.lede("pack", "--status").output.contains("last journey    none\n"))
            func expect(_ words: [String], _ line: String) throws {
                let result = try Program.lede(["pack"] + words, home: journey.home.url)
                #expect(result.output == line && result.errors.isEmpty && result.status == 0)
            }
            try expect(["--dry-run", "title:submarine"], unmatched)
            try expect(["--dry-run", "title:ferr"], "nothing to pack: no article matches “title:ferr”\n")
            try expect(["--remove", "title:submarine"], "nothing to unpack: nothing is packed\n")
            try expect(["title:submarine"], unmatched)
            try expect(
                ["--remove", "title:submarine"], "nothing to unpack: no packed article matches “title:submarine”\n")
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send(":")
            try terminal.send("-l", "pack title:submarine")
            try terminal.send("Enter")
            try terminal.wait(for: "Nothing to pack: no article matches “title:submarine”")
            try terminal.send("Q")
            try terminal.waitForExit()
            #expect(try journey.lede("feed", feed, "pack=no").status == 0)
            try expect([], "nothing to pack: the feeds of these articles have pack = no\n")
            #expect(try journey.lede("mark", "read", "--search", "is:unread").status == 0)
            try expect([], "nothing to pack: no article is starred or unread\n")
            try expect([feed], "nothing to pack: no article of “\(feed)” is unread\n")
            let unknown = try journey.lede("pack", "is:submarine")
            #expect(unknown.status == 64 && unknown.errors.contains("is: takes"))
            #expect(journey.origin.requests.count == asked)
        }

        @Test("Keys move the selection while a page is being packed")
        func keysDuringPacking() throws {
            let journey = try PackedJourney(articles: 2)
            let gate = Gate()
            for number in 0..<2 { journey.origin.route("/page\(number)", Reply([.wait(gate)])) }
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait(for: "Ferry 1")
            func selected() throws -> String? {
                try terminal.screen().first { $0.contains("▌") && $0.contains("Ferry") }
            }
            try terminal.send(":")
            try terminal.send("-l", "pack Ferry")
            try terminal.send("Enter")
            try terminal.wait(for: "0 of 2 pages packed")
            let before = try #require(try selected())
            for key in ["j", "k", "j"] {
                let start = try selected()
                try terminal.send(key)
                try terminal.wait("the selection moves") { _ in try selected() != start }
            }
            #expect(try selected() != before)
            try terminal.wait(for: "0 of 2 pages packed")
            gate.open()
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test(
            "The pack store records pages and pictures only after the library's log and the files have reached the disk"
        )
        func textBeforeMark() throws {
            let journey = try PackedJourney(articles: 3)
            let trace = journey.home.url.appendingPathComponent("trace")
            let packed = try Program.run(
                "/usr/bin/env",
                [
                    "strace", "-f", "-y", "-o", trace.path, "-e", "trace=fdatasync,syncfs,pwrite64", Program.path,
                    "pack",
                ],
                environment: ["LEDE_HOME": journey.home.url.path])
            #expect(packed.status == 0)
            let calls = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n")
            func last(_ call: String, of file: String, before end: Int) -> Int? {
                calls[..<end].lastIndex { $0.contains(call + "(") && $0.contains(file + ">") }
            }
            let files = try #require(last("syncfs", of: "/aboard", before: calls.count))
            let text = try #require(last("fdatasync", of: "library.sqlite-wal", before: files))
            #expect(try text > #require(last("pwrite64", of: "library.sqlite-wal", before: files)))
            #expect(try files < #require(last("pwrite64", of: "aboard.sqlite-wal", before: calls.count)))
        }

        @Test("d packs and unpacks an article, the list marks it, and H lists only packed ones")
        func reader() throws {
            let journey = try PackedJourney(articles: 2)
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait(for: "Ferry 1")
            try terminal.send("d")
            try terminal.wait(for: "Packed: 1 article")
            let lines = try terminal.wait(for: "▪")
            #expect(lines.count { $0.contains("▪") && $0.contains("Ferry") } == 1)
            try terminal.send("H")
            try terminal.wait("only one article") { $0.count { $0.contains("Ferry ") && $0.contains("▪") } == 1 }
            try terminal.wait("the other is gone") { lines in
                !lines.contains { $0.contains("Ferry 1") && !$0.contains("▪") }
            }
            try terminal.send("H")
            try terminal.send("d")
            try terminal.wait(for: "Unpacked: 1 article")
            try terminal.wait("no mark") { lines in !lines.contains { $0.contains("▪") } }
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("Without aboard.sqlite and the cache the reader starts without marks, and packing restores them")
        func deletedFiles() throws {
            let journey = try PackedJourney(articles: 3)
            #expect(try journey.lede("pack").status == 0)
            for name in ["data/aboard.sqlite", "data/aboard.sqlite-wal", "data/aboard.sqlite-shm", "cache"] {
                try? FileManager.default.removeItem(at: journey.home.url.appendingPathComponent(name))
            }
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            let lines = try terminal.wait(for: "Ferry 1")
            #expect(!lines.contains { $0.contains("▪") || $0.contains("▫") })
            try terminal.send("Q")
            try terminal.waitForExit()
            func pages() -> Int { journey.origin.requests.count { $0.path.hasPrefix("/page") } }
            #expect(try journey.lede("pack").status == 0)
            #expect(try journey.status()["aboard"] as? Int == 3)
            #expect(pages() == 3, "the pages are in the library")
        }

        @Test("O stops packing at once and keeps the parts; O again continues with them")
        func offlineMeanwhile() throws {
            let journey = try PackedJourney(articles: 1)
            let (picture, gate) = (PackedJourney.file(0, bytes: 400_000), Gate())
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
                return sizes.reduce(0) { $0 + ($1 ?? 0) }
            }
            try terminal.wait("half of the picture") { _ in partBytes() == 200_000 }
            try terminal.wait(for: "pages packed")
            try terminal.send("O")
            try terminal.wait(for: "lede is offline")
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
            try terminal.wait(for: "Packed: 1 article")
            #expect(journey.origin.requests(to: path).map { $0["Range"] } == [nil, "bytes=200000-"])
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("An article for which d was pressed offline is packed after the reader restarts, once lede is online")
        func keptWhileOffline() throws {
            let journey = try PackedJourney(articles: 1)
            #expect(try journey.lede("offline", "on").status == 0)
            for isOnline in [false, true] {
                if isOnline { #expect(try journey.lede("offline", "off").status == 0) }
                let terminal = try TerminalSession(home: journey.home.url)
                try terminal.wait(for: "Harbour")
                if !isOnline {
                    try terminal.send("l")
                    try terminal.wait(for: "Ferry 0")
                    try terminal.send("d")
                    try terminal.wait(for: "Will be packed once lede is online")
                } else {
                    try terminal.wait(for: "Packed: 1 article")
                }
                try terminal.send("Q")
                try terminal.waitForExit()
            }
        }

        @Test("A metered network needs --metered for any request; offline, none is sent")
        func meteredAndOffline() throws {
            let journey = try PackedJourney(articles: 1)
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

        /// True if both databases are undamaged and each packed page and picture has its contents, or if nothing was
        /// packed yet.
        private static func isWhole(_ home: TemporaryHome) throws -> Bool {
            let path = home.url.appendingPathComponent("data/aboard.sqlite").path
            guard FileManager.default.fileExists(atPath: path) else { return true }
            let library = try DatabaseQueue(path: home.url.appendingPathComponent("data/library.sqlite").path)
            guard try library.read({ try String.fetchOne($0, sql: "PRAGMA integrity_check") }) == "ok" else {
                return false
            }
            let texts = try library.read { try Set(Int64.fetchAll($0, sql: "SELECT article FROM pageText")) }
            return try DatabaseQueue(path: path).read { database in
                guard try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok" else { return false }
                guard try database.tableExists("need") else { return true }
                let packed = "FROM need JOIN address ON address.id = need.address WHERE state = 1"
                let pages = try Int64.fetchAll(database, sql: "SELECT article \(packed) AND stage = 0")
                let pictures = try Row.fetchAll(database, sql: "SELECT hex(digest), size \(packed) AND stage > 0")
                let folder = home.url.appendingPathComponent("data/aboard").path
                return try texts.isSuperset(of: pages)
                    && pictures.allSatisfy { row in
                        let file = folder + "/" + (row[0] as String).lowercased()
                        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
                        return size == row[1]
                    }
            }
        }

        /// Sends a half of a picture, and the rest once the gate is open or for a range.
        private static func routeInHalves(_ seed: Int, at gate: Gate, in journey: PackedJourney) {
            let picture = PackedJourney.file(seed, bytes: 300_000)
            let fields = [RawField("ETag", "\"\(seed)\""), RawField("Content-Type", "image/png")]
            journey.origin.route(seed < 0 ? "/shared.png" : "/own\(seed).png") { request in
                guard let range = request["Range"], let first = Int(range.dropFirst(6).prefix { $0 != "-" }) else {
                    let head = Reply.head(200, fields + [RawField("Content-Length", "300000")])
                    return Reply([
                        head, .body(Array(picture[..<150_000])), .wait(gate), .body(Array(picture[150_000...])),
                    ])
                }
                let part = RawField("Content-Range", "bytes \(first)-299999/300000")
                return .response(206, fields: fields + [part], body: Array(picture[first...]))
            }
        }

        @Test("Packing that is killed at any time continues, loses nothing and fetches almost nothing twice")
        func kills() throws {
            let kills = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1" ? 50 : 5
            let journey = try PackedJourney(articles: 6, bytes: 300_000)
            let gate = Gate()
            for seed in -1..<6 { Self.routeInHalves(seed, at: gate, in: journey) }
            for round in 0...kills {
                let asked = journey.origin.requests.count
                let pack = try ChildProcess(["pack", "--budget", "100M"], home: journey.home)
                // On a busy machine the program takes a while to start. Once everything is packed it ends without a
                // request.
                for _ in 0..<1_000 where pack.isRunning && journey.origin.requests.count == asked { usleep(10_000) }
                // The last run is killed when the halves have certainly arrived.
                usleep(round == kills ? 1_700_000 : 900_000 + UInt32(round % 5) * 100_000)
                pack.kill()
                #expect(try Self.isWhole(journey.home))
            }
            gate.open()
            #expect(try journey.lede("pack", "--budget", "100M").status == 0)
            #expect(try journey.status()["aboard"] as? Int == 6)
            let stored = try journey.status()["picture_bytes"] as? Int ?? 0
            #expect(stored == 7 * 300_000)
            #expect(try Self.isWhole(journey.home))
            // A kill loses only what the sockets hold at that instant.
            #expect(journey.origin.sentByteCount < stored * 115 / 100)
        }
    }
}
