import Glibc

/// The cells to paint to turn one frame into the next.
package struct FrameDiff: Equatable, Sendable {
    /// Adjacent cells that changed, from left to right; the span starts and ends at whole characters.
    package struct Span: Equatable, Sendable {
        package var row: Int
        package var columns: Range<Int>

        package init(row: Int, columns: Range<Int>) {
            self.row = row
            self.columns = columns
        }
    }

    package var spans: [Span]

    /// Contains all cells if there was no previous frame or its size was different.
    package init(from old: Frame?, to new: Frame) {
        let columns = new.size.columns
        guard let old, old.size == new.size else {
            spans = (0..<new.size.rows).map { Span(row: $0, columns: 0..<columns) }
            return
        }
        var spans: [Span] = []
        old.cells.withUnsafeBufferPointer { before in
            new.cells.withUnsafeBufferPointer { after in
                for row in 0..<new.size.rows {
                    let start = row * columns
                    // Most rows stay as they are, and cells have no padding: comparing bytes first takes only a third
                    // of the instructions.
                    guard !Self.isSame(before, after, from: start, count: columns) else { continue }
                    var column = 0
                    while column < columns {
                        guard before[start + column] != after[start + column] else {
                            column += 1
                            continue
                        }
                        let first = after[start + column].width == 0 && column > 0 ? column - 1 : column
                        while column < columns, before[start + column] != after[start + column] { column += 1 }
                        if after[start + column - 1].width == 2 { column += 1 }
                        spans.append(Span(row: row, columns: first..<min(column, columns)))
                    }
                }
            }
        }
        self.spans = spans
    }

    private static func isSame(
        _ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>, from start: Int, count: Int
    ) -> Bool {
        guard let old = old.baseAddress, let new = new.baseAddress else { return true }
        return memcmp(old + start, new + start, count * MemoryLayout<Cell>.stride) == 0
    }
}
