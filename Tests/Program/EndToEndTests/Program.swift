import Foundation
import SpawnedPrograms
import TestFolders
import Testing

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

    /// Runs `lede ARGUMENTS` with its files under `home`.
    static func lede(
        _ arguments: [String], home: URL, input: String? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        try run(path, arguments, environment: ["LEDE_HOME": home.path].merging(environment) { $1 }, input: input)
    }

    /// Runs the program in a new home, which is deleted afterwards.
    static func lede(_ arguments: [String]) throws -> Result {
        let home = try TemporaryHome()
        return try withExtendedLifetime(home) { try lede(arguments, home: home.url) }
    }

    /// Runs the program with `posix_spawn` and `waitpid`: Foundation's `Process` waits for every daemon that its child
    /// leaves.
    static func run(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil
    ) throws -> Result {
        let folder = try TemporaryFolder()
        let streams = ["in", "out", "err"].map { folder.url.appendingPathComponent($0) }
        try Data((input ?? "").utf8).write(to: streams[0])

        let child = try SpawnedProgram.start(
            executable, arguments, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            streams: zip(streams, [O_RDONLY, O_WRONLY | O_CREAT, O_WRONLY | O_CREAT]).map { .init($0.path, $1) })
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        func text(_ stream: URL) throws -> String { String(decoding: try Data(contentsOf: stream), as: UTF8.self) }
        // The low seven bits are the signal, the next eight the exit status.
        return Result(
            status: status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F), output: try text(streams[1]),
            errors: try text(streams[2]))
    }

    struct NotStarted: Error, CustomStringConvertible {
        let description: String
    }
}

/// The folder of all files of a lede under test, deleted with the test that holds it.
final class TemporaryHome {
    private let folder: TemporaryFolder
    var url: URL { folder.url }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes `config.toml`.
    func configure(_ text: String) throws {
        let folder = url.appendingPathComponent("config")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
    }

    /// Adds a feed with `lede add`, which fetches it.
    func subscribe(to address: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let added = try Program.lede(["add", address], home: url)
        #expect(added.status == 0, "\(added.errors)", sourceLocation: sourceLocation)
    }
}
