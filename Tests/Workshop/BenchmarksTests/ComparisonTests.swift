import Foundation
import TestFolders
import Testing

@testable import Benchmarks

@Suite struct ComparisonTests {
    private func runs(_ values: Double..., reference: Double? = nil) -> [BenchmarkRun] {
        values.map { value in
            BenchmarkRun(
                benchmark: "refresh", time: 0,
                rows: [Measurement(name: "cold", unit: .milliseconds, value: value, reference: reference)])
        }
    }

    @Test("A row shows the ratio of the medians and the extremes of all pairs")
    func ratio() throws {
        let row = try #require(Comparison(runs(90, 100, 120), runs(150, 180, 160)).rows.first)
        #expect(row.before == 100 && row.after == 160 && row.ratio == 1.6)
        #expect(row.spread == 150.0 / 120...2 && row.isLoss && !row.isGain)
    }

    @Test("Overlapping runs show neither a loss nor a gain")
    func overlap() throws {
        let comparison = Comparison(runs(90, 110), runs(100, 120))
        #expect(!comparison.hasLoss && comparison.rows.allSatisfy { !$0.isGain })
    }

    @Test("If the reference is slower too, there is no loss")
    func reference() throws {
        let comparison = Comparison(runs(100, 101, reference: 50), runs(200, 202, reference: 100))
        #expect(!comparison.hasLoss && comparison.rows.first?.isByReference == true)
        #expect(Comparison(runs(100, 101, reference: 50), runs(200, 202, reference: 50)).hasLoss)
    }

    @Test("Rows that one side lacks are listed")
    func unmatched() {
        let comparison = Comparison(runs(1), [])
        #expect(comparison.rows.isEmpty && comparison.unmatched == ["refresh: cold"])
    }

    @Test("A results file has one run per line; an unreadable line is reported by its number")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/runs"
        for run in runs(1, 2) { try run.append(to: path) }
        #expect(try BenchmarkRun.read(path).map { $0.rows.map(\.value) } == [[1], [2]])
        try "{}\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: ResultsError.self) { try BenchmarkRun.read(path) }
        #expect(throws: ResultsError.self) { try BenchmarkRun.read(path + ".none") }
    }

    @Test("Times below 0.1 ms are shown in microseconds")
    func units() {
        #expect(Measurement.Unit.milliseconds.shown(0.0046) == "     4.60 µs")
        #expect(Measurement.Unit.milliseconds.shown(4.6) == "     4.60 ms")
        #expect(Measurement.Unit.bytes.shown(4_600_000) == "     4.60 MB")
    }
}
