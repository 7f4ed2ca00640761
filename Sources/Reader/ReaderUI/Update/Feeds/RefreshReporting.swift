import Basics
import FeedModel

// Shows the result of refreshes, and the feeds that failed.
extension State {
    mutating func endRefresh(_ summary: RefreshSummary) -> [Effect] {
        network.end(summary)
        if isShown(summary) { messages.add(summary, at: clock.now) }
        return reload()
    }

    /// In the background, only a result with new articles is shown. The failure of a single feed is already on the
    /// status line, with its reason.
    private func isShown(_ summary: RefreshSummary) -> Bool {
        guard !summary.isBackground else { return summary.newArticles > 0 }
        return summary.feeds != 1 || summary.failed != 1 || messages.shown?.kind != .error
    }

    /// Reports a failed feed. With many feeds, the status line only counts failures, and the message log and the feed's
    /// row give the reason. The same applies in the background, where an attempt may fail every few seconds.
    mutating func reportFailure(of id: SubscriptionID, _ text: String, isBackground: Bool) -> [Effect] {
        let line = Message.error("\(sidebar.feed(id)?.title ?? "A feed"): \(text)")
        let isOneOfMany = network.fetchesMany(isBackground: isBackground)
        if isBackground {
            messages.renew(line, at: clock.now)
        } else if isOneOfMany {
            messages.note(line, at: clock.now)
        } else {
            messages.add(line, at: clock.now)
        }
        return isOneOfMany ? [] : [.loadOverview]
    }
}

extension RefreshSummary {
    var sentence: String {
        let hasCounts = feeds + newArticles + failed > 0 || wasCancelled
        if let reason, !hasCounts { return reason }
        let edited = editedArticles > 0 ? ", \(Numbers.grouped(editedArticles)) edited" : ""
        var parts: [String] = wasCancelled ? ["Refresh cancelled"] : []
        if let reason { parts.append(reason) }
        parts.append(newArticles.counting("new article") + edited)
        let states = [(failed, "failed"), (waiting, "waiting"), (slow, "slow"), (paused, "paused")]
        for (count, state) in states where count > 0 {
            parts.append("\(Numbers.grouped(count)) \(state)")
        }
        parts.append(Numbers.bytes(bytes))
        return parts.joined(separator: " · ")
    }

    var kind: Message.Kind { failed > 0 || reason != nil ? .warning : .note }
}
