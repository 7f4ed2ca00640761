import FeedModel
import Testing

@testable import ReaderUI

/// Steps to the neighbouring article, from an article to its feed, and lists without read articles. In the rig every
/// fourth article is read, and each of three feeds has every third article.
@Suite struct ArticleStepTests {
    @Test("In the text, ) and ( open the neighbouring articles, including read ones")
    func textToText() {
        var rig = Rig.listingAll()
        rig.press("Enter", ")", ")", ")")
        #expect(rig.state.focus == .text)
        #expect(rig.state.reading?.open.article.item.title == "Article 3", "it was read before")
        rig.press("(")
        #expect(rig.state.reading?.open.article.item.title == "Article 2")
        #expect(rig.state.list.selected?.title == "Article 2")
        #expect((0...2).allSatisfy { rig.articles[$0].isRead })
        #expect(!rig.articles[4].isRead)
    }

    @Test("After the last unread article, Space names the key that opens the next read one")
    func nothingUnread() {
        var rig = Rig()
        for index in rig.articles.indices { rig.articles[index].isRead = true }
        rig.start()
        rig.press("k", "Enter", "g", "Enter", "G", "Space")
        #expect(rig.state.messages.shown?.text == "No more unread articles; ) opens the next one")
        rig.press("q", "G", "Enter", "G", "Space")
        #expect(rig.state.messages.shown?.text == "No more unread articles")
    }

    @Test("A number before ) or ( repeats the step, even past the loaded rows")
    func counted() {
        var rig = Rig.listingAll(articles: 1_000)
        rig.press("Enter")
        rig.type("700")
        rig.press(")")
        #expect(rig.state.reading?.open.article.item.title == "Article 700")
        #expect(rig.state.waiting.goal == .nothing)
        rig.type("9000")
        rig.press("(")
        #expect(rig.state.reading?.open.article.item.title == "Article 0")
    }

    @Test("A number before n and p counts unread articles, and ends at the last one of the list")
    func countedUnread() {
        var rig = Rig.listingAll()
        rig.press("5", "n")
        #expect(rig.state.list.selected?.title == "Article 6", "1, 2, 4, 5, 6: every fourth is read")
        #expect(rig.unreadReads == 1, "a list that is sorted in memory is sorted once")
        rig.press("3", "p")
        #expect(rig.state.list.selected?.title == "Article 2")
        rig.press("Enter", "4", "n")
        #expect(rig.state.focus == .text && rig.state.reading?.open.article.item.title == "Article 8")
        #expect([4, 5, 6].allSatisfy { !rig.articles[$0].isRead } && rig.articles[8].isRead)
        rig.press("9", "9", "n")
        #expect(rig.state.reading?.open.article.item.title == "Article 29")
        #expect(rig.state.waiting.goal == .nothing)
        rig.press("n")
        #expect(rig.state.messages.shown?.text == "No more unread articles")
    }

    @Test("A number before n passes whole feeds without opening them")
    func countedAcrossFeeds() {
        var rig = Rig(articles: 9)
        for index in rig.articles.indices { rig.articles[index].isRead = false }
        rig.start()
        rig.press("G")
        while rig.state.sidebar.selectedFeed?.title != "LWN.net" { rig.press("k") }
        rig.press("Enter")
        rig.effects = []
        rig.type("6")
        rig.press("n")
        #expect(rig.state.list.selected?.title == "Article 2", "two more of LWN.net, three of Hacker News, one")
        #expect(rig.effects == [.openFeed(SubscriptionID(rawValue: 3))])
        rig.type("99")
        rig.press("n")
        #expect(rig.state.list.selected?.title == "Article 7", "the last one of the feed before")
    }

    @Test("At the end of the list the text stays, and a message says that there is no other article")
    func ends() {
        var rig = Rig.listingAll()
        rig.press("Enter", "(")
        #expect(rig.state.messages.shown?.text == "The first article of this list")
        #expect(rig.state.reading?.open.article.item.title == "Article 0")
        rig.press("q", "G", "Enter", ")")
        #expect(rig.state.messages.shown?.text == "The last article of this list")
        #expect(rig.state.reading?.open.article.item.title == "Article 29")
    }

    @Test("In a list, ) and ( move the selection; in the feeds, a message asks for a list")
    func elsewhere() {
        var rig = Rig.listingAll()
        rig.press(")", ")", "(")
        #expect(rig.state.list.cursor == 1 && rig.state.focus == .articles)
        rig.press("q", ")")
        #expect(rig.state.messages.shown?.text == "Open a list first")
    }

    @Test("The page's text is loaded by a step and by n if the feed's setting says so", arguments: [")", "n"])
    func fullText(_ key: String) {
        var rig = Rig()
        rig.subscriptions[1].preferences.opening = .page
        rig.start()
        rig.press("k", "Enter", "g", "Enter")
        rig.effects = []
        rig.press(key)
        let second = rig.articles[1]
        #expect(second.subscription == rig.subscriptions[1].id)
        #expect(rig.effects.contains(.loadFullText(second.id)))
    }

