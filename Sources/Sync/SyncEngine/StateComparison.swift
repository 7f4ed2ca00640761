import ArticleStorage
import FeedModel

/// Compares the server's lists with the library: marks to change here, and articles to fetch.
struct StateComparison: Equatable, Sendable {
    var changes: [StateChange] = []
    /// Articles on the server that are missing here, and articles here whose state is unknown.
    var wanted: Set<String> = []
    /// The articles of `wanted` that are starred only here and on no list: the server may have deleted them.
    var unseen: Set<String> = []
    /// The articles of `wanted` that have lost labels and are on no list: the server may have deleted them.
    var unlabelled: Set<String> = []

    /// Articles of unknown state that one sync checks, the newest first (default 1000).
    private static let uncertainLimit = 1_000
    /// Missing articles with a label that one sync fetches (default 500).
    private static let labelledLimit = 500

    /// - Parameters:
    ///   - sent: marks that this sync has sent. The server's lists do not undo them: some servers apply marks late.
    ///   - isFirst: missing read articles count as history, and are not fetched just because the list of all articles
    ///     has them.
    init(_ lists: RemoteLists, known: SyncedArticles, sent: [OutgoingMark], isFirst: Bool) {
        let uncertain = compareMarks(lists, known, sent)
        addMissing(lists, known, isFirst: isFirst)
        // The server may lack the oldest articles, whose states then stay unknown.
        wanted.formUnion(Self.newest(Self.uncertainLimit, of: uncertain))
        unseen.formIntersection(wanted)
    }

    /// Adds articles that have lost labels and are on no list.
    mutating func addUnlabelled(_ ids: Set<String>) {
        unlabelled = Set(Self.newest(Self.uncertainLimit, of: ids))
        wanted.formUnion(unlabelled)
    }

    /// Finds the marks that differ.
    ///
    /// - Returns: articles whose state the server's incomplete lists do not show.
    private mutating func compareMarks(
        _ lists: RemoteLists, _ known: SyncedArticles, _ sent: [OutgoingMark]
    ) -> Set<String> {
        let sentRead = Set(sent.filter { if case .read = $0.mark { true } else { false } }.map(\.id))
        let sentStar = Set(sent.filter { if case .starred = $0.mark { true } else { false } }.map(\.id))
        let missing = Self.missing(lists, known)
        let gone = Self.gone(missing, known)
        let listed = lists.shown ?? Set(lists.all ?? [])
        var uncertain: Set<String> = []
        for (id, marks) in known.marks.sorted(by: { $0.key < $1.key }) where lists.shown?.contains(id) ?? true {
            if gone.contains(id) {
                changes.append(.gone(id))
                continue
            }
            // The server has no marks for a missing article.
            if missing.contains(id) { continue }
            let isUnread = lists.unread.contains(id)
            let isStarred = lists.starred.contains(id)
            if marks.isGone, isUnread || isStarred { wanted.insert(id) }
            if isUnread == marks.isRead, !sentRead.contains(id) {
                let isShown = isUnread || lists.isUnreadComplete
                if isShown { changes.append(.mark(id, .read(!isUnread))) } else { uncertain.insert(id) }
            }
            if isStarred != marks.isStarred, !sentStar.contains(id) {
                if lists.isStarredComplete, !isStarred, !isUnread, !listed.contains(id) { unseen.insert(id) }
                let isShown = isStarred || lists.isStarredComplete && !unseen.contains(id)
                if isShown { changes.append(.mark(id, .starred(isStarred))) } else { uncertain.insert(id) }
            }
        }
        return uncertain
    }

    /// Adds to `wanted` the articles on the server that are missing here.
    private mutating func addMissing(_ lists: RemoteLists, _ known: SyncedArticles, isFirst: Bool) {
        // History that the first sync left out, and articles that were erased here by age, are fetched once they are
        // unread or starred.
        let marked = lists.unread.union(lists.starred)
        let refused = known.refused.subtracting(known.aged)
        wanted.formUnion(marked.filter { known.marks[$0] == nil && !refused.contains($0) })
        if !isFirst, let all = lists.all {
            wanted.formUnion(
                all.filter {
                    known.marks[$0] == nil && !known.refused.contains($0) && !known.history.contains($0)
                })
        }
        let labelled = Set((lists.labels ?? []).flatMap(\.ids)).subtracting(wanted)
        wanted.formUnion(
            Self.newest(
                Self.labelledLimit, of: labelled.filter { known.marks[$0] == nil && !known.refused.contains($0) }))
    }

    /// Returns the newest of these articles: ids ascend, as numbers or as texts of equal length.
    private static func newest(_ limit: Int, of ids: Set<String>) -> ArraySlice<String> {
        ids.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.prefix(limit)
    }

    /// Returns the articles missing from a complete list.
    private static func missing(_ lists: RemoteLists, _ known: SyncedArticles) -> Set<String> {
        guard lists.isAllComplete, let all = lists.all else { return [] }
        return Set(known.marks.keys).subtracting(all).subtracting(lists.unread).subtracting(lists.starred)
    }

    /// Returns the missing articles to delete; starred ones stay. If most articles are missing, the server is at fault,
    /// and nothing is deleted.
    private static func gone(_ missing: Set<String>, _ known: SyncedArticles) -> Set<String> {
        let gone = missing.filter { id in known.marks[id].map { !$0.isGone && !$0.isStarred } ?? false }
        return gone.count * 2 > known.marks.count ? [] : gone
    }
}
