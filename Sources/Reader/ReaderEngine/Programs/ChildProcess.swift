import Basics
import CSystem
import Dispatch
import Glibc
import Markup

/// Runs other programs with `posix_spawn`: their arguments are passed unchanged, never through a shell.
enum ChildProcess {
    /// The exit status of a program that could not be found, as in shells.
    static let notFound: Int32 = 127

    /// Runs a program to its end and lends it the terminal. The program stays in this process's group, which is the
    /// terminal's foreground group: in its own group its first read would stop it (SIGTTIN), and Ctrl-Z would stop only
    /// the program.
    ///
    /// - Parameters:
    ///   - input: the program's standard input, instead of the terminal.
    ///   - variables: added to its environment.
    /// - Returns: its exit status, or 128 plus the number of the signal that ended it.
    static func run(_ words: [String], input: String? = nil, variables: [String: String] = [:]) -> Int32 {
        var ends: [Int32] = [-1, -1]
        // A program started at the same moment must not inherit an end: its reader would never see the end of input.
        if input != nil, csystem_pipe(&ends) != 0 { return notFound }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if input != nil { posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO) }
        let child = spawn(words, variables, &actions, flags: 0)
        if input != nil { close(ends[0]) }
        guard let child else {
            if input != nil { close(ends[1]) }
            return notFound
        }
        if let input {
            _ = WholeWrite.write(Array(input.utf8), to: ends[1])
            close(ends[1])
        }
        return wait(for: child)
    }

    /// The result of a program that ran without the terminal.
    struct Outcome: Sendable {
        let status: Int32
        /// The first line of its standard error.
        let firstError: String
    }

    /// Starts a program that does not need the terminal, in its own process group, so that no signal from the keyboard
    /// reaches it.
    ///
    /// - Parameters:
    ///   - input: its standard input.
    ///   - variables: added to its environment.
    ///   - whenDone: receives its result, on another thread.
    /// - Returns: false if the program cannot be run.
    static func start(
        _ words: [String], input: String? = nil, variables: [String: String] = [:],
        whenDone: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Use files, not pipes: a program that outlives this process can continue to write, and its own children delay
        // nothing.
        let (given, errors) = (TemporaryFile(input ?? ""), TemporaryFile(""))
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_RDWR, 0)
        for (file, stream) in [(given, STDIN_FILENO), (errors, STDERR_FILENO)] {
            if file.descriptor >= 0 {
                posix_spawn_file_actions_adddup2(&actions, file.descriptor, stream)
            } else {
                posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
            }
        }
        guard let child = spawn(words, variables, &actions, flags: Int32(POSIX_SPAWN_SETPGROUP)) else { return false }
        DispatchQueue(label: "lede.child", qos: .utility).async {
            let status = wait(for: child)
            whenDone(Outcome(status: status, firstError: status == 0 ? "" : errors.firstLine))
        }
        return true
    }

    /// A file without a name, which disappears when its last descriptor is closed.
    private final class TemporaryFile: Sendable {
        let descriptor: Int32
        /// Longest part read of a program's output, in bytes.
        private static let longestLine = 1_024

        init(_ content: String) {
            descriptor = TemporaryName("lede", in: "/tmp").openNameless()
            guard descriptor >= 0 else { return }
            _ = WholeWrite.write(Array(content.utf8), to: descriptor)
            lseek(descriptor, 0, SEEK_SET)
        }

        deinit {
            if descriptor >= 0 { close(descriptor) }
        }

        /// The first line that is not empty, safe for a terminal.
        var firstLine: String {
            var bytes = [UInt8](repeating: 0, count: Self.longestLine)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
            return SafeText.line(line.map(String.init) ?? "")
        }
    }

    private static func spawn(
        _ words: [String], _ variables: [String: String], _ actions: inout posix_spawn_file_actions_t, flags: Int32
    ) -> pid_t? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Otherwise the program would inherit the signals that this process ignores or this thread blocks.
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
        var environment =
            variables.isEmpty ? [] : inherited(besides: variables) + variables.map { strdup("\($0)=\($1)") }
        defer { environment.forEach { free($0) } }
        environment.append(nil)
        var child: pid_t = 0
        let isStarted = words.first.map { name in
            variables.isEmpty
                ? posix_spawnp(&child, name, &actions, &attributes, &arguments, environ) == 0
                : posix_spawnp(&child, name, &actions, &attributes, &arguments, &environment) == 0
        }
        return isStarted == true ? child : nil
    }

    /// A copy of this process's environment without these variables.
    private static func inherited(besides variables: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
        var copies: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let text = entry.pointee {
            let name = String(cString: text).prefix { $0 != "=" }
            if variables[String(name)] == nil { copies.append(strdup(text)) }
            entry += 1
        }
        return copies
    }

    private static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return notFound }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
