import ArticleStorage
import Basics
import FeedModel
import FeedRefresh
import ReaderUI

/// Translates the service's events for the reader.
extension ServiceNetwork {
    /// - Parameters:
    ///   - isBackground: true for work that the person did not ask for.
    ///   - isQueued: true if this refresh lost its connection and waits for the network.
    static func forward(_ event: RefreshEvent, isBackground: Bool = false, isQueued: Bool = false, _ sink: Sink) {
        switch event {
        case .finished(let report):
            var summary = Self.summary(report, isBackground: isBackground)
            if isQueued { summary.reason = "\(summary.reason ?? "No connection"); \(queuedUntilBack)" }
            sink(.refreshFinished(summary))
            // After the summary, so that the status line shows the reason.
            guard !report.isCancelled else { return }
            for account in report.accounts { account.message(isBackground: isBackground).map { sink(.message($0)) } }
            for list in report.lists { list.messages(isBackground: isBackground).forEach { sink(.message($0)) } }
        case .progress(let progress):
            sink(
                .refreshProgress(
                    ReaderUI.RefreshProgress(
                        done: progress.finished, total: progress.total, failed: progress.failed,
                        bytes: Int(progress.bytes), isBackground: isBackground)))
        case .changed(let id, _, let edited):
            sink(.feedChanged(id))
            if !edited.isEmpty { sink(.articlesEdited(Set(edited))) }
        case .failed(let id, let problem): sink(.feedFailed(id, problem.message, isBackground: isBackground))
        // The person requested this feed, however long ago.
        case .leftQueue(let id, let problem): sink(.feedFailed(id, problem.message))
        case .connectivity(let connectivity): sink(.connectivity(connectivity))
        case .queued(let count): sink(.queued(count))
        // A refresh counts feeds and accounts; only a new account counts articles.
        case .syncing: break
        case .page(let id, .readable): sink(.fullTextStored(id))
        case .page(_, let page): page.message.map { sink(.message($0)) }
        }
    }

    /// Forwards an event of work in the background. A page from the queue that cannot be read is reported with its
    /// article, since the person reads another one by now.
    static func forwardFromSchedule(_ event: RefreshEvent, _ store: ArticleStore, _ sink: Sink) {
        guard case .page(let id, let page) = event, page != .readable else {
            return forward(event, isBackground: true, sink)
        }
        let item = (try? store.article(id))?.item
        page.message(about: item?.title ?? item?.url.map { ShownAddress.of($0) }).map { sink(.message($0)) }
    }

    private static let opensConfiguration = Message.Offer(.editConfig, "opens it")
    static let withheld = Message.error(
        "Nothing is requested until config.toml is corrected", offers: [opensConfiguration])
    static let queuedUntilCorrected = Message.error(
        "Queued until config.toml is corrected", offers: [opensConfiguration])

    static let queuedUntilBack = "queued until the network is back"

    private static func summary(_ report: RefreshReport, isBackground: Bool) -> RefreshSummary {
        var summary = RefreshSummary(
            newArticles: report.progress.newArticles, editedArticles: report.progress.editedArticles,
            feeds: report.progress.total, failed: report.failureCount,
            bytes: Int(report.progress.bytes), wasCancelled: report.isCancelled,
            isBackground: isBackground)
        guard !isBackground else { return summary }
        summary.reason = reason(of: report)
        (summary.waiting, summary.slow, summary.paused) = (report.waits, report.slow.count, report.paused)
        return summary
    }

    private static func reason(of report: RefreshReport) -> String? {
        if let wait = report.onlyWait {
            return "\(wait.subscription.title): \(RetryWords.wait(until: Clock.system().upcoming(wait.until)))"
        }
        let reasons = (report.reasons + report.leaseReasons).joined(separator: " · ")
        return reasons.isEmpty ? nil : Message.sentence(reasons)
    }

    /// - Parameters:
    ///   - reason: the reason why the request is queued; nil if the person chose to be offline.
    ///   - isOnline: true if other servers can be reached, so that the address may be wrong.
    static func queueMessage(because reason: String?, isOnline: Bool) -> Message {
        guard let reason else { return Message("Queued until lede is online", offers: [.goesOnline]) }
        guard isOnline else { return Message("Queued until the network is back: \(reason)") }
        return Message("\(reason); queued", kind: .warning, offers: [Message.Offer(.queue, "removes it")])
    }
}

extension AccountReport {
    /// Returns the reason why an account was not synced; nil if it was. In the background a problem is reported only
    /// once, and a lost connection or a required wait is not reported.
    fileprivate func message(isBackground: Bool) -> Message? {
        let server = account.shownAddress
        if let problem {
            let isKnown = isBackground && (problem.kind == .network || account.health.consecutiveFailures > 1)
            return isKnown ? nil : Message.error("\(server): \(problem.message)")
        }
        guard let waitingUntil, !isBackground else { return nil }
        let words = RetryWords.wait(until: Clock.system().upcoming(waitingUntil))
        return Message("\(server): \(words)", kind: .warning)
    }
}

extension ListReport {
    /// Maximum number of messages about the changes of one list (default 20): a list that lost thousands of feeds would
    /// push all other messages out of the log.
    static let maximumMessages = 20

    /// Returns the changes, or the problem; in the background a problem only once, and no lost connection.
    fileprivate func messages(isBackground: Bool) -> [Message] {
        guard let problem else {
            let hasLost = !changes.removed.isEmpty || !changes.kept.isEmpty
            return lines(atMost: Self.maximumMessages).map { Message($0, kind: hasLost ? .warning : .note) }
        }
        let isKnown = isBackground && (problem.kind == .network || list.health.consecutiveFailures > 1)
        return isKnown ? [] : [.error("\(list.shownAddress): \(problem.message)")]
    }
}

extension LinkedPage {
    var message: Message? { message(about: nil) }

    /// - Parameter title: the article's title, unless its text is the text that the person waits for.
    fileprivate func message(about title: String?) -> Message? {
        guard let words else { return nil }
        let reason = Message.sentence(words)
        // The title may be long, and the end of a long message is cut off.
        let text = title.map { "\(reason) (“\($0)”)" } ?? reason
        switch self {
        case .unreached, .untrusted, .withheld, .notWritten, .failing, .failed, .wantsLogin: return .error(text)
        case .readable, .noAddress, .noMainText, .noPage, .notAvailableOffline: return Message(text)
        }
    }
}
