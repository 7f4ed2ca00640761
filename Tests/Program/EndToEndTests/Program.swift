import Foundation

/// Runs the built `lede` and other programs as separate processes.
enum Program {
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The executable beside this test bundle.
    static let path: String = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = bundle.deletingLastPathComponent()
        while folder.path != "/",
            !FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("lede").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder.appendingPathComponent("lede").path
    }()

    /// True if a program may run in namespaces of its own: without a network interface, or with a disk of any size.
    static let canIsolate = (try? run("/usr/bin/unshare", ["-rnm", "true"]))?.status == 0

    /// `lede ARGUMENTS` with its files under `home`.
    static func lede(
        _ arguments: [String], home: URL, input: String? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        try run(path, arguments, environment: ["LEDE_HOME": home.path].merging(environment) { $1 }, input: input)
    }

    /// With `posix_spawn` and `waitpid`: Foundation's `Process` waits for every daemon that its child leaves.
    static func run(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lede-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let streams = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data((input ?? "").utf8).write(to: streams[0])

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, streams[0].path, O_RDONLY, 0)
        for descriptor: Int32 in 1...2 {
            posix_spawn_file_actions_addopen(
                &actions, descriptor, streams[Int(descriptor)].path, O_WRONLY | O_CREAT, 0o600)
        }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var argv = ([executable] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        // Threads of a pool block most signals, and child processes inherit that: tmux would miss the ends of its
        // children, a shell its Ctrl-Z.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child = pid_t()
        let failure = posix_spawn(&child, executable, &actions, &attributes, &argv, &envp)
        guard failure == 0 else { throw NotStarted(description: "\(executable): errno \(failure)") }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        func text(_ stream: URL) throws -> String { String(decoding: try Data(contentsOf: stream), as: UTF8.self) }
        // The low seven bits name a signal, the next eight the exit status.
        return Result(
            status: status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F), output: try text(streams[1]),
            errors: try text(streams[2]))
    }

    struct NotStarted: Error, CustomStringConvertible {
        let description: String
    }
}

/// A folder that is deleted with the test that holds it.
final class TemporaryHome {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("lede-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes `config.toml`.
    func configure(_ text: String) throws {
        let folder = url.appendingPathComponent("config")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
    }
}
