package import ArticleStorage
import FeedModel
package import ReaderUI

/// Performs the effects of `update`; `EffectDispatch.swift` has a row for each. Visible rows are read at once, unless
/// they need a search. Other work runs off the main thread and returns its results through the mailbox.
package final class EffectRunner {
    let store: ArticleStore
    let library: LibraryWriter
    let articles: ArticleOpener
    let results: ResultReader
    let counter: SearchCounter
    let mutes: MutePreview
    let network: any ReaderNetwork
    let packing: ReaderPacking
    let outside: ProgramLauncher
    let memory: StoredMemory
    let mailbox: Mailbox
    /// Rereads the person's files.
    let configure: () -> [Event]
    let pictures: FramePictures
    let feeds: FeedChanges
    let programs: ArticlePrograms
    let sink: Sink
    private let environment: [String: String]
    private lazy var terminalHasLinks = LinkSupport.isKnown(environment)
    /// Imports the data of other readers.
    package var imports: (any ReaderImports)?
    private var seenChange: Int?
    var wantsRedraw = false
    var isDone = false

    package init(
        store: ArticleStore, network: any ReaderNetwork, packing: ReaderPacking, outside: ProgramLauncher,
        memory: StoredMemory, mailbox: Mailbox, pictures: PicturePresenter? = nil, environment: [String: String] = [:],
        configure: @escaping () -> [Event]
    ) {
        self.pictures = FramePictures(pictures, environment: environment)
        self.environment = environment
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
        sink = packing.sink(to: mailbox)
        feeds = FeedChanges(store: store, library: library, network: network, sink: sink)
        programs = ArticlePrograms(
            store: store, articles: articles, pictures: self.pictures, queue: packing.shownQueue, outside: outside,
            mailbox: mailbox)
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
}
