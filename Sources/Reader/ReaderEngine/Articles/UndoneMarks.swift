import ArticleStorage
import Basics
import FeedModel

// The sentence that reports an undo of marks.
extension LibraryWriter {
    /// Writes `Undone: the star of “Ferry”` or `Undone: the tags of 4 articles`.
    func undone(_ changes: [MarkChange]) -> String {
        let articles = Set(changes.flatMap(\.articles))
        let names = Set(changes.map(\.mark.name))
        let name = names.count == 1 ? names.first ?? "mark" : "mark"
        let isOne = articles.count == 1 && changes.count == 1
        return "Undone: the \(name)\(isOne ? "" : "s") of \(title(of: articles) ?? articles.count.counting("article"))"
    }

    /// Returns the title of a single article, in quotation marks.
    private func title(of articles: Set<ArticleID>) -> String? {
        guard articles.count == 1, let title = (try? store.articles(Array(articles)))?.first?.item.title, !title.isEmpty
        else { return nil }
        return "“\(title)”"
    }
}

extension Mark {
    fileprivate var name: String {
        switch self {
        case .read(let isRead): isRead ? "read mark" : "unread mark"
        case .starred(let isStarred): isStarred ? "star" : "removed star"
        case .tagged: "tag"
        }
    }
}
