import Foundation
import Glibc
import Testing

/// The preloaded library that makes one call of a program fail, or shifts its clock. It is compiled once.
enum FaultLibrary {
    static let compiler = ["/usr/bin/cc", "/usr/bin/clang", "/usr/bin/gcc"]
        .first { (path: String) in access(path, X_OK) == 0 }

    /// A call of one kind, counted from 1, and its failure; see `faults.c`.
    struct Fault: Sendable, CustomStringConvertible {
        var call: String
        var number = 1
        var kind = "fail"

        var description: String { "\(call):\(number):\(kind)" }
    }

    private static let built = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "lede-faults-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let library = folder.appendingPathComponent("faults.so").path
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Support/FaultLibrary/faults.c").path
        let result = try Program.run(
            compiler ?? "", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
        guard result.status == 0 else { throw Program.NotStarted(description: result.errors) }
        return library
    }

    /// Returns the environment of a program that this fault strikes in files below a folder.
    static func environment(_ fault: Fault, below folder: URL, mark: URL? = nil) throws -> [String:
        String]
    {
        var variables = [
            "LD_PRELOAD": try preloaded(), "LEDE_FAULT": "\(fault)", "LEDE_FAULT_BELOW": folder.path,
            // A crash report would take longer than the run.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        if let mark { variables["LEDE_FAULT_MARK"] = mark.path }
        return variables
    }

    /// Returns the environment of a program whose clock is this many seconds ahead.
    static func environment(clockAhead seconds: Int) throws -> [String: String] {
        ["LD_PRELOAD": try preloaded(), "LEDE_CLOCK_SHIFT": "\(seconds)"]
    }

    /// Returns the library, in addition to the libraries with which the tests were started: ThreadSanitizer's helper
    /// must stay in the list.
    private static func preloaded() throws -> String {
        let inherited = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { [$0] } ?? []
        return ([try built.get()] + inherited).joined(separator: ":")
    }

    /// Signals of a crash.
    static let crashes: Set<Int32> = [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE]

    /// True if the program crashed. A crash for lack of memory does not count: Swift programs end that way.
    static func isCrash(_ result: Program.Result, after fault: Fault) -> Bool {
        fault.call != "memory" && crashes.contains(-result.status)
    }

    static let isLong = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1"
}
