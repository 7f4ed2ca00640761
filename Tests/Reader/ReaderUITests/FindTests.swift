import ArticleText
import FeedModel
import Screen
import Testing

@testable import ReaderUI

@Suite struct FindTests {
    private func layout(_ blocks: [Block], width: Int) -> TextLayout {
        TextLayout(Document(blocks: blocks), TextLayout.Form(width: width))
    }

    private func pieces(_ layout: TextLayout, _ text: String) -> [[String]] {
        var layout = layout
        let lines = layout.rows(from: layout.start, count: 100).map(\.index)
        return layout.matches(of: text).map { match in
            layout.pieces(of: text, in: match.block)[match.number].map {
                "\(lines.firstIndex(of: $0.line)!):\($0.columns.lowerBound)-\($0.columns.upperBound)"
            }
        }
    }

    @Test("A find matches a phrase that spans a line break") func aPhraseIsFoundAcrossABreak() {
        let text = layout([Block(.paragraph([Run("one two three four five")]))], width: 12)
        #expect(text.lines.map(\.text) == ["one two", "three four", "five"])
        #expect(pieces(text, "Two Three") == [["0:4-7", "1:0-5"]])
        #expect(pieces(text, "two three four five") == [["0:4-7", "1:0-10", "2:0-4"]])
        #expect(pieces(text, "twothree") == [])
        #expect(pieces(text, "two  three") == [["0:4-7", "1:0-5"]], "spaces are spaces")
    }

    @Test("The bottom line groups the digits of the number of matches")
    func manyMatches() {
        var rig = Rig(columns: 80, rows: 16)
        rig.document = Document(blocks: [Block(.paragraph([Run(String(repeating: "ferry ", count: 1_200))]))])
        rig.start()
        rig.press("Enter", "Enter", "/")
        rig.type("ferry")
        rig.press("Enter")
        #expect(rig.screen[15].hasPrefix(" “ferry” 1/1,200 "))
    }

    @Test("After a find without a match, n and N repeat that there is none", arguments: ["n", "N"])
    func notFound(_ key: String) {
        var rig = Rig(columns: 80, rows: 16)
        rig.start()
        rig.press("Enter", "Enter", "/")
        rig.type("lighthouse")
        rig.press("Enter", "j")
        #expect(rig.line(with: "not found") == nil)
        rig.press(key)
        #expect(rig.line(with: "“lighthouse” not found") != nil)
    }

    /// Returns a text with a match in each paragraph, in the middle of it.
    private func inTheMiddle() -> Rig {
        var rig = Rig(columns: 80, rows: 12)
        rig.document = Document(blocks: (1...60).map { Block(.paragraph([Run("ferry \($0)")])) })
        rig.start()
        rig.press("Enter", "Enter")
        for _ in 0..<40 { rig.press("j") }
        return rig
    }

    @Test("A find typed letter by letter goes to the first match at or below the line shown before it")
    func letterByLetter() throws {
        var rig = inTheMiddle()
        let block = try #require(rig.state.reading?.position.block)
        rig.press("/")
        rig.type("ferry")
        let match = try #require(rig.state.reading?.find?.match)
        #expect(match.block == block || match.block == block + 1)
        rig.press("Enter")
        #expect(rig.state.reading?.find?.match == match)
    }

    @Test("Esc, or deleting the last letter, returns to the position before the find", arguments: ["Esc", "Ctrl-u"])
    func findCancelled(_ key: String) {
        var rig = inTheMiddle()
        let lines = rig.screen[2..<10]
        rig.press("/")
        rig.type("ferry 50")
        #expect(rig.screen[2..<10] != lines)
        rig.press(key)
        #expect(rig.screen[2..<10] == lines && rig.state.reading?.find == nil)
    }

    @Test("The current match stays after a resize, even if other matches are above it")
    func matchAfterResize() throws {
        var rig = inTheMiddle()
        rig.press("/")
        rig.type("ferry")
        rig.press("Enter", "n", "n", "n")
        let match = try #require(rig.state.reading?.find?.match)
        rig.send(.input(.resized(Size(columns: 60, rows: 12))))
        #expect(rig.state.reading?.find?.match == match)
        rig.press("n")
        #expect(rig.state.reading?.find?.match?.block == match.block + 1)
    }

    @Test("Esc leaves a search of the : line for the list before it, as it does after /", arguments: [false, true])
    func searchAtOnce(_ opensText: Bool) {
        var rig = Rig.listingAll()
        rig.press("j")
        if opensText { rig.press("Enter") }
        rig.press(":")
        rig.type("search Article 2")
        rig.press("Enter")
        #expect(rig.state.list.scope == .search("Article 2"))
        rig.press("Esc")
        #expect(rig.state.list.scope == .all && rig.state.focus == .articles)
        #expect(rig.state.list.selected?.title == "Article 1")
    }

    @Test("A mistake in the words of a filter is reported, as a mistake in the words of a search is")
    func mistakeInFilter() {
        var rig = Rig.listingAll()
        rig.press("f")
        rig.type("is:odd")
        #expect(!rig.effects.contains(.checkSearch("is:odd")))
        rig.press("Enter")
        #expect(rig.effects.contains(.checkSearch("is:odd")))
        rig.press(":")
        rig.type("filter is:even")
        rig.press("Enter")
        #expect(rig.effects.contains(.checkSearch("is:even")))
    }