    @Test(
        "; lists the article's feed with the article selected, from a list or a text; in the feeds it prompts",
        arguments: [false, true])
    func toFeed(_ fromText: Bool) {
        var rig = Rig.listingAll()
        rig.type("7")
        rig.press("j")
        if fromText { rig.press("Enter") }
        rig.press(";")
        #expect(rig.state.list.scope == .feed(rig.articles[7].subscription))
        #expect(rig.state.sidebar.selected?.scope == rig.state.list.scope)
        #expect(rig.state.list.selected?.title == "Article 7" && rig.state.focus == .articles)
        rig.press(";")
        #expect(rig.state.messages.shown?.text == "This is already the list of its feed")
        rig.press("q", ";")
        #expect(rig.state.prompt?.kind == .feed(before: rig.state.list.scope))
    }

    @Test("! hides read articles in every list until it is pressed again")
    func hiding() {
        var rig = Rig.listingAll()
        rig.press("!")
        #expect(rig.state.messages.shown?.text == "Listing unread articles only")
        #expect(rig.titles.count == 23 && !rig.titles.contains("Article 3"))
        #expect(rig.line(with: "All · unread")?.contains("23") == true)
        rig.press("J", "J", "J", "J")
        #expect(rig.state.list.rows.allSatisfy { !$0.isRead })
        rig.press("!")
        #expect(rig.state.list.rows.contains { $0.isRead })
        #expect(rig.line(with: "· unread") == nil)
    }

    @Test("An article that is read stays until the next list, or until read articles are hidden again")
    func staying() {
        var rig = Rig.listingAll()
        rig.press("!", "m")
        #expect(rig.titles.first == "Article 0" && rig.articles[0].isRead)
        rig.press("!", "!")
        #expect(rig.titles.first == "Article 1")
    }

    @Test("The selected article stays selected; if it is hidden, the next one is selected")
    func selection() {
        var rig = Rig.listingAll()
        rig.type("3")
        rig.press("j", "!")
        #expect(rig.state.list.selected?.title == "Article 4", "3 is read")
        rig.press("!")
        #expect(rig.state.list.selected?.title == "Article 4")
    }

    @Test("Starred articles, search results and articles that is: selects are listed whatever their marks")
    func exceptions() {
        var rig = Rig()
        rig.articles[3].isStarred = true
        rig.start()
        rig.press("!")
        let state = rig.state
        let others: [ArticleScope] = [
            .starred, .unread, .history, .search("x"), .filtered(.all, "is:read"), .guide,
        ]
        for scope in others {
            #expect(!state.hidesRead(in: scope), "\(scope)")
        }
        let usual: [ArticleScope] = [.all, .today, .folder(["Tech"])]
        for scope in usual + [.filtered(.all, "x"), .filtered(.all, "is:packed")] {
            #expect(state.hidesRead(in: scope), "\(scope)")
        }
    }

    @Test("In a list that keeps read articles, ! says that other lists hide them")
    func messageOfException() {
        var rig = Rig()
        rig.articles[3].isStarred = true
        rig.start()
        rig.press("g", "j", "j", "Enter", "!")
        #expect(rig.state.list.scope == .starred)
        #expect(rig.state.messages.shown?.text == "Other lists hide read articles now; this one keeps them")
        rig.press("!")
        #expect(rig.state.messages.shown?.text == "Listing all articles")
        rig.press("h", "k", "Enter", "!")
        #expect(rig.state.list.scope == .unread)
        #expect(rig.state.messages.shown?.text == "Listing unread articles only")
    }

    @Test("A list with nothing unread names the key that lists the read articles")
    func empty() {
        var rig = Rig()
        for index in rig.articles.indices { rig.articles[index].isRead = true }
        rig.start()
        rig.press("!", "k", "Enter")
        #expect(rig.line(with: "No unread articles. ! lists the read ones.") != nil)
    }

    @Test("The configured setting applies at once", arguments: ["set show-read-articles false", "show-read-articles"])
    func setting(_ line: String) {
        var rig = Rig.listingAll()
        rig.press(":")
        rig.type(line)
        rig.press("Enter")
        #expect(rig.titles.count == 23)
    }

    @Test("Rows that were requested before read articles were hidden are not shown")
    func lateRows() {
        var rig = Rig.listingAll()
        let page = PageRequest(rig.state.listing!, at: .start, limit: 81)
        rig.press("!")
        rig.state.list.requestedPage = .start
        rig.send(.page(page, ArticlePage(rows: [], hasEarlierRows: false, hasLaterRows: false)))
        #expect(rig.titles.count == 23)
    }
}
