import Foundation
import Glibc
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct OpenFilesEndToEndTests {
        private let home: TemporaryHome
        private let origin: Origin

        init() throws {
            (home, origin) = (try TemporaryHome(), try Origin())
            let feed = "<rss version='2.0'><channel><title>a</title><item><title>b</title></item></channel></rss>"
            origin.route("/feed", .response(body: feed))
            try home.subscribe(to: origin.url("/feed"))
        }

        private func run(_ limit: String, _ command: String) throws -> Program.Result {
            try Program.run(
                "/bin/sh", ["-c", "ulimit -c 0; ulimit \(limit); exec '\(Program.path)' \(command)"],
                environment: ["LEDE_HOME": home.url.path])
        }

        @Test("With too few open files, commands that use the network say so, and others work")
        func tooFew() throws {
            for command in ["refresh --force", "fetch \(origin.url("/feed"))"] {
                let result = try run("-n 12", command)
                #expect(result.status == 1 && result.output.isEmpty, "\(result)")
                #expect(
                    result.errors == "lede: only 12 files may be open at once, and lede needs 64 (ulimit -n 64)\n",
                    "\(result)")
            }
            #expect(try run("-n 12", "count").output == "1\n")
        }

        @Test(
            "40 open files suffice for commands that use no network",
            arguments: ["offline on", "offline off", "feed 1", "cache status", "pack --dry-run", "remove 1"])
        func withoutNetwork(_ command: String) throws {
            let result = try run("-n 40", command)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
            #expect(try run("-n 40", "refresh --force").status == 1)
        }

        @Test("64 open files suffice, and a lower limit is raised if permitted", arguments: ["-n 64", "-S -n 12"])
        func enough(_ limit: String) throws {
            let result = try run(limit, "refresh --force")
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        }

        @Test("A server with few open files ends the longest idle connection for a new client", arguments: [40, 64])
        func idleClients(_ limit: Int) throws {
            let server = try ServedLibrary(home, openFiles: limit)
            let request = Array("GET /ids.json HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
            var clients: [Int32] = []
            defer { for client in clients { close(client) } }
            for number in 1...80 {
                let client = try server.connect()
                clients.append(client)
                // Less than the time after which the server ends idle connections in any case.
                var patience = timeval(tv_sec: 30, tv_usec: 0)
                setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
                _ = send(client, request, request.count, Int32(MSG_NOSIGNAL))
                var first: UInt8 = 0
                try #require(recv(client, &first, 1, 0) == 1, "client \(number)")
            }
            #expect(try server.stop() == 0)
        }

        @Test("If the library may not grow, a mark fails with a message, and the program is not killed")
        func fileSize() throws {
            let result = try run("-f 20", "mark star 1")
            #expect(result.status == 1, "\(result)")
            #expect(result.errors.hasPrefix("lede: the library cannot be used: "), "\(result)")
            #expect(try run("-n 64", "check").status == 0)
        }
    }
}
