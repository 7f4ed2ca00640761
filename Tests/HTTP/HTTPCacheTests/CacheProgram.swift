import Foundation
import GRDB

/// Runs the program `CacheWriter` to its end.
enum CacheProgram {
    /// - Parameter folder: its working directory; nil for this process's own.
    /// - Returns: the lines that it prints.
    static func run(_ arguments: [String], in folder: URL? = nil) throws -> [String] {
        try run(path, arguments, in: folder)
    }

    /// Runs the program with a tmpfs of a fixed size at `folder`, in a namespace of its own.
    ///
    /// - Parameter size: the size in the notation of `mount`.
    static func run(_ arguments: [String], onDiskOf size: String, at folder: String) throws -> [String] {
        let commands = "mount -t tmpfs -o size=\(size) none '\(folder)' && exec \"$0\" \"$@\""
        return try run(unshare, ["-rm", "sh", "-c", commands, path.path] + arguments)
    }

    /// True if this machine permits user namespaces.
    static let canMount = (try? run(unshare, ["-rm", "echo", "yes"])) == ["yes"]

    private static let unshare = URL(filePath: "/usr/bin/unshare")

    private static func run(_ executable: URL, _ arguments: [String], in folder: URL? = nil) throws -> [String] {
        let process = Process()
        if let folder { process.currentDirectoryURL = folder }
        process.executableURL = executable
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    static var path: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "CacheWriter")
    }
}

/// Holds the write lock of a database, as a process does that stops within a transaction.
final class LockHolder {
    private let connection: DatabaseQueue

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        connection = try DatabaseQueue(path: path, configuration: configuration)
        try connection.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() throws {
        try connection.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}
