package import ArticleStorage
package import FeedModel

package import struct FoundationEssentials.Date

/// One sync of one account: asks the plan for the next step, calls the server, stores the results.
///
/// It may be killed at any point: a mark leaves the outbox only when the server has it, the cursor moves only together
/// with the articles before it, and a repeated step changes nothing.
package struct SyncPass: Sendable {
    private let store: ArticleStore
    private let account: AccountID
    private let server: any SyncServer
    private let now: @Sendable () -> Date
    private let changed: @Sendable (SyncSummary) -> Void
    private let progress: @Sendable (SyncProgress) -> Void

    /// Articles compared with the server's, to notice ids that were assigned again (default 20).
    private static let anchorCount = 20

    /// Articles starred only here that are requested one by one rather than looked up in a list of all (default 50).
    private static let unseenCount = 50

    private let bounds: SyncBounds
    private let received: ResponseBytes

    private var plan: SyncPlan
    private var feeds: [RemoteFeed] = []
    private var lists = RemoteLists()
    /// The comparison of the lists with the library; nil once the missing articles are fetched.
    private var comparison: StateComparison?
    private var sent: [OutgoingMark] = []
    /// The server's refusal of marks, which is reported after all other steps.
    private var refusal: SyncFailure?
    private let tally = SyncTally()
    package private(set) var hasGap = false
    /// True if the sync ended at one of its bounds, before the server's last page.
    package private(set) var isCut = false

    package var newArticles: Int { tally.count }

    package init(
        of account: SyncAccount, in store: ArticleStore, with server: any SyncServer,
        purpose: SyncPlan.Purpose = .everything, now: @escaping @Sendable () -> Date,
        bounds: SyncBounds = SyncBounds(), received: ResponseBytes = ResponseBytes(),
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in },
        changed: @escaping @Sendable (SyncSummary) -> Void = { _ in }
    ) {
        self.store = store
        self.account = account.id
        self.server = server
        self.now = now
        self.progress = progress
        self.changed = changed
        self.bounds = bounds
        self.received = received
        plan = SyncPlan(
            server.traits, isFirst: account.cursor.position == nil,
            hasMarks: account.outgoingCount > account.strandedCount, purpose: purpose)
    }

    package mutating func run() async throws {
        while let step = plan.next {
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            do {
                try await perform(step)
                plan.finish(step)
            } catch SyncFailure.reset {
                try plan.reset()
            } catch is BoundReached {
                isCut = true
                plan.cut()
            }
        }
        if let refusal { throw refusal }
    }

    private mutating func perform(_ step: SyncPlan.Step) async throws {
        switch step {
        case .check: try await check()
        case .reset:
            try store.resetAccount(account)
            (sent, refusal) = ([], nil)
        case .feeds:
            feeds = try await server.feeds()
            try apply(SyncPage(feeds: feeds, listsAllFeeds: true))
            // All feeds had new ids: the library has reset the account.
            if !plan.isFirstSync, let here = try store.account(account), here.cursor.position == nil {
                throw SyncFailure.reset
            }
            if server.traits.startsWithChanges { server.setHistoryLimits(try historyLimits) }
        case .send: try await send()
        case .changes: try await pull()
        case .lists: try await compareStates()
        case .fetch: try await fetch()
        case .history: try await fetchHistory()
        case .finish: try store.finishFirstSync(of: account)
        }
    }

    private mutating func check() async throws {
        let anchors = try store.anchors(of: account, limit: Self.anchorCount)
        let articles = anchors.isEmpty ? [] : try await server.current(anchors.map(\.id))
        guard let newest = try plan.check(anchors, against: articles) else { return }
        try store.refetchArticlesOfRemovedFeeds(of: account, above: newest.id)
        if server.traits.reportsChanges, server.traits.changesShowAnchor {
            try store.moveCursor(of: account, backTo: newest.id)
        }
    }

    private mutating func send() async throws {
        while true {
            let marks = try store.outgoingMarks(for: account, limit: server.traits.marksAtOnce)
            guard !marks.isEmpty else { return }
            // The person marked them after this sync began, or their feed has returned.
            if plan.isUnchecked {
                try await check()
                guard plan.next == .send else { return }
            }
            let accepted: SentMarks
            do {
                accepted = try await server.send(marks)
            } catch let failure as SyncFailure
                where failure.isRefusal || failure.refusesLogin && server.traits.listsFeeds
            {
                // The server sent the feeds to this login: a firewall may refuse just the method or the body of marks.
                refusal = failure
                plan.stopSending()
                return
            }
            guard !accepted.all.isEmpty else {
                throw SyncFailure.notUnderstood("the server did not report the result of the marks")
            }
            try store.removeOutgoing(accepted.all, of: account, kept: accepted.kept)
            sent += accepted.all
        }
    }

    /// Stores page after page, each with the cursor at its end.
    private mutating func pull() async throws {
        guard var cursor = try store.account(account)?.cursor else { return }
        let anchor = try store.anchors(of: account, limit: 1).first
        var isFirst = true
        let deadline = bounds.time.map { ContinuousClock.now + $0 }
        while true {
            // A server with endless pages must neither block the sync nor fill the disk.
            if isAtBound || deadline.map({ ContinuousClock.now >= $0 }) ?? false {
                isCut = true
                return
            }
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            let showsAnchor = isFirst && server.traits.changesShowAnchor
            let page = try await server.changes(after: cursor, showingAnchor: showsAnchor)
            if isFirst, !plan.mayStore(page, at: anchor) { return try await checkInstead() }
            try apply(page)
            tally.countPage()
            if page.hasGap { hasGap = true }
            guard page.hasMore else { return }
            guard let next = page.cursor, next != cursor || isFirst else {
                throw SyncFailure.notUnderstood("the server's pages never end")
            }
            (cursor, isFirst) = (next, false)
        }
    }

    /// Handles a first page without the article at the cursor: compares the ids, then requests the page again.
    private mutating func checkInstead() async throws {
        try await check()
        if plan.next == .changes { try await pull() }
    }

    private mutating func compareStates() async throws {
        lists = try await plan.isFirstSync ? server.listsOfFirstSync() : server.lists()
        let known = try store.knownArticles(of: account)
        var comparison = StateComparison(lists, known: known, sent: sent, isFirst: plan.isFirstSync)
        if comparison.unseen.count > Self.unseenCount, let read = try await server.readIDs() {
            // Only of known articles: older ones are not wanted.
            lists.all = read.filter { known.marks[$0] != nil }
            comparison = StateComparison(lists, known: known, sent: sent, isFirst: plan.isFirstSync)
        }
        var summary = try store.apply(comparison.changes, to: account, at: now())
        if let labels = lists.labels {
            let applied = try store.apply(labels, to: account, sent: sent, listed: lists.listed, at: now())
            summary.add(applied.summary)
            comparison.addUnlabelled(applied.unlisted)
        }
        if summary != SyncSummary() { changed(summary) }
        self.comparison = comparison
        tally.expect(comparison.wanted.count)
        progress(tally.progress)
    }

    private mutating func fetch() async throws {
        if let comparison, !comparison.wanted.isEmpty {
            try await server.fetch(comparison.wanted, in: lists, into: sink)
            try store.keepStars(ofDeleted: comparison.unseen, of: account)
            try store.keepTags(ofDeleted: comparison.unlabelled, of: account)
        }
        comparison = nil
        if let anchor = lists.anchor { try store.keep(anchor: anchor, of: account) }
    }

    private mutating func fetchHistory() async throws {
        let known = try store.knownArticles(of: account)
        let here = Set(known.marks.keys).union(known.history).union(known.refused)
        let history = SyncHistory(feeds: feeds, lists: lists, known: here, limits: try historyLimits)
        let unwanted = try await server.fetchHistory(history, into: sink)
        try store.skip(unwanted, of: account)
    }

    /// After a reset, the read articles that the library has and that have no id yet must be found again.
    private var historyLimits: [String: Int] {
        get throws {
            try store.feedsWithUnmatchedArticles(of: account).mapValues { $0 + SyncHistory.perFeed }
        }
    }

    private var sink: ArticleSink {
        { [self] articles in
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            try apply(SyncPage(articles: articles))
            tally.countPage()
            if isAtBound { throw BoundReached() }
        }
    }

    /// Ends a step in which the server's adapter requests page after page.
    private struct BoundReached: Error {}

    private var isAtBound: Bool {
        tally.pages >= bounds.pages || received.count >= bounds.bytes
    }

    private func apply(_ page: SyncPage) throws {
        let summary = try store.apply(page, to: account, at: now())
        tally.add(summary)
        progress(tally.progress)
        if summary != SyncSummary() { changed(summary) }
    }
}
