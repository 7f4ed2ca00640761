import CSystem
import FoundationEssentials
import Glibc

/// Runs a program of the person for its output, such as a feed or a secret. It runs without a shell, its standard error
/// is discarded because the reader may use the terminal, and it is ended at its limits.
struct ChildProgram {
    /// The limits of a program.
    struct Limits: Sendable {
        /// The run time, in seconds (default 30).
        var time: TimeInterval = 30
        /// The length of its output, in bytes (default: the limit of a feed document, 32 MiB).
        var bytes = 32 << 20
        /// Its address space, in bytes (default 1 GiB); nil for no limit.
        var memory: Int? = 1 << 30
    }

    enum Failure: Error, Equatable, CustomStringConvertible {
        case notStarted(String)
        case status(String, Int32)
        case timedOut(String)
        case tooLong(String)
        case cancelled

        var description: String {
            switch self {
            case .notStarted(let name): "\(name) cannot be run"
            case .status(let name, let status): "\(name) ended with status \(status)"
            case .timedOut(let name): "\(name) took too long and was ended"
            case .tooLong(let name): "\(name) wrote too much and was ended"
            case .cancelled: "cancelled"
            }
        }
    }

    let words: [String]
    var limits = Limits()

    /// The interval between checks for the program's end, in milliseconds.
    private static let step: Int32 = 20

    private var name: String { words.first ?? "" }

    /// Returns its standard output after it has succeeded.
    ///
    /// - Parameters:
    ///   - input: the bytes for its standard input.
    ///   - isCancelled: asked from time to time; once it is true, the program is ended.
    func output(
        reading input: [UInt8] = [], isCancelled: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        guard !isCancelled() else { throw .cancelled }
        var source: [Int32] = [-1, -1]
        var result: [Int32] = [-1, -1]
        // A write to a pipe without a reader would end this process (SIGPIPE); a socket can suppress the signal.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &source) == 0 else { throw .notStarted(name) }
        guard csystem_pipe(&result) == 0 else {
            source.forEach { close($0) }
            throw .notStarted(name)
        }
        let child = start(reading: source[0], writing: result[1])
        close(source[0])
        close(result[1])
        defer { close(result[0]) }
        guard let child else {
            close(source[1])
            throw .notStarted(name)
        }
        return try collect(from: result[0], input, to: source[1], child, isCancelled)
    }

    private func start(reading input: Int32, writing output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // The program gets its own process group, so that its children end with it.
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child = pid_t()
        guard posix_spawnp(&child, name, &actions, &attributes, &arguments, environ) == 0 else { return nil }
        if let memory = limits.memory { _ = csystem_limit_memory(child, memory) }
        return child
    }

    /// Writes the input and reads the output whenever either is possible, until the program ends.
    private func collect(
        from output: Int32, _ input: [UInt8], to source: Int32, _ child: pid_t, _ isCancelled: () -> Bool
    ) throws(Failure) -> [UInt8] {
        let deadline = ContinuousClock.now + .seconds(limits.time)
        _ = fcntl(source, F_SETFL, O_NONBLOCK)
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        var (open, written): (Int32?, Int) = (source, 0)
        defer { if let open { close(open) } }
        var bytes: [UInt8] = []
        while true {
            if let target = open, written == input.count || Self.write(input, &written, to: target) {
                close(target)
                open = nil
            }
            // Waits for the end of the program, not of the pipe: a daemon that it started may keep the pipe open. Reads
            // the status first, so that everything written before the end can still be read.
            let status = Self.exitStatus(of: child)
            let isDrained = Self.read(output, into: &bytes, limit: limits.bytes)
            guard bytes.count <= limits.bytes else {
                end(child, ended: status != nil)
                throw .tooLong(name)
            }
            if let status, isDrained {
                guard status == 0 else { throw .status(name, status) }
                return bytes
            }
            let isLate = ContinuousClock.now >= deadline
            if isLate || isCancelled() {
                end(child, ended: status != nil)
                throw isLate ? .timedOut(name) : .cancelled
            }
            if isDrained, status == nil {
                var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
                _ = poll(&watched, 1, Self.step)
                // While the program runs, a closed output would be ready at once, again and again.
                if watched.revents & Int16(POLLIN) == 0 { usleep(UInt32(Self.step) * 1_000) }
            }
        }
    }

    private func end(_ child: pid_t, ended: Bool) {
        kill(-child, SIGKILL)
        guard !ended else { return }
        var ignored: Int32 = 0
        waitpid(child, &ignored, 0)
    }

    /// Returns true if nothing is left to write, or if the program no longer reads.
    private static func write(_ input: [UInt8], _ written: inout Int, to descriptor: Int32) -> Bool {
        while written < input.count {
            let count = input.withUnsafeBytes {
                send(
                    descriptor, $0.baseAddress! + written, min(input.count - written, 64 << 10), Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EAGAIN || errno == EINTR { return false }
            guard count > 0 else { return true }
            written += count
        }
        return true
    }

    /// Returns true if nothing is left to read for now.
    private static func read(_ descriptor: Int32, into bytes: inout [UInt8], limit: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return count == 0 || errno != EINTR }
            bytes += buffer[..<count]
        }
        return true
    }

    /// Nil while it runs; 128 plus the signal's number if a signal ended it.
    private static func exitStatus(of child: pid_t) -> Int32? {
        var status: Int32 = 0
        guard waitpid(child, &status, WNOHANG) == child else { return nil }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
