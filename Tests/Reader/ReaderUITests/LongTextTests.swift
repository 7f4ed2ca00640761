import ArticleText
import Testing

@testable import ReaderUI

/// Long texts: the beginning shows at once, the complete text a little later.
@Suite struct LongTextTests {
    /// Returns the list of all articles beside the text of the first one, with its beginning loaded.
    private func previewing(columns: Int = 100, rows: Int = 12) -> Rig {
        var rig = Rig(columns: columns, rows: rows)
        rig.textsAreLong = true
        rig.start()
        rig.press("k", "Enter")
        return rig
    }

    private func reading() -> Rig {
        var rig = previewing()
        rig.press("Enter")
        return rig
    }

    @Test("The complete text replaces the beginning, never the reverse")
    func completeTextReplacesTheBeginning() throws {
        var rig = reading()
        let beginning = try #require(rig.state.reading?.open)
        #expect(beginning.document == Samples.beginning)
        rig.press("j", "j")
        let screen = rig.screen.dropLast()
        rig.reply()
        let whole = try #require(rig.state.reading)
        #expect(whole.open.document == Samples.document && rig.screen.dropLast() == screen)
        rig.send(.article(beginning))
        #expect(rig.state.reading == whole)
        // Meanwhile another article is open.
        rig.press("q", "j")
        rig.send(.article(beginning))
        #expect(rig.state.reading?.id != whole.id)
    }

    @Test("The end of the loaded beginning does not count as the end of the article")
    func theEndOfTheBeginningIsNotTheEnd() throws {
        var rig = reading()
        let id = try #require(rig.state.reading?.id)
        for _ in 0..<5 { rig.press("Space") }
        #expect(rig.state.reading?.id == id && rig.line(with: "print(answer)") != nil)
        let progress = try #require(rig.state.reading?.progress)
        #expect((20..<40).contains(progress), "\(progress) % of what is there and what is to come")
        rig.reply()
        for _ in 0..<5 where rig.state.reading?.id == id { rig.press("Space") }
        #expect(rig.state.reading?.id != id)
    }

    @Test("G moves to the end when the complete text arrives") func endIsShownWhenCompleteTextArrives() {
        var rig = reading()
        rig.press("G")
        #expect(rig.line(with: "print(answer)") != nil)
        rig.reply()
        #expect(rig.line(with: "[2] https://example.org/p.png") != nil && rig.state.reading?.progress == 100)
        // If the position was moved again, the end is not shown.
        rig = reading()
        rig.press("G", "k")
        rig.reply()
        #expect(rig.line(with: "p.png") == nil)
    }

    @Test(
        "A find in the beginning continues in the complete text",
        arguments: [("lists hang", true), ("nowhere", false)])
    func findContinuesInTheCompleteText(_ words: String, _ isThere: Bool) {
        var rig = reading()
        rig.press("/")
        rig.type(words)
        rig.press("Enter")
        #expect(rig.line(with: "not found") == nil)
        rig.reply()
        #expect((rig.line(with: words + "” 1/1") != nil) == isThere)
        #expect((rig.line(with: "not found") != nil) == !isThere)
    }

    @Test("A position within the beginning is shown at once")
    func positionWithinBeginningIsShownAtOnce() throws {
        var rig = Rig(columns: 100, rows: 12)
        rig.textsAreLong = true
        rig.document = Document(blocks: (1...200).map { Block(.paragraph([Run("Paragraph \($0)")])) })
        rig.beginning = Document(blocks: Array(rig.document.blocks.prefix(40)))
        rig.beginning.share = 0.2
        rig.start()
        rig.press("k", "Enter", "Enter")
        for _ in 0..<10 { rig.press("j") }
        let place = try #require(rig.state.reading?.position)
        rig.press("q", "j", "k")
        #expect(rig.state.reading?.open.document == rig.beginning)
        #expect(rig.state.reading?.position == place)
        rig.reply(rig.waiting.count - 1)
        #expect(rig.state.reading?.open.document == rig.document)
        #expect(rig.state.reading?.position == place)
    }

    @Test("A position below the beginning waits for the complete text")
    func positionBelowBeginningWaitsForCompleteText() throws {
        var rig = reading()
        rig.reply()
        rig.press("G")
        let top = try #require(rig.state.reading?.top)
        rig.press("q", "j")
        #expect(rig.state.reading?.open.document == Samples.beginning)
        rig.press("k")
        #expect(rig.state.reading == nil)
        rig.waiting.removeFirst()
        rig.reply()
        #expect(rig.state.reading?.top == top)
    }
}
