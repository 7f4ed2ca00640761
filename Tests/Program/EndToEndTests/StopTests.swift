import Foundation
import Glibc
import ScriptedOrigin
import SpawnedPrograms
import Testing

extension EndToEnd {
    /// Ctrl-C, SIGTERM and SIGHUP during a refresh.
    @Suite struct StopTests {
        /// Something that a refresh waits for but that never arrives.
        enum Stall: CaseIterable {
            case answer, body, page, program, notification
        }

        private let home: TemporaryHome
        private let origin: Origin
        /// A gate that is never opened.
        private let gate = Gate()

        init() throws {
            (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/feed", .response(body: Self.feed))
            #expect(try Program.lede(["offline", "on"], home: home.url).status == 0)
            #expect(try Program.lede(["import", "-"], home: home.url, input: origin.url("/feed")).status == 0)
        }

        private static let feed = """
            <rss version='2.0'><channel><title>Gazette</title><item><guid>1</guid><title>First</title></item>
            </channel></rss>
            """

        /// Returns a program that writes its number to a file and sleeps.
        private func sleeper() throws -> (program: URL, number: URL) {
            let (program, number) = (home.url.appendingPathComponent("sleeper"), home.url.appendingPathComponent("pid"))
            try "#!/bin/sh\necho $$ > '\(number.path)'\nexec sleep 100\n".write(
                to: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
            return (program, number)
        }

        private func prepare(_ stall: Stall) throws {
            origin.route("/silent", .response(body: "late").after(gate))
            origin.route("/drip", .response(fields: ["Content-Length": "100"], body: "<rss>").then(.wait(gate)))
            let silent = origin.url("/silent")
            let arguments: [String] =
                switch stall {
                case .answer: ["add", silent]
                case .body: ["add", origin.url("/drip")]
                case .page: ["save", silent]
                case .program: ["add", "exec:mail", "--command", try sleeper().program.path]
                case .notification: ["status"]
                }
            if stall == .notification {
                try home.configure("[notify]\ncommand = ['\(try sleeper().program.path)']\n")
            }
            #expect(try Program.lede(arguments, home: home.url).status == 0)
            #expect(try Program.lede(["offline", "off"], home: home.url).status == 0)
        }

        private func waitForStall(_ stall: Stall) async throws {
            switch stall {
            case .answer, .page: try await origin.waitForRequests(1, to: "/silent")
            case .body: try await origin.waitForRequests(1, to: "/drip")
            case .program, .notification: try await waitUntil { number != nil }
            }
            // Its response is stored while the refresh waits for the other one.
            try await waitUntil { try hasArticle() }
        }

        /// Waits until the condition holds, but no longer than a minute.
        private func waitUntil(_ condition: () throws -> Bool) async throws {
            let end = ContinuousClock.now + .seconds(60)
            while try !condition(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        }

        private func hasArticle() throws -> Bool {
            try Program.lede(["articles"], home: home.url).output.contains("First")
        }

        /// The sleeping program's number.
        private var number: pid_t? {
            (try? String(contentsOf: home.url.appendingPathComponent("pid"), encoding: .utf8))
                .flatMap { pid_t($0.prefix { $0 != "\n" }) }
        }

        @Test(
            "A signal ends a refresh in any state, and what arrived is stored", arguments: Stall.allCases)
        func stalled(_ stall: Stall) async throws {
            try prepare(stall)
            let refresh = try Self.start(["refresh"], home)
            try await waitForStall(stall)
            kill(refresh, SIGTERM)
            #expect(try await Self.end(of: refresh) == 128 + SIGTERM)
            #expect(try hasArticle())
            guard let number else { return }
            if stall == .program { #expect(kill(number, 0) != 0, "the program still runs") }
            kill(number, SIGKILL)
        }

        /// Before its work begins, the signal itself ends the program, as POSIX requires: then a shell script stops,
        /// too.
        @Test("A signal at any time ends a refresh, with an exit status or by killing it, and damages nothing")
        func anyTime() async throws {
            try prepare(.answer)
            var count = 0
            for round in 0..<30 {
                let signal = [SIGTERM, SIGINT, SIGHUP][round % 3]
                let asked = origin.requests(to: "/silent").count
                let refresh = try Self.start(["refresh", "--force"], home)
                usleep(UInt32(round) * 8_000)
                // On every machine, the last signal arrives during the work.
                if round == 29 { try await origin.waitForRequests(asked + 1, to: "/silent") }
                kill(refresh, signal)
                let status = try await Self.end(of: refresh)
                #expect(status == 128 + signal || status == -signal, "round \(round)")
                if status == 128 + signal { count += 1 }
            }
            #expect(count > 0)
            #expect(try Program.lede(["check"], home: home.url).status == 0)
        }

        @Test("A signal ends packing with 128 plus its number as the status", arguments: [SIGINT, SIGTERM, SIGHUP])
        func packing(_ signal: Int32) async throws {
            origin.route("/silent", .response(body: "late").after(gate))
            let item = "<item><guid>1</guid><title>First</title><link>\(origin.url("/silent"))</link></item>"
            origin.route(
                "/feed", .response(body: "<rss version='2.0'><channel><title>Gazette</title>\(item)</channel></rss>"))
            #expect(try Program.lede(["offline", "off"], home: home.url).status == 0)
            #expect(try Program.lede(["refresh"], home: home.url).status == 0)
            let pack = try Self.start(["pack"], home)
            try await origin.waitForRequests(1, to: "/silent")
            kill(pack, signal)
            #expect(try await Self.end(of: pack) == 128 + signal)
        }

        @Test("A signal during lede save does not lose an address: the pages that have not arrived are queued")
        func saving() async throws {
            origin.route("/silent", .response(body: "late").after(gate))
            #expect(try Program.lede(["offline", "off"], home: home.url).status == 0)
            let save = try Self.start(["save", origin.url("/silent"), origin.url("/other")], home)
            try await origin.waitForRequests(1, to: "/silent")
            kill(save, SIGINT)
            #expect(try await Self.end(of: save) == 128 + SIGINT)
            let status = try Program.lede(["status"], home: home.url).output
            for path in ["/silent", "/other"] {
                #expect(status.contains(": the page of \(origin.url(path))\n"), "\(status)")
            }
        }

        @Test("A second signal of another kind ends a refresh that does not notice the first")
        func second() async throws {
            try prepare(.notification)
            let refresh = try Self.start(["refresh"], home)
            try await waitForStall(.notification)
            kill(refresh, SIGINT)
            kill(refresh, SIGTERM)
            #expect(try await Self.end(of: refresh) == -SIGTERM)
            if let number { kill(number, SIGKILL) }
        }

        private static func start(_ arguments: [String], _ home: TemporaryHome) throws -> pid_t {
            try SpawnedProgram.start(
                Program.path, arguments,
                environment: ProcessInfo.processInfo.environment.merging(["LEDE_HOME": home.url.path]) { $1 },
                streams: [.null, .null, .null])
        }

        /// Returns a process's exit status, or the negative number of the signal that ended it; nil if it has to be killed
        /// after half a minute.
        private static func end(of process: pid_t) async throws -> Int32? {
            let deadline = ContinuousClock.now + .seconds(30)
            var status: Int32 = 0
            while waitpid(process, &status, WNOHANG) == 0 {
                guard ContinuousClock.now < deadline else {
                    kill(process, SIGKILL)
                    waitpid(process, &status, 0)
                    return nil
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        }
    }
}
