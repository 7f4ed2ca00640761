import FeedModel
import SyncEngine
import Synchronization

/// The longest page of one sync whose response is accepted.
final class LongestPage: Sendable {
    private let longest = Mutex(Int.max)

    /// Requests a page, then a quarter of that page, and so on, while the response is too large or too slow for lede or
    /// for a gateway. It does not halve, since each attempt may take a page's maximum time, and a sync has time for
    /// only a few.
    func request<Page>(_ count: Int, _ page: (Int) async throws -> Page) async throws -> Page {
        var count = min(count, longest.withLock(\.self))
        while true {
            do {
                return try await page(count)
            } catch let failure as SyncFailure where count > 1 && failure.mayFitShorter {
                count = max(1, count / 4)
                longest.withLock { [count] in $0 = min($0, count) }
            }
        }
    }

    /// Fetches articles by their ids, in pages of a length that suits the connection and the server.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of articles on a page.
    ///   - page: returns the articles with these ids, and the bytes of the response, decoded; 0 if they are not known.
    func fetch(
        _ ids: [String], limit: Int, _ page: ([String]) async throws -> (articles: [RemoteArticle], bytes: Int),
        into store: ([RemoteArticle]) async throws -> Void
    ) async throws {
        var rest = ids[...]
        var size = PageSize(limit: limit)
        while !rest.isEmpty {
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            let began = ContinuousClock.now
            let (found, count) = try await request(min(size.count, rest.count)) { [rest] count in
                (try await page(Array(rest.prefix(count))), count)
            }
            rest = rest.dropFirst(count)
            size.recordResponse(bytes: found.bytes, in: ContinuousClock.now - began)
            if !found.articles.isEmpty { try await store(found.articles) }
        }
    }
}
