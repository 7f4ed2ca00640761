internal import Synchronization

/// Replies in order; the last one repeats.
final class ReplySequence: Sendable {
    private let replies: [Reply]
    private let index = Mutex(0)

    init(_ replies: [Reply]) {
        precondition(!replies.isEmpty, "a script needs at least one reply")
        self.replies = replies
    }

    func next() -> Reply {
        index.withLock { index in
            defer { index = min(index + 1, replies.count - 1) }
            return replies[index]
        }
    }
}
