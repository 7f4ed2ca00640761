import Foundation
import Testing

extension EndToEnd {
    /// Offline means: no socket and no name look-up, seen from outside the process.
    @Suite struct NoSocketTests {
        /// System calls that speak of the network or of a resolver's files.
        private static let traced = "trace=socket,connect,sendto,sendmmsg,openat"

        private func traces(in file: URL) throws -> [Substring] {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { line in
                // (The local socket of nscd is asked for the owner of a file, which is no name of a host.)
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

        @Test("The reader offline, feeds on host names opened and refreshed: not one socket")
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
            "Commands offline open no socket either",
            arguments: [["refresh"], ["refresh", "--force"], ["list"], ["add", "example.org/feed"]])
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
            #expect(result.status == (arguments[0] == "refresh" ? 75 : 0))
            #expect(try traces(in: trace).isEmpty)
        }

        @Test("The trace would show a socket: online, the same refresh opens one")
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
