import Glibc
import Synchronization

/// A program that a test starts; it ends with the test.
final class ChildProcess: Sendable {
    private let identifier: pid_t
    /// The exit status, once it is known; until then the process identifier cannot be reused.
    private let status = Mutex<Int32?>(nil)

    init(_ program: String, _ arguments: [String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in Int32(0)...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads of the task executor block all signals, and child processes inherit the mask.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var identifier = pid_t()
        guard posix_spawn(&identifier, program, &actions, &attributes, words, environ) == 0 else {
            throw ChildProcessError.doesNotStart(program)
        }
        self.identifier = identifier
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

enum ChildProcessError: Error {
    case doesNotStart(String)
}
