import ArticleText
import ReaderUI
import Testing

@Suite struct TextLayoutTests {
    private func lines(_ html: String, width: Int) -> [String] {
        TextLayout(DocumentBuilder.document(html: html, base: nil), TextLayout.Form(width: width)).lines.map(\.text)
    }

    @Test func linesBreakAtBlanksAndBetweenIdeographs() {
        #expect(lines("one two three four five six", width: 20) == ["one two three four", "five six"])
        #expect(lines("雨の日は本を読む。窓の外を見る。", width: 20) == ["雨の日は本を読む。窓", "の外を見る。"])
    }

    @Test func quotesAndItemsHang() {
        let html = "<blockquote><ul><li>a line that has to be broken<p>more</ul></blockquote>"
        #expect(lines(html, width: 24) == ["› • a line that has to", "›   be broken", "› ", "›   more"])
    }

    @Test func aTableTooWideIsToldRowByRow() {
        let head = (1...6).map { "<th>column \($0)" }.joined()
        let row = (1...6).map { "<td>value \($0)" }.joined()
        #expect(lines("<table><tr>\(head)<tr>\(row)</table>", width: 24) == (1...6).map { "column \($0): value \($0)" })
    }
}
