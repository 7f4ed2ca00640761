import FeedModel
import FoundationEssentials
import Testing

@testable import ReaderUI

@Suite struct RefreshTests {
    private func reading(columns: Int = 120) -> Rig {
        var rig = Rig(columns: columns, articles: 60)
        rig.start()
        rig.press("k", "Enter")
        for _ in 0..<20 { rig.press("j") }
        return rig
    }

    private func bringIn(_ count: Int, _ rig: inout Rig) {
        for index in 0..<count {
            var item = ParsedItem(id: "new \(index)")
            item.title = "New \(index)"
            item.published = Rig.now
            let article = Article(
                id: ArticleID(rawValue: Int64(10_000 + index)), subscription: SubscriptionID(rawValue: 1), item: item,
                received: Rig.now)
            rig.articles.insert(article, at: 0)
        }
        rig.send(.feedChanged(SubscriptionID(rawValue: 1)))
    }

    @Test("A feed that was fetched for its subscription is opened without another request")
    func subscribed() {
        var rig = Rig()
        rig.start()
        let id = rig.subscriptions[1].id
        rig.send(.subscribed(id))
        #expect(rig.state.list.scope == .feed(id))
        #expect(!rig.effects.contains(.openFeed(id)))
    }

    @Test("q in the list of a feed just added leads to its row, even in a folded folder")
    func rowOfSubscribed() {
        var rig = Rig()
        rig.start()
        rig.press("_")
        for (id, folder) in [(8, []), (9, ["Tech"])] as [(Int64, [String])] {
            rig.press("a")
            rig.type("example.org")
            rig.press("Enter")
            rig.subscriptions.append(Rig.feed(id, "New \(id)", folder))
            rig.send(.subscribed(SubscriptionID(rawValue: id)))
            rig.press("q")
            #expect(rig.state.sidebar.selectedFeed?.id.rawValue == id)
        }
    }

    @Test("A feed that arrives after another key leaves the text or the search on the screen")
    func subscribedLate() {
        var rig = Rig()
        rig.start()
        let id = rig.subscriptions[1].id
        rig.press("Enter", "a")
        rig.type("example.org")
        rig.press("Enter", "Enter")
        rig.send(.subscribed(id))
        #expect(rig.state.focus == .text && rig.state.list.scope == .unread)
        rig.press("h", "a")
        rig.type("example.org")
        rig.press("Enter", "/")
        rig.type("Article")
        rig.send(.subscribed(id))
        #expect(rig.state.list.scope == .search("Article"))
        rig.press("Esc", "a")
        rig.type("example.org")
        rig.press("Enter")
        rig.send(.subscribed(id))
        #expect(rig.state.list.scope == .feed(id))
    }

    @Test(
        "While a prompt or a panel concerns an article, a mark made elsewhere does not select another one",
        arguments: ["e", "M", ",", "|", "S", ":", "#"])
    func markMeanwhile(_ key: String) throws {
        var rig = Rig()
        rig.start()
        rig.press("Enter", "j", key)
        let selected = try #require(rig.state.list.selected)
        let index = try #require(rig.articles.firstIndex { $0.id == selected.id })
        rig.articles[index].isRead = true
        rig.send(.libraryChanged)
        #expect(rig.state.list.selected?.id == selected.id)
        guard key == "e" || key == "M" else { return }
        rig.press("Ctrl-u")
        rig.type("Harbour")
        rig.press("Enter")
        let feed = selected.subscription
        #expect(rig.effects.contains(key == "e" ? .rename(feed, "Harbour") : .move(feed, folder: ["Harbour"])))
    }

    @Test("New articles above the selection do not move it on the screen", arguments: [1, 7, 150, 900])
    func newArticlesAboveMoveNothing(_ count: Int) {
        var rig = reading()
        let selected = rig.state.list.selected
        let row = rig.screen.firstIndex { $0.contains("Article 20") }
        bringIn(count, &rig)
        #expect(rig.state.list.selected?.id == selected?.id)
        #expect(rig.screen.firstIndex { $0.contains("Article 20") } == row)
    }

    @Test("If the selected article disappears, the next one is selected")
    func ifSelectedArticleDisappearsNextOneIsSelected() {
        var rig = reading()
        rig.articles.removeAll { $0.item.title == "Article 20" }
        rig.send(.libraryChanged)
        #expect(rig.state.list.selected?.title == "Article 21")
    }

    @Test("The text keeps its position") func textKeepsItsPosition() {
        var rig = reading()
        rig.press("Enter", "j", "j", "j")
        let top = rig.state.reading?.top
        bringIn(3, &rig)
        rig.send(.libraryChanged)
        #expect(rig.state.reading?.top == top)
        #expect(rig.state.reading?.open.article.item.title == "Article 20")
    }

