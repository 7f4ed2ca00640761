import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import GRDB
import JourneyPacking
import PackStorage
import ReaderUI
import Screen
import Synchronization
import TestFolders
import Testing

@testable import ReaderEngine

/// The loop with a real library, a scripted terminal and a scripted network: keys in, frames out.
@Suite struct EventLoopTests {
    /// Records its requests and does not answer them.
    private final class SilentNetwork: ReaderNetwork {
        let asked = Mutex<[String]>([])
        let isAsked = DispatchSemaphore(value: 0)
        private let offlineSwitch: OfflineSwitch

        init(_ store: ArticleStore) { offlineSwitch = OfflineSwitch(store) }

        var connectivity: Connectivity { offlineSwitch.isOffline ? .offline : .online }

        private func note(_ text: String) {
            asked.withLock { $0.append(text) }
            isAsked.signal()
        }

        func setOffline(_ isOffline: Bool, _ sink: @escaping Sink) { note("offline \(isOffline)") }
        func open(_ id: SubscriptionID, _ sink: @escaping Sink) { note("open \(id.rawValue)") }
        func refresh(_ id: SubscriptionID, force: Bool, _ sink: @escaping Sink) { note("refresh \(id.rawValue)") }
        func refreshAll(_ sink: @escaping Sink) { note("refresh all") }
        func cancelRefresh() { note("cancel") }
        func loadFullText(_ id: ArticleID, _ sink: @escaping Sink) { note("page \(id.rawValue)") }
        func save(address: String, _ sink: @escaping Sink) { note("save \(address)") }
        func subscribe(_ url: String, as userAgent: String?, _ sink: @escaping Sink) { note("subscribe \(url)") }
        func change(_ change: ServedFeedChange, _ sink: @escaping Sink) { note("change \(change)") }
    }

    private final class Session: @unchecked Sendable {  // All its properties are constants that can be shared.
        let folder: TemporaryFolder
        let store: ArticleStore
        let feed: SubscriptionID
        let terminal = ScriptedTerminal()
        let network: SilentNetwork
        let mailbox = Mailbox()
        private let ended = DispatchSemaphore(value: 0)

        init(articles: Int, paragraphs: Int = 1) throws {
            folder = try TemporaryFolder()
            store = try ArticleStore(path: folder.url.path + "/library.sqlite")
            network = SilentNetwork(store)
            feed = try store.add(NewSubscription(feedURL: "https://example.org/feed", customTitle: "Gazette")).id
            try ingest(0..<articles, paragraphs: paragraphs)
        }

        func ingest(_ numbers: Range<Int>, paragraphs: Int = 1, by store: ArticleStore? = nil) throws {
            var document = ParsedFeed()
            document.items = numbers.map { number in
                var item = ParsedItem(id: "\(number)")
                item.title = "Article \(number)"
                item.contentHTML = String(repeating: "<p>Body of \(number).</p>", count: paragraphs)
                item.published = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
                return item
            }
            _ = try (store ?? self.store).ingest(
                document, into: feed, state: PollingState(subscription: feed), at: Date())
        }

        func makeRunner() -> EffectRunner {
            let launcher = ProgramLauncher(
                terminal: terminal, commands: ProgramLauncher.Commands(),
                configurationFile: ProgramLauncher.ConfigurationFile(path: "/nonexistent", template: { "" }),
                report: { [mailbox] in mailbox.put($0) })
            let packing = ReaderPacking(
                store: store, packStore: LazyPackStore(folder: folder.url.path),
                settings: ReaderPacking.Settings(
                    limits: JourneyLimits(), packsAfterRefresh: false, packBefore: []),
                service: { throw CancellationError() })
            return EffectRunner(
                store: store, network: network, packing: packing, outside: launcher,
                memory: StoredMemory(store: store),
                mailbox: mailbox, configure: { [] })
        }

        func start(keymap: Keymap = .standard) {
            Thread { [self] in
                let state = State(size: terminal.size, clock: .system(), keymap: keymap)
                var loop = EventLoop(terminal: terminal, mailbox: mailbox, runner: makeRunner(), state: state)
                loop.run { [] }
                ended.signal()
            }.start()
        }

        func quit() -> Bool {
            terminal.type("Q")
            return hasEnded()
        }

        func hasEnded() -> Bool {
            ended.wait(timeout: .now() + 20) == .success
        }
    }

    @Test("Keys open a feed and an article, and the feed is fetched once it is shown")
    func reading() throws {
        let session = try Session(articles: 3)
        session.start()
        #expect(session.terminal.shows("Gazette"))
        session.terminal.type("G", "Enter")
        #expect(session.terminal.shows("Article 2", "Article 0"))
        #expect(session.network.isAsked.wait(timeout: .now() + 20) == .success)
        #expect(session.network.asked.withLock(\.self) == ["open \(session.feed.rawValue)"])
        session.terminal.type("j", "Enter")
        #expect(session.terminal.shows("Body of 1."))
        #expect(session.quit())
        #expect(try session.store.overview(midnight: Date()).unreadCount == 2)
    }

