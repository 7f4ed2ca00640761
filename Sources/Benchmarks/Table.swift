import Dispatch
import Foundation

/// Times as rows of a table: lede's, the reference's in the same run, and how they compare.
enum Table {
    /// Each time is the median of so many.
    static let rounds = 7

    /// The program, of the same build.
    static var lede: String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "lede").path
    }

    static func head() {
        print("                                         lede    reference   ratio   reference")
    }

    static func row(_ name: String, _ time: Duration, _ reference: Duration? = nil, _ what: String = "") {
        let columns = [name.padding(toLength: 32, withPad: " ", startingAt: 0), milliseconds(time)]
        let compared = reference.map { [milliseconds($0), String(format: "%7.2f", time / $0), "  " + what] } ?? []
        print((columns + compared).joined(separator: " "))
    }

    static func row(_ name: String, bytes: Int, _ reference: Int, _ what: String) {
        let padded = name.padding(toLength: 32, withPad: " ", startingAt: 0)
        print(
            padded, String(format: "%9.2f MB %9.2f MB           ", Double(bytes) / 1e6, Double(reference) / 1e6) + what)
    }

    static func timed(_ work: () throws -> Void) rethrows -> Duration {
        try ContinuousClock().measure(work)
    }

    static func median(_ work: () throws -> Duration) rethrows -> Duration {
        var times: [Duration] = []
        for _ in 0..<rounds { times.append(try work()) }
        return times.sorted()[rounds / 2]
    }

    static func process(_ path: String, _ arguments: [String], home: String? = nil) throws -> Duration {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ["LC_ALL": "C.UTF-8"].merging(home.map { ["LEDE_HOME": $0] } ?? [:]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // waitUntilExit looks every 50 ms.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        return try timed {
            try process.run()
            ended.wait()
        }
    }

    private static func milliseconds(_ time: Duration) -> String {
        String(format: "%9.2f ms", time / .milliseconds(1))
    }
}
