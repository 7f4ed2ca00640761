import Dispatch
import Synchronization

/// Reads and converts the next articles to index on another thread while the current ones are written.
final class BacklogPrefetch: Sendable {
    private struct Piece {
        let content: BacklogPiece
        let limit: Int
    }

    private let queue = DispatchQueue(label: "lede.search")
    private let prepared = Mutex<Piece?>(nil)

    /// Reads a piece on another thread; `read` returns nil if the piece could not be read.
    func prepare(limit: Int, _ read: @escaping @Sendable () -> BacklogPiece?) {
        queue.async { [self] in
            let piece = read().map { Piece(content: $0, limit: limit) }
            prepared.withLock { $0 = piece }
        }
    }

    /// Waits for the prepared piece and returns it; nil if none after that article was prepared. The writer notices
    /// changes that another process has made meanwhile.
    func piece(after id: Int64, limit: Int) -> BacklogPiece? {
        queue.sync {}
        let piece = prepared.withLock { $0.take() }
        guard let piece, piece.content.indexedThrough == id, piece.limit == limit, !piece.content.documents.isEmpty
        else {
            return nil
        }
        return piece.content
    }
}
