import ArticleStorage
import Basics
import FeedModel

// Fetches a queued page of an article.
extension FeedService {
    func fetchPage(
        _ id: ArticleID, _ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AttemptResult {
        if let typed = item.typedAddress { try await findScheme(ofSaved: id, typed: typed) }
        let page = try await page(of: id) { events(.page(id, .readable)) }
        if Task.isCancelled, page != .readable { return .noConnection }
        switch page {
        case .readable: return .done
        case .notAvailableOffline: return .noConnection
        case .unreached:
            if case .unreachable = connectivity { return .noConnection }
            return resultOfFailure(item, with: page, of: id, events)
        case .untrusted: return resultOfFailure(item, with: page, of: id, events)
        case .withheld: return withheld
        case .notWritten: return .later(attempts: item.attempts.addingSaturating(1))
        case .wantsLogin:
            events(.page(id, page))
            return try mayBeHotspot(forPageOf: id) ? item.result(cost: QueueRules.costOfAbsence) : .done
        case .failing:
            events(.page(id, page))
            return item.result(cost: QueueRules.costOfAbsence)
        case .noAddress, .noMainText, .noPage, .failed:
            events(.page(id, page))
            return .done
        }
    }

    /// Ends an attempt to fetch a page, and reports the last one.
    private func resultOfFailure(
        _ item: QueuedItem, with page: LinkedPage, of id: ArticleID, _ events: @Sendable (RefreshEvent) -> Void
    ) -> AttemptResult {
        if item.resultOfFailure == .done { events(.page(id, page)) }
        return item.resultOfFailure
    }

    /// True if a hotspot may have answered in place of the article's server: it has no certificate for that one.
    private func mayBeHotspot(forPageOf id: ArticleID) throws -> Bool {
        let item = try store.article(id)?.item
        return WebAddress.scheme(of: item?.fullTextURL ?? "") == "http"
    }
}
