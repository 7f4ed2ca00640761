package import FeedModel
import GRDB
import Synchronization

/// What is aboard is another database's to say. Lists that ask for it (`is:aboard`) get it by a function of SQL, which every
/// connection to a library has.
enum AboardArticles {
    /// Named in statements; answers the numbers of the articles as a JSON array.
    static let function = "articlesAboard"

    typealias Source = @Sendable () -> Set<ArticleID>

    /// By the library's path. Nobody has packed anything where there is none.
    private static let sources = Mutex<[String: Source]>([:])

    static func set(_ source: @escaping Source, for path: String) {
        sources.withLock { $0[path] = source }
    }

    static func add(to configuration: inout Configuration, path: String) {
        configuration.prepareDatabase { database in
            database.add(
                function: DatabaseFunction(function, argumentCount: 0) { _ in
                    sources.withLock { $0[path] }?().jsonArray ?? "[]"
                })
        }
    }
}

extension ArticleStore {
    /// Who knows which articles are aboard; asked when a list wants to know.
    package func setAboard(_ source: @escaping @Sendable () -> Set<ArticleID>) {
        AboardArticles.set(source, for: path)
    }
}
