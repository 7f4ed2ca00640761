import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials

/// A search in words of the command line.
struct TypedSearch {
    private let query: String

    /// Refuses a search with an unknown operator or an open parenthesis.
    ///
    /// - Parameter wholeWords: true for commands that change articles; otherwise the last word also finds words that
    ///   begin with it.
    init(_ text: String, wholeWords: Bool = false) throws {
        if let problem = SearchQuery.problem(inComplete: text) { throw ValidationError(problem) }
        query = wholeWords ? SearchQuery.finished(text) : text
    }

    /// A search that the person has saved; it is never refused.
    init(saved search: SavedSearch) {
        query = search.query
    }

    func listing(unreadOnly: Bool = false) -> ArticleListing {
        ArticleListing(.search(query), unreadOnly: unreadOnly, midnight: .localMidnight)
    }
}

extension ArticleStore {
    /// Indexes the articles that a large refresh left unindexed, so that searches are complete.
    func indexBacklog() throws {
        let line = ProgressLine()
        let backlog = try searchBacklog()
        var left = backlog
        while left > 0 {
            line.show { "\(left.counting("article")) to index" }
            left = try indexPending()
        }
        line.clear()
        if backlog > 0 { try? shortenLog() }
    }
}
