/// What has to be painted to turn one frame into the next.
public struct FrameDiff: Equatable, Sendable {
    /// Cells beside each other that changed, from left to right; starts and ends at whole characters.
    public struct Span: Equatable, Sendable {
        public var row: Int
        public var columns: Range<Int>

        public init(row: Int, columns: Range<Int>) {
            self.row = row
            self.columns = columns
        }
    }

    public var spans: [Span]

    /// Everything, where there was no frame before or its size was another.
    public init(from old: Frame?, to new: Frame) {
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
                    var (first, end) = (start, start + columns)
                    while first < end, before[first] == after[first] { first += 1 }
                    guard first < end else { continue }
                    while before[end - 1] == after[end - 1] { end -= 1 }
                    let lower = after[first].width == 0 && first > start ? first - 1 : first
                    let upper = after[end - 1].width == 2 ? end + 1 : end
                    spans.append(Span(row: row, columns: lower - start..<min(upper - start, columns)))
                }
            }
        }
        self.spans = spans
    }
}
