package import ArticleStorage
import Dispatch
import FeedModel
import FoundationEssentials
package import ReaderUI

/// Does what `update` asks for. Rows that are about to be shown are read at once, but for those that have to be searched for;
/// all else goes on outside the main thread, and what comes of it returns through the mailbox.
package final class EffectRunner {
    private let store: ArticleStore
    private let library: LibraryWriter
    private let articles: ArticleOpener
    private let results: ResultReader
    private let counter: SearchCounter
    private let network: any RefreshControl
    private let outside: ProgramLauncher
    private let memory: MemoryFile
    private let mailbox: Mailbox
    /// Reads the person's files anew.
    private let configure: () -> [Event]
    /// Brings what other readers have.
    package var arrivals: (any ArrivalControl)?
    private var seenChange: Int?
    private var wantsRedraw = false
    private(set) var isDone = false

    package init(
        store: ArticleStore, network: any RefreshControl, outside: ProgramLauncher, memory: MemoryFile,
        mailbox: Mailbox,
        configure: @escaping () -> [Event]
    ) {
        self.configure = configure
        self.store = store
        self.network = network
        self.outside = outside
        self.memory = memory
        self.mailbox = mailbox
        counter = SearchCounter(store: store, mailbox: mailbox)
        library = LibraryWriter(store: store, mailbox: mailbox, whenMarked: counter.countAgain)
        articles = ArticleOpener(store: store, mailbox: mailbox)
        results = ResultReader(store: store, library: library, mailbox: mailbox)
    }

    /// Starts the effect and answers what is known at once.
    func perform(_ effect: Effect) -> [Event] {
        do {
            return try answer(effect)
        } catch {
            let message = Event.message(.error("\(error)"))
            if case .loadPage(let request) = effect { return [message, .rowsFailed(request.listing)] }
            return [message]
        }
    }

    /// Whether anybody, this process or another, has changed the library since the last call, but for marks that are shown
    /// already; the first call answers true.
    func libraryHasChanged() -> Bool {
        guard let token = try? store.changeToken(), token != seenChange else { return false }
        seenChange = token
        return true
    }

    /// Whether the whole screen has to be painted, once.
    func takesRedraw() -> Bool {
        defer { wantsRedraw = false }
        return wantsRedraw
    }

    func watchLibrary() -> LibraryWatch? {
        LibraryWatch(of: store)
    }

    func end() {
        isDone = true
    }

    /// Waits for marks that are not committed; never for the network.
    func finish() {
        library.finish()
    }

    private var sink: RefreshControl.Sink {
        { [mailbox] in mailbox.put($0) }
    }

    private func answer(_ effect: Effect) throws -> [Event] {
        switch effect {
        // What is counted without them would stay: nobody tells of marks that are shown already.
        case .loadOverview where !library.unsettled.isEmpty: library.tellWhenMarked()
        case .loadOverview: return [try overview()]
        case .loadSubscriptions(let ids): return [.subscriptions(try store.subscriptions(ids))]
        case .loadPage(let request) where request.listing.scope.isSearched: results.page(request)
        case .loadPage(let request): return [.page(request, try articles.page(request, marks: library.unsettled))]
        case .loadArticle(let id, let source, let blocks):
            return try articles.open(id, source, blocks: blocks)
        case .findUnread(let request) where request.listing.scope.isSearched: results.unread(request)
        case .findUnread(let request): return [.unreadFound(try articles.unread(request), request)]

        case .mark(let ids, let mark): articles.isGuide(ids) ? articles.mark(ids, mark) : library.mark(ids, mark)
        case .markRead(let range, let listing):
            listing.scope == .guide ? articles.markGuideRead() : library.markRead(range, of: listing)
        case .keepPlace(let id, let place, let isPage):
            library.keepPlace(
                place.map { StoredReadingPlace(block: $0.block, offset: $0.offset, isPage: isPage) }, of: id)
        case .undo: library.undo()
        case .unsubscribe(let id): try library.unsubscribe(id)
        case .rename(let id, let title): try store.rename(id, to: title.isEmpty ? nil : title)
        case .move(let id, let folder): try store.move(id, to: folder)
        case .setPreferences(let id, let preferences): try store.setPreferences(preferences, of: id)
        case .saveSearch(let search): try store.saveSearch(search)
        case .removeSearch(let name): try library.removeSearch(named: name)
        case .removeFolder(let path): try library.removeFolder(path)

        case .importFeeds(let path): library.importFeeds(from: ProgramLauncher.absolute(path))
        case .exportFeeds(let path): library.exportFeeds(to: ProgramLauncher.absolute(path))

        case .moveIn(let reader): arrivals?.moveIn(from: reader, sink)
        case .configure: return configure()
        case .subscribe(let url): network.subscribe(url, sink)
        case .openFeed(let id): network.open(id, sink)
        case .refreshFeed(let id, let force): network.refresh(id, force: force, sink)
        case .refreshAll: network.refreshAll(sink)
        case .cancelRefresh: network.cancelRefresh()
        case .loadFullText(let id): network.loadFullText(id, sink)
        case .setOffline(let isOffline): network.setOffline(isOffline, sink)

        case .openBrowser(let url): return outside.browse(url)
        case .browseArticle(let id): return try articles.address(of: id).map(outside.browse) ?? Self.noAddress
        case .bookmark(let id): return try bookmark(id)
        case .copyAddress(let id): return try articles.address(of: id).map(copy) ?? Self.noAddress
        case .copy(let text): return copy(text)
        case .play(let enclosure): return outside.play(enclosure.url)
        case .pipe(let id, let source, let command):
            return try articles.text(of: id, source).map { outside.pipe($0, to: command) } ?? []
        case .runProgram(.page(let facts), let command): return outside.run(command, about: facts)
        case .runProgram(.article(let id), let command): return try run(command, about: id)
        case .save(let id, let source, let path):
            let isPage = [".html", ".htm"].contains { path.lowercased().hasSuffix($0) }
            let content = isPage ? try articles.page(of: id, source) : try articles.text(of: id, source)
            return content.map { outside.save($0, to: path) } ?? []
        case .remember(let state): memory.write(state)
        case .editConfiguration: return outside.editConfiguration() + configure()
        case .suspend: outside.suspend()
        case .redraw: wantsRedraw = true
        case .quit: isDone = true
        }
        return []
    }

    private static let noAddress: [Event] = [.message(Message("No link to copy here"))]

    private func overview() throws -> Event {
        let midnight = Clock.system().midnight
        let searches = try store.savedSearches()
        counter.count(searches, midnight: midnight)
        return .overview(try store.overview(midnight: midnight), searches)
    }

    private func run(_ command: String, about id: ArticleID) throws -> [Event] {
        guard let facts = try articles.facts(of: id) else { return Self.noAddress }
        return outside.run(command, about: ProgramFacts(address: facts[0], title: facts[1], feed: facts[2]))
    }

    private func bookmark(_ id: ArticleID) throws -> [Event] {
        guard let facts = try articles.facts(of: id) else { return Self.noAddress }
        return outside.bookmark(facts)
    }

    private func copy(_ text: String) -> [Event] {
        outside.copy(text)
    }
}
