import ArticleText
import Testing

@testable import ReaderUI

@Suite struct TextLayoutTests {
    private func lines(_ html: String, width: Int) -> [String] {
        TextLayout(DocumentBuilder.document(html: html, base: nil), TextLayout.Form(width: width)).lines.map(\.text)
    }

    @Test("Lines break at blanks and between ideographs") func linesBreakAtBlanksAndBetweenIdeographs() {
        #expect(lines("one two three four five six", width: 20) == ["one two three four", "five six"])
        #expect(lines("雨の日は本を読む。窓の外を見る。", width: 20) == ["雨の日は本を読む。窓", "の外を見る。"])
    }

    @Test("Quotations and list items have hanging indents") func quotesAndItemsHang() {
        let html = "<blockquote><ul><li>a line that has to be broken<p>more</ul></blockquote>"
        #expect(lines(html, width: 24) == ["› • a line that has to", "›   be broken", "› ", "›   more"])
    }

    @Test("An empty line separates two lists, but not the items of a list or a nested list")
    func listsApart() {
        #expect(lines("<ul><li>a<li>b</ul><ul><li>c</ul>", width: 20) == ["• a", "• b", "", "• c"])
        #expect(
            lines("<ol start=9><li>a<ul><li>b</ul><ul><li>c</ul><li>d</ol>", width: 20)
                == [" 9. a", "    ◦ b", "    ◦ c", "10. d"])
        #expect(
            lines("<blockquote><ul><li>a</ul><ol><li>b</ol></blockquote>", width: 20) == ["› • a", "› ", "› 1. b"])
        #expect(lines("<dl><dt>a<dd>b</dl><ul><li>c</ul>", width: 20) == ["a", " b", "", "• c"])
    }

    @Test("Two adjacent quotations are distinguishable, and a quotation of several paragraphs looks like one")
    func quotationsApart() {
        func quoted(_ html: String) -> String { "<blockquote>\(html)</blockquote>" }
        #expect(lines(quoted("a") + quoted("b<p>c"), width: 20) == ["› a", "", "› b", "› ", "› c"])
        #expect(
            lines(quoted(quoted("a") + quoted("b") + "c"), width: 20) == ["› › a", "› ", "› › b", "› ", "› c"])
        #expect(lines(quoted("a" + quoted("b")), width: 20) == ["› a", "› ", "› › b"])
        #expect(lines(quoted("a" + quoted("") + "b"), width: 20) == ["› a", "› ", "› b"])
        #expect(lines(quoted(quoted("a") + quoted("") + "b"), width: 20) == ["› › a", "› ", "› b"])
    }

    @Test("An item that begins with code or a table keeps its marker")
    func markerBeforeCode() {
        let table = "<table><tr><th>P<th>N<tr><td>A<td>1</table>"
        #expect(
            lines("<ol start=2><li><pre>a\nb</pre><li>\(table)<li>c</ol>", width: 20)
                == ["2.   a", "     b", "3. P  N", "   ────", "   A  1", "4. c"])
        #expect(lines("<ul><li>a<pre>b</pre></ul>", width: 20).suffix(1) == ["    b"])
    }

    @Test("Terms of one definition follow each other directly")
    func terms() {
        #expect(
            lines("<dl><dt>a<dt>b<dd>c<dt>d<dd>e</dl>", width: 20) == ["a", "b", " c", "", "d", " e"])
    }

    @Test("A table that is too wide is shown row by row") func tableThatIsTooWideIsShownRowByRow() {
        let head = (1...6).map { "<th>column \($0)" }.joined()
        let row = (1...6).map { "<td>value \($0)" }.joined()
        #expect(lines("<table><tr>\(head)<tr>\(row)</table>", width: 24) == (1...6).map { "column \($0): value \($0)" })
    }

    @Test("Columns of long text share the width; if they would be very narrow, the table is shown row by row")
    func columnsOfText() {
        let words = "The north light is out until spring, says Ann"
        let table = "<table><tr><th>Key<th>For<th>Against<tr><td>a<td>\(words)<td>\(words)</table>"
        #expect(
            lines(table, width: 40) == [
                "Key  For               Against", String(repeating: "─", count: 40),
                "a    The north light   The north light", "     is out until      is out until",
                "     spring, says Ann  spring, says Ann",
            ])
        #expect(lines(table, width: 30).first == "Key: a")
    }

    @Test("A row with text only in its first cell does not widen the first column")
    func rowAcrossColumns() {
        let table = "<table><tr><th>Port<th>Boats<tr><td>A<td>7<tr><td>Bay<td>12<tr><td colspan=2>"
        #expect(
            lines(table + "Counted by hand at noon</table>", width: 16) == [
                "Port  Boats", "───────────", "A     7", "Bay   12", "", "Counted by hand", "at noon",
            ])
        #expect(
            lines("<table><tr><th colspan=2>The north light<tr><th>Lit<td>1901<tr><th>Out<td>1987</table>", width: 30)
                == ["The north light", "─────────", "Lit  1901", "Out  1987"])
    }

    @Test("A right-aligned column is aligned in its head and on every line of a cell")
    func rightColumn() {
        let table = "<table><tr><th>Port<th>Boats<th>Crew<tr><td>A<td align=right>7<td>9<tr><td>B<td align=right>"
        #expect(
            lines(table + "1,204<td>10</table>", width: 30) == [
                "Port  Boats  Crew", "─────────────────", "A         7  9", "B     1,204  10",
            ])
        #expect(
            lines("<table><tr><th>P<th>N<tr><td>A<td align=right>one two</table>", width: 9) == [
                "P       N", "─────────", "A     one", "      two",
            ])
    }

    // MARK: Layout on demand

    private let document = Samples.everything
    private static let header = ["Title", "Facts", ""].map { TextLayout.Line([TextLayout.Span($0)]) }

    @Test(
        "Lines requested a few at a time, from any line, equal the lines of the complete text",
        arguments: [8, 13, 20, 40, 57, 72, 100, 200], [header, []])
    func windows(_ width: Int, _ header: [TextLayout.Line]) {
        let untouched = TextLayout(document, TextLayout.Form(width: width), below: header)
        let whole = untouched.lines
        for count in [1, 2, 7, whole.count / 2, whole.count + 5] {
            var down = untouched
            var up = untouched
            for line in stride(from: 0, through: whole.count, by: count) {
                let index = down.index(down.start, movedBy: line)
                #expect(down.rows(from: index, count: count).map(\.line) == Array(whole[line...].prefix(count)))
                #expect(down.index(index, movedBy: -line) == down.index(down.start, movedBy: 0))
                let fromEnd = up.index(up.end, movedBy: line - whole.count)
                #expect(up.rows(from: fromEnd, count: count).map(\.line) == Array(whole[line...].prefix(count)))
                #expect(fromEnd == index)
            }
            #expect(down == untouched && down.lines == whole)
        }
    }

    @Test("The position of a line finds the same line again", arguments: [8, 13, 20, 40, 72, 200])
    func positions(_ width: Int) {
        var layout = TextLayout(document, TextLayout.Form(width: width))
        for row in layout.rows(from: layout.start, count: 10_000) {
            #expect(layout.index(of: row.line.position) == row.index)
        }
    }

    @Test("The layout computes only the requested lines and the rest of their blocks")
    func nothingMore() {
        let blocks = (0..<1_000).map { Block(.paragraph([Run("Paragraph \($0) of a text that is long")])) }
        var layout = TextLayout(Document(blocks: blocks), TextLayout.Form(width: 20))
        var top = layout.index(layout.end, movedBy: -10)
        #expect(layout.rows(from: top, count: 10).count == 10 && layout.known.count <= 5)
        top = layout.index(of: TextLayout.Position(block: 500, offset: 0))
        #expect(layout.rows(from: top, count: 10).first?.index.block == 500 && layout.known.count <= 10)
    }

    @Test("A position is found again at another width", arguments: [20, 40, 80])
    func aPositionIsFoundAgainAtAnotherWidth(_ width: Int) {
        var narrow = TextLayout(document, TextLayout.Form(width: 30))
        var other = TextLayout(document, TextLayout.Form(width: width))
        for row in narrow.rows(from: narrow.start, count: 1_000) {
            let index = other.index(of: row.line.position)
            let found = other.rows(from: index, count: 2).map(\.line.position)
            #expect(found[0] <= row.line.position)
            if found.count > 1 { #expect(found[1] > row.line.position) }
        }
    }

    @Test("Progress grows line by line and is complete only at the end", arguments: [20, 72])
    func progressGrowsLineByLine(_ width: Int) {
        var layout = TextLayout(document, TextLayout.Form(width: width), below: Self.header)
        let indices = layout.rows(from: layout.start, count: 1_000).map(\.index)
        let progress = indices.map(layout.progress)
        #expect(progress == progress.sorted() && progress[0] == 0 && progress.last! < 100)
        #expect(layout.progress(to: layout.end) == 100)
    }
}
