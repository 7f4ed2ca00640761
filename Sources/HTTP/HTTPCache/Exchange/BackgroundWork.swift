internal import Synchronization

/// Background revalidations, at most one at a time for each key (RFC 5861 §3).
final class BackgroundWork: Sendable {
    private let tasks = Mutex<[CacheKey: Task<Void, Never>]>([:])

    func revalidate(_ hop: Hop, _ forwarded: ForwardedRequest) {
        tasks.withLock { tasks in
            guard tasks[hop.key] == nil else { return }
            tasks[hop.key] = Task.detached {
                await hop.revalidate(forwarded)
                self.tasks.withLock { $0[hop.key] = nil }
            }
        }
    }

    func finish() async {
        while let task = tasks.withLock({ $0.values.first }) { await task.value }
    }
}
