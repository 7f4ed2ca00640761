package import FeedModel

/// A sync server, with as few calls as its protocol allows. Each protocol has one adapter; `SyncPlan` decides the order
/// of the calls.
package protocol SyncServer: Sendable {
    var traits: ServerTraits { get }

    /// Returns the server's articles with these ids; unknown ids are left out.
    func current(_ ids: [String]) async throws -> [RemoteArticle]

    /// Returns all feeds with their folders.
    func feeds() async throws -> [RemoteFeed]

    /// Returns one page of changes after the cursor, in ascending order, if `traits.reportsChanges`.
    ///
    /// - Parameter showingAnchor: true for the first page of a server with `traits.changesShowAnchor`: the page then also
    ///   contains the article at the cursor.
    func changes(after cursor: SyncCursor, showingAnchor: Bool) async throws -> SyncPage

    /// Returns the ids of unread and of starred articles, and of all articles if the server can list them.
    func lists() async throws -> RemoteLists

    /// Returns the same lists for a first sync, from a server that otherwise lists only what is new.
    func listsOfFirstSync() async throws -> RemoteLists

    /// Returns the ids of all read articles, to tell many removed stars from deleted articles; nil if the server cannot
    /// list them, or if `lists` shows all articles.
    func readIDs() async throws -> Set<String>?

    /// Fetches articles by id, in pages of a size that suits the server.
    func fetch(_ ids: Set<String>, in lists: RemoteLists, into store: ArticleSink) async throws

    /// Fetches the newest read articles of each feed, up to the history's limit, without known ones.
    ///
    /// - Returns: ids of older articles, which are not needed.
    func fetchHistory(_ history: SyncHistory, into store: ArticleSink) async throws -> Set<String>

    /// Receives the limits of feeds whose history is longer than usual, before `changes` of a server that starts with
    /// changes.
    func setHistoryLimits(_ limits: [String: Int])

    /// Sends marks, as values, never as toggles.
    ///
    /// - Returns: the marks that need not be sent again.
    func send(_ marks: [OutgoingMark]) async throws -> SentMarks

    /// Changes the subscriptions on the server.
    func change(_ change: SubscriptionChange) async throws
}

extension SyncServer {
    package func changes(after cursor: SyncCursor, showingAnchor: Bool) async throws -> SyncPage {
        SyncPage(cursor: cursor)
    }

    package func listsOfFirstSync() async throws -> RemoteLists { try await lists() }

    package func readIDs() async throws -> Set<String>? { nil }

    package func setHistoryLimits(_ limits: [String: Int]) {}
}

/// Stores one page of articles in one transaction.
package typealias ArticleSink = @Sendable ([RemoteArticle]) async throws -> Void

/// The capabilities of a protocol.
package struct ServerTraits: Equatable, Sendable {
    /// `feeds()` lists the feeds; otherwise the pages of changes do.
    package var listsFeeds = true
    /// `changes` returns new articles; otherwise the id lists show them.
    package var reportsChanges = true
    /// `changes` needs no list first, even in the first sync.
    package var startsWithChanges = false
    /// The first page of changes can show the article at the cursor.
    package var changesShowAnchor = true
    /// `lists()` returns ids with their states; otherwise the pages of changes contain marks.
    package var listsStates = true
    /// Ids may be assigned again after a backup was restored.
    package var reusesIDs = true
    /// Marks per call.
    package var marksAtOnce = 200
    /// The changes of subscriptions that the protocol supports.
    package var management: Set<SubscriptionChange.Kind> = []

    package init() {}
}

/// The server's lists of ids.
package struct RemoteLists: Equatable, Sendable {
    package var unread: Set<String>
    package var starred: Set<String>
    /// All articles, newest first; nil if the server cannot list them.
    package var all: [String]?
    /// False if an article missing from `unread` may still be unread.
    var isUnreadComplete: Bool
    var isStarredComplete: Bool
    /// False if an article missing from `all` may still exist.
    var isAllComplete: Bool
    /// `all` was read to its end, though perhaps not in one moment.
    package var reachesOldest: Bool
    /// All labels; nil if the server has none, or does not list them.
    var labels: [RemoteLabel]?
    /// The articles whose states the lists show; nil means all.
    package var shown: Set<String>?
    /// The anchor of the cursor once these states and the missing articles are stored; nil leaves it unchanged.
    package var anchor: String?

    /// The articles that any of the lists shows.
    var listed: Set<String> {
        unread.union(starred).union(all ?? []).union((labels ?? []).flatMap(\.ids))
    }

    package init(
        unread: Set<String> = [], starred: Set<String> = [], all: [String]? = nil, isUnreadComplete: Bool = true,
        isStarredComplete: Bool = true, isAllComplete: Bool = false, reachesOldest: Bool = false,
        labels: [RemoteLabel]? = nil
    ) {
        self.unread = unread
        self.starred = starred
        self.all = all
        self.isUnreadComplete = isUnreadComplete
        self.isStarredComplete = isStarredComplete
        self.isAllComplete = isAllComplete
        self.reachesOldest = reachesOldest || isAllComplete
        self.labels = labels
    }
}

/// The read articles that a first sync fetches.
package struct SyncHistory: Sendable {
    /// Read articles per feed in a first sync (default 100).
    package static let perFeed = 100

    package var feeds: [RemoteFeed]
    package var lists: RemoteLists
    /// Ids that the library already has.
    package var known: Set<String>
    /// Read articles per feed, where it is not the usual number.
    package var limits: [String: Int]

    package init(feeds: [RemoteFeed], lists: RemoteLists, known: Set<String>, limits: [String: Int] = [:]) {
        self.feeds = feeds
        self.lists = lists
        self.known = known
        self.limits = limits
    }

    package func limit(of feed: String) -> Int { limits[feed] ?? Self.perFeed }

    /// The limits of all feeds together.
    package var total: Int { feeds.reduce(0) { $0 + limit(of: $1.id) } }
}

/// A change of the subscriptions on a server.
package enum SubscriptionChange: Equatable, Sendable {
    case subscribe(url: String, title: String?, folder: String?)
    case unsubscribe(feed: RemoteFeed)
    case rename(feed: RemoteFeed, title: String)
    /// Moves the feed to a folder; nil means no folder.
    case move(feed: RemoteFeed, folder: String?)
    case renameFolder(String, to: String)

    package enum Kind: String, CaseIterable, Sendable {
        case subscribe, unsubscribe, rename, move, renameFolder
    }

    package var kind: Kind {
        switch self {
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        case .rename: .rename
        case .move: .move
        case .renameFolder: .renameFolder
        }
    }
}
