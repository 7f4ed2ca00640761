import FeedModel
import SyncEngine

extension [OutgoingMark] {
    /// The ids of each mark, in a fixed order: read, unread, starred, not starred, then tags.
    private var byMark: [(mark: Mark, ids: [String])] {
        var marks = [Mark.read(true), .read(false), .starred(true), .starred(false)]
        for mark in self where !marks.contains(mark.mark) { marks.append(mark.mark) }
        return marks.compactMap { mark in
            let ids = filter { $0.mark == mark }.map(\.id)
            return ids.isEmpty ? nil : (mark, ids)
        }
    }

    /// Sends one kind of mark after the other; a mark that the server refuses does not hold up the others.
    ///
    /// - Parameter send: returns the ids of the articles whose mark the server keeps. It lacks the others, or has no
    ///   label for the tag.
    /// - Returns: the marks that were sent. Throws the refusal if there are none.
    func sent(by send: (Mark, [String]) async throws -> [String]) async throws -> SentMarks {
        var done = SentMarks()
        var refusal: SyncFailure?
        for (mark, ids) in byMark {
            do {
                let kept = Set(try await send(mark, ids))
                for sent in self where sent.mark == mark {
                    if kept.contains(sent.id) { done.kept.append(sent) } else { done.dropped.append(sent) }
                }
            } catch let failure as SyncFailure where failure.isRefusal {
                refusal = refusal ?? failure
            }
        }
        if done == SentMarks(), let refusal { throw refusal }
        return done
    }
}
