import Basics
package import ReaderUI
import Synchronization

/// Events from other threads for the main thread; adding one wakes it from `poll`.
package final class Mailbox: Sendable {
    private let events = Mutex<[Event]>([])
    /// Holds at most one unread byte.
    private let pipe = WakePipe()

    package init() {}

    deinit {
        pipe.close()
    }

    /// The descriptor is readable while the mailbox holds events.
    var descriptor: Int32 { pipe.readEnd }

    package func put(_ event: Event) {
        put([event])
    }

    /// Adds events that belong together: the main thread receives all of them at once.
    func put(_ added: [Event]) {
        let wasEmpty = events.withLock { events in
            defer { events += added }
            return events.isEmpty && !added.isEmpty
        }
        if wasEmpty { pipe.wake() }
    }

    /// Removes and returns all events, in order.
    func dequeueAll() -> [Event] {
        pipe.drain()
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
