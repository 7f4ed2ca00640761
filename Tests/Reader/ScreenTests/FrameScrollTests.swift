import Screen
import Testing

@Suite struct FrameScrollTests {
    private func frame(_ rows: String) -> Frame {
        let rows = rows.split(separator: " ", omittingEmptySubsequences: false)
        var frame = Frame(size: Size(columns: 4, rows: rows.count))
        for (row, text) in rows.enumerated() {
            frame.write(String(text), row: row, column: 0, style: .plain)
        }
        return frame
    }

    @Test(
        "The rows that move, and those that they uncover, scroll",
        arguments: [
            // A text between two lines that stay.
            ("top a b c d end", "top b c d e end", FrameScroll(rows: 1..<5, count: 1)),
            ("top a b c d end", "top z a b c end", FrameScroll(rows: 1..<5, count: -1)),
            ("top a b c d end", "top c d e f end", FrameScroll(rows: 1..<5, count: 2)),
            // One row changes while it moves.
            ("top a b c d e end", "top b C d e f end", FrameScroll(rows: 1..<6, count: 1)),
            ("a b c", "b c d", FrameScroll(rows: 0..<3, count: 1)),
            // Only one row would come into place.
            ("top a b c end", "top x y a end", nil),
            // The row that would be uncovered is in place.
            ("a b c", "b c c", nil),
            ("a b c", "a b c", nil), ("a b c", "d e f", nil), ("a b c", "b c", nil), ("", "", nil),
        ] as [(String, String, FrameScroll?)])
    func finds(_ old: String, _ new: String, _ scroll: FrameScroll?) {
        #expect(FrameScroll(from: frame(old), to: frame(new)) == scroll)
    }

    @Test("No frame is no scrolling") func nothing() {
        #expect(FrameScroll(from: nil, to: frame("a b")) == nil)
    }

    @Test("Rows move up or down with their styles; the uncovered ones are blank")
    func moves() {
        var frame = frame("top 日a b c end")
        frame.restyle(row: 2, columns: 0..<1) { _ in Style(attributes: .bold) }
        frame.scroll(FrameScroll(rows: 1..<4, count: 1))
        #expect(frame.lines == ["top", "b", "c", "", "end"])
        #expect(frame[1, 0].style == Style(attributes: .bold) && frame[3, 0] == Cell(.space, style: .plain))
        frame.scroll(FrameScroll(rows: 0..<4, count: -2))
        #expect(frame.lines == ["", "", "top", "b", "end"])
    }
}
