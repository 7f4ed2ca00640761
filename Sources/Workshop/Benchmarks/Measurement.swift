import Foundation

/// One row of a benchmark's table.
struct Measurement: Codable, Equatable {
    enum Unit: String, Codable {
        case milliseconds = "ms"
        case bytes
    }

    /// Unique in a run; a row that details another one begins with that row's name.
    var name: String
    var unit: Unit
    var value: Double
    /// The same work by the reference of the same run.
    var reference: Double?

    /// Removes the machine's speed of that run as far as the reference tells it.
    var ratio: Double? { reference.flatMap { $0 > 0 ? value / $0 : nil } }
}

/// One run of a benchmark: a line of a results file.
struct BenchmarkRun: Codable {
    var benchmark: String
    /// In seconds since 1970.
    var time: Double
    var rows: [Measurement]

    /// Adds a line to a file, which a new run of another commit in turn also does to its own.
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

    var description: String {
        switch self {
        case .unreadable(let path): "\(path): no such results file"
        case .unwritable(let path): "\(path): cannot be written"
        case .malformed(let path, let line): "\(path):\(line): not a line of results"
        }
    }
}
