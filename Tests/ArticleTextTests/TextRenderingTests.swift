import ArticleText
import Testing

@Suite struct TextRenderingTests {
    private func lines(_ html: String, width: Int) -> [String] {
        TextRendering.lines(of: DocumentBuilder.document(html: html, base: nil), width: width)
    }

    @Test func linesBreakAtBlanksAndAddressesNowhere() {
        #expect(lines("one two three four five six", width: 20) == ["one two three four", "five six"])
        let address = "https://example.org/a/very/long/address"
        #expect(lines("see \(address) there", width: 20) == ["see", address, "there"])
    }

    @Test func wideCharactersAreMeasuredByTheCaller() {
        let document = DocumentBuilder.document(html: "雨の日は本を読む。窓の外を見る。", base: nil)
        let lines = TextRendering.lines(of: document, width: 20) { $0.count * 2 }
        #expect(lines == ["雨の日は本を読む。", "窓の外を見る。"].joinedFirst(10))
    }

    @Test func quotesAndItemsHang() {
        let html = "<blockquote><ul><li>a line that has to be broken<p>more</ul></blockquote>"
        #expect(lines(html, width: 24) == ["> • a line that has to", ">   be broken", ">", ">   more"])
    }

    @Test func aTableTooWideIsToldRowByRow() {
        let head = (1...6).map { "<th>column \($0)" }.joined()
        let row = (1...6).map { "<td>value \($0)" }.joined()
        let lines = lines("<table><tr>\(head)<tr>\(row)</table>", width: 24)
        #expect(lines == (1...6).map { "column \($0): value \($0)" })
    }
}

extension [String] {
    /// The same text in lines of `count` characters.
    fileprivate func joinedFirst(_ count: Int) -> [String] {
        let text = joined()
        return [String(text.prefix(count)), String(text.dropFirst(count))]
    }
}