    @Test(
        "A line has a maximum length; letters after it change nothing",
        arguments: [("/", 1_000), ("f", 1_000), (":", 4_096)])
    func longLine(_ key: String, _ maximum: Int) {
        var rig = Rig.listingAll()
        rig.press(key)
        rig.send(.input(.paste(String(repeating: "x", count: maximum + 10))))
        #expect(rig.state.prompt?.characters.count == maximum)
        rig.press("y", "Backspace")
        #expect(rig.state.prompt?.text == String(repeating: "x", count: maximum - 1))
    }

    @Test("A prefix before a line is not part of its text") func prefixBeforeLineIsNotPartOfItsText() {
        let text = layout(
            [
                Block(.paragraph([Run("one two three four five")]), in: [.quote]),
                Block(.paragraph([Run("one two three four five")]), in: [.listItem(marker: "•", begins: true)]),
            ], width: 16)
        #expect(pieces(text, "three four") == [["0:10-15", "1:2-6"], ["3:10-15", "4:2-6"]])
        #expect(pieces(text, "›") == [])
    }

    @Test("An ideographic text is one piece") func anIdeographicTextIsOne() {
        let text = layout([Block(.paragraph([Run("日本語の文章は空白なしで折り返される")]))], width: 10)
        #expect(text.lines.count == 4)
        #expect(pieces(text, "文章") == [["0:8-10", "1:0-2"]])
    }

    @Test("A match does not extend across two texts") func findDoesNotMatchAcrossTwoTexts() {
        let text = layout(
            [Block(.paragraph([Run("one two")])), Block(.heading(2, [Run("three four")]))], width: 40)
        #expect(pieces(text, "two three") == [])
    }

    @Test("A match can extend across styles and links") func matchesAcrossRunsAndLinksAreFound() {
        let text = layout(
            [Block(.paragraph([Run("an "), Run("emphatic", style: .emphasis), Run(" word")]))], width: 40)
        #expect(pieces(text, "an emphatic word") == [["0:0-16"]])
    }

    @Test("All pieces of a match are highlighted") func allPiecesOfAMatchAreShown() throws {
        var rig = Rig(columns: 40, rows: 12)
        rig.start()
        rig.press("Enter", "Enter", "/")
        rig.type("link is followed")
        rig.press("Enter")
        let style = rig.state.theme[.searchMatch]
        let marked = rig.frame.lines.indices.filter { row in
            (0..<40).contains { rig.frame[row, $0].style.attributes.isSuperset(of: style.attributes) }
        }
        #expect(marked.count == 2)
        let find = try #require(rig.state.reading?.find)
        #expect(find.matches.count == 1)
    }

    @Test("The text beside the list marks the words of the current search, not those of an earlier one")
    func searchedWords() {
        var rig = Rig(columns: 120, rows: 24)
        rig.document = Document(blocks: [Block(.paragraph([Run("Of art, and of an article.")]))])
        rig.start()
        func marked() -> String {
            let style = rig.state.theme[.searchMatch]
            return (2..<22).flatMap { row in
                (40..<120).map { rig.frame[row, $0] }.filter { $0.style == style && $0.text != " " }.map(\.text)
            }.joined()
        }
        rig.press("/")
        rig.type("Art")
        #expect(marked() == "artart")
        rig.type("icle")
        rig.press("Enter")
        #expect(marked() == "article")
    }

    @Test("The number of matches does not depend on the width of the lines", arguments: [8, 13, 40, 200])
    func countedWithoutLines(_ width: Int) {
        var text = TextLayout(Samples.everything, TextLayout.Form(width: width))
        for words in ["o", "words, a", "A LINK [2]", "折り返される", "code", "is longer", "example.org/a", "[", "zz"] {
            let counted = text.matches(of: words)
            // Text longer than a line of code counts as two texts.
            #expect(counted.isEmpty == (words == "zz") || words == "is longer", "\(words)")
            for block in -1..<40 {
                let own = counted.filter { $0.block == block }
                guard !own.isEmpty || block < text.end.block else { continue }
                #expect(text.pieces(of: words, in: block).count == own.count, "\(words) in \(block)")
            }
        }
    }

    @Test("A letter of any script is found by its lower-case form") func lettersOfAllScripts() {
        let letters = (0x41..<0x1_F000).compactMap { Unicode.Scalar(UInt32($0)) }
        for letter in letters where letter.properties.changesWhenLowercased {
            var text = layout([Block(.paragraph([Run("a\(letter)漢")]))], width: 40)
            let found = text.matches(of: "\(letter.properties.lowercaseMapping)漢").count
            #expect(found == 1, "U+\(String(letter.value, radix: 16))")
        }
    }

    @Test("A find ends at the maximum number of matches") func maximumMatches() {
        let block = Block(.paragraph([Run(String(repeating: "é", count: 60_000))]))
        var text = layout([block, block, block], width: 80)
        #expect(text.matches(of: "É").count == 100_000 && TextLayout.maximumMatches == 100_000)
    }
}
