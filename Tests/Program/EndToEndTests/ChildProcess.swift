import Foundation
import Glibc

/// `lede ARGUMENTS` in the background.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()
    private let errorFile: URL

    /// - Parameter openFiles: a limit on the number of its open files.
    init(_ arguments: [String], home: TemporaryHome, openFiles: Int? = nil) throws {
        errorFile = home.url.appendingPathComponent("errors-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
        process.executableURL = URL(fileURLWithPath: openFiles == nil ? Program.path : "/bin/sh")
        let limited = openFiles.map { ["-c", "ulimit -n \($0); exec \"$0\" \"$@\"", Program.path] } ?? []
        process.arguments = limited + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["LEDE_HOME": home.url.path]) { $1 }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errorFile)
        try process.run()
    }

    deinit {
        kill()
    }

    /// Returns the first line of its output.
    func firstLine() -> String {
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        return String(text.prefix { $0 != "\n" })
    }

    var errors: String {
        (try? String(contentsOf: errorFile, encoding: .utf8)) ?? ""
    }

    var isRunning: Bool { process.isRunning }

    func kill() {
        guard isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func terminate() -> Int32 {
        process.terminate()
        return end()
    }

    /// Waits for the end of the process; returns its exit status.
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
