import ArticleStorage
import Basics
import Synchronization

/// Keeps the highest reported position outside the library. A library below that position was restored from a backup,
/// and would assign positions a second time: it begins a new epoch.
final class PositionRecord: Sendable {
    private let path: String
    private let recorded = Mutex<Entry?>(nil)

    private struct Entry: Equatable {
        var epoch: String
        var last: Int64

        var text: String { "\(epoch) \(last)\n" }

        init(_ state: ChangeLogState) {
            epoch = state.epoch
            last = state.last
        }

        init?(_ text: String) {
            let parts = text.split { $0 == " " || $0 == "\n" }
            guard parts.count == 2, let last = Int64(parts[1]) else { return nil }
            epoch = String(parts[0])
            self.last = last
        }
    }

    /// Begins a new epoch if the library was restored.
    init(path: String, store: ArticleStore) throws(ArticleStoreError) {
        self.path = path
        let before = Self.content(of: path).flatMap { Entry($0) }
        // Read before any new entry: later changes would hide that the library was restored.
        let state = try store.changeLogState()
        if let before, let state, before.epoch == state.epoch, state.last < before.last {
            try store.startNewEpoch()
        }
    }

    func note(_ state: ChangeLogState) {
        recorded.withLock { recorded in
            let new = Entry(state)
            guard new != recorded, recorded?.epoch != new.epoch || recorded!.last < new.last else { return }
            if write(new.text) { recorded = new }
        }
    }

    private func write(_ text: String) -> Bool {
        // A power cut may lose the library's last commits (`synchronous = NORMAL`); the record must not lose them too.
        FileReplacement.write(Array(text.utf8), to: path, mode: 0o600) == nil
    }

    /// Maximum length of a record, in bytes: an epoch and a number.
    private static let maximumSize = 256

    private static func content(of path: String) -> String? {
        (try? BoundedFile(path, atMost: maximumSize, excess: .ignored)).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }
}