    @Test("The status line counts the progress") func theStatusLineCounts() {
        var rig = Rig()
        rig.start()
        rig.send(.refreshProgress(RefreshProgress(done: 312, total: 1000, failed: 2, bytes: 148_000)))
        #expect(rig.screen.last?.contains(" 312/1,000 · 2 failed · 148 KB") == true)
        rig.press("Esc")
        #expect(rig.effects.last == .cancelRefresh)
        rig.send(.refreshProgress(RefreshProgress(done: 0, total: 0, failed: 0, bytes: 0)))
        #expect(rig.line(with: "↻") == nil, "the schedule's refreshes end without a summary")
        rig.send(.refreshFinished(RefreshSummary(newArticles: 5, feeds: 1000, failed: 2, bytes: 148_000)))
        #expect(rig.screen.last?.hasPrefix(" 5 new articles · 2 failed · 148 KB") == true)
    }

    @Test("The summary begins with the reason why feeds were not fetched, and is only that if no feed was requested")
    func reasons() {
        var rig = Rig(columns: 120)
        rig.start()
        var summary = RefreshSummary(newArticles: 0, feeds: 30, failed: 3, bytes: 9_000)
        (summary.reason, summary.waiting, summary.slow) = ("No connection: 27 feeds not fetched", 2, 1)
        summary.paused = 4
        rig.send(.refreshFinished(summary))
        let counts = "0 new articles · 3 failed · 2 waiting · 1 slow · 4 paused · 9 KB"
        #expect(rig.line(with: "No connection: 27 feeds not fetched · \(counts)") != nil)
        rig.press("j")
        summary = RefreshSummary(newArticles: 0, feeds: 0, failed: 0, bytes: 0)
        (summary.reason, summary.waiting) = ("plain: its server asks to wait until 21:35", 1)
        rig.send(.refreshFinished(summary))
        #expect(rig.state.messages.shown?.text == "plain: its server asks to wait until 21:35")
        #expect(rig.state.messages.shown?.kind == .warning)
    }

    @Test("The reason for the failure of a single feed stays on the status line")
    func singleFailure() {
        var rig = Rig()
        rig.start()
        rig.send(.feedFailed(rig.subscriptions[0].id, "500 Internal Server Error"))
        rig.send(.refreshFinished(RefreshSummary(newArticles: 0, feeds: 1, failed: 1, bytes: 335)))
        #expect(rig.state.messages.shown?.text == "LWN.net: 500 Internal Server Error")
        rig.send(.refreshFinished(RefreshSummary(newArticles: 0, feeds: 2, failed: 1, bytes: 335)))
        #expect(rig.state.messages.shown?.text == "0 new articles · 1 failed · 335 B")
    }

    @Test("The result of a requested refresh replaces the warning of an earlier result, but no error")
    func laterResult() {
        var rig = Rig()
        rig.start()
        rig.send(.refreshFinished(RefreshSummary(newArticles: 0, feeds: 9, failed: 5, bytes: 900)))
        #expect(rig.state.messages.shown?.text == "0 new articles · 5 failed · 900 B")
        let background = RefreshSummary(newArticles: 3, feeds: 9, failed: 2, bytes: 1, isBackground: true)
        rig.send(.refreshFinished(background))
        #expect(rig.state.messages.shown?.text == "0 new articles · 5 failed · 900 B")
        let single = RefreshSummary(newArticles: 0, feeds: 1, failed: 0, bytes: 335)
        rig.send(.refreshFinished(single))
        #expect(rig.state.messages.shown?.text == "0 new articles · 335 B")
        rig.send(.message(.error("It says why.")))
        rig.send(.refreshFinished(single))
        rig.send(.refreshFinished(background))
        #expect(rig.state.messages.shown?.text == "It says why.")
    }

    @Test("A failure that is reported again because its request is queued appears once in the log of messages")
    func queuedFailure() {
        var rig = Rig()
        rig.start()
        rig.send(.feedFailed(rig.subscriptions[0].id, "no answer"))
        rig.send(.refreshFinished(RefreshSummary(newArticles: 0, feeds: 1, failed: 1, bytes: 0)))
        rig.send(.message(.error("LWN.net: no answer; queued until the network is back")))
        #expect(rig.state.messages.all.map(\.text) == ["LWN.net: no answer; queued until the network is back"])
        #expect(rig.state.messages.shown == rig.state.messages.all.last)
    }

