package import Glibc

/// Starts another program. Its arguments are passed unchanged, never through a shell.
///
/// The program does not inherit the signals that lede itself blocks or ignores, such as the signals of the keyboard. It
/// inherits other signals that were ignored when lede started, so that `nohup` protects it, too. Of the open files it
/// inherits only its standard streams.
package struct Spawn: Sendable {
    /// The other end of one of the program's standard streams.
    package enum Stream: Sendable {
        case inherited
        case descriptor(Int32)
        /// `/dev/null`.
        case null
        case closed
    }

    package enum Environment: Sendable {
        /// This process's variables and the given additional ones.
        case inherited(adding: [String: String])
        case empty
    }

    var input: Stream
    package var output: Stream
    package var error: Stream
    package var environment: Environment
    /// True to give the program its own process group: no signal from the keyboard reaches the program, and its
    /// children can be ended with it.
    var hasOwnGroup: Bool
    /// True if the program does not ignore any signal.
    package var resetsAllSignals = false

    package init(
        input: Stream, output: Stream = .inherited, error: Stream = .inherited,
        environment: Environment = .inherited(adding: [:]), hasOwnGroup: Bool
    ) {
        self.input = input
        self.output = output
        self.error = error
        self.environment = environment
        self.hasOwnGroup = hasOwnGroup
    }

    /// The signals that lede itself ignores. The program does not ignore them, even if lede itself was started with
    /// some of them ignored.
    private static let ignored = [SIGINT, SIGQUIT, SIGTSTP, SIGPIPE, SIGXFSZ]

    /// Returns the program's process; nil if it cannot be started.
    ///
    /// - Parameters:
    ///   - words: its name and its arguments.
    ///   - file: the path of its file; nil to look up the name in `PATH`.
    package func start(_ words: [String], file: String? = nil) -> pid_t? {
        guard let file = file ?? words.first else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        connectStreams(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        setSignals(&attributes)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child = pid_t()
        guard var variables = copiedVariables() else {
            return posix_spawnp(&child, file, &actions, &attributes, &arguments, environ) == 0 ? child : nil
        }
        defer { variables.forEach { free($0) } }
        return posix_spawnp(&child, file, &actions, &attributes, &arguments, &variables) == 0 ? child : nil
    }

    private func connectStreams(_ actions: inout posix_spawn_file_actions_t) {
        for (stream, number) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (error, STDERR_FILENO)] {
            switch stream {
            case .inherited: break
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .closed: posix_spawn_file_actions_addclose(&actions, number)
            }
        }
        // libcurl does not mark its sockets as closed on exec: a browser would keep connections to servers open as long
        // as it runs.
        actions.closeDescriptors(from: STDERR_FILENO + 1)
    }

    private func setSignals(_ attributes: inout posix_spawnattr_t) {
        var (defaults, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&defaults)
        sigemptyset(&blocked)
        if resetsAllSignals { sigfillset(&defaults) }
        for signal in Self.ignored { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        if hasOwnGroup { flags |= POSIX_SPAWN_SETPGROUP }
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Returns the program's variables, to be freed; nil if they are exactly this process's own.
    private func copiedVariables() -> [UnsafeMutablePointer<CChar>?]? {
        guard case .inherited(let added) = environment else { return [nil] }
        guard !added.isEmpty else { return nil }
        var copies: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let text = entry.pointee {
            let name = String(cString: text).prefix { $0 != "=" }
            if added[String(name)] == nil { copies.append(strdup(text)) }
            entry += 1
        }
        for (name, value) in added { copies.append(strdup("\(name)=\(value)")) }
        return copies + [nil]
    }
}
