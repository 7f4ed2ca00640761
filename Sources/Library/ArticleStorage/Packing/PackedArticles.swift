import Basics
package import FeedModel
import GRDB
import Synchronization

/// The packed articles, which another database, the pack store, knows. Lists that ask for them (`is:packed`) call an
/// SQL function, which every connection to a library has.
enum PackedArticles {
    /// The function's name in statements; it returns the numbers of the articles as a JSON array.
    static let function = "packedArticles"

    typealias Source = @Sendable () -> Set<ArticleID>

    /// The sources by the library's path. Without one, nothing is packed.
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
    /// Sets the source of the packed articles; it is called when a list needs them.
    package func setPackedArticles(_ source: @escaping @Sendable () -> Set<ArticleID>) {
        PackedArticles.set(source, for: path)
    }
}
