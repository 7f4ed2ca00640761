import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#endif

/// Runs the program that prints a secret: without a shell, without standard input and with its standard error
/// discarded, as the reader may hold the terminal. A password store that asks for a passphrase has to use a window or
/// an agent of its own.
struct SecretCommand {
    /// The time after which the program is ended, in seconds (default 30).
    static let timeLimit: TimeInterval = 30
    /// The interval between checks for the program's end, in milliseconds.
    private static let step: Int32 = 20

    private let words: [String]
    private let timeLimit: TimeInterval

    init(_ words: [String], timeLimit: TimeInterval = Self.timeLimit) {
        self.words = words
        self.timeLimit = timeLimit
    }

    private var name: String { words.first ?? "" }

    /// Returns at most `SecretSource.limit` bytes of its standard output.
    func output() throws(CredentialError) -> [UInt8] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notStarted(command: name) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let child = start(writingTo: ends[1])
        close(ends[1])
        guard let child else { throw .notStarted(command: name) }
        return try collect(from: ends[0], child)
    }

    private func start(writingTo output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
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
        return child
    }

    private func collect(from descriptor: Int32, _ child: pid_t) throws(CredentialError) -> [UInt8] {
        let deadline = Date() + timeLimit
        var bytes: [UInt8] = []
        var status: Int32?
        while true {
            // The program's end counts, not the pipe's, which a daemon that it leaves behind may keep open. The
            // status is read first, so that everything written before the end can still be read.
            if status == nil { status = Self.exitStatus(of: child) }
            let piece = Self.waitForBytes(on: descriptor) ? Self.read(descriptor) : nil
            bytes += (piece ?? []).prefix(SecretSource.limit - bytes.count)
            if let status, piece?.isEmpty ?? true {
                guard status == 0 else { throw .failed(command: name, status: status) }
                return bytes
            }
            guard Date() < deadline else {
                kill(-child, SIGKILL)
                var ignored: Int32 = 0
                waitpid(child, &ignored, 0)
                throw .timedOut(command: name)
            }
            if piece?.isEmpty == true { _ = poll(nil, 0, Self.step) }
        }
    }

    private static func waitForBytes(on descriptor: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, step) > 0
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: SecretSource.limit)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Nil while it runs; negative if a signal ended it.
    private static func exitStatus(of child: pid_t) -> Int32? {
        var status: Int32 = 0
        guard waitpid(child, &status, WNOHANG) != 0 else { return nil }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
}
