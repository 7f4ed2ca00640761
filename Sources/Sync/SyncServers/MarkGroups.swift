import FeedModel

extension [OutgoingMark] {
    /// The ids of each mark, in a fixed order: read, unread, starred, not starred, then tags.
    var byMark: [(mark: Mark, ids: [String])] {
        var marks = [Mark.read(true), .read(false), .starred(true), .starred(false)]
        for mark in self where !marks.contains(mark.mark) { marks.append(mark.mark) }
        return marks.compactMap { mark in
            let ids = filter { $0.mark == mark }.map(\.id)
            return ids.isEmpty ? nil : (mark, ids)
        }
    }
}
