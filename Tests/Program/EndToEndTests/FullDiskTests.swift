import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Packing onto a disk that has too little room: a tmpfs of a fixed size, in a namespace of its own.
    @Suite(.enabled(if: Program.canIsolate, "No user namespaces here"))
    struct FullDiskTests {
        @Test("Packing stops before the disk is full: the library can be written, and what is aboard is whole")
        func stopsInTime() throws {
            let journey = try PackedJourney(articles: 6, bytes: 1_500_000)
            let disk = journey.home.url.appendingPathComponent("disk").path
            // 9 MB more than packing leaves free; the pictures and their log need twice that.
            let script = """
                set -e
                mkdir '\(disk)'
                mount -t tmpfs -o size=104M none '\(disk)'
                cp -a '\(journey.home.url.path)/data' '\(disk)/'
                export LEDE_HOME='\(disk)'
                '\(Program.path)' pack 2>&1 || echo "status $?"
                echo "free $(($(stat -f -c '%a * %S' '\(disk)')))"
                '\(Program.path)' mark star --search is:unread
                '\(Program.path)' pack --status --json
                """
            let result = try Program.run("/usr/bin/unshare", ["-rm", "sh", "-c", script])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("the disk is full or nearly full") && result.output.contains("status 1"))
            #expect(result.output.contains("6 articles changed"))
            let free = try #require(result.output.firstMatch(of: /free (\d+)/).flatMap { Int($0.output.1) })
            // Four objects may be under way when the limit is reached, and the log is copied into the file afterwards.
            #expect(free > 80_000_000)
        }

        @Test("A disk that other programs have filled ends packing, and with room again it continues")
        func filledByOthers() throws {
            let journey = try PackedJourney(articles: 3, bytes: 300_000)
            let asked = journey.origin.requests.count
            let disk = journey.home.url.appendingPathComponent("disk").path
            let script = """
                set -e
                mkdir '\(disk)'
                mount -t tmpfs -o size=150M none '\(disk)'
                cp -a '\(journey.home.url.path)/data' '\(disk)/'
                export LEDE_HOME='\(disk)'
                head -c 80000000 /dev/zero > '\(disk)/filling'
                '\(Program.path)' pack 2>&1 || echo "status $?"
                rm '\(disk)/filling'
                '\(Program.path)' pack
                """
            let result = try Program.run("/usr/bin/unshare", ["-rm", "sh", "-c", script])
            #expect(result.status == 0, "\(result.errors)")
            let lines = result.output.split(separator: "\n")
            #expect(lines.first?.contains("nearly full") == true && lines.contains("status 1"))
            #expect(lines.last?.hasPrefix("aboard: 3 articles, ") == true)
            #expect(journey.origin.requests.count == asked + 3 + 4)
        }

        @Test("A large enclosure stops before the disk is full, and keeps its part")
        func largeEnclosure() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let item = """
                <item><guid>1</guid><title>Pilot</title><description>An episode.</description>
                <enclosure url='\(origin.url("/e.mp3"))' type='audio/mpeg' length='30000000'/></item>
                """
            origin.route(
                "/feed", .response(body: "<rss version='2.0'><channel><title>Show</title>\(item)</channel></rss>"))
            let episode = [UInt8](repeating: 7, count: 30_000_000)
            origin.route("/e.mp3", .response(200, fields: [RawField("ETag", "\"e\"")], body: episode))
            #expect(try Program.lede(["add", origin.url("/feed")], home: home.url).status == 0)
            let disk = home.url.appendingPathComponent("disk").path
            let script = """
                set -e
                mkdir '\(disk)'
                mount -t tmpfs -o size=115M none '\(disk)'
                cp -a '\(home.url.path)/data' '\(disk)/'
                export LEDE_HOME='\(disk)'
                '\(Program.path)' pack --enclosures 2>&1 || echo "status $?"
                echo "free $(($(stat -f -c '%a * %S' '\(disk)')))"
                '\(Program.path)' queue
                """
            let result = try Program.run("/usr/bin/unshare", ["-rm", "sh", "-c", script])
            #expect(result.output.contains("the disk is full or nearly full") && result.output.contains("status 1"))
            let free = try #require(result.output.firstMatch(of: /free (\d+)/).flatMap { Int($0.output.1) })
            #expect(free > 95_000_000)
            #expect(result.output.contains("waits, ") && result.output.contains("of 30 MB"))
        }

        @Test("On a disk without a free byte, packed articles are listed and open with their pictures")
        func readsOnFullDisk() throws {
            let journey = try PackedJourney(articles: 2, pictures: 3)
            #expect(try journey.lede("pack").status == 0)
            let disk = journey.home.url.appendingPathComponent("disk").path
            let script = """
                set -e
                mkdir '\(disk)'
                mount -t tmpfs -o size=20M none '\(disk)'
                cp -a '\(journey.home.url.path)/data' '\(disk)/'
                rm -f '\(disk)'/data/*-shm
                cat /dev/zero > '\(disk)/filling' 2>/dev/null || true
                export LEDE_HOME='\(disk)'
                '\(Program.path)' pack --status
                '\(Program.path)' search is:aboard
                '\(Program.path)' --offline
                """
            let terminal = try TerminalSession(
                home: journey.home.url, arguments: [], columns: 100, rows: 60,
                environment: ["TERM": "tmux-256color"], program: "unshare -rm sh -c \"\(script)\"")
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait("two marks") { $0.count { $0.contains("▪") && $0.contains("Ferry") } == 2 }
            try terminal.send("Enter")
            try terminal.wait("a picture") { $0.contains { $0.contains { "▘▝▀▖▞▛".contains($0) } } }
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
