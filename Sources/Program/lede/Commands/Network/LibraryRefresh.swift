import ArgumentParser
import ArticleStorage
import Basics
import CProgram
import Dispatch
import FeedModel
import FeedRefresh
import Foundation
import Synchronization

/// One run of `lede refresh`.
struct LibraryRefresh {
    /// The feeds to refresh, by address, number or part of the title; all feeds if it is empty.
    var feeds: [String] = []
    let reason: RefreshReason

    func run() async throws {
        let context = try CommandContext()
        let disk = DispatchQueue(label: "lede.log")
        let outcome = try await fetch(for: context) {
            disk.async { [store = context.store] in try? store.shortenLog() }
        }
        // Waits until the log is shortened, which runs while the cache closes its file: done one after the other, both
        // would wait for the disk.
        disk.sync {}
        try printResult(outcome.report.withoutRepairedFailures(in: context.store), besides: outcome.reported)
        if outcome.isIncomplete { throw ExitCode.feedsFailed }
    }

    private struct Outcome {
        var report: RefreshReport
        /// True if a slow feed missed the deadline, a queued page failed, or the disk has no room for the index.
        var isIncomplete = false
        /// The feeds that are reported already.
        var reported: Set<SubscriptionID> = []

        /// Adds the number of slow feeds that missed the deadline.
        mutating func add(late: Int, isOffline: Bool) {
            if isOffline {
                report.isOffline = report.isOffline || late > 0
                report.notRequested += late
            } else {
                isIncomplete = late > 0
            }
        }

        mutating func add(_ queued: QueuedOutcome) {
            reported = queued.reported
            report.progress.newArticles += queued.newArticles
            if queued.hasFailedPage { isIncomplete = true }
        }
    }

    /// The result of fetching what was queued offline.
    private struct QueuedOutcome {
        /// The feeds that have left the queue and have a line already.
        var reported: Set<SubscriptionID> = []
        var newArticles = 0
        var hasFailedPage = false
    }

    /// Calls `settled` as soon as everything is stored.
    private func fetch(for context: CommandContext, settled: () -> Void) async throws -> Outcome {
        let isLarge = try feeds.isEmpty && !reason.onlyDue && context.store.subscriptionCount() >= Self.manyFeeds
        let service = try context.service(curlLoaded: { if isLarge { cprogram_forget_code() } })
        try service.requireOnline(context.configuration)
        // The rules apply to new articles as they arrive, and to the rest when the rules have changed.
        try context.store.applyRules()
        let deadline = ContinuousClock.now + service.settings.refreshBound
        if isLarge {
            cprogram_forget_code()
            context.store.keepFewPages()
        }
        let notices = RefreshNotices(context)
        var outcome = Outcome(report: try await refresh(service, context, notices))
        if isLarge { cprogram_forget_code() }
        let late = try await finishSlowVisits(service, &outcome.report, until: deadline)
        try await interruptible { notices.sendRest() }
        notices.printProblems()
        outcome.add(late: late.count, isOffline: service.isOffline)
        if feeds.isEmpty, !outcome.report.isCancelled {
            outcome.add(try await interruptible { try await fetchQueued(service, context.store) })
        }
        if try await !indexArrivals(service, context.store) { outcome.isIncomplete = true }
        settled()
        return outcome
    }

    /// Polls the feeds with a line that shows the progress, and runs the person's notifier for new articles.
    private func refresh(
        _ service: FeedService, _ context: CommandContext, _ notices: RefreshNotices
    ) async throws -> RefreshReport {
        let line = ProgressLine()
        let report = try await interruptible {
            try await service.refresh(try selection(context), reason: reason) { event in
                if case .progress(let progress) = event { line.show(progress) }
                notices.receive(event)
            }
        }
        line.clear()
        return report
    }

    /// Returns false if the disk has no room for the index; the articles themselves are stored.
    private func indexArrivals(_ service: FeedService, _ store: ArticleStore) async throws -> Bool {
        let notIndexed = try store.searchBacklog()
        guard notIndexed <= Self.indexedAtOnce else {
            if !reportsOnlyFailures {
                Console.note("\(notIndexed.counting("article")) will be indexed at the next search")
            }
            return true
        }
        do {
            try await interruptible { _ = try await service.indexForSearch() }
        } catch let error as ArticleStoreError where error.preventsOnlyWriting {
            try store.reportBacklog(error)
            return false
        }
        return true
    }

    /// Waits for feeds with slow servers until the deadline, and adds their results to the report; returns the feeds
    /// that missed it.
    private func finishSlowVisits(
        _ service: FeedService, _ report: inout RefreshReport, until deadline: ContinuousClock.Instant
    ) async throws -> Set<SubscriptionID> {
        let running = service.slowVisits
        // A slow visit may have ended before its refresh did.
        defer { service.addSlowResults(to: &report) }
        guard !running.isEmpty, !report.isCancelled else { return [] }
        // Nothing has failed yet, and cron would mail the line.
        if Console.hasErrorScreen {
            Console.printError("waiting for \(running.count.counting("slow feed")) (Ctrl-C stops)")
        }
        let late = try await interruptible { await service.finishSlowVisits(until: deadline) }
        guard !Interruption.shared.isRequested, !service.isOffline else { return late }
        for feed in report.slow where late.contains(feed.id) {
            Console.printError("\(feed.shownAddress): too slow: not complete after \(service.settings.refreshBound)")
        }
        return late
    }

