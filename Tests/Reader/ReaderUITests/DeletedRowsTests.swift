import FeedModel
import Testing

@testable import ReaderUI

/// `D` on articles: they disappear, and the following row is selected.
@Suite struct DeletedRowsTests {
    private func list(columns: Int = 60) -> Rig {
        var rig = Rig(columns: columns, rows: 20)
        rig.start()
        rig.press("g", "Enter")
        return rig
    }

    private func ids(_ rig: Rig) -> [ArticleID] { rig.state.list.rows.map(\.id) }

    private func deletions(_ rig: Rig) -> [Effect] {
        rig.effects.filter { if case .deleteArticles = $0 { true } else { false } }
    }

    @Test("D deletes the selected article and selects the following one, or at the end the previous one")
    func row() {
        var rig = list()
        let rows = ids(rig)
        rig.press("j", "D")
        #expect(deletions(rig) == [.deleteArticles([rows[1]])])
        #expect(!ids(rig).contains(rows[1]) && rig.state.list.selected?.id == rows[2])
        #expect(rig.state.messages.shown?.text == "Deleted the article; U undoes")
        rig.press("G", "D")
        #expect(rig.state.list.selected?.id == rows[28] && ids(rig).count == 28)
    }

    @Test("D deletes all picked rows, and the selected row stays selected if it is not among them")
    func picked() {
        var rig = list()
        let rows = ids(rig)
        rig.press("*", "j", "*", "D")
        #expect(deletions(rig) == [.deleteArticles([rows[0], rows[2]])])
        #expect(rig.state.list.picked.isEmpty && rig.state.list.selected?.id == rows[3])
        #expect(rig.state.messages.shown?.text == "Deleted 2 articles; U undoes")
    }

    @Test("Far down a long list, the following row is selected, too")
    func longList() {
        var rig = Rig(columns: 60, rows: 20, articles: 300)
        rig.start()
        rig.press("g", "Enter", "G", "2", "0", "k")
        let following = ids(rig)[rig.state.list.cursor + 1]
        rig.press("D")
        #expect(rig.state.list.selected?.id == following && rig.state.list.cursor > 0)
    }

    @Test("D in the text returns to the list, where the following row is selected", arguments: [40, 150])
    func text(_ columns: Int) {
        var rig = list(columns: columns)
        let rows = ids(rig)
        rig.press("Enter")
        #expect(rig.state.focus == .text)
        rig.press("D")
        #expect(deletions(rig) == [.deleteArticles([rows[0]])])
        #expect(rig.state.focus == .articles && rig.state.list.selected?.id == rows[1])
        #expect(rig.state.reading?.id == (columns == 40 ? nil : rows[1]))
    }

    @Test("An undo brings a read article back to the list of unread articles that it was deleted from")
    func restored() throws {
        var rig = Rig(columns: 60, rows: 20)
        rig.start()
        rig.press("g", "j", "Enter", "Enter")
        let deleted = try #require(rig.state.reading?.id)
        let article = try #require(rig.articles.first { $0.id == deleted })
        #expect(rig.state.list.scope == .unread && article.isRead)
        rig.press("D")
        #expect(!ids(rig).contains(deleted))
        rig.articles.insert(article, at: 0)
        rig.send(.libraryChanged)
        #expect(ids(rig).contains(deleted))
    }

    /// Undoes the deletion of these articles, as the library does.
    private func undo(_ deleted: [Article], in rig: inout Rig) {
        rig.articles = (rig.articles + deleted).sorted { $0.id.rawValue > $1.id.rawValue }
        rig.send(.articlesRestored(deleted.map(\.id)))
    }

    @Test("A restored article is selected again, or the first of several", arguments: [["D"], ["*", "j", "*", "D"]])
    func selectedAgain(_ keys: [String]) {
        var rig = list()
        let articles = rig.articles
        rig.press("j", "j")
        for key in keys { rig.press(key) }
        let deleted = articles.filter { !rig.articles.contains($0) }
        undo(deleted, in: &rig)
        #expect(ids(rig) == articles.map(\.id) && rig.state.list.selected?.id == articles[2].id)
        rig.press("j")
        rig.send(.libraryChanged)
        #expect(rig.state.list.selected?.id == articles[3].id)
    }

