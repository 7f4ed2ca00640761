import ArticleStorage
import FeedModel
import Foundation
import ReaderUI
import Synchronization
import TestFolders
import Testing

@testable import FeedRefresh
@testable import ReaderEngine

@Suite struct ServiceEventsTests {
    /// Returns the events of the reader for one report: failures of the summary, and messages.
    private func forwarded(_ account: AccountReport, isBackground: Bool = false) -> (failed: Int?, texts: [String]) {
        var report = RefreshReport()
        report.add([account])
        let events = Mutex<[Event]>([])
        ServiceNetwork.forward(.finished(report), isBackground: isBackground) { event in
            events.withLock { $0.append(event) }
        }
        var (failed, texts): (Int?, [String]) = (nil, [])
        for event in events.withLock(\.self) {
            switch event {
            case .refreshFinished(let summary): failed = summary.failed
            // The status line shows the last message.
            case .message(let message): texts.append(message.text)
            default: Issue.record("\(event)")
            }
        }
        return (failed, texts)
    }

    private func report(_ problem: FeedProblem? = nil, failures: Int = 0, waitingUntil: Date? = nil) -> AccountReport {
        var account = SyncAccount(id: AccountID(rawValue: 1), kind: .miniflux, url: "http://reader.test/")
        account.health.consecutiveFailures = failures
        var report = AccountReport(account: account)
        (report.problem, report.waitingUntil) = (problem, waitingUntil)
        return report
    }

    @Test("A failed sync counts as a failure, and its reason is shown")
    func failure() {
        let problem = FeedProblem(kind: .credentials, message: "the server refused the login")
        let asked = forwarded(report(problem, failures: 5))
        #expect(asked.failed == 1 && asked.texts.count == 1)
        #expect(asked.texts.first?.hasSuffix("the server refused the login") == true)
        let good = forwarded(report())
        #expect(good.failed == 0 && good.texts.isEmpty)
    }

    @Test("A background problem is shown once, and a lost connection never")
    func background() {
        let problem = FeedProblem(kind: .notAFeed, message: "a web page instead of the server's response")
        #expect(forwarded(report(problem, failures: 1), isBackground: true).texts.count == 1)
        #expect(forwarded(report(problem, failures: 2), isBackground: true).texts.isEmpty)
        let lost = FeedProblem(kind: .network, message: "the connection was reset")
        #expect(forwarded(report(lost, failures: 1), isBackground: true).texts.isEmpty)
    }

    @Test("In the background, the status line shows only that a queued feed has left the queue")
    func failuresInTheBackground() {
        let (id, problem) = (SubscriptionID(rawValue: 1), FeedProblem(kind: .network, message: "no answer"))
        let notes = Mutex<[Bool]>([])
        for event in [RefreshEvent.failed(id, problem), .leftQueue(id, problem)] {
            ServiceNetwork.forward(event, isBackground: true) { event in
                if case .feedFailed(id, "no answer", let isNote) = event { notes.withLock { $0.append(isNote) } }
            }
        }
        #expect(notes.withLock(\.self) == [true, false])
    }

    @Test("A page from the queue that cannot be read is reported with its article")
    func queuedPage() throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let id = try store.saveAddress("http://me:secret@a.example/x", at: Date()).id
        let found = Mutex<[String]>([])
        for page in [LinkedPage.failed("404 Not Found"), .readable] {
            ServiceNetwork.forwardFromSchedule(.page(id, page), store) { event in
                switch event {
                case .message(let message): found.withLock { $0.append(message.text) }
                case .fullTextStored(id): found.withLock { $0.append("stored") }
                default: Issue.record("\(event)")
                }
            }
        }
        #expect(
            found.withLock(\.self) == ["The page cannot be fetched: 404 Not Found (“http://a.example/x”)", "stored"])
    }

    @Test("The progress shows if nobody requested the refresh", arguments: [true, false])
    func progress(_ isBackground: Bool) {
        var progress = FeedRefresh.RefreshProgress()
        (progress.total, progress.finished) = (9, 4)
        let shown = Mutex<ReaderUI.RefreshProgress?>(nil)
        ServiceNetwork.forward(.progress(progress), isBackground: isBackground) { event in
            if case .refreshProgress(let progress) = event { shown.withLock { $0 = progress } }
        }
        let expected = ReaderUI.RefreshProgress(done: 4, total: 9, failed: 0, bytes: 0, isBackground: isBackground)
        #expect(shown.withLock(\.self) == expected)
    }

    @Test("A request that fails while other servers answer is queued with a warning, not blamed on the network")
    func queued() {
        let typo = ServiceNetwork.queueMessage(because: "https://hj/: host not found", isOnline: true)
        #expect(typo.text == "https://hj/: host not found; queued" && typo.kind == .warning)
        let lost = ServiceNetwork.queueMessage(because: "no connection", isOnline: false)
        #expect(lost.text == "Queued until the network is back: no connection" && lost.kind == .note)
        #expect(ServiceNetwork.queueMessage(because: nil, isOnline: false).text == "Queued until lede is online")
    }

    /// Returns the reason in the reader's summary of a report.
    private func reason(isBackground: Bool = false, _ change: (inout RefreshReport) -> Void) -> String? {
        var report = RefreshReport()
        change(&report)
        let reason = Mutex<String?>(nil)
        ServiceNetwork.forward(.finished(report), isBackground: isBackground) { event in
            if case .refreshFinished(let summary) = event { reason.withLock { $0 = summary.reason } }
        }
        return reason.withLock(\.self)
    }

    @Test("The summary of a refresh names the reason why feeds were not fetched, but not in the background")
    func reasons() {
        let lost: (inout RefreshReport) -> Void = { ($0.unreachableUntil, $0.notRequested) = (Date(), 27) }
        #expect(reason(lost) == "No connection: 27 feeds not fetched")
        #expect(reason(isBackground: true, lost) == nil)
        #expect(reason { ($0.isOffline, $0.notRequested) = (true, 2) } == "Offline now: 2 feeds not fetched")
        #expect(reason { $0.isOffline = true } == "Offline now")
        #expect(reason { $0.networkWantsLogin = true }?.hasPrefix("This network requires a login: ") == true)
        #expect(reason { $0.leasedElsewhere = 1 } == "Another lede is fetching 1 feed")
        #expect(reason { $0.syncedElsewhere = 1 } == "Another lede is syncing 1 account")
        #expect(reason { _ in } == nil)
    }

    @Test("A single feed whose server requires a wait is named with its time")
    func feedWaits() {
        let feed = Subscription(id: SubscriptionID(rawValue: 1), feedURL: "http://ferry.test/", name: "Ferry")
        let until = Date(timeIntervalSince1970: 1_800_000_000)
        let time = Clock.system().upcoming(until)
        #expect(reason { $0.waiting = [(feed, until)] } == "Ferry: its server asks to wait until \(time)")
        #expect(reason { ($0.waiting, $0.fresh) = ([(feed, until)], 9) } == nil)
    }

    @Test("A wait that the server requires is shown after R")
    func wait() {
        let until = Date(timeIntervalSince1970: 1_800_000_000)
        let waiting = report(waitingUntil: until)
        let words = "asks to wait until \(Clock.system().upcoming(until))"
        let asked = forwarded(waiting)
        #expect(asked.failed == 0 && asked.texts.first?.hasSuffix(words) == true)
        #expect(forwarded(waiting, isBackground: true).texts.isEmpty)
    }
}
