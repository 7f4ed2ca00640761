package import FeedModel
import Synchronization

/// Opens the pack store at its first use, so that it costs nothing for a person who packs nothing.
package final class LazyPackStore: Sendable {
    private let folder: String
    private let hasPage: @Sendable (ArticleID) -> Bool
    private let opened = Mutex<PackStore?>(nil)

    /// - Parameters:
    ///   - folder: the library's folder.
    ///   - hasPage: true if the library has the page of an article.
    package init(folder: String, hasPage: @escaping @Sendable (ArticleID) -> Bool = { _ in false }) {
        self.folder = folder
        self.hasPage = hasPage
    }

    /// Returns nil if nothing was ever packed.
    package func existing() throws(PackStoreError) -> PackStore? {
        guard PackStore.exists(in: folder) else {
            opened.withLock { $0 = nil }
            return nil
        }
        return try openOrCreate()
    }

    /// Creates an empty pack store if there is none.
    package func openOrCreate() throws(PackStoreError) -> PackStore {
        let result = opened.withLock { opened in
            Result { () throws(PackStoreError) -> PackStore in
                if let packStore = opened { return packStore }
                let packStore = try PackStore(folder: folder, hasPage: hasPage)
                opened = packStore
                return packStore
            }
        }
        return try result.get()
    }
}
