import FeedModel
import Screen
import Testing

@testable import ReaderUI

@Suite struct RenderTests {
    @Test("80 columns show the feeds") func theFeedsOf80Columns() {
        var rig = Rig()
        rig.start()
        let expected = """
             lede                                                          ● online   14:22
            ────────────────────────────────────────────────────────────────────────────────
               All                                                                       30
            ▌  Unread                                                                    23
               Starred
               Today                                                                     23

             ▾ Tech                                                                      15
                 LWN.net                                                                  7
                 Hacker News                                                              8
             ▾ News                                                                       8
                 日本の新聞                                                               8
               A blog
            """
        #expect(rig.screen.prefix(13).joined(separator: "\n") == expected)
        #expect(rig.screen[22] == String(repeating: "─", count: 80))
        #expect(rig.screen[23].hasSuffix("Enter open  R refresh  O offline  a add  ? keys"))
    }

    @Test("100 columns show articles beside the text") func articlesBesideTextOf100Columns() {
        var rig = Rig(columns: 100, rows: 30)
        rig.start()
        rig.press("k", "Enter")
        let screen = rig.screen
        #expect(screen[0] == " All                                30 │   Article 0")
        #expect(screen[1].contains("┼"))
        #expect(screen[2].hasPrefix("▌●  14:22  Article 0"))
        #expect(screen[2].contains("│   LWN.net · Fri 20 Nov 2026 14:22"))
        #expect(screen[28].contains("┴"))
        #expect(rig.line(with: "number [1]") != nil)
        #expect(rig.line(with: "│       let answer = 42") != nil)
        #expect(rig.line(with: "│   › › and nested ones two of them.") != nil)
        #expect(rig.line(with: "│     • lists hang, so that") != nil)
        #expect(
            rig.line(with: "│       word of the item") != nil || rig.line(with: "│       first word of the item") != nil
        )
    }

    @Test(
        "The frame fills the screen at every size",
        arguments: [(40, 10), (80, 24), (99, 24), (100, 30), (149, 40), (150, 45), (200, 50)],
        [Column.feeds, .articles, .text])
    func everySizeIsFilledToItsEdges(_ size: (Int, Int), _ column: Column) {
        var rig = Rig(columns: size.0, rows: size.1)
        rig.start()
        if column >= .articles { rig.press("Enter") }
        if column == .text { rig.press("Enter") }
        let frame = rig.frame
        #expect(frame.size == Size(columns: size.0, rows: size.1))
        #expect(frame.lines[1].count == size.0, "the rule below the header")
        for row in 0..<size.1 {
            let width = (0..<size.0).reduce(0) { $0 + Int(frame[row, $1].width) }
            #expect(width == size.0, "row \(row) drifts")
        }
    }

    @Test("A small screen shows a message", arguments: [(39, 24), (80, 9), (1, 1), (0, 0)])
    func smallScreenShowsMessage(_ size: (Int, Int)) {
        var rig = Rig(columns: size.0, rows: size.1)
        rig.start()
        if size.0 >= 10, size.1 >= 4 { #expect(rig.screen[0] == "lede needs") }
        rig.press("Enter", "j", "G", "Enter", "q")
    }

    @Test("On a screen that is too small only the keys that it names and Ctrl-c, Ctrl-z and Ctrl-l act")
    func keysOnSmallScreen() {
        var rig = Rig()
        rig.start()
        rig.press("k", "Enter")
        rig.send(.input(.resized(Size(columns: 39, rows: 12))))
        #expect(rig.line(with: "q quits") != nil)
        rig.effects = []
        rig.press("C", "D", "m", "Enter", ":")
        rig.send(.input(.paste("https://example.org/feed")))
        #expect(rig.effects == [] && rig.state.prompt == nil && rig.state.focus == .articles)
        rig.press("Ctrl-l", "Ctrl-z", "q")
        #expect(rig.effects.prefix(2) == [.redraw, .suspend] && rig.effects.last == .quit)
        rig.send(.input(.resized(Size(columns: 80, rows: 24))))
        rig.press("Enter")
        #expect(rig.state.focus == .text)
    }

    @Test("A new screen size keeps the position in the text") func anotherSizeKeepsThePositionInTheText() {
        var rig = Rig(columns: 160, rows: 12)
        rig.start()
        rig.press("Enter", "Enter")
        while rig.state.reading?.rows.first?.line.text.contains("A quotation") == false {
            rig.press("j")
        }
        for size in [(60, 12), (45, 11), (200, 12), (100, 12), (160, 12)] {
            rig.send(.input(.resized(Size(columns: size.0, rows: size.1))))
            #expect(rig.screen[2].contains("A quotation"), "at \(size)")
        }
    }

    @Test(
        "An enclosure names the key that opens it",
        arguments: [("v", nil), ("e", "e"), (":enclosures", "")] as [(String, String?)])
    func anEnclosureNamesTheKeyThatOpensIt(_ shown: String, _ bound: String?) throws {
        var rig = Rig()
        rig.articles[0].item.enclosures = [
            Enclosure(url: "https://example.org/a.mp3", mimeType: "audio/mpeg", size: 12_345_678, duration: 3_729)
        ]
        if let bound {
            rig.state.keymap.bind([.character("v")], to: [])
            if !bound.isEmpty { rig.state.keymap.bind([.character("e")], to: [Invocation(.enclosures)]) }
        }
        rig.start()
        rig.press("k", "Enter", "Enter", "G")
        #expect(rig.line(with: "audio/mpeg") == "   \(shown)  a.mp3 · audio/mpeg · 1:02:09 · 12 MB")
    }

    @Test("A shortened message ends with the key that shows the whole message, or with its own reference to that key")
    func longMessage() {
        var rig = Rig(columns: 60)
        rig.start()
        let words = "No program to open it: set browser or player in [commands] of config.toml"
        rig.send(.message(Message(words, kind: .error)))
        #expect(rig.screen[23] == " ! No program to open it: set browser or player in [co… (i)")
        rig.send(.message(Message(words, kind: .error, reference: " (and 7 more: i)")))
        #expect(rig.screen[23] == " ! No program to open it: set browser or p… (and 7 more: i)")
        // There, the letter i filters the list.
        rig.press("?")
        rig.send(.message(Message(words, kind: .error)))
        #expect(rig.screen[23].hasSuffix(" in [comman…"), "\(rig.screen[23])")
    }

    @Test("An empty library shows a welcome") func anEmptyLibraryGreets() {
        var rig = Rig(articles: 0)
        rig.subscriptions = []
        rig.start()
        // The sign in place of a count stands for a feed that is gone.
        #expect(rig.line(with: "Welcome to lede")?.contains("–") == false)
        #expect(rig.line(with: "add a feed or a site") != nil)
    }

    @Test("A highlighted article has the style of its rule or of the theme")
    func highlightedArticleHasStyleOfItsRuleOrOfTheme() throws {
        var rig = Rig()
        rig.state.settings.highlights = [nil, Style(foreground: Color("magenta"), attributes: .italic)]
        rig.highlights = ["Article 3": 0, "Article 4": 1]
        rig.start()
        rig.press("k", "Enter")
        let style = { (title: String) throws -> Style in
            let row = try #require(rig.screen.firstIndex { $0.contains(title) })
            let column = try #require(rig.screen[row].firstRange(of: title)).lowerBound
            return rig.frame[row, rig.screen[row].distance(from: rig.screen[row].startIndex, to: column)].style
        }
        #expect(try style("Article 3").attributes.isSuperset(of: rig.state.theme[.highlight].attributes))
        #expect(try style("Article 4").foreground == Color("magenta"))
        #expect(try style("Article 4").attributes.contains([.italic, .bold]), "and it is unread")
        #expect(try style("Article 5").foreground == nil)
        // While the results belong to other rules, their numbers have no meaning.
        rig.state.settings.highlights = []
        #expect(try style("Article 4") == style("Article 6"))
        rig.send(.rulesApplied(highlights: [Style(foreground: Color("green")), nil]))
        #expect(try style("Article 3").foreground == Color("green"))
    }

    @Test("The ASCII set draws only ASCII characters") func theASCIISetHasNothingElse() {
        var rig = Rig(columns: 160, rows: 40)
        rig.state.settings.glyphs = .ascii
        rig.subscriptions.removeAll { $0.id.rawValue == 3 }
        rig.start()
        rig.press("Enter", "Enter")
        let odd = rig.screen.joined().unicodeScalars.filter { !$0.isASCII }
        #expect(String(String.UnicodeScalarView(odd)) == "")
    }

    @Test(
        "A screen reader finds the terminal's cursor on the line that says why a list is empty",
        arguments: [
            (["f"], "Nothing found."), (["/"], "Nothing found."), (["?", "/"], "Nothing matches."),
        ] as [([String], String)])
    func cursorOfEmptyList(_ keys: [String], _ words: String) {
        var rig = Rig.listingAll()
        keys.forEach { rig.press($0) }
        rig.type("zzzz")
        if keys.count == 1 { rig.press("Enter") }
        #expect(rig.frame.cursor.map { rig.screen[$0.row].contains(words) } == true)
    }
}
