import Dispatch
import Glibc

/// Other programs, by `posix_spawn`: their arguments are handed over as they are, never through a shell.
enum ChildProcess {
    /// The exit status that stands for a program that could not be found, as shells have it.
    static let notFound: Int32 = 127

    /// Runs a program to its end, with the terminal for its own. It stays in this process's group, which is the terminal's
    /// foreground one: in a group of its own its first read would stop it (SIGTTIN), and Ctrl-Z would stop it alone.
    ///
    /// - Parameters:
    ///   - input: what it reads on its standard input, instead of the terminal.
    ///   - environment: variables that it gets besides those of this process.
    /// - Returns: its exit status, 128 and the signal's number where one ended it.
    static func run(
        _ words: [String], input: String? = nil, environment: [(name: String, value: String)] = []
    ) -> Int32 {
        var ends: [Int32] = [-1, -1]
        if input != nil, pipe(&ends) != 0 { return notFound }
        for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if input != nil { posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO) }
        let child = spawn(words, &actions, flags: 0, environment)
        if input != nil { close(ends[0]) }
        guard let child else {
            if input != nil { close(ends[1]) }
            return notFound
        }
        if let input {
            write(Array(input.utf8), to: ends[1])
            close(ends[1])
        }
        return wait(for: child)
    }

    /// Starts a program that has windows of its own, in a group of its own: no key of this terminal is for it.
    static func start(_ words: [String]) -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        guard let child = spawn(words, &actions, flags: Int32(POSIX_SPAWN_SETPGROUP)) else { return false }
        DispatchQueue.global(qos: .utility).async { _ = wait(for: child) }
        return true
    }

    private static func spawn(
        _ words: [String], _ actions: inout posix_spawn_file_actions_t, flags: Int32,
        _ environment: [(name: String, value: String)] = []
    ) -> pid_t? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What this process ignores, or this thread blocks, a program would go on ignoring and blocking.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setflags(
            &attributes, Int16(flags | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        var variables = Self.variables(with: environment)
        defer { variables.forEach { free($0) } }
        guard let name = words.first, posix_spawnp(&child, name, &actions, &attributes, &arguments, &variables) == 0
        else { return nil }
        return child
    }

    /// This process's environment with these variables in it; the last entry is nil.
    private static func variables(
        with added: [(name: String, value: String)]
    ) -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = []
        let names = added.map { $0.name + "=" }
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
        while let variable = entry.pointee {
            if !names.contains(where: { strncmp(variable, $0, $0.utf8.count) == 0 }) {
                variables.append(strdup(variable))
            }
            entry += 1
        }
        return variables + added.map { strdup("\($0.name)=\($0.value)") } + [nil]
    }

    /// What is not read any more is not written.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
                guard count > 0 || errno == EINTR else { return }
                offset += max(0, count)
            }
        }
    }

    private static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return notFound }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
