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
        defer { line.clear() }
        let backlog = try searchBacklog()
        var left = backlog
        while left > 0 {
            line.show { "\(left.counting("article")) to index" }
            left = try indexPending()
        }
        if backlog > 0 { try? shortenLog() }
    }

    /// Indexes the backlog for a command that only reads: if nothing can be written, a line says how many articles the
    /// index lacks, and the command continues without them.
    func indexBacklogIfWritable() throws {
        do {
            try indexBacklog()
        } catch let error as ArticleStoreError where error.preventsOnlyWriting {
            try reportBacklog(error)
        }
    }

    /// Reports that the error has kept articles out of the index.
    func reportBacklog(_ error: ArticleStoreError) throws {
        Console.printError("\(try searchBacklog().counting("article")) cannot be searched yet: \(error.reason)")
    }
}
