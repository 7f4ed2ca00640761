import ArticleStorage
import FeedModel
import ReaderUI

/// A mark that the library does not hold yet.
struct UnstoredMark: Sendable {
    /// The number of the action that set it.
    var number: Int
    var articles: Set<ArticleID>
    var mark: Mark
}

extension [UnstoredMark] {
    /// Returns the requested unread articles without articles that these marks make read.
    func unread(_ request: UnreadRequest, in library: some ArticleListReading) throws -> [ArticleSummary] {
        let isRead = readMarks
        let limit = request.limit + isRead.count
        let found =
            switch request.direction {
            case .forward: try library.unread(in: request.listing, after: request.from, limit: limit)
            case .backward: try library.unread(in: request.listing, before: request.from, limit: limit)
            case .random: try library.unread(in: request.listing, after: nil, limit: limit)
            }
        let unread = found.filter { isRead[$0.id] != true && $0.id != request.from }
        if request.direction == .random { return unread.randomElement().map { [$0] } ?? [] }
        return [ArticleSummary](unread.prefix(request.limit))
    }

    /// The articles marked read (true) and unread (false); the last mark of each article wins.
    private var readMarks: [ArticleID: Bool] {
        var marks: [ArticleID: Bool] = [:]
        for pending in self {
            guard case .read(let isRead) = pending.mark else { continue }
            for id in pending.articles { marks[id] = isRead }
        }
        return marks
    }
}
