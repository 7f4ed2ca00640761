import Foundation

/// The comparison of two sets of runs, row by row.
struct Comparison {
    struct Row: Equatable {
        var name: String
        var unit: Measurement.Unit
        /// Medians over the runs.
        var before: Double
        var after: Double
        /// `after` divided by `before`, for the medians, and as extremes over all pairs of runs. If every run has a
        /// reference, all values are multiples of it.
        var ratio: Double
        var spread: ClosedRange<Double>
        var isByReference: Bool

        /// True if even the most favourable pair of runs shows a loss of more than `tolerance`.
        var isLoss: Bool { spread.lowerBound > 1 + Self.tolerance }
        /// True if even the least favourable pair shows a gain of more than `tolerance`.
        var isGain: Bool { spread.upperBound < 1 - Self.tolerance }

        /// The normal difference between two runs of the same program on the same machine (5 %).
        private static let tolerance = 0.05
    }

    var rows: [Row]
    /// Names of rows that only one of the two sets has.
    var unmatched: [String]

    init(_ before: [BenchmarkRun], _ after: [BenchmarkRun]) {
        let (before, after) = (Self.grouped(before), Self.grouped(after))
        let order = before.order + after.order.filter { before.rows[$0] == nil }
        rows = order.compactMap { name in
            guard let old = before.rows[name], let new = after.rows[name] else { return nil }
            return Self.row(name, old, new)
        }
        unmatched = order.filter { before.rows[$0] == nil || after.rows[$0] == nil }
    }

    var hasLoss: Bool { rows.contains(where: \.isLoss) }

    private static func row(_ name: String, _ old: [Measurement], _ new: [Measurement]) -> Row? {
        let ratios = (old.compactMap(\.ratio), new.compactMap(\.ratio))
        let isByReference = ratios.0.count == old.count && ratios.1.count == new.count
        let (before, after) = isByReference ? ratios : (old.map(\.value), new.map(\.value))
        guard let unit = old.first?.unit, let least = before.min(), let most = before.max(), least > 0,
            let lowest = after.min(), let highest = after.max()
        else { return nil }
        return Row(
            name: name, unit: unit, before: median(old.map(\.value)), after: median(new.map(\.value)),
            ratio: median(after) / median(before), spread: lowest / most...highest / least,
            isByReference: isByReference)
    }

    private static func grouped(_ runs: [BenchmarkRun]) -> (order: [String], rows: [String: [Measurement]]) {
        var order: [String] = []
        var rows: [String: [Measurement]] = [:]
        for run in runs {
            for row in run.rows {
                let name = run.benchmark + ": " + row.name
                if rows[name] == nil { order.append(name) }
                rows[name, default: []].append(row)
            }
        }
        return (order, rows)
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

extension Comparison {
    /// The table that `compare` prints.
    var text: String {
        let head = "                                                     before       after   ratio  spread"
        let lines = rows.map { row in
            let name = row.name.padding(toLength: 46, withPad: " ", startingAt: 0)
            let spread = String(format: "%.2f–%.2f", row.spread.lowerBound, row.spread.upperBound)
            let verdict = row.isLoss ? "  LOSS" : row.isGain ? "  gain" : ""
            return "\(name) \(row.unit.shown(row.before)) \(row.unit.shown(row.after))"
                + String(format: " %7.2f  ", row.ratio) + spread + (row.isByReference ? " r" : "") + verdict
        }
        let missing = unmatched.map { "\($0): only in one of the two" }
        return ([head] + lines + missing + ["r: as multiples of the reference in the same run"]).joined(separator: "\n")
    }
}
