import Synchronization

/// Messages from any thread to one reading task, in order.
///
/// A task that continues to read after it was cancelled still gets messages; an `AsyncStream` would end.
final class Inbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var reader: CheckedContinuation<[Message], Never>?
    }

    private let state = Mutex(State())

    func post(_ message: Message) {
        let reader = state.withLock { state in
            if state.reader == nil { state.messages.append(message) }
            return state.reader.take()
        }
        reader?.resume(returning: [message])
    }

    /// Returns all messages since the last call; waits for the first.
    func messages() async -> [Message] {
        await withCheckedContinuation { reader in
            let messages = state.withLock { state -> [Message] in
                precondition(state.reader == nil, "an inbox has one reader")
                if state.messages.isEmpty { state.reader = reader }
                defer { state.messages = [] }
                return state.messages
            }
            if !messages.isEmpty { reader.resume(returning: messages) }
        }
    }
}
