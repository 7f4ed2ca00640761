import ArticleStorage
import FeedModel

/// Parses the words after `pack` and `book`: a feed's address, a folder, or a search.
enum PackScopes {
    static func scopes(_ words: [String], in store: ArticleStore) throws -> [PackRequest.Scope] {
        guard !words.isEmpty else { return PackRequest.usual }
        let subscriptions = try store.subscriptions()
        return try words.map { word in
            if let feed = subscriptions.first(where: { $0.feedURL == word || $0.shownAddress == word }) {
                return PackRequest.Scope(.feed(feed.id), unreadOnly: true)
            }
            let path = FolderNames.path(word, among: subscriptions.lazy.map(\.folder))
            if !path.isEmpty, subscriptions.contains(where: { $0.folder.starts(with: path) }) {
                return PackRequest.Scope(.folder(path), unreadOnly: true)
            }
            if let problem = SearchQuery.problem(inComplete: word) { throw PackScopeError(description: problem) }
            return PackRequest.Scope(.search(SearchQuery.finished(word)))
        }
    }
}

/// A word after `pack` or `book` that is not a valid search.
package struct PackScopeError: Error, CustomStringConvertible {
    package let description: String
}
