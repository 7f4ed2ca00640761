import Basics
import FeedModel
import SyncEngine
import Synchronization

/// The time up to which the library has the states of an earlier Miniflux. Its lists consist of whole articles, so most
/// syncs request only the articles that have changed since.
struct StatePosition: Equatable, Sendable {
    /// Seconds since 1970, by the clock of the server's database.
    var seconds: Int
    /// Syncs since all states were fetched.
    var syncs: Int

    /// Syncs after which all states are fetched again (default 24): a restored backup has earlier states with earlier
    /// times.
    static let limit = 24
    /// The requested time is earlier by this many seconds: a change gets its time before others see it (default 60).
    static let overlap = 60

    init(seconds: Int, syncs: Int) {
        self.seconds = seconds
        self.syncs = syncs
    }

    /// Reads the text that `text` writes; nil for any other.
    init?(_ text: String?) {
        let numbers = (text ?? "").split(separator: " ").compactMap {
            Int($0, within: 0...CalendarSeconds.bounds.upperBound)
        }
        guard numbers.count == 2 else { return nil }
        (seconds, syncs) = (numbers[0], numbers[1])
    }

    var text: String { "\(seconds) \(syncs)" }
}

/// The times of changes on the server that one sync has seen.
final class SeenChanges: Sendable {
    private struct Seen {
        /// The states stored by earlier syncs.
        var known: StatePosition?
        var latest: Int?
    }

    private let seen = Mutex(Seen())

    var known: StatePosition? { seen.withLock(\.known) }
    var latest: Int? { seen.withLock(\.latest) }

    func begin(at cursor: SyncCursor) {
        seen.withLock { $0.known = StatePosition(cursor.anchor) }
    }

    func add(_ page: MinifluxServer.EntryPage) {
        guard let last = page.changes?.upperBound else { return }
        seen.withLock { $0.latest = max($0.latest ?? last, last) }
    }
}

extension MinifluxServer {
    /// Returns the states of all unread and starred articles, from the articles themselves.
    ///
    /// - Parameter seconds: the time of a page that was fetched before the lists, so that the next sync finds changes
    ///   made while they are being read; nil if the next sync must read them again.
    func listsOfArticles(as seconds: Int?) async throws -> RemoteLists {
        var lists = RemoteLists(
            unread: try await idsOfArticles("status=unread"), starred: try await idsOfArticles("starred=true"))
        lists.anchor = seconds.map { StatePosition(seconds: $0, syncs: 0).text }
        return lists
    }

    /// Returns the states that have changed since the last sync, if one page has room for them; nil, too, if the server
    /// does not know the filter, or if all states are to be fetched again.
    func changedStates() async throws -> RemoteLists? {
        guard let known = seen.known, known.syncs < StatePosition.limit else { return nil }
        let time = known.seconds.addingSaturating(-StatePosition.overlap)
        let query = "changed_after=\(time)&order=id&direction=asc"
        // A server that does not know the filter sends its first article, which is unlikely to have changed lately.
        var page = try await entries(query, 1)
        if page.total > page.count, page.total <= Self.entriesAtOnce, page.hasChanged(since: time) {
            page = try await entries(query, Self.entriesAtOnce)
        }
        seen.add(page)
        guard page.total <= page.count, page.hasChanged(since: time) else { return nil }
        let articles = page.articles
        var lists = RemoteLists(
            unread: Set(articles.lazy.filter { $0.isRead == false }.map(\.id)),
            starred: Set(articles.lazy.filter { $0.isStarred == true }.map(\.id)))
        lists.shown = page.ids
        let latest = max(known.seconds, seen.latest ?? known.seconds)
        lists.anchor = StatePosition(seconds: latest, syncs: known.syncs.addingSaturating(1)).text
        return lists
    }
}

extension MinifluxServer.EntryPage {
    /// True if every entry has changed since this time.
    fileprivate func hasChanged(since time: Int) -> Bool {
        count == 0 || changes.map { $0.lowerBound >= time } ?? false
    }
}