    /// From this many feeds on, a refresh unmaps code that it no longer needs: 8 MB before libcurl loads, 6 MB
    /// afterwards, and 2 MB after the last feed. The feeds themselves need as much memory. The kernel maps the code
    /// that is still used again, which takes about 1 ms each time. The library's writer then also keeps few pages.
    private static let manyFeeds = 300

    /// Maximum number of new articles that a refresh indexes itself (default 1,000, about 150 ms).
    private static let indexedAtOnce = 1_000

    private func selection(_ context: CommandContext) throws -> RefreshSelection {
        guard !feeds.isEmpty else { return .all }
        return .feeds(
            try feeds.map { address in
                try context.store.subscription(named: address).id
            })
    }

    /// Fetches the pages that were requested offline and did not arrive with the feeds, and the feeds that were added
    /// offline and have not arrived yet.
    private func fetchQueued(_ service: FeedService, _ store: ArticleStore) async throws -> QueuedOutcome {
        let feeds = try QueuedFeeds(in: store)
        let result = Mutex(QueuedOutcome())
        try await service.fetchQueued { event in
            switch event {
            case .changed(_, let new, _): result.withLock { $0.newArticles += new.count }
            case .page(let id, let page) where page != .readable:
                let name = (try? QueuedFetch.page(id).words(in: store)) ?? "the page of an article"
                Console.printError("\(name): \(page.words ?? "")")
                result.withLock { $0.hasFailedPage = true }
            case .failed(let id, let problem), .leftQueue(let id, let problem):
                guard let line = feeds.line(about: problem, of: id) else { return }
                Console.printError(line)
                result.withLock { $0.reported.formUnion([id]) }
            default: return
            }
        }
        return result.withLock { $0 }
    }

    /// True for a timer, which asks again soon: waits, the work of other ledes, and what a later command does are no
    /// failures.
    private var reportsOnlyFailures: Bool { reason.onlyDue }

    /// - Parameter reported: the feeds that already have a line, which says more; their failures are only counted.
    private func printResult(_ report: RefreshReport, besides reported: Set<SubscriptionID>) throws {
        for failure in report.failures where !reported.contains(failure.subscription.id) {
            let next = RetryWords.next(failure.nextAttempt)
            Console.printError("\(failure.subscription.shownAddress): \(failure.problem.message)\(next)")
        }
        for waiting in report.waiting where !reportsOnlyFailures {
            Console.printError("\(waiting.subscription.shownAddress): \(RetryWords.wait(until: waiting.until))")
        }
        for feed in report.gone {
            Console.printError("\(feed.subscription.shownAddress): \(feed.problem.message); --force fetches it again")
        }
        for account in report.accounts { printProblems(of: account) }
        for list in report.lists {
            list.lines().forEach { TerminalEncoding.print($0) }
            list.problemLine.map(Console.printError)
        }
        (report.reasons + (reportsOnlyFailures ? [] : report.leaseReasons)).forEach(Console.printError)
        print(result(of: report))
        if report.isCancelled || Interruption.shared.isRequested { throw ExitCode.interrupted }
        if report.isOffline { throw ExitCode.offline }
        if report.failureCount > 0 { throw ExitCode.feedsFailed }
    }

    /// Returns the result of the refresh, in one line.
    private func result(of report: RefreshReport) -> String {
        let (accounts, progress) = (report.accounts, report.progress)
        let failures = report.failureCount
        let waits = report.waits
        let failed = failures == 0 ? "" : ", \(Numbers.grouped(failures)) failed"
        let waiting = waits == 0 ? "" : ", \(Numbers.grouped(waits)) waiting"
        let paused = report.paused == 0 ? "" : ", \(Numbers.grouped(report.paused)) paused"
        let edited = progress.editedArticles > 0 ? ", \(Numbers.grouped(progress.editedArticles)) edited" : ""
        // If the refresh ended for another reason, that reason has its own line.
        let isInterrupted = report.isCancelled && report.notRequested > 0 && report.reasons.isEmpty
        let left = isInterrupted ? ", \(Numbers.grouped(report.notRequested)) not fetched" : ""
        let new = progress.newArticles.counting("new article")
        let feeds = progress.total == 0 && !accounts.isEmpty ? [] : [progress.total.counting("feed")]
        let sources = feeds + (accounts.isEmpty ? [] : [accounts.count.counting("account")])
        return "\(sources.joined(separator: ", ")): \(new)\(edited)\(failed)\(waiting)\(paused)\(left)"
    }

    private func printProblems(of report: AccountReport) {
        let url = report.account.shownAddress
        if let problem = report.problemLine { Console.printError(problem) }
        if !reportsOnlyFailures, let wait = report.waitLine { Console.printError(wait) }
        if !reportsOnlyFailures, report.isCut {
            Console.printError("\(url): its server has more articles; the next refresh fetches them")
        }
        if report.hasGap { Console.printError("\(url): its server deleted articles before they were fetched") }
    }
}

extension ProgressLine {
    fileprivate func show(_ progress: RefreshProgress) {
        show(isLast: progress.finished == progress.total) {
            let failed = progress.failed > 0 ? " · \(progress.failed) failed" : ""
            return "\(progress.finished)/\(progress.total) · \(progress.newArticles) new\(failed)"
        }
    }
}

extension LibraryRefresh {
    /// The run of a command line without feeds; nil for any other. These words need no parser, which costs as much as
    /// the responses of ten unchanged feeds.
    init?(words: some Sequence<String>) {
        switch Array(words) {
        case ["refresh"]: reason = .everything
        case ["refresh", "--due"]: reason = .schedule
        case ["refresh", "--force"]: reason = .insisted
        default: return nil
        }
    }
}