    @Test("A restored article that is in another list, or beside an open text, does not change the selection")
    func selectionStays() throws {
        var rig = list()
        let articles = rig.articles
        rig.press("D", "j", "Enter")
        let read = try #require(rig.state.reading?.id)
        undo([articles[0]], in: &rig)
        #expect(rig.state.list.selected?.id == read && rig.state.reading?.id == read)
        rig.press("q")
        let selected = try #require(rig.state.list.selected?.id)
        rig.send(.articlesRestored([ArticleID(rawValue: 999)]))
        #expect(rig.state.list.selected?.id == selected)
    }

    @Test("The message mentions the star, the pack and the server")
    func words() {
        var rig = list()
        rig.servedFeeds = Set(rig.subscriptions.map(\.id))
        let rows = ids(rig)
        rig.press("s")
        rig.send(.packs([rows[0]: .packed, rows[2]: .partly]))
        rig.press("D")
        #expect(
            rig.state.messages.shown?.text == "Deleted the starred, packed article, not on its server; U undoes")
        rig.press("2", "*", "D")
        #expect(rig.state.messages.shown?.text == "Deleted 2 articles, 1 packed, not on their servers; U undoes")
        rig.send(.articlesDeleted(ArticleDeletion(articles: Array(rows[5...7]), copies: 2, starred: 3)))
        #expect(
            rig.state.messages.shown?.text == "Deleted 3 articles (2 copies in other feeds), 3 starred; U undoes")
    }

    /// Returns the reader with the guide, which has one article.
    private func readerOfGuide() -> Rig {
        var rig = Rig()
        rig.articles.append(
            Article(
                id: ArticleID(rawValue: -1), subscription: SubscriptionID(rawValue: -1), item: ParsedItem(id: "guide"),
                received: Rig.now, isRead: false))
        rig.start()
        rig.press(":")
        rig.type("guide")
        rig.press("Enter")
        #expect(rig.state.list.rows.count == 1)
        return rig
    }

    @Test(
        "In the guide the keys that use a feed or a page say that the guide has none",
        arguments: ["r", ";", "o", "x", "y", "B"])
    func guideHasNoPage(_ key: String) {
        var rig = readerOfGuide()
        rig.press(key)
        #expect(rig.state.messages.shown?.text == "The guide has no feed and no page")
    }

    @Test("In the guide's text the bottom line offers neither the browser nor the full page")
    func guideHints() {
        var rig = readerOfGuide()
        rig.press("Enter")
        let hints = rig.screen.last ?? ""
        #expect(hints.contains("s star") && !hints.contains("browser") && !hints.contains("page"))
    }

    @Test("In the guide # says that the guide cannot be tagged, before a line is typed")
    func guideKeepsNoTags() {
        var rig = readerOfGuide()
        rig.press("#")
        #expect(rig.state.prompt == nil && rig.state.messages.shown?.text == "The guide cannot be tagged")
    }

    @Test("The guide is not a feed: nothing in it is renamed or moved", arguments: ["e", "M", ":rename x", ":move x"])
    func guideKeepsItsName(_ keys: String) {
        var rig = readerOfGuide()
        if keys.hasPrefix(":") {
            rig.press(":")
            rig.type(String(keys.dropFirst()))
            rig.press("Enter")
        } else {
            rig.press(keys)
        }
        #expect(rig.state.prompt == nil && rig.state.messages.shown?.text == "Select a feed first")
    }

    @Test("D says that the guide cannot be deleted, and asks for a feed on a row that is not one")
    func refused() {
        var rig = Rig()
        rig.start()
        rig.press("g", "D")
        #expect(rig.state.messages.shown?.text == "Select the feed first")
        rig.press(":")
        rig.type("guide")
        rig.press("Enter", "D")
        #expect(rig.state.messages.shown?.text == "The guide cannot be deleted" && deletions(rig).isEmpty)
    }
}
