package import ArticleStorage
import Dispatch
import FeedModel
import FeedRefresh
import FoundationEssentials
package import ReaderUI
import TerminalDriver

/// Performs the effects of `update`. Visible rows are read at once, unless they need a search. Other work runs off the
/// main thread and returns its results through the mailbox.
package final class EffectRunner {
    private let store: ArticleStore
    private let library: LibraryWriter
    private let articles: ArticleOpener
    private let results: ResultReader
    private let counter: SearchCounter
    private let mutes: MutePreview
    private let network: any ReaderNetwork
    private let packing: ReaderPacking
    private let outside: ProgramLauncher
    private let memory: StoredMemory
    private let mailbox: Mailbox
    /// Rereads the person's files.
    private let configure: () -> [Event]
    /// Shows pictures; nil if the terminal shows none.
    private let pictures: PicturePresenter?
    private let environment: [String: String]
    private lazy var terminalHasLinks = LinkSupport.isKnown(environment)
    private var wantsPictures = false
    /// Imports the data of other readers.
    package var imports: (any ReaderImports)?
    private var removalQuestion = RemovalQuestion()
    private var seenChange: Int?
    private var wantsRedraw = false
    private(set) var isDone = false

    package init(
        store: ArticleStore, network: any ReaderNetwork, packing: ReaderPacking, outside: ProgramLauncher,
        memory: StoredMemory, mailbox: Mailbox, pictures: PicturePresenter? = nil, environment: [String: String] = [:],
        configure: @escaping () -> [Event]
    ) {
        (self.pictures, self.environment) = (pictures, environment)
        self.configure = configure
        self.store = store
        self.network = network
        self.packing = packing
        self.outside = outside
        self.memory = memory
        self.mailbox = mailbox
        counter = SearchCounter(store: store, mailbox: mailbox)
        mutes = MutePreview(store: store, mailbox: mailbox)
        library = LibraryWriter(store: store, mailbox: mailbox, whenMarked: counter.countAgain)
        articles = ArticleOpener(store: store, mailbox: mailbox)
        results = ResultReader(store: store, library: library, mailbox: mailbox)
    }

    /// True if links are painted on the terminal.
    func showsLinks(_ use: LinkUse) -> Bool {
        switch use {
        case .always: true
        case .never: false
        case .auto: terminalHasLinks
        }
    }

    /// Starts the effect and returns the events that are known at once.
    func perform(_ effect: Effect) -> [Event] {
        do {
            return try reply(to: effect)
        } catch {
            let message = Event.message(.error(error))
            if case .loadPage(let request) = effect { return [message, .rowsFailed(request.listing)] }
            return [message]
        }
    }

    /// True if any process changed the library since the last call, apart from marks already on the screen. The first
    /// call returns true.
    func libraryHasChanged() -> Bool {
        guard let token = try? store.changeToken(), token != seenChange else { return false }
        seenChange = token
        return true
    }

    /// Reads the marks of packed articles, which another process may have changed.
    func followPackStore() { packing.followOthers { [mailbox] in mailbox.put($0) } }

    /// The offline switch, as any process set it last.
    var isOffline: Bool { network.connectivity == .offline }

    /// True, once, if the whole screen must be painted.
    func dequeueRedraw() -> Bool {
        defer { wantsRedraw = false }
        return wantsRedraw
    }

    func watchLibrary() -> LibraryWatch? {
        LibraryWatch(of: store)
    }

    // MARK: - Pictures

    /// Sends the data that the pictures of the next frame need.
    func sendPictures(to terminal: any ReaderTerminal) {
        guard wantsPictures, let bytes = pictures?.dequeueOutgoing(), !bytes.isEmpty else { return }
        terminal.send(bytes)
    }

    /// Handles pictures after a frame: asks the terminal about its picture support when the first picture is requested,
    /// and paints the big picture if it is not made of cells.
    func handlePictures(of state: State, on terminal: any ReaderTerminal) {
        guard wantsPictures, let pictures else { return }
        let known = terminal.pictures
        let style = state.settings.pictures
        // The replies of tmux or screen do not describe the outer terminal.
        let isNested = DesktopEnvironment { environment[$0] }.multiplexer != nil
        let mayAsk = !isNested && !known.inquiry.isDone && !known.inquiry.isReplyDue
        if mayAsk, style == .auto || style == .sixel {
            terminal.inquire(mayHavePlaceholders: known.countsPlaceholders)
        }
        let support = PictureSupport(known, style, environment: environment)
        pictures.use(support)
        startPictures()
        guard let big = state.bigPicture, case .shown(let cells) = big.outcome,
            let sixel = pictures.dequeueSixel(of: big.address)
        else { return }
        let origin = BigPictureView.origin(of: cells.size, on: state.size)
        let cursor = "\u{1B}7\u{1B}[\(origin.row + 1);\(origin.column + 1)H"
        terminal.send(Array(cursor.utf8) + sixel.bytes + Array("\u{1B}8".utf8))
    }

    private func startPictures() {
        guard let (requests, kept) = waitingPictureRequests else { return }
        waitingPictureRequests = nil
        pictures?.show(requests, keeping: kept)
    }

    /// The pictures to show after the frame.
    private var waitingPictureRequests: ([PictureRequest], Set<String>)?

    /// Makes the terminal delete the pictures sent to it.
    func forgetPictures(on terminal: any ReaderTerminal) {
        guard wantsPictures, let bytes = pictures?.deletionBytes(), !bytes.isEmpty else { return }
        terminal.send(bytes)
    }

    func end() {
        isDone = true
    }

    /// Waits for unwritten changes, but never for the network.
    func finish() {
        library.finish()
    }

    /// The number of changes that could not be written before the end.
    var unwrittenCount: Int { library.unwrittenCount }

    var refusal: String? { library.refusal }

    private var sink: Sink {
        { [mailbox, packing] event in
            mailbox.put(event)
            if case .refreshFinished = event { packing.refreshed { mailbox.put($0) } }
        }
    }

    private func reply(to effect: Effect) throws -> [Event] {
        switch effect {
        // Counts read before these marks are stored would stay wrong, since marks on the screen cause no further
        // report.
        case .loadOverview where library.isBehind: library.reportWhenWritten()
        case .loadOverview: return [try overview()]
        case .loadSubscriptions(let ids): return [.subscriptions(try store.subscriptions(ids))]
        case .loadPage(let request) where request.listing.isSearched:
            if request.listing.scope.isHistory { library.awaitOpenings() }
            results.page(request)
        case .loadPage(let request):
            results.leave()
            return [.page(request, try articles.page(request, marks: library.unstoredMarks))]
        case .loadArticle(let id, let source, let blocks):
            return try articles.open(id, source, blocks: blocks)
        case .loadChanges(let id): articles.compare(id, mailbox)
        case .findUnread(let request) where request.listing.isSearched: results.unread(request)
        case .findUnread(let request):
            return [.unreadFound(try articles.unread(request, marks: library.unstoredMarks), request)]

        case .markTogether(let ids, let marks): library.mark(ids, marks)
        case .mark(let ids, let mark): articles.isGuide(ids) ? articles.mark(ids, mark) : library.mark(ids, mark)
        case .markRead(let range, let listing):
            listing.scope == .guide ? articles.markGuideRead() : library.markRead(range, of: listing)
        case .keepReadingPosition(let id, let position, let isPage):
            library.keepReadingPosition(
                position.map { StoredReadingPosition(block: $0.block, offset: $0.offset, isPage: isPage) }, of: id)
        case .recordOpening(let id, let moment): library.recordOpening(of: id, at: moment)
        case .clearHistory: library.clearHistory()
        case .markStoriesTogether(let isOn): store.marksStoriesTogether = isOn
        case .undo: return library.undo()
        case .deleteArticles(let ids): return library.delete(ids)
        case .unsubscribe(let id): return try unsubscribe(id)
        case .rename(let id, let title):
            if try isServed(id) {
                network.change(.rename(id, title), sink)
            } else {
                library.store { store throws(ArticleStoreError) in
                    try store.rename(id, to: title.isEmpty ? nil : title)
                }
            }
        case .move(let id, let folder):
            if try isServed(id) {
                network.change(.move(id, folder: folder), sink)
            } else {
                library.store { store throws(ArticleStoreError) in try store.move(id, to: folder) }
            }
        case .loadAccounts: return [.accounts(try store.accountLines())]
        case .addAccount(let form, let secret): network.change(.addAccount(form, secret: secret), sink)
        case .removeAccount(let url, let keepsStarred):
            network.change(.removeAccount(url, keepsStarred: keepsStarred), sink)
        case .setPreferences(let id, let preferences):
            library.store { store throws(ArticleStoreError) in try store.setPreferences(preferences, of: id) }
        case .setFeedAddress(let id, let address):
            guard try store.account(of: id) == nil else {
                return [.message(Message("The account's server keeps this address", kind: .warning))]
            }
            guard try store.subscription(id)?.feedURL != SavedFeed.address else {
                return [.message(Message("Saved addresses have no feed to fetch", kind: .warning))]
            }
            try library.changeAddress(of: id, to: FeedService.feedAddresses(for: address)[0])
        case .loadFeedStatistics(let id):
            return try store.statistics(of: id, at: Date()).map { [.feedStatistics($0)] } ?? []
        case .checkSearch(let query):
            return SearchQuery.problem(inComplete: query).map { [.message(.mistake(inSearch: $0))] } ?? []
        case .saveSearch(let search):
            library.store { store throws(ArticleStoreError) in try store.saveSearch(search) }
        case .renameSearch(let name, let newName): library.renameSearch(name, to: newName)
        case .orderSearches(let names):
            library.store { store throws(ArticleStoreError) in try store.orderSearches(names) }
        case .orderFeeds(let ids):
            library.store { store throws(ArticleStoreError) in try store.reorder(ids) }
        case .loadFeedReport: loadFeedStatistics(as: Event.feedReport)
        case .loadFeedOrder: loadFeedStatistics(as: Event.feedOrder)
        case .removeSearch(let name): library.removeSearch(named: name)
        case .loadMuteChoices(let id, let field): return try mutes.choices(for: id, field)
        case .previewMute(let mute): mutes.count(mute)
        case .addMute(let mute): library.add(mute)
        case .removeMute(let mute): library.remove(mute)
        case .renameFolder(let folder, let name):
            if try store.subscriptions().contains(where: { try $0.folder.starts(with: folder) && isServed($0.id) }) {
                network.change(.renameFolder(folder, to: name), sink)
            } else {
                library.store { store throws(ArticleStoreError) in try store.moveFolder(folder, to: name) }
            }
        case .removeFolder(let path): library.removeFolder(path)

        case .importFeeds(let path): library.importFeeds(from: ProgramLauncher.absolute(path))
        case .exportFeeds(let path): library.exportFeeds(to: ProgramLauncher.absolute(path))
        case .togglePack(let target): packing.toggle(target, sink)
        case .pack(let scope): packing.pack(scope.map { [$0] } ?? [], sink)
        case .packEnclosure(let id): try packing.packEnclosure(of: id, sink)
        case .cancelPacking: packing.cancel()
        case .loadQueue(let use): packing.shownQueue.load(for: use, sink)
        case .changeEnclosure(let id, let change): packing.shownQueue.change(id, change, sink)
        case .removeRequest(let number): library.removeRequest(number)

        case .moveIn(let reader): imports?.moveIn(from: reader, sink)
        case .configure: return configure()
        case .subscribe(let url, let userAgent): network.subscribe(url, as: userAgent, sink)
        case .saveAddress(let url): network.save(address: url, sink)
        case .openFeed(let id): network.open(id, sink)
        case .refreshFeed(let id, let force): network.refresh(id, force: force, sink)
        case .refreshAll: network.refreshAll(sink)
        case .cancelRefresh:
            network.cancelRefresh()
            imports?.cancel()
        case .loadFullText(let id): network.loadFullText(id, sink)
        case .setOffline(let isOffline): network.setOffline(isOffline, sink)

        case .showPictures(let requests, let kept):
            if !requests.isEmpty { wantsPictures = true }
            let before = waitingPictureRequests?.0.filter { kept.contains($0.address) && !requests.contains($0) } ?? []
            waitingPictureRequests = (requests + before, kept)
        case .fetchPictures(let addresses, let feed, let kilobytes):
            pictures?.load(addresses, of: feed, kilobytes: kilobytes)

        case .completePath(let typed): PathCompletion.load(typed, mailbox)
        case .loadTags: TagCompletion.load(from: store, mailbox)
        case .openBrowser(let url): return outside.browse(url)
        case .browseArticle(let id): return try articles.address(of: id).map(outside.browse) ?? Self.noAddress
        case .bookmark(let id): return try bookmark(id)
        case .notify(let notice): return outside.notify(notice)
        case .copyAddress(let id): return try articles.address(of: id).map(outside.copy) ?? Self.noAddress
        case .copy(let text): return outside.copy(text)
        // A downloaded file is played from the disk.
        case .play(let enclosure):
            let player = EnclosurePlayer(store: store, outside: outside) { [mailbox] in mailbox.put($0) }
            return player.play(enclosure, file: packing.shownQueue.file(of: enclosure.url))
        case .pipe(let id, let source, let command):
            return try articles.text(of: id, source).map { outside.pipe($0, to: command) } ?? []
        case .runProgram(.page(let values), let command): return outside.run(command, about: values)
        case .runProgram(.article(let id), let command): return try run(command, about: id)
        case .save(let id, let source, let path):
            let isPage = [".html", ".htm"].contains { path.lowercased().hasSuffix($0) }
            let content =
                isPage
                ? try articles.page(of: id, source) { [pictures] in pictures?.dataAddress(of: $0) }
                : try articles.text(of: id, source)
            return content.map { outside.save($0, to: path) } ?? []
        // Write in the background: another process may hold the library, and the next key would wait for it.
        case .remember(let state): library.inOrder(delaysQuitting: false) { [memory] in memory.write(state) }
        case .editConfiguration: return outside.editConfiguration() + configure()
        case .suspend: outside.suspend()
        case .redraw: wantsRedraw = true
        case .quit: isDone = true
        }
        return []
    }

    /// True if the feed's server lets clients change its feeds. Feeds from `lede serve` are changed only here.
    private func isServed(_ id: SubscriptionID) throws -> Bool {
        guard let account = try store.account(of: id) else { return false }
        return try store.account(account)?.kind != .since
    }

    private func unsubscribe(_ id: SubscriptionID) throws -> [Event] {
        guard try isServed(id) else {
            library.unsubscribe(id)
            return [.feedDeleted(id, onServer: false)]
        }
        // Offline the removal is refused, so there is nothing to confirm.
        guard network.connectivity != .offline else {
            network.change(.unsubscribe(id), sink)
            return []
        }
        guard removalQuestion.isAnswered(for: id, at: Date()) else {
            return [.message(Message(RemovalQuestion.text, kind: .warning))]
        }
        network.change(.unsubscribe(id), sink)
        return [.feedDeleted(id, onServer: true)]
    }

    private static let noAddress: [Event] = [.message(Message("This article has no link"))]

    private func overview() throws -> Event {
        let midnight = Clock.system().midnight
        let searches = try store.savedSearches()
        counter.count(searches, midnight: midnight)
        return .overview(try store.overview(midnight: midnight), searches)
    }

    private func run(_ command: String, about id: ArticleID) throws -> [Event] {
        guard let facts = try articles.facts(of: id) else { return Self.noAddress }
        return outside.run(command, about: PlaceholderValues(address: facts[0], title: facts[1], feed: facts[2]))
    }

    private func bookmark(_ id: ArticleID) throws -> [Event] {
        guard let facts = try articles.facts(of: id) else { return Self.noAddress }
        return outside.bookmark(facts)
    }

    /// Loads the statistics of all feeds in the background: reading the dates of a thousand feeds' articles takes
    /// longer than a key should wait.
    private func loadFeedStatistics(as event: @escaping @Sendable ([FeedStatistics]) -> Event) {
        DispatchQueue(label: "lede.report", qos: .userInitiated).async { [store, mailbox] in
            do { mailbox.put(event(try store.statistics(at: Date()))) } catch {
                mailbox.put(.message(.error(error)))
            }
        }
    }
}
