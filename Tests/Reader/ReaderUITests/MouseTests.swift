import ArticleText
import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// The wheel and clicks, in three columns: the feeds, the articles and the text.
@Suite struct MouseTests {
    private static let (feeds, articles, text) = (5, 60, 120)

    /// A reader with the list of all articles; the second one is open and the list has the focus.
    private func rig(_ html: String = "<p>Some words</p>") -> Rig {
        var rig = Rig(columns: 160)
        rig.document = DocumentBuilder.document(html: html, base: "https://example.org/")
        rig.start()
        rig.press("k", "Enter", "j", "Enter", "h")
        return rig
    }

    /// The row of the screen on which a text is drawn in these columns.
    private func row(of text: String, in columns: Range<Int>, of rig: Rig) throws -> Int {
        try #require(
            rig.screen.firstIndex { $0.dropFirst(columns.lowerBound).prefix(columns.count).contains(text) })
    }

    @Test("The wheel moves by three rows in the column under it, whichever column has the focus")
    func wheel() throws {
        var rig = rig(String(repeating: "<p>Words</p>", count: 40))
        #expect(rig.state.focus == .articles && rig.state.list.cursor == 1)
        let feed = rig.state.sidebar.cursor
        rig.send(.input(.mouse(Mouse(.wheelDown, row: 6, column: Self.articles))))
        #expect(rig.state.list.cursor == 4)
        rig.send(.input(.mouse(Mouse(.wheelUp, row: 6, column: Self.articles))))
        #expect(rig.state.list.cursor == 1)
        rig.send(.input(.mouse(Mouse(.wheelDown, row: 6, column: Self.feeds))))
        #expect(rig.state.sidebar.cursor != feed && rig.state.list.scope == .all, "only the feeds move")
        let text = try #require(rig.state.reading?.rows)
        rig.send(.input(.mouse(Mouse(.wheelDown, row: 6, column: Self.text))))
        #expect(rig.state.reading?.rows.first == text[3])
        #expect(rig.state.focus == .articles && rig.state.list.cursor == 1)
    }

    @Test("The wheel over the feeds shows the selected list if the feeds have the focus")
    func wheelAtTheFeeds() {
        var rig = rig()
        rig.press("h")
        #expect(rig.state.focus == .feeds)
        let scope = rig.state.list.scope
        rig.send(.input(.mouse(Mouse(.wheelDown, row: 6, column: Self.feeds))))
        #expect(rig.state.list.scope == rig.state.sidebar.selected?.scope && rig.state.list.scope != scope)
    }

    @Test("A click selects a feed and shows its list; a second click, or a double click, opens it", arguments: [1, 2])
    func feed(_ clicks: Int) throws {
        var rig = rig()
        let row = try row(of: "Hacker News", in: 0..<30, of: rig)
        let kind: Mouse.Action = clicks == 1 ? .click : .doubleClick
        rig.send(.input(.mouse(Mouse(kind, row: row, column: Self.feeds))))
        #expect(rig.state.list.scope == .feed(SubscriptionID(rawValue: 2)))
        #expect(rig.state.focus == (clicks == 1 ? .feeds : .articles))
        guard clicks == 1 else { return }
        rig.send(.input(.mouse(Mouse(.click, row: row, column: Self.feeds))))
        #expect(rig.state.focus == .articles && rig.state.list.scope == .feed(SubscriptionID(rawValue: 2)))
    }

    @Test("A click on the title of a column, between two groups of feeds, or below the last row selects nothing")
    func outsideRows() throws {
        var rig = rig()
        let gap = try #require(rig.state.sidebar.rows.firstIndex(of: .gap))
        let before = (rig.state.sidebar.cursor, rig.state.list.cursor)
        for (row, column) in [
            (0, Self.feeds), (1, Self.articles), (gap - rig.state.sidebar.top + 2, Self.feeds), (21, Self.feeds),
        ] {
            rig.send(.input(.mouse(Mouse(.click, row: row, column: column))))
            #expect(rig.state.focus == .articles && rig.state.list.scope == .all)
            #expect((rig.state.sidebar.cursor, rig.state.list.cursor) == before)
        }
    }

    @Test("A click selects an article; a click on the selected one opens it")
    func article() throws {
        var rig = rig()
        let row = try row(of: "Article 4", in: 33..<85, of: rig)
        rig.send(.input(.mouse(Mouse(.click, row: row, column: Self.articles))))
        #expect(rig.state.list.selected?.title == "Article 4" && rig.state.focus == .articles)
        rig.send(.input(.mouse(Mouse(.click, row: row, column: Self.articles))))
        #expect(rig.state.focus == .text && rig.state.reading?.open.article.item.title == "Article 4")
    }

    @Test("A click on a link opens it, from its first to its last cell; elsewhere it moves the focus to the text")
    func link() throws {
        var rig = rig("<p>See <a href='/a'>the page</a> now.</p>")
        let link = try #require(rig.frame.links.first)
        for column in [link.columns.lowerBound - 1, link.columns.lowerBound, link.columns.upperBound - 1] {
            let opened = rig.effects.count { $0 == .openBrowser("https://example.org/a") }
            rig.send(.input(.mouse(Mouse(.click, row: link.row, column: column))))
            let isLink = link.columns.contains(column)
            #expect(rig.effects.count { $0 == .openBrowser("https://example.org/a") } == opened + (isLink ? 1 : 0))
        }
        #expect(rig.state.focus == .text)
    }

    @Test("A click on a link in text from right to left opens that link")
    func reorderedLink() throws {
        var rig = rig("<p>\u{5E9}\u{5DC} <a href='/a'>\u{5E7}\u{5D5}</a> <a href='/b'>\u{5E2}</a></p>")
        for link in rig.frame.links {
            rig.send(.input(.mouse(Mouse(.click, row: link.row, column: link.columns.lowerBound))))
            #expect(rig.effects.last == .openBrowser(link.address))
        }
    }

    @Test("A click on the text of the selected article marks it read, as opening it does; a second one does nothing")
    func textOfTheSelection() {
        var rig = rig()
        rig.press("j")
        let opened = rig.state.list.selected
        for count in [1, 1] {
            rig.send(.input(.mouse(Mouse(.click, row: 18, column: Self.text))))
            #expect(rig.state.focus == .text && rig.effects.count { $0 == .mark([opened!.id], .read(true)) } == count)
            #expect(rig.effects.count { if case .recordOpening(opened!.id, _) = $0 { true } else { false } } == count)
        }
    }

    @Test("In a panel the wheel moves by three lines, and a click outside closes it; one on a heading does nothing")
    func panel() throws {
        var rig = rig()
        rig.press("?")
        var other = rig
        rig.send(.input(.mouse(Mouse(.wheelDown, row: 5, column: Self.text))))
        other.press("j", "j", "j")
        #expect(rig.state.panel?.cursor == other.state.panel?.cursor)
        rig.send(.input(.mouse(Mouse(.wheelUp, row: 5, column: Self.text))))
        other.press("k", "k", "k")
        #expect(rig.state.panel?.cursor == other.state.panel?.cursor && rig.state.list.cursor == 1)
        let heading = try #require(rig.state.panel?.lines.first { $0.isHeading }?.label)
        let row = try row(of: heading, in: 33..<160, of: rig)
        let before = rig.state.panel
        rig.send(.input(.mouse(Mouse(.doubleClick, row: row, column: Self.text))))
        #expect(rig.state.panel == before)
        rig.send(.input(.mouse(Mouse(.click, row: 5, column: Self.feeds))))
        #expect(rig.state.panel == nil && rig.state.focus == .articles)
    }

    @Test("In a panel a click selects a line; a second one, or a double click, runs it", arguments: [2, 1])
    func lineOfPanel(_ clicks: Int) throws {
        var rig = rig("<p><a href='/a'>One</a>, <a href='/b'>two</a></p>")
        rig.press("l", "u")
        let row = try row(of: "example.org/b", in: 0..<160, of: rig)
        if clicks == 2 {
            rig.send(.input(.mouse(Mouse(.click, row: row, column: Self.text))))
            #expect(rig.state.panel?.cursor == 1 && !rig.effects.contains(.openBrowser("https://example.org/b")))
        }
        rig.send(.input(.mouse(Mouse(clicks == 2 ? .click : .doubleClick, row: row, column: Self.text))))
        #expect(rig.effects.contains(.openBrowser("https://example.org/b")))
    }
}
