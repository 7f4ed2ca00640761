import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// An idle reader lets the processor sleep.
    @Suite struct IdleTests {
        /// Returns the number of times that the program's threads have gone to sleep so far; each follows a wake-up.
        private func sleeps(of process: String) throws -> Int {
            let tasks = "/proc/\(process)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
                let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
                let line = status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
                return sum + (line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0)
            }
        }

        /// The usual number of wake-ups in 3 s, in which the minute may change. libdispatch's timer, which global
        /// queues start, would add 3.
        private static let usual = 2

        @Test("An idle reader does no work")
        func idle() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: "<rss><channel><title>Gazette</title></channel></rss>"))
            try home.subscribe(to: origin.url("/feed"))
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            let process = try terminal.state("#{pane_pid}")
            // Startup ends with work in the background: the first indexing and the first check of the schedule.
            let began = Date()
            var (before, isIdle) = (try sleeps(of: process), false)
            while !isIdle, Date().timeIntervalSince(began) < 60 {
                Thread.sleep(forTimeInterval: 3)
                let now = try sleeps(of: process)
                isIdle = now - before <= Self.usual
                before = now
            }
            #expect(isIdle, "the reader wakes up again and again")
        }
    }
}
