import Synchronization

/// A hold that is opened when it is first wanted, so that whoever packs nothing pays nothing.
package final class LazyHold: Sendable {
    private let folder: String
    private let opened = Mutex<Hold?>(nil)

    /// - Parameter folder: the one of the library.
    package init(folder: String) {
        self.folder = folder
    }

    /// Nil where nothing was ever packed.
    package func existing() throws(HoldError) -> Hold? {
        guard Hold.exists(in: folder) else {
            opened.withLock { $0 = nil }
            return nil
        }
        return try made()
    }

    /// Makes an empty one where there is none.
    package func made() throws(HoldError) -> Hold {
        let result = opened.withLock { opened in
            Result { () throws(HoldError) -> Hold in
                if let hold = opened { return hold }
                let hold = try Hold(folder: folder)
                opened = hold
                return hold
            }
        }
        return try result.get()
    }
}
