import Screen
import Testing

@testable import TerminalDriver

@Suite struct LinkPainterTests {
    private func frame(_ text: String, links: [Frame.Link]) -> Frame {
        var frame = Frame(size: Size(columns: 20, rows: 2))
        frame.write(text, row: 0, column: 0, style: Style(foreground: .indexed(12), attributes: .underline))
        frame.links = links
        return frame
    }

    private let link = Frame.Link(row: 0, columns: 2..<5, address: "https://a.example/ü\\x", number: 3)

    @Test("A link is written over its cells in their style, and the cursor returns")
    func bytes() {
        var painter = LinkPainter()
        let frame = frame("a link", links: [link])
        #expect(painter.needsPainting(frame) && !painter.needsPainting(nil))
        let text = String(decoding: painter.dequeueBytes(for: frame, depth: .indexed), as: UTF8.self)
        #expect(
            text
                == "\u{1B}7\u{1B}[1;3H\u{1B}]8;id=3;https://a.example/%C3%BC%5Cx\u{1B}\\\u{1B}[0;4;94mlin\u{1B}]8;;\u{1B}\\"
                + "\u{1B}[0m\u{1B}8")
        #expect(!painter.needsPainting(frame))
        #expect(painter.dequeueBytes(for: frame, depth: .indexed).isEmpty)
    }

    @Test("The address of a link is written once for all its parts, and a style once for equal cells")
    func parts() {
        var painter = LinkPainter()
        let address = "https://a.example/"
        let parts = [
            Frame.Link(row: 0, columns: 0..<2, address: address, number: 1),
            Frame.Link(row: 0, columns: 2..<4, address: address, number: 1),
            Frame.Link(row: 1, columns: 0..<1, address: address, number: 1),
            Frame.Link(row: 1, columns: 4..<5, address: address, number: 2),
        ]
        let text = String(decoding: painter.dequeueBytes(for: frame("abcd", links: parts), depth: .none), as: UTF8.self)
        #expect(
            text
                == "\u{1B}7\u{1B}[1;1H\u{1B}]8;id=1;\(address)\u{1B}\\\u{1B}[0;4mabcd\u{1B}[2;1H\u{1B}[0m "
                + "\u{1B}[2;5H\u{1B}]8;id=2;\(address)\u{1B}\\ \u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}8")
    }

    @Test("Rows that scroll keep their links, and the links of rows that leave the screen are dropped")
    func scrolls() {
        var painter = LinkPainter()
        var first = link
        first.row = 1
        _ = painter.dequeueBytes(for: frame("", links: [first]), depth: .none)
        let up = FrameScroll(rows: 0..<2, count: 1)
        #expect(
            String(decoding: LinkPainter.bytes(for: up), as: UTF8.self)
                == "\u{1B}7\u{1B}[0m\u{1B}[1;2r\u{1B}[1S\u{1B}[r\u{1B}8")
        painter.scroll(up)
        #expect(painter.shown == [0: [link]])
        painter.scroll(FrameScroll(rows: 1..<2, count: 1))
        #expect(painter.shown == [0: [link]])
        painter.scroll(FrameScroll(rows: 0..<2, count: -2))
        #expect(painter.shown.isEmpty)
    }

    @Test("A link's cell has the text that ncurses paints there")
    func sameText() {
        func text(_ glyph: Glyph) -> String { CellPainter.text(of: Cell(glyph, style: Style())) }
        #expect(text(Glyph("e", width: 1)) == "e")
        // The system gives this mark a column of its own.
        #expect(text(Glyph("e", marks: ["x"])) == "e")
        // This letter has two columns, or none in a locale without it.
        #expect(text(Glyph("漢", width: 1)) == "?")
    }

    @Test("A row whose text or link changes is written again; other rows keep their links")
    func changes() {
        var painter = LinkPainter()
        var other = link
        other.row = 1
        let first = frame("a link", links: [link, other])
        _ = painter.dequeueBytes(for: first, depth: .indexed)
        #expect(painter.dropRows(changedBy: FrameDiff(from: first, to: first), in: first).isEmpty)
        let second = frame("b link", links: [link, other])
        #expect(painter.dropRows(changedBy: FrameDiff(from: first, to: second), in: second) == [link])
        #expect(painter.needsPainting(second) && painter.shown.keys.sorted() == [1])
        let third = frame("b link", links: [link])
        #expect(painter.dropRows(changedBy: FrameDiff(from: second, to: third), in: third) == [other])
    }

    @Test(
        "Styles are written as ncurses writes them",
        arguments: [
            (Style(foreground: .indexed(3)), ColorDepth.eight, "\u{1B}[0;33m"),
            (Style(foreground: .indexed(200), background: .indexed(1)), .indexed, "\u{1B}[0;38;5;200;41m"),
            (Style(foreground: .rgb(red: 1, green: 2, blue: 3)), .direct, "\u{1B}[0;38;2;1;2;3m"),
            (Style(foreground: .indexed(4), attributes: .bold), .none, "\u{1B}[0;1m"),
        ])
    func looks(_ style: Style, _ depth: ColorDepth, _ text: String) {
        #expect(LinkPainter.look(style, depth) == text)
    }
}