    @Test("The address typed for a feed is completed as by lede add, or refused")
    func feedAddress() throws {
        let session = try Session(articles: 1)
        session.start()
        #expect(session.terminal.shows("Gazette"))
        session.terminal.type("G")
        session.terminal.type(text: ":feed-set address reddit.example/feed")
        session.terminal.type("Enter")
        #expect(session.terminal.shows("Address changed"))
        #expect(try session.store.subscription(session.feed)?.feedURL == "https://reddit.example/feed")
        session.terminal.type(text: ":feed-set address www.reddit.com/r/swift")
        session.terminal.type("Enter")
        session.terminal.type(text: ":feed-set address mailto:me@h.test")
        session.terminal.type("Enter")
        #expect(session.terminal.shows("an address begins with"))
        #expect(session.quit())
        #expect(try session.store.subscription(session.feed)?.feedURL == "https://www.reddit.com/r/swift/.rss")
    }

    @Test("When the terminal closes, neither the reading position nor the typed lines are lost")
    func closedTerminal() throws {
        let session = try Session(articles: 1, paragraphs: 60)
        session.start()
        #expect(session.terminal.shows("Gazette"))
        session.terminal.type("G", "Enter")
        #expect(session.terminal.shows("Article 0"))
        session.terminal.type("Enter")
        #expect(session.terminal.shows("Body of 0."))
        session.terminal.type("G")
        #expect(session.terminal.shows("100 %"))
        session.terminal.type(text: ":unknown")
        session.terminal.type("Enter")
        #expect(session.terminal.shows("No command"))
        session.terminal.hangUp()
        #expect(session.hasEnded())
        let article = try session.store.page(of: ArticleListing(.all, midnight: Date()), at: .start, limit: 1).rows[0]
            .id
        #expect(try session.store.whole(article, withPage: false)?.readingPosition != nil)
        #expect(try session.store.setting("reader")?.contains("unknown") == true)
    }

    @Test("Articles stored by another process appear without a key press")
    func otherProcess() throws {
        let session = try Session(articles: 1)
        session.start()
        #expect(session.terminal.shows("Gazette"))
        session.terminal.type("G", "Enter")
        #expect(session.terminal.shows("Article 0"))
        // A second store on the same file acts like another process.
        try session.ingest(0..<2, by: ArticleStore(path: session.folder.url.path + "/library.sqlite"))
        #expect(session.terminal.shows("Article 1"))
        #expect(session.quit())
    }

    @Test("The screen follows another process's offline switch, and O switches it back")
    func switchOfAnotherProcess() throws {
        let session = try Session(articles: 1)
        session.start()
        #expect(session.terminal.shows("● online"))
        try OfflineSwitch(ArticleStore(path: session.folder.url.path + "/library.sqlite")).set(true)
        #expect(session.terminal.shows("○ offline"))
        session.terminal.type("O")
        #expect(session.network.isAsked.wait(timeout: .now() + 20) == .success)
        #expect(session.network.asked.withLock(\.self) == ["offline false"])
        #expect(session.quit())
    }

    @Test("The reader follows another process's offline switch even if a result of its own reloads the rows first")
    func switchBesideReload() throws {
        let session = try Session(articles: 1)
        session.start()
        #expect(session.terminal.shows("● online"))
        let other = try ArticleStore(path: session.folder.url.path + "/library.sqlite")
        for round in 1...3 {
            try OfflineSwitch(other).set(round % 2 == 1)
            session.mailbox.put(.libraryChanged)
            #expect(session.terminal.shows(round % 2 == 1 ? "○ offline" : "● online"))
        }
        #expect(session.quit())
    }

    @Test("The guide has its own order, whatever the order of lists is")
    func sortedGuide() throws {
        let session = try Session(articles: 1)
        session.start()
        #expect(session.terminal.shows("Gazette"))
        session.terminal.type(text: ":sort title")
        session.terminal.type("Enter")
        session.terminal.type(text: ":guide")
        session.terminal.type("Enter")
        #expect(session.terminal.shows("Welcome to lede", "First steps"))
        #expect(session.quit())
    }

    @Test("After U with nothing to undo, a change by another process is still noticed")
    func emptyUndo() throws {
        let session = try Session(articles: 1)
        let runner = session.makeRunner()
        #expect(runner.libraryHasChanged())
        try session.ingest(1..<2, by: ArticleStore(path: session.folder.url.path + "/library.sqlite"))
        _ = runner.perform(.undo)
        #expect(runner.libraryHasChanged())
    }

    @Test("U right after A leaves its own report on the screen, not the report of A")
    func hastyUndo() throws {
        let session = try Session(articles: 3)
        session.start()
        #expect(session.terminal.shows("Gazette"))
        session.terminal.type("G", "Enter")
        #expect(session.terminal.shows("Article 2", "Article 0"))
        session.terminal.type("A", "U")
        #expect(session.terminal.shows("Undone: the read marks of 3 articles"))
        #expect(session.quit())
        #expect(try session.store.overview(midnight: Date()).unreadCount == 3)
    }

