import ArticleStorage
import FeedModel
import FoundationEssentials

/// One pass over one account: marks go out first, then what happened on the server comes in, a page a transaction.
///
/// It may be killed anywhere. A mark leaves the outbox only once the server is known to have it, and the cursor moves only
/// with the articles before it; what is done twice comes to the same.
struct AccountPass {
    let service: FeedService
    let account: AccountID
    let remote: any RemoteLibrary
    let changed: @Sendable (SyncSummary) -> Void

    /// Marks that go out in one request.
    static let batch = 50
    /// So many resets in one pass are believed.
    private static let resets = 2

    private(set) var newArticles = 0
    private(set) var hasGap = false

    init(
        service: FeedService, account: AccountID, remote: any RemoteLibrary,
        changed: @escaping @Sendable (SyncSummary) -> Void
    ) {
        self.service = service
        self.account = account
        self.remote = remote
        self.changed = changed
    }

    mutating func run() async throws {
        try await push()
        for attempt in 0... {
            do {
                try await pull()
                break
            } catch RemoteFailure.reset where attempt < Self.resets {
                let (store, account) = (service.store, account)
                try await service.storing.run { try store.resetAccount(account) }
            }
        }
        try await takeStates()
        // What a reset left without a name may have got one.
        try await push()
    }

    /// Marks alone.
    func push() async throws {
        while true {
            let marks = try service.store.outgoingMarks(for: account, limit: Self.batch)
            guard !marks.isEmpty else { return }
            let settled = try await remote.push(marks)
            guard !settled.isEmpty else {
                let message = "the server does not say what became of marks"
                throw RemoteFailure.problem(FeedProblem(kind: .status, message: message), retryAfter: nil)
            }
            try service.store.settle(settled)
        }
    }

    private mutating func pull() async throws {
        guard var cursor = try service.store.account(account)?.cursor else { return }
        var isFirst = true
        let deadline = ContinuousClock.now + service.settings.refreshBound
        while !Task.isCancelled {
            // The next pass goes on from here: a server that has pages without end holds nobody up.
            guard ContinuousClock.now < deadline else { return }
            let page = try await remote.pull(after: cursor, isFirst: isFirst)
            try await take(page)
            cursor = page.cursor
            isFirst = false
            if !page.hasMore { return }
        }
        throw RemoteFailure.cancelled
    }

    private mutating func take(_ page: SyncPage) async throws {
        let (store, account, now) = (service.store, account, service.settings.now())
        let summary = try await service.storing.run { try store.take(page, into: account, at: now) }
        newArticles += summary.new.values.reduce(0) { $0 + $1.count }
        if page.hasGap { hasGap = true }
        if summary != SyncSummary() { changed(summary) }
    }

    /// Marks of servers whose pages do not tell them. Articles that are marked there and are not here are fetched: that covers
    /// servers that list in no order, and what was let go of before it came here.
    private mutating func takeStates() async throws {
        guard let states = try await remote.states() else { return }
        let (store, account) = (service.store, account)
        let missing = try await service.storing.run {
            try store.takeStates(unread: states.unread, starred: states.starred, of: account)
        }
        guard !missing.isEmpty, let cursor = try store.account(account)?.cursor else { return }
        try await take(SyncPage(articles: try await remote.fetch(missing), cursor: cursor))
    }
}
