import Foundation
import Glibc
import SpawnedPrograms
import Synchronization

/// A program that a test starts; it ends with the test.
final class ChildProcess: Sendable {
    private let identifier: pid_t
    /// The exit status, once it is known; until then the process identifier cannot be reused.
    private let status = Mutex<Int32?>(nil)

    init(_ program: String, _ arguments: [String]) throws {
        identifier = try SpawnedProgram.start(
            program, arguments, environment: ProcessInfo.processInfo.environment, streams: [.null, .null, .null])
    }

    deinit {
        terminate()
    }

    var isRunning: Bool {
        wait(options: WNOHANG) == nil
    }

    @discardableResult
    func waitForExit() -> Int32 {
        wait(options: 0) ?? -1
    }

    func terminate() {
        guard isRunning else { return }
        kill(identifier, SIGTERM)
        waitForExit()
    }

    private func wait(options: Int32) -> Int32? {
        status.withLock { status in
            if let status { return status }
            var ended: Int32 = 0
            guard waitpid(identifier, &ended, options) == identifier else { return nil }
            status = ended
            return ended
        }
    }
}
