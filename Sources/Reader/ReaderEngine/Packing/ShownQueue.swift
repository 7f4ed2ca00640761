import ArticleStorage
import FeedRefresh
import FoundationEssentials
import PackStorage
import ReaderUI

/// The queue as its panel shows and changes it, and the files of its enclosures for the player.
struct ShownQueue: Sendable {
    let store: ArticleStore
    let packStore: LazyPackStore
    let queue: PackQueue
    let runs: PackRuns

    func load(for use: QueueUse, _ sink: @escaping Sink) {
        queue.run {
            do {
                let found = try packStore.existing()?.enclosures() ?? []
                let played = found.isEmpty ? [:] : try store.playbacks()
                let current = runs.currentEnclosure
                let lines = found.map { EnclosureLine($0, played[$0.url], current: current) }
                sink(.queue(lines, use, requests: try requests()))
            } catch {
                sink(.message(.error(error)))
            }
        }
    }

    private func requests() throws -> [RequestLine] {
        try store.queue().map {
            RequestLine(
                number: $0.id, words: try $0.fetch.words(in: store), asked: $0.asked, hasFailed: $0.attempts > 0)
        }
    }

    func change(_ number: Int64, _ change: EnclosureChange, _ sink: @escaping Sink) {
        queue.run {
            let id = AddressID(rawValue: number)
            do {
                guard let packStore = try packStore.existing() else { return }
                switch change {
                case .pause: _ = try packStore.pause(id, true)
                case .resume:
                    if try packStore.pause(id, false) { runs.start(nil, for: .person, sink) }
                case .remove: _ = try packStore.removeEnclosure(id)
                case .earlier: _ = try packStore.move(id, .earlier)
                case .later: _ = try packStore.move(id, .later)
                }
            } catch {
                sink(.message(.error(error)))
            }
        }
        load(for: .renewal, sink)
    }

    /// Returns the stored file of an enclosure and marks it as opened.
    func file(of url: String) -> String? {
        guard let packStore = try? packStore.existing(), let file = try? packStore.enclosureFile(of: url) else {
            return nil
        }
        // Write in the queue: another process may be writing to the pack store, and the key would wait for it.
        queue.run { [now = Date()] in try? packStore.noteOpened(url, at: now) }
        return file
    }
}
