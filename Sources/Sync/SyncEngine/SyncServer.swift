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
