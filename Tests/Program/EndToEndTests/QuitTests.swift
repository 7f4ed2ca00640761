import Foundation
import Glibc
import Testing

extension EndToEnd {
    /// Quits at random times of a refresh over many HTTPS hosts. `LEDE_LONG_TESTS=1` quits a thousand times.
    @Suite(.enabled(if: TLSHosts.program != nil, "nginx is not installed (package nginx-light)"))
    struct QuitTests {
        private static let isLong = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1"
        private let hosts: TLSHosts
        private let home: TemporaryHome

        init() throws {
            hosts = try TLSHosts(count: 150)
            home = try TemporaryHome()
            #expect(try Program.lede(["import", "-"], home: home.url, input: hosts.subscriptions).status == 0)
        }

        /// Signals of a crash.
        private static let crashes: Set<Int32> = [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE]

        @Test(
            "A signal during TLS handshakes ends a command without a crash",
            .enabled(if: ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] != nil),
            arguments: [["refresh", "--force"], ["serve", "--listen", "127.0.0.1:0"]])
        func commands(_ arguments: [String]) throws {
            for round in 0..<(Self.isLong ? 400 : 15) {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: Program.path)
                process.arguments = arguments
                process.environment = ["LEDE_HOME": home.url.path, "CURL_CA_BUNDLE": hosts.authority]
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                usleep(UInt32.random(in: 60_000...300_000))
                let signal = [SIGINT, SIGTERM, SIGHUP][round % 3]
                kill(process.processIdentifier, signal)
                process.waitUntilExit()
                let isCrash =
                    process.terminationReason == .uncaughtSignal && Self.crashes.contains(process.terminationStatus)
                #expect(!isCrash, "\(arguments), signal \(signal): \(process.terminationStatus)")
            }
        }

        @Test(
            "q during TLS handshakes ends the reader without a crash",
            .enabled(if: ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] != nil))
        func reader() throws {
            for _ in 0..<(Self.isLong ? 200 : 6) {
                let terminal = try TerminalSession(
                    home: home.url, environment: ["CURL_CA_BUNDLE": hosts.authority], reportsStatus: true)
                try terminal.wait(for: "127.0.7.1")
                try terminal.send("R")
                usleep(UInt32.random(in: 20_000...250_000))
                try terminal.send("Q")
                try terminal.waitForExit()
                #expect(try terminal.exitStatus() == "0")
            }
        }
    }
}
