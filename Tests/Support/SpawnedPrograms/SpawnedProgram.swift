package import CSystem
import Glibc

/// Starts a program for a test.
package enum SpawnedProgram {
    /// A file that the program opens as one of its standard streams.
    package struct Stream: Sendable {
        var path: String
        var flags: Int32

        package init(_ path: String, _ flags: Int32) {
            self.path = path
            self.flags = flags
        }

        package static let null = Stream("/dev/null", O_RDWR)
    }

    package struct NotStarted: Error, CustomStringConvertible {
        package let description: String
    }

    /// Returns the number of the new process, in which no signal is blocked. The threads of a pool block most signals,
    /// and child processes inherit that: tmux would miss the ends of its children, a shell its Ctrl-Z. It inherits no
    /// descriptor: the terminal of another test would stay open.
    ///
    /// - Parameters: - environment: all variables of the program. - streams: its input, its output and its errors. -
    ///   hasOwnSession: true if the program becomes the leader of a new session, so that it can have its own terminal.
    package static func start(
        _ path: String, _ arguments: [String], environment: [String: String], streams: [Stream],
        hasOwnSession: Bool = false
    ) throws(NotStarted) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, stream) in zip(Int32(0)..., streams) {
            posix_spawn_file_actions_addopen(&actions, descriptor, stream.path, stream.flags, 0o600)
        }
        csystem_close_from(&actions, Int32(streams.count))
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        // Under `nohup`, and in the background of a script (`&`), the tests inherit that some of these are ignored; a
        // server in a test ignores SIGPIPE.
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&ending, signal) }
        posix_spawnattr_setsigdefault(&attributes, &ending)
        let session: Int16 = hasOwnSession ? 0x80 : 0  // POSIX_SPAWN_SETSID
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var child = pid_t()
        let failure = posix_spawn(&child, path, &actions, &attributes, &words, &variables)
        guard failure == 0 else { throw NotStarted(description: "\(path): errno \(failure)") }
        return child
    }
}
