import Foundation
import Testing

extension EndToEnd {
    /// Offline, no socket is opened and no name is resolved, as seen from outside the process.
    @Suite struct NoSocketTests {
        /// System calls for the network, and files that a resolver reads.
        private static let traced = "trace=socket,connect,sendto,sendmmsg,openat"

        private func traces(in file: URL) throws -> [Substring] {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { line in
                // (The local socket of nscd looks up the owner of a file, not a host name.)
                line.contains("AF_INET") || line.contains("resolv.conf") || line.contains("/etc/hosts")
            }
        }

        private func offlineHome() throws -> TemporaryHome {
            let home = try TemporaryHome()
            let opml = home.url.appendingPathComponent("in.opml")
            try """
            <opml version="2.0"><body><outline text="One" xmlUrl="http://feeds.example.com/one"/>
            <outline text="Two" xmlUrl="https://other.example.net/two"/></body></opml>
            """.write(to: opml, atomically: true, encoding: .utf8)
            #expect(try Program.lede(["import", opml.path], home: home.url).status == 0)
            return home
        }

        @Test("The offline reader opens and refreshes feeds on host names without a socket")
        func readerOffline() throws {
            let home = try offlineHome()
            let trace = home.url.appendingPathComponent("trace")
            let terminal = try TerminalSession(
                home: home.url, arguments: ["--offline"],
                program: "strace -f -o '\(trace.path)' -e \(Self.traced) '\(Program.path)'")
            try terminal.wait(for: "offline")
            try terminal.send("R")
            try terminal.wait(for: "Queued")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "not available offline")
            try terminal.send("r")
            try terminal.wait(for: "Queued")
            try terminal.send("q", "Q")
            try terminal.waitForExit()
            #expect(try traces(in: trace).isEmpty)
        }

        @Test(
            "Offline commands open no socket",
            arguments: [
                ["refresh"], ["refresh", "--force"], ["list"], ["add", "example.org/feed"],
                ["fetch", "http://feeds.example.com/one"], ["page", "http://feeds.example.com/page"],
            ])
        func commandsOffline(_ arguments: [String]) throws {
            let home = try offlineHome()
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "● online")
            try terminal.send("O")
            try terminal.wait(for: "○ offline")
            try terminal.send("Q")
            try terminal.waitForExit()
            let trace = home.url.appendingPathComponent("trace")
            let result = try Program.run(
                "/usr/bin/env", ["strace", "-f", "-o", trace.path, "-e", Self.traced, Program.path] + arguments,
                environment: ["LEDE_HOME": home.url.path])
            #expect(result.status == (["list", "add"].contains(arguments[0]) ? 0 : 75))
            #expect(try traces(in: trace).isEmpty)
        }

        @Test("Online, the same refresh opens a socket, so the trace works")
        func traceSeesSockets() throws {
            let home = try offlineHome()
            let trace = home.url.appendingPathComponent("trace")
            _ = try Program.run(
                "/usr/bin/env",
                ["strace", "-f", "-o", trace.path, "-e", Self.traced, Program.path, "add", "http://127.0.0.1:9/feed"],
                environment: ["LEDE_HOME": home.url.path])
            #expect(try !traces(in: trace).isEmpty)
        }
    }
}
