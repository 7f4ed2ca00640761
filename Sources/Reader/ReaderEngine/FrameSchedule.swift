import FeedModel
import FoundationEssentials
import ReaderUI
import Screen

/// Decides in which order the event loop does things. The policy:
///
/// - Keys act in the order in which they were typed. One that is about rows not found yet waits, and those behind it too.
/// - The screen shows first what a key itself did. The column beside it is filled after that frame, and before the next key.
/// - A feed that was opened is asked for news after the frame that shows its stored articles.
/// - A change of the library is shown within `interval`, and no more often, however many come.
/// - With nothing to do there is no wake-up.
struct FrameSchedule {
    /// Shortest time, in seconds, between two looks at a library that keeps changing.
    static let interval = 0.25
    /// Time between two looks, in seconds, if the system grants no watch on the library.
    static let unwatchedInterval = 1.0

    /// What is known of the library since the screen was read from it.
    enum Library: Equatable {
        case unchanged
        /// Somebody wrote to it; whether that concerns the screen is looked up at this time.
        case written(lookAt: Date)
        /// The screen is out of date, and is read again at this time.
        case changed(reloadAt: Date)
    }

    /// What is due for the library.
    enum LibraryAction: Equatable {
        case look, reload
    }

    private(set) var library = Library.unchanged
    private(set) var typed: [Input] = []
    private var neighbours: [Effect] = []
    private var opened: Effect?
    private var lastLook = Date.distantPast
    private var lastReload = Date.distantPast
    private let isWatched: Bool

    init(isWatched: Bool) {
        self.isWatched = isWatched
    }

    // MARK: Keys

    mutating func enqueue(_ input: Input) {
        typed.append(input)
    }

    /// Dequeues the next input that can act now; nil while all have to wait.
    mutating func dequeue(for state: State) -> Input? {
        typed.isEmpty ? nil : state.takeNext(of: &typed)
    }

    // MARK: Effects

    /// Keeps an effect for after the next frame, if it is one of those; the others are to be performed now.
    mutating func keepsForAfterFrame(_ effect: Effect, in state: State, isAnswerToKey: Bool) -> Bool {
        if case .openFeed = effect {
            opened = effect
            return true
        }
        guard isAnswerToKey, state.isAside(effect) else { return false }
        neighbours.append(effect)
        return true
    }

    var hasNeighbours: Bool { !neighbours.isEmpty }

    /// Hands out the effects that fill the column beside the one with the keys.
    mutating func dequeueNeighbours() -> [Effect] {
        defer { neighbours = [] }
        return neighbours
    }

    /// Hands out the visit to the feed that was opened last.
    mutating func dequeueVisit() -> Effect? {
        defer { opened = nil }
        return opened
    }

    // MARK: The library

    mutating func libraryWasWritten(at now: Date) {
        guard library == .unchanged else { return }
        library = .written(lookAt: max(now, lastLook + Self.interval))
    }

    mutating func libraryChanged(at now: Date) {
        if case .changed = library { return }
        library = .changed(reloadAt: max(now, lastReload + Self.interval))
    }

    /// Dequeues what is due now; nothing is due a second time for the same change.
    mutating func dequeueLibraryAction(at now: Date) -> LibraryAction? {
        switch library {
        case .written(let time) where time <= now:
            lastLook = now
            library = .unchanged
            return .look
        case .changed(let time) where time <= now:
            lastLook = now
            lastReload = now
            library = .unchanged
            return .reload
        case .unchanged where !isWatched && now.timeIntervalSince(lastLook) >= Self.unwatchedInterval:
            lastLook = now
            return .look
        case .unchanged, .written, .changed:
            return nil
        }
    }

    /// True if a report of the watch would tell something new.
    var wantsReports: Bool { isWatched && library == .unchanged }

    /// Returns the time of the next wake-up, if nothing happens before; nil: there is none.
    ///
    /// - Parameter screen: when the screen will look different by itself.
    func wakeUp(screen: Date?) -> Date? {
        let own: Date? =
            switch library {
            case .unchanged: isWatched ? nil : lastLook + Self.unwatchedInterval
            case .written(let time), .changed(let time): time
            }
        return [own, screen].compactMap(\.self).min()
    }
}