    @Test("The second delete command deletes a feed on its server, since this cannot be undone")
    func servedFeed() throws {
        let session = try Session(articles: 1)
        let account = try session.store.addAccount(NewAccount(kind: .miniflux, url: "https://rss.example")).id
        let page = SyncPage(feeds: [RemoteFeed(id: "1", title: "Served", feedURL: "https://b.example/feed")])
        _ = try session.store.apply(page, to: account, at: Date())
        let feed = try #require(try session.store.subscriptions().first { $0.title == "Served" }).id
        let runner = session.makeRunner()
        for (isDeleted, requests) in [(false, 0), (true, 1)] {
            let events = runner.perform(.unsubscribe(feed))
            let reports = events.filter { if case .feedDeleted(feed, onServer: true) = $0 { true } else { false } }
            #expect(reports.isEmpty != isDeleted)
            #expect(session.network.asked.withLock(\.count) == requests)
        }
        #expect(try session.store.subscription(feed) != nil)
    }

    @Test("A change of a feed is reported at once, unless its server may refuse it", arguments: ["Gazette", "Served"])
    func changedFeed(_ title: String) throws {
        let session = try Session(articles: 1)
        let account = try session.store.addAccount(NewAccount(kind: .miniflux, url: "https://rss.example")).id
        let page = SyncPage(feeds: [RemoteFeed(id: "1", title: "Served", feedURL: "https://b.example/feed")])
        _ = try session.store.apply(page, to: account, at: Date())
        let feed = try #require(try session.store.subscriptions().first { $0.title == title }).id
        let texts: [String] = session.makeRunner().perform(.reportChange(feed, "Renamed")).compactMap {
            if case .message(let message) = $0 { message.text } else { nil }
        }
        #expect(texts == (title == "Served" ? [] : ["Renamed"]))
    }

    @Test("A mark that the reader's own process stores does not paint a frame")
    func ownMark() throws {
        let session = try Session(articles: 1)
        session.start()
        #expect(session.terminal.shows("Gazette"))
        // The list of feeds shows the time of day, whose next minute would paint a frame.
        session.terminal.type("G", "Enter")
        #expect(session.terminal.shows("Article 0"))
        // Begins only when the loop is asleep.
        while session.terminal.wakes(within: 1) {}
        let frames = session.terminal.frameCount
        let article = try session.store.page(of: ArticleListing(.all, midnight: Date()), at: .start, limit: 1).rows[0]
            .id
        _ = try session.store.set(.read(true), on: [article])
        #expect(session.terminal.wakes(within: 20))
        while session.terminal.wakes(within: 1) {}
        #expect(session.terminal.frameCount == frames)
        #expect(session.quit())
    }

    @Test(
        "While another process holds the library, a change of feeds does not delay keys, and is made later",
        arguments: [
            (":rename Courier", "Courier"), (":move Papers", "▾ Papers"),
            (":feed-set max-per-feed 50", "Gazette"),
        ])
    func lockedLibrary(_ command: String, _ shown: String) throws {
        let session = try Session(articles: 1)
        session.start()
        #expect(session.terminal.shows("Gazette"))
        session.terminal.type("G")
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        // The reader may be writing when the test asks for the lock.
        configuration.busyMode = .timeout(60)
        let other = try DatabaseQueue(
            path: session.folder.url.path + "/library.sqlite", configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        session.terminal.type(text: command)
        session.terminal.type("Enter", "?")
        #expect(session.terminal.shows("Keys"))
        #expect(try session.store.subscriptions().first?.title == "Gazette")
        session.terminal.type("Esc")
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(session.terminal.shows(shown))
        #expect(session.quit())
        let feed = try #require(try session.store.subscriptions().first)
        #expect(
            feed.title == "Courier" || feed.folder == ["Papers"] || feed.preferences.text(of: .maximumCount) == "50",
            "\(feed)"
        )
    }

    @Test("The second command of a macro acts on the article that the first one selects, before the next key")
    func macro() throws {
        let session = try Session(articles: 3)
        var keymap = Keymap.standard
        keymap.bind([.character("X")], to: [Invocation(.nextUnread), Invocation(.star)])
        session.start(keymap: keymap)
        #expect(session.terminal.shows("Gazette"))
        session.terminal.type("G", "Enter")
        #expect(session.terminal.shows("Article 2", "Article 0"))
        session.terminal.type("X", "g")
        #expect(session.terminal.shows("★"))
        #expect(session.quit())
        let starred = try session.store.page(of: ArticleListing(.starred, midnight: Date()), at: .start, limit: 3)
        #expect(starred.rows.map(\.title) == ["Article 1"])
    }

    @Test("Events in the mailbox are painted without a key press")
    func news() throws {
        let session = try Session(articles: 1)
        session.start()
        #expect(session.terminal.shows("Gazette"))
        session.mailbox.put(.message(.error("the moon is full")))
        #expect(session.terminal.shows("the moon is full"))
        #expect(session.quit())
    }
}
