import FeedModel
import Foundation
import ReaderUI
import Synchronization
import Testing

@testable import FeedRefresh
@testable import ReaderEngine

@Suite struct ServiceEventsTests {
    /// The events of the reader for one report: failures of the summary, and messages.
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
            // The status line shows the last one.
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

    @Test("A sync that failed counts as a failure, and its reason is shown")
    func failure() {
        let problem = FeedProblem(kind: .credentials, message: "the server refuses the login")
        let asked = forwarded(report(problem, failures: 5))
        #expect(asked.failed == 1 && asked.texts.count == 1)
        #expect(asked.texts.first?.hasSuffix("the server refuses the login") == true)
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

    @Test("A wait that the server requires is shown after R")
    func wait() {
        let waiting = report(waitingUntil: Date(timeIntervalSince1970: 1_800_000_000))
        let asked = forwarded(waiting)
        #expect(asked.failed == 0 && asked.texts.first?.contains("requires a wait until 2027-01-15") == true)
        #expect(forwarded(waiting, isBackground: true).texts.isEmpty)
    }
}
