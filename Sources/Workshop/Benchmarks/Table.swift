import Dispatch
import Foundation
import Synchronization

/// Prints measurements as rows of a table: lede's value, the reference's in the same run, and their ratio.
enum Table {
    /// Number of rounds for each median.
    static let rounds = 7

    /// The rows printed so far.
    private static let printed = Mutex<[Measurement]>([])
    static var rows: [Measurement] { printed.withLock(\.self) }

    /// The path of the program `lede` of the same build.
    static var lede: String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "lede").path
    }

    static func head() {
        print("                                         lede    reference   ratio   reference")
    }

    static func row(_ name: String, _ time: Duration, _ reference: Duration? = nil, _ what: String = "") {
        row(name, .milliseconds, time / .milliseconds(1), reference.map { $0 / .milliseconds(1) }, what)
    }

    static func row(_ name: String, bytes: Int, _ reference: Int? = nil, _ what: String = "") {
        row(name, .bytes, Double(bytes), reference.map(Double.init), what)
    }

    private static func row(
        _ name: String, _ unit: Measurement.Unit, _ value: Double, _ reference: Double?, _ what: String
    ) {
        let columns = [name.padding(toLength: 32, withPad: " ", startingAt: 0), unit.shown(value)]
        let compared = reference.map { [unit.shown($0), String(format: "%7.2f", value / $0), "  " + what] } ?? []
        print((columns + compared).joined(separator: " "))
        record(name, unit, value, reference)
    }

    /// Records a row. An indented row is a detail of the last row that is not indented.
    private static func record(_ name: String, _ unit: Measurement.Unit, _ value: Double, _ reference: Double?) {
        printed.withLock { rows in
            let detail = name.drop { $0 == " " }
            let main = rows.last?.name.split(separator: " / ").first.map(String.init)
            let whole =
                detail.count < name.count ? [main, String(detail)].compactMap(\.self).joined(separator: " / ") : name
            rows.append(Measurement(name: whole, unit: unit, value: value, reference: reference))
        }
    }

    /// Prints wall time, processor time and peak memory.
    static func rows(_ name: String, _ cost: Cost, _ reference: Cost, _ what: String) {
        row(name, cost.wall, reference.wall, what)
        row("  processors", cost.cpu, reference.cpu)
        row("  most memory", bytes: cost.peak, reference.peak)
    }

    static func timed(_ work: () throws -> Void) rethrows -> Duration {
        try ContinuousClock().measure(work)
    }

    static func median(_ work: () throws -> Duration) rethrows -> Duration {
        var times: [Duration] = []
        for _ in 0..<rounds { times.append(try work()) }
        return times.sorted()[rounds / 2]
    }

    /// Returns the median of each part of the cost.
    static func medians(_ rounds: Int = rounds, _ work: () throws -> Cost) rethrows -> Cost {
        var costs: [Cost] = []
        for _ in 0..<rounds { costs.append(try work()) }
        func median<Value: Comparable>(_ value: (Cost) -> Value) -> Value { costs.map(value).sorted()[rounds / 2] }
        return Cost(wall: median(\.wall), cpu: median(\.cpu), peak: median(\.peak))
    }

    static func process(_ path: String, _ arguments: [String], home: String? = nil) throws -> Cost {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ["LC_ALL": "C.UTF-8"].merging(home.map { ["LEDE_HOME": $0] } ?? [:]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // `waitUntilExit` polls every 50 ms, which is too coarse.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        let before = Cost.ofChildren()
        var peak = 0
        let wall = try timed {
            try process.run()
            // The kernel's peak for an ended process includes the memory of its parent.
            while ended.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
                peak = max(peak, ProcessMemory.peak.bytes(of: process.processIdentifier))
            }
        }
        return Cost(wall: wall, cpu: Cost.ofChildren() - before, peak: peak)
    }
}
