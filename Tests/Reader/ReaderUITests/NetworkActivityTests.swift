import Testing

@testable import ReaderUI

@Suite("The network's activity")
struct NetworkActivityTests {
    private func progress(_ done: Int, of total: Int, isBackground: Bool = false) -> RefreshProgress {
        RefreshProgress(done: done, total: total, failed: 0, bytes: 0, isBackground: isBackground)
    }

    private func summary(isBackground: Bool) -> RefreshSummary {
        RefreshSummary(newArticles: 0, feeds: 2, failed: 0, bytes: 0, isBackground: isBackground)
    }

    @Test func `a background refresh does not hide the refresh that the person requested`() {
        var activity = NetworkActivity()
        activity.show(progress(1, of: 20, isBackground: true))
        #expect(!activity.hasRequestedRefresh)
        activity.show(progress(1, of: 9))
        activity.show(progress(2, of: 20, isBackground: true))
        #expect(activity.hasRequestedRefresh)
        #expect(activity.refresh?.total == 9)
    }

    @Test func `the last step is left to the summary`() {
        var activity = NetworkActivity()
        activity.show(progress(9, of: 9))
        #expect(activity.refresh == nil)
    }

    @Test(arguments: [true, false])
    func `a summary ends only a refresh of its own kind`(_ isBackground: Bool) {
        var activity = NetworkActivity()
        activity.show(progress(1, of: 9, isBackground: isBackground))
        activity.end(summary(isBackground: !isBackground))
        #expect(activity.refresh?.done == 1)
        activity.end(summary(isBackground: isBackground))
        #expect(activity.refresh == nil)
    }

    @Test func `only a refresh of several feeds of the same kind counts its failures`() {
        var activity = NetworkActivity()
        #expect(!activity.fetchesMany(isBackground: false))
        activity.show(progress(0, of: 1))
        #expect(!activity.fetchesMany(isBackground: false))
        activity.show(progress(0, of: 2))
        #expect(activity.fetchesMany(isBackground: false))
        #expect(!activity.fetchesMany(isBackground: true))
    }
}
