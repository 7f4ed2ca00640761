import Foundation

/// One row of a benchmark's table.
struct Measurement: Codable, Equatable {
    enum Unit: String, Codable {
        case milliseconds = "ms"
        case bytes

        /// Returns a value for a table: times below 0.1 ms in microseconds, bytes in megabytes.
        func shown(_ value: Double) -> String {
            switch self {
            case .milliseconds where value < 0.1: String(format: "%9.2f µs", value * 1000)
            case .milliseconds: String(format: "%9.2f ms", value)
            case .bytes: String(format: "%9.2f MB", value / 1e6)
            }
        }
    }

    /// The row's name, unique in a run. The name of a detail row begins with the name of its main row.
    var name: String
    var unit: Unit
    var value: Double
    /// The reference's value for the same work in the same run.
    var reference: Double?

    /// The value as a multiple of the reference, which cancels out the machine's speed in that run.
    var ratio: Double? { reference.flatMap { $0 > 0 ? value / $0 : nil } }
}

/// One run of a benchmark: a line of a results file.
struct BenchmarkRun: Codable {
    var benchmark: String
    /// The time of the run, in seconds since 1970.
    var time: Double
    var rows: [Measurement]

    /// Appends the run as a line to a results file. Each of two compared builds has its own file.
    func append(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(self) + [UInt8(ascii: "\n")]
        if !FileManager.default.fileExists(atPath: path) {
            guard FileManager.default.createFile(atPath: path, contents: nil) else {
                throw ResultsError.unwritable(path)
            }
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        try file.write(contentsOf: line)
        try file.close()
    }

    static func read(_ path: String) throws -> [BenchmarkRun] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw ResultsError.unreadable(path) }
        return try text.split(separator: "\n").enumerated().map { number, line in
            guard let run = try? JSONDecoder().decode(BenchmarkRun.self, from: Data(line.utf8)) else {
                throw ResultsError.malformed(path, line: number + 1)
            }
            return run
        }
    }
}

enum ResultsError: Error, CustomStringConvertible {
    case unreadable(String)
    case unwritable(String)
    case malformed(String, line: Int)
    case nothingInCommon(String, String)

    var description: String {
        switch self {
        case .unreadable(let path): "\(path): no such results file"
        case .unwritable(let path): "\(path): cannot be written"
        case .malformed(let path, let line): "\(path):\(line): not a line of results"
        case .nothingInCommon(let before, let after): "\(before), \(after): no row is in both"
        }
    }
}