    @Test("A failure in the background is logged, and does not change the status line")
    func failureInTheBackground() {
        var rig = Rig()
        rig.start()
        let id = rig.subscriptions[0].id
        rig.send(.feedFailed(id, "no answer", isBackground: true))
        #expect(rig.state.messages.shown == nil)
        #expect(rig.state.messages.all.map(\.text) == ["LWN.net: no answer"])
        rig.send(.feedFailed(id, "no answer"))
        #expect(rig.state.messages.shown?.text == "LWN.net: no answer")
    }

    @Test("A failure that recurs in the background appears once in the log, as the last message")
    func repeatedFailure() {
        var rig = Rig()
        rig.start()
        let failure = Event.feedFailed(rig.subscriptions[0].id, "no answer", isBackground: true)
        rig.send(failure)
        rig.send(.message(Message("Something else")))
        rig.send(failure)
        rig.send(failure)
        #expect(rig.state.messages.all.map(\.text) == ["Something else", "LWN.net: no answer"])
    }

    @Test("A running fetch stays on the status line, and Esc cancels it")
    func onTheWay() {
        var rig = Rig(columns: 120)
        rig.subscriptions[3].health = FeedHealth()
        rig.start()
        let id = rig.subscriptions[3].id
        rig.send(.subscribed(id))
        #expect(rig.line(with: "Not fetched yet.") != nil)
        rig.send(.fetching([.feed(id), .page(ArticleID(rawValue: 1))]))
        #expect(rig.screen.last?.contains("↻") == false, "most fetches end at once")
        #expect(rig.state.nextChange == Rig.now.addingTimeInterval(0.3))
        rig.send(.tick(Rig.now.addingTimeInterval(0.3)))
        rig.press("?", "Esc")
        #expect(rig.screen.last?.contains("↻ fetching A blog, the page") == true)
        #expect(rig.line(with: "Fetching this feed.") != nil)
        rig.press("Esc")
        #expect(rig.effects.last == .cancelRefresh)
        rig.send(.fetching([]))
        #expect(rig.line(with: "↻") == nil)
    }

    @Test(
        "The long title of a feed that is being fetched is cut, so that the key for help stays visible",
        arguments: [40, 60, 80])
    func longTitleOnTheWay(_ columns: Int) {
        var rig = Rig(columns: columns)
        rig.subscriptions[3].name = "A feed whose title is so very long that no column will ever be able to show it"
        rig.start()
        rig.press("Enter")
        rig.send(.fetching([.feed(rig.subscriptions[3].id)]))
        rig.send(.tick(Rig.now.addingTimeInterval(1)))
        let line = rig.screen.last ?? ""
        #expect(line.contains("↻ fetching A fee") && line.contains("…") && line.hasSuffix("? keys"), "\(line)")
        #expect(columns == 40 || line.contains("● online"), "\(line)")
    }

    @Test("During a refresh, r does not claim that its feed is being fetched")
    func refreshesAFeedMeanwhile() {
        var rig = Rig()
        rig.start()
        let id = rig.subscriptions[1].id
        rig.send(.subscribed(id))
        rig.send(.refreshProgress(RefreshProgress(done: 1, total: 3, failed: 0, bytes: 10)))
        rig.press("r")
        #expect(rig.effects.last == .refreshFeed(id, force: false) && rig.state.messages.all.isEmpty)
    }

    @Test("A refresh in the background does not replace the progress of a requested one, which Esc still cancels")
    func refreshBesideBackground() {
        var rig = Rig()
        rig.start()
        rig.send(.refreshProgress(RefreshProgress(done: 0, total: 1, failed: 0, bytes: 0)))
        rig.send(.refreshProgress(RefreshProgress(done: 4, total: 9, failed: 0, bytes: 10, isBackground: true)))
        rig.send(.refreshProgress(RefreshProgress(done: 9, total: 9, failed: 0, bytes: 20, isBackground: true)))
        rig.send(.refreshFinished(RefreshSummary(newArticles: 0, feeds: 9, failed: 0, bytes: 20, isBackground: true)))
        #expect(rig.screen.last?.contains(" 0/1") == true)
        rig.press("Esc")
        #expect(rig.effects.last == .cancelRefresh)
        rig.send(.refreshFinished(RefreshSummary(newArticles: 0, feeds: 1, failed: 0, bytes: 0, wasCancelled: true)))
        #expect(rig.state.network.refresh == nil)
    }

    @Test("During a refresh in the background, r says that its feed is being fetched")
    func refreshesAFeedBesideBackground() {
        var rig = Rig()
        rig.start()
        rig.send(.subscribed(rig.subscriptions[1].id))
        rig.send(.refreshProgress(RefreshProgress(done: 4, total: 9, failed: 0, bytes: 10, isBackground: true)))
        rig.press("r")
        #expect(rig.state.messages.shown?.text == "Fetching Hacker News")
    }

