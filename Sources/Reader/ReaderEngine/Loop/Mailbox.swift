import Glibc
package import ReaderUI
import Synchronization

/// Events from other threads for the main thread; adding one wakes it from `poll`.
package final class Mailbox: Sendable {
    private let events = Mutex<[Event]>([])
    /// Both ends of a pipe, which holds at most one unread byte.
    private let ends: (read: Int32, write: Int32)

    package init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    /// Readable while the mailbox holds events.
    var descriptor: Int32 { ends.read }

    package func put(_ event: Event) {
        put([event])
    }

    /// Adds events that belong together: the main thread receives all of them at once.
    func put(_ added: [Event]) {
        let wasEmpty = events.withLock { events in
            defer { events += added }
            return events.isEmpty && !added.isEmpty
        }
        guard wasEmpty else { return }
        var byte: UInt8 = 1
        _ = write(ends.write, &byte, 1)
    }

    /// Removes and returns all events, in order.
    func dequeueAll() -> [Event] {
        var bytes = [UInt8](repeating: 0, count: 16)
        while read(ends.read, &bytes, bytes.count) > 0 {}
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
