import Glibc

/// Rows that move up or down from one frame to the next, such as those of a text that scrolls by a line.
package struct FrameScroll: Equatable, Sendable {
    /// The rows to scroll: those that move and those that they uncover.
    package var rows: Range<Int>
    /// The number of rows that they move up; negative if they move down.
    package var count: Int

    package init(rows: Range<Int>, count: Int) {
        self.rows = rows
        self.count = count
    }

    /// Minimum number of rows that the scrolling must put into place. A row is longer than the sequences for scrolling.
    private static let minimumGain = 2

    /// Finds the scrolling that puts most rows into place; nil if none helps, or if the sizes differ.
    package init?(from old: Frame?, to new: Frame) {
        guard let old, old.size == new.size else { return nil }
        let comparison = RowComparison(old, new)
        let isKept = (0..<new.size.rows).map { comparison.isSame(old: $0, new: $0) }
        guard isKept.count(where: { !$0 }) > Self.minimumGain else { return nil }
        var best: (gain: Int, scroll: FrameScroll)?
        for distance in 1..<max(1, new.size.rows) {
            for count in [distance, -distance] {
                guard let found = Self.best(movedBy: count, comparison, isKept), found.gain > best?.gain ?? 0 else {
                    continue
                }
                best = found
            }
        }
        guard let best, best.gain >= Self.minimumGain else { return nil }
        self = best.scroll
    }

    /// Finds the adjacent rows for which moving by `count` gains most: a row that comes into place is worth 1, and a row
    /// that was in place and is moved away or uncovered costs 1.
    private static func best(
        movedBy count: Int, _ comparison: RowComparison, _ isKept: [Bool]
    ) -> (gain: Int, scroll: FrameScroll)? {
        let targets = max(0, -count)..<min(isKept.count, isKept.count - count)
        var best: (gain: Int, rows: Range<Int>)?
        var (gain, start) = (0, targets.lowerBound)
        for row in targets {
            if gain <= 0 { (gain, start) = (0, row) }
            let isMoved = comparison.isSame(old: row + count, new: row)
            gain += (isMoved ? 1 : 0) - (isKept[row] ? 1 : 0)
            if gain > best?.gain ?? 0 { best = (gain, start..<row + 1) }
        }
        guard let best else { return nil }
        let uncovered =
            count > 0
            ? best.rows.upperBound..<best.rows.upperBound + count : best.rows.lowerBound + count..<best.rows.lowerBound
        let rows =
            min(best.rows.lowerBound, uncovered.lowerBound)..<max(best.rows.upperBound, uncovered.upperBound)
        return (best.gain - isKept[uncovered].count(where: { $0 }), FrameScroll(rows: rows, count: count))
    }
}

/// Compares rows of two frames of the same size.
private struct RowComparison {
    private let (old, new): (Frame, Frame)

    init(_ old: Frame, _ new: Frame) {
        (self.old, self.new) = (old, new)
    }

    func isSame(old oldRow: Int, new newRow: Int) -> Bool {
        let columns = new.size.columns
        return old.cells.withUnsafeBufferPointer { before in
            new.cells.withUnsafeBufferPointer { after in
                guard let before = before.baseAddress, let after = after.baseAddress else { return true }
                // Cells have no padding.
                let length = columns * MemoryLayout<Cell>.stride
                return memcmp(before + oldRow * columns, after + newRow * columns, length) == 0
            }
        }
    }
}
