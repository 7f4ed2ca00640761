package import FeedModel
import Synchronization

/// Opens the hold at its first use, so that it costs nothing for a person who packs nothing.
package final class LazyHold: Sendable {
    private let folder: String
    private let hasPage: @Sendable (ArticleID) -> Bool
    private let opened = Mutex<Hold?>(nil)

    /// - Parameters:
    ///   - folder: the library's folder.
    ///   - hasPage: true if the library has the page of an article.
    package init(folder: String, hasPage: @escaping @Sendable (ArticleID) -> Bool = { _ in false }) {
        self.folder = folder
        self.hasPage = hasPage
    }

    /// Returns nil if nothing was ever packed.
    package func existing() throws(HoldError) -> Hold? {
        guard Hold.exists(in: folder) else {
            opened.withLock { $0 = nil }
            return nil
        }
        return try made()
    }

    /// Creates an empty hold if there is none.
    package func made() throws(HoldError) -> Hold {
        let result = opened.withLock { opened in
            Result { () throws(HoldError) -> Hold in
                if let hold = opened { return hold }
                let hold = try Hold(folder: folder, hasPage: hasPage)
                opened = hold
                return hold
            }
        }
        return try result.get()
    }
}
