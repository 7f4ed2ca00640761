import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Packing onto a disk that has too little room.
    @Suite(.enabled(if: Program.canIsolate, "No user namespaces here"))
    struct FullDiskTests {
        @Test("Packing stops before the disk is full: the library can be written, and packed articles are complete")
        func stopsInTime() throws {
            let journey = try PackedJourney(articles: 6, bytes: 1_500_000)
            // 9 MB more than packing leaves free; the pictures and their log need twice that.
            let disk = SmallDisk("104M", copying: journey.home)
            let result = try disk.run(
                """
                '\(Program.path)' pack 2>&1 || echo "status $?"
                \(disk.freeCommand)
                '\(Program.path)' mark star --search is:unread
                '\(Program.path)' pack --status --json
                """)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("the disk is full or nearly full") && result.output.contains("status 1"))
            #expect(result.output.contains("6 articles changed"))
            // Four objects may be under way when the limit is reached, and the log is copied into the file afterwards.
            #expect(try SmallDisk.free(in: result) > 80_000_000)
        }

        @Test("Packing ends on a disk that other programs have filled, and continues once there is room")
        func filledByOthers() throws {
            let journey = try PackedJourney(articles: 3, bytes: 300_000)
            let asked = journey.origin.requests.count
            let disk = SmallDisk("150M", copying: journey.home)
            let result = try disk.run(
                """
                head -c 80000000 /dev/zero > '\(disk.path)/filling'
                '\(Program.path)' pack 2>&1 || echo "status $?"
                rm '\(disk.path)/filling'
                '\(Program.path)' pack
                """)
            #expect(result.status == 0, "\(result.errors)")
            let lines = result.output.split(separator: "\n")
            #expect(lines.first?.contains("nearly full") == true && lines.contains("status 1"))
            #expect(lines.last?.hasPrefix("packed: 3 articles, ") == true)
            // The first and the last are for the feed: pages over plain HTTP do not prove that no hotspot wrote them.
            #expect(journey.origin.requests.count == asked + 1 + 3 + 4 + 1)
        }

        @Test("The transfer of a large enclosure stops before the disk is full, and its part is kept")
        func largeEnclosure() throws {
            let (home, origin) = try Self.libraryWithEpisode(bytes: 30_000_000)
            let disk = SmallDisk("115M", copying: home)
            let result = try disk.run(
                """
                '\(Program.path)' pack --enclosures 2>&1 || echo "status $?"
                \(disk.freeCommand)
                '\(Program.path)' queue
                """)
            #expect(result.output.contains("the disk is full or nearly full") && result.output.contains("status 1"))
            #expect(try SmallDisk.free(in: result) > 95_000_000)
            #expect(result.output.contains("waits, ") && result.output.contains("of 30 MB"))
            #expect(origin.requests(to: "/e.mp3").count == 1)
        }

        @Test("If the folder of enclosures links to a full disk, packing ends with a report, and the part is kept")
        func fullDiskOfEnclosures() throws {
            let (home, origin) = try Self.libraryWithEpisode(bytes: 300_000)
            let folder = home.url.appendingPathComponent("stick").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: home.url.appendingPathComponent("data/enclosures").path, withDestinationPath: folder)
            let commands = """
                mount -t tmpfs -o size=64k none '\(folder)'
                export LEDE_HOME='\(home.url.path)'
                '\(Program.path)' pack --enclosures 2>&1 || echo "status $?"
                '\(Program.path)' queue
                """
            let result = try Program.run("/usr/bin/unshare", ["-rm", "sh", "-c", commands])
            #expect(result.output.contains("300 KB fetched; the disk is full or nearly full\nstatus 1\n"), "\(result)")
            #expect(result.output.contains("waits, 300 KB of 300 KB"), "\(result)")
            #expect(try Program.lede(["pack"], home: home.url).output.contains("packed: 1 article, 1 enclosure, "))
            #expect(origin.requests(to: "/e.mp3").count == 1)
        }

        /// Returns a library with a feed whose only enclosure has this length, and its server.
        private static func libraryWithEpisode(bytes length: Int) throws -> (home: TemporaryHome, origin: Origin) {
            let home = try TemporaryHome()
            let origin = try Origin()
            let item = """
                <item><guid>1</guid><title>Pilot</title><description>An episode.</description>
                <enclosure url='\(origin.url("/e.mp3"))' type='audio/mpeg' length='\(length)'/></item>
                """
            origin.route(
                "/feed", .response(body: "<rss version='2.0'><channel><title>Show</title>\(item)</channel></rss>"))
            let episode = [UInt8](repeating: 7, count: length)
            origin.route("/e.mp3", .response(200, fields: [RawField("ETag", "\"e\"")], body: episode))
            try home.subscribe(to: origin.url("/feed"))
            return (home, origin)
        }

        @Test("On a disk without a free byte, packed articles are listed and can be opened with their pictures")
        func readsOnFullDisk() throws {
            let journey = try PackedJourney(articles: 2, pictures: 3)
            #expect(try journey.lede("pack").status == 0)
            let disk = SmallDisk("20M", copying: journey.home)
            let program = disk.program(
                """
                rm -f '\(disk.path)'/data/*-shm
                cat /dev/zero > '\(disk.path)/filling' 2>/dev/null || true
                '\(Program.path)' pack --status
                '\(Program.path)' search is:aboard
                '\(Program.path)' --offline
                """)
            let terminal = try TerminalSession(
                home: journey.home.url, arguments: [], columns: 100, rows: 60,
                environment: ["TERM": "tmux-256color"], program: program)
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait("two marks") { $0.count { $0.contains("▪") && $0.contains("Ferry") } == 2 }
            try terminal.send("Enter")
            try terminal.wait("a picture") { $0.contains { $0.contains { "▘▝▀▖▞▛".contains($0) } } }
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("On a disk without a free byte, a check says that the disk is full, not that it is failing")
        func checksOnFullDisk() throws {
            let journey = try PackedJourney(articles: 1)
            let disk = SmallDisk("20M", copying: journey.home)
            let result = try disk.run(
                """
                rm -f '\(disk.path)'/data/*-shm
                cat /dev/zero > '\(disk.path)/filling' 2>/dev/null || true
                '\(Program.path)' check 2>&1 || echo "status $?"
                """)
            let expected = "lede: the library cannot be checked: the disk is full (disk I/O error)\nstatus 1\n"
            #expect(result.output == expected, "\(result)")
        }

        @Test(
            "On a disk without a free byte, packed articles can be removed, even if their database cannot be opened",
            arguments: ["", "rm -f data/*-shm"])
        func removesOnFullDisk(_ preparation: String) throws {
            let journey = try PackedJourney(articles: 2, pictures: 3)
            #expect(try journey.lede("pack").status == 0)
            let disk = SmallDisk("20M", copying: journey.home)
            let result = try disk.run(
                """
                cd '\(disk.path)'
                \(preparation)
                cat /dev/zero > filling 2>/dev/null || true
                '\(Program.path)' pack --remove Ferry 2>&1 || true
                '\(Program.path)' search is:packed 2>&1 || true
                ls data/aboard | sed 's/^/kept /'
                """)
            #expect(result.output.contains("unpacked: 2 articles\n"), "\(result)")
            #expect(!result.output.contains("Ferry ") && !result.output.contains("kept"), "\(result)")
        }

        @Test("On a disk without a free byte, the cache can be cleared although it cannot be opened")
        func clearsOnFullDisk() throws {
            let home = try TemporaryHome()
            #expect(try Program.lede(["import", "-"], home: home.url, input: "https://a.example/\n").status == 0)
            let disk = SmallDisk("20M", copying: home)
            let result = try disk.run(
                """
                '\(Program.path)' cache > /dev/null
                test -s '\(disk.path)/cache/cache.sqlite'
                cat /dev/zero > '\(disk.path)/filling' 2>/dev/null || true
                '\(Program.path)' cache clear
                test ! -e '\(disk.path)/cache/cache.sqlite'
                """)
            #expect(result.status == 0, "\(result)")
        }

        @Test("Clearing a cache that has filled the disk returns its space", arguments: [0, 150, 300, 500])
        func clearsCacheThatFilledDisk(_ freeKilobytes: Int) throws {
            let home = try TemporaryHome()
            #expect(try Program.lede(["import", "-"], home: home.url, input: "https://a.example/\n").status == 0)
            let origin = try Origin()
            let body = [UInt8](repeating: 7, count: 700_000)
            let reply = Reply.response(200, fields: [RawField("Cache-Control", "max-age=600")], body: body)
            for index in 1...6 { origin.route("/\(index)", reply) }
            let disk = SmallDisk("6M", copying: home)
            let result = try disk.run(
                """
                head -c \(freeKilobytes)k /dev/zero > '\(disk.path)/filling'
                for i in 1 2 3 4 5 6; do '\(Program.path)' fetch '\(origin.url("/"))'$i > /dev/null 2>&1; done
                rm '\(disk.path)/filling'
                '\(Program.path)' cache clear
                \(disk.freeCommand)
                """)
            #expect(result.status == 0, "\(result)")
            #expect(try SmallDisk.free(in: result) > 2_800_000, "\(result)")
        }

        @Test("On a disk without a free byte, articles that are not indexed yet do not prevent a search")
        func searchesOnFullDisk() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let items = (0..<1_001).map { "<item><guid>\($0)</guid><title>Ferry \($0)</title></item>" }.joined()
            origin.route(
                "/feed", .response(body: "<rss version='2.0'><channel><title>Port</title>\(items)</channel></rss>"))
            #expect(try Program.lede(["import", "-"], home: home.url, input: origin.url("/feed\n")).status == 0)
            // A refresh leaves so many articles to the next search.
            #expect(try Program.lede(["refresh"], home: home.url).status == 0)
            let disk = SmallDisk("20M", copying: home)
            let result = try disk.run(
                """
                cat /dev/zero > '\(disk.path)/filling' 2>/dev/null || true
                '\(Program.path)' count is:unread
                '\(Program.path)' search is:unread --limit 1
                '\(Program.path)' book - is:unread --limit 1 | wc -l
                '\(Program.path)' mark read --search is:unread || echo "status $?"
                """)
            #expect(result.status == 0, "\(result)")
            #expect(result.output.hasPrefix("1001\n") && result.output.contains("Ferry"), "\(result)")
            #expect(result.output.hasSuffix("status 1\n"), "\(result)")
            let notes = result.errors.split(separator: "\n").filter { $0.contains("articles cannot be searched yet: ") }
            #expect(notes.count == 3 && notes.allSatisfy { $0.hasPrefix("lede: 1,001 ") }, "\(result)")
            #expect(result.errors.contains("-: 1 article, "), "\(result)")
        }

        @Test("A cache whose log cannot grow says that the disk is full")
        func cacheOnFullDisk() throws {
            let home = try TemporaryHome()
            #expect(try Program.lede(["import", "-"], home: home.url, input: "https://a.example/\n").status == 0)
            let disk = SmallDisk("20M", copying: home)
            let result = try disk.run(
                """
                '\(Program.path)' cache
                cat /dev/zero > '\(disk.path)/filling' 2>/dev/null || true
                '\(Program.path)' cache 2>&1 || echo "status $?"
                """)
            #expect(result.output.contains("cache.sqlite: the disk is full"), "\(result)")
            #expect(result.output.hasSuffix("status 1\n"), "\(result)")
        }
    }
}