    @Test("An article that was just read stays in the list of unread articles")
    func aJustReadArticleStaysInTheListOfUnreadOnes() {
        var rig = Rig(columns: 120)
        rig.start()
        rig.press("Enter", "Enter", "h")
        let first = rig.state.list.selected?.id
        rig.send(.libraryChanged)
        #expect(rig.state.list.selected?.id == first)
        #expect(rig.state.list.selected?.isRead == true)
    }

    // MARK: - Offline

    @Test("Requests made offline are queued and counted") func requestsMadeOfflineAreQueuedAndCounted() {
        var rig = Rig()
        rig.start()
        rig.press("O")
        #expect(rig.effects.last == .setOffline(true))
        #expect(rig.screen.first?.contains("○ offline") == true)
        rig.press("R", "r", "a")
        rig.type("example.org")
        rig.press("Enter")
        // The engine knows that lede is offline, and queues the request.
        #expect(rig.effects.contains(.refreshAll) && rig.effects.contains(.subscribe("example.org")))
        rig.send(.queued(2))
        #expect(rig.screen.last?.contains("2 queued") == true)
        rig.press("O")
        #expect(rig.effects.last == .setOffline(false))
    }

    @Test("An unreachable network shows the time of the next try") func unreachableNetworkShowsTimeOfNextTry() {
        var rig = Rig()
        rig.start()
        rig.send(.connectivity(.unreachable(nextTry: Rig.now.addingTimeInterval(40))))
        #expect(rig.screen.first?.contains("◌ no connection, next try in 40 s") == true)
        rig.send(.tick(Rig.now.addingTimeInterval(10)))
        #expect(rig.screen.first?.contains("next try in 30 s") == true)
    }

    @Test("An automatic refresh is reported only if it found new articles")
    func aBackgroundRefreshIsReportedOnlyIfItBroughtSomething() {
        var rig = Rig()
        rig.start()
        rig.send(.refreshProgress(RefreshProgress(done: 1, total: 3, failed: 0, bytes: 10, isBackground: true)))
        rig.press("Esc")
        #expect(rig.state.messages.all.isEmpty && !rig.effects.contains(.cancelRefresh))
        rig.send(.refreshFinished(RefreshSummary(newArticles: 0, feeds: 3, failed: 1, bytes: 900, isBackground: true)))
        #expect(rig.state.network.refresh == nil && rig.state.messages.shown == nil)
        rig.send(.refreshProgress(RefreshProgress(done: 2, total: 3, failed: 0, bytes: 10, isBackground: true)))
        rig.send(.refreshProgress(RefreshProgress(done: 3, total: 3, failed: 0, bytes: 10, isBackground: true)))
        #expect(rig.state.network.refresh == nil, "its last step is not shown")
        rig.send(.refreshFinished(RefreshSummary(newArticles: 2, feeds: 3, failed: 0, bytes: 900, isBackground: true)))
        #expect(rig.state.messages.shown?.text.hasPrefix("2 new articles") == true)
    }

    @Test("An error stays after a refresh until a key dismisses it")
    func anErrorStaysAfterARefreshUntilAKeyIsPressed() {
        var rig = Rig()
        rig.start()
        let summary = RefreshSummary(newArticles: 2, feeds: 3, failed: 0, bytes: 900, isBackground: true)
        rig.send(.message(.error("It says why.")))
        rig.send(.refreshFinished(summary))
        #expect(rig.state.messages.shown?.text == "It says why.")
        #expect(rig.state.messages.all.last?.text.hasPrefix("2 new articles") == true)
        rig.press("j")
        rig.send(.refreshFinished(summary))
        #expect(rig.state.messages.shown?.text.hasPrefix("2 new articles") == true)
    }

    @Test("An edited article that is open is loaded again")
    func edited() throws {
        var rig = Rig()
        rig.start()
        rig.press("g", "Enter", "Enter")
        let id = try #require(rig.state.reading?.id)
        let index = try #require(rig.articles.firstIndex { $0.id == id })
        rig.articles[index].item.title = "Ferry leaves at ten"
        rig.send(.articlesEdited([ArticleID(rawValue: 9_999)]))
        #expect(rig.line(with: "Ferry leaves at ten") == nil)
        rig.send(.articlesEdited([id]))
        #expect(rig.line(with: "Ferry leaves at ten") != nil)
        rig.send(.refreshFinished(RefreshSummary(newArticles: 0, editedArticles: 1, feeds: 1, failed: 0, bytes: 900)))
        #expect(rig.line(with: "0 new articles, 1 edited") != nil)
    }
}
