import Screen
import Testing

@Suite struct FrameTests {
    private func frame(_ lines: String..., columns: Int = 8) -> Frame {
        var frame = Frame(size: Size(columns: columns, rows: lines.count))
        for (row, line) in lines.enumerated() { frame.write(line, row: row, column: 0, style: .plain) }
        return frame
    }

    @Test(
        "A frame shows as much text as fits",
        arguments: [
            ("abc", "abc"), ("日本", "日本"), ("abcdefghij", "abcdefgh"), ("abcdefg日", "abcdefg"),
            ("🇫🇷 flag", "FR flag"), ("👩‍🚀 x", "👩 x"), ("a\u{1B}[31mb", "a[31mb"), ("e\u{301}a", "e\u{301}a"),
            ("a\u{202E}b", "ab"), ("👍🏽!", "👍!"),
        ])
    func showsWhatFitsInItsCells(_ text: String, _ expected: String) {
        #expect(frame(text).lines == [expected])
    }

    @Test("A character keeps four combining marks") func keepsFourCombiningMarksOfACharacter() {
        let text = "a" + String(repeating: "\u{301}", count: 9)
        #expect(frame(text)[0, 0].text.unicodeScalars.count == 5)
    }

    @Test("A frame never shows half of a wide character") func neverLeavesHalfOfAWideCharacter() {
        var frame = frame("日本")
        frame.write("x", row: 0, column: 1, style: .plain)
        #expect(frame.lines == [" x本"])
        frame.write("y", row: 0, column: 2, style: .plain)
        #expect(frame.lines == [" xy"])
        #expect(frame[0, 3].text == " ")
    }

    @Test("A vertical line runs down a column, past the edges of the frame and through wide characters")
    func rulesDown() {
        var frame = frame("日本", "abc", "")
        frame.rule("│", column: 1, rows: -2..<9, style: .plain)
        #expect(frame.lines == [" │本", "a│c", " │"])
        frame.rule("│", column: 8, rows: 0..<3, style: .plain)
        #expect(frame.lines == [" │本", "a│c", " │"])
    }

    @Test("Restyling changes the style of each cell")
    func restyles() {
        var frame = frame("abcdef")
        frame.write("cd", row: 0, column: 2, style: Style(foreground: .indexed(2)))
        frame.restyle(row: 0, columns: 1..<5) { style in
            Style(foreground: style.foreground == nil ? .indexed(7) : nil, attributes: .bold)
        }
        let colors = (0..<6).map { frame[0, $0].style.foreground }
        #expect(colors == [nil, .indexed(7), nil, nil, .indexed(7), nil])
        #expect((0..<6).map { frame[0, $0].style.attributes == .bold } == [false, true, true, true, true, false])
    }

    @Test("A frame writes nothing outside its edges") func writesNothingOutsideItself() {
        var frame = frame("abc")
        frame.write("zzz", row: 5, column: 0, style: .plain)
        frame.write("zzz", row: 0, column: 7, style: .plain)
        frame.clear(Area(row: -3, column: -3, columns: 2, rows: 99), style: .plain)
        #expect(frame.lines == ["abc    z"])
    }

    // MARK: - Differences

    @Test("Equal frames have no difference") func nothingDiffersFromItself() {
        let frame = frame("abc", "日本")
        #expect(FrameDiff(from: frame, to: frame).spans.isEmpty)
    }

    @Test("A difference covers complete characters") func aDifferenceCoversWholeCharacters() {
        let diff = FrameDiff(from: frame("ab日cd"), to: frame("abxycd"))
        #expect(diff.spans == [FrameDiff.Span(row: 0, columns: 2..<4)])
        let back = FrameDiff(from: frame("abxycd"), to: frame("ab日cd"))
        #expect(back.spans == [FrameDiff.Span(row: 0, columns: 2..<4)])
    }

    @Test("A frame of another size is painted completely") func aFrameOfAnotherSizeIsPaintedCompletely() {
        let diff = FrameDiff(from: frame("ab", columns: 4), to: frame("ab", columns: 5))
        #expect(diff.spans == [FrameDiff.Span(row: 0, columns: 0..<5)])
    }
}
