import FoundationEssentials
import ReaderUI
import Screen

/// Decides the order of the event loop's work, by these rules:
///
/// - Keys act in the order in which they were typed. A key that depends on rows not found yet waits, and so do all
///   later keys.
/// - The next frame shows the effect of the key itself. The neighbouring column is filled after that frame, before the
///   next key.
/// - An opened feed is requested from its server after the frame that shows its stored articles.
/// - A change of the library is shown within `interval`; many changes cause one update per `interval`.
/// - Frames for other sizes of the screen follow each other after `resizeInterval` at least: each writes every cell, and
///   a window that is dragged has dozens of sizes.
/// - Progress is shown every `progressInterval` at most: a refresh of a thousand feeds reports it a thousand times.
/// - Without work there is no wake-up, and a wake-up that changes nothing on the screen paints nothing.
struct FrameSchedule {
    /// Minimum time between two checks of a library that keeps changing, in seconds.
    private static let interval = 0.25
    /// Time between two checks, in seconds, if the system provides no notifications about the library.
    private static let unwatchedInterval = 1.0
    /// Minimum time between two frames for other sizes, in seconds (default 0.25).
    private static let resizeInterval = 0.25
    /// Minimum time between two frames that only show progress, in seconds (default 0.5).
    private static let progressInterval = 0.5

    /// The state of the library relative to the screen.
    enum Library: Equatable {
        case unchanged
        /// The library was written to; at this time the loop checks if the screen is affected.
        case written(lookAt: Date)
        /// The screen is out of date and reloads at this time.
        case changed(reloadAt: Date)
    }

    /// The next action on the library.
    enum LibraryAction: Equatable {
        case look, reload
    }

    private(set) var library = Library.unchanged
    private(set) var typed: [Input] = []
    private var neighbours: [Effect] = []
    private var opened: Effect?
    private var isScreenOutdated = true
    /// True if the next frame has another size than the last one.
    private var isResized = false
    private var lastResize = Date.distantPast
    /// The time when progress that was reported is shown, unless another frame shows it before.
    private var progressIsShown: Date?
    private var lastProgress = Date.distantPast
    /// The time when the screen changes without an event, as computed before the last wait.
    private var screenChange: Date?
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

    /// Dequeues the next input that can be handled now; nil while all of them wait. A macro's commands come before the
    /// keys typed after it.
    mutating func dequeue(for state: State) -> Event? {
        if state.canContinue { return .continued }
        return typed.isEmpty ? nil : state.dequeueNext(of: &typed).map(Event.input)
    }

    // MARK: Effects

    /// Returns true if the effect is deferred until after the next frame; otherwise the caller performs it now.
    mutating func defersUntilAfterFrame(_ effect: Effect, in state: State, isReplyToKey: Bool) -> Bool {
        if case .openFeed = effect {
            opened = effect
            return true
        }
        guard isReplyToKey, state.fillsNeighbour(effect) else { return false }
        neighbours.append(effect)
        return true
    }

    var hasNeighbours: Bool { !neighbours.isEmpty }

    /// Dequeues the effects that fill the neighbouring column.
    mutating func dequeueNeighbours() -> [Effect] {
        defer { neighbours = [] }
        return neighbours
    }

    /// Dequeues the request to the server of the feed that was opened last.
    mutating func dequeueVisit() -> Effect? {
        defer { opened = nil }
        return opened
    }

    // MARK: Frames

    /// Notes that the next frame differs, or may differ, from the screen.
    mutating func invalidateScreen() {
        isScreenOutdated = true
    }

    /// Handles a tick: the screen may show something that depends on the time.
    mutating func tick(at now: Date) {
        if let screenChange, screenChange <= now { isScreenOutdated = true }
    }

    /// Notes that the screen has another size.
    mutating func resized() {
        isResized = true
        isScreenOutdated = true
    }

    /// Notes progress, which is shown at once or after the interval.
    mutating func progressed(at now: Date) {
        guard progressIsShown == nil else { return }
        let isSoon = (0..<Self.progressInterval).contains(now.timeIntervalSince(lastProgress))
        progressIsShown = isSoon ? lastProgress.addingTimeInterval(Self.progressInterval) : now
    }

    /// True if the frame for another size waits for the end of the interval.
    var isFrameDelayed: Bool { isResized }

    /// Returns true if a frame is due; the caller paints it.
    mutating func dequeueFrame(at now: Date) -> Bool {
        if let progressIsShown, progressIsShown <= now {
            isScreenOutdated = true
            // The frame may wait for that of another size, without a wake-up in between.
            (self.progressIsShown, lastProgress) = (nil, now)
        }
        guard isScreenOutdated else { return false }
        if isResized {
            guard !(0..<Self.resizeInterval).contains(now.timeIntervalSince(lastResize)) else { return false }
            lastResize = now
            isResized = false
        }
        if progressIsShown != nil { (progressIsShown, lastProgress) = (nil, now) }
        isScreenOutdated = false
        return true
    }

    /// Returns the pause after the last key before links are painted, in milliseconds, so that nothing is painted twice
    /// while a text scrolls (default 120). The text beside a list changes with each step in the list, so its links are
    /// painted later (default 1,000).
    func linkPause(in state: State) -> Int32 {
        state.isReading ? 120 : 1_000
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

    /// Dequeues the action that is due; each change causes only one action.
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

    /// True if a notification about the library would change the schedule.
    var wantsReports: Bool { isWatched && library == .unchanged }

    /// Returns the time of the next wake-up if no event comes first; nil if there is none.
    ///
    /// - Parameter screen: the time when the screen changes without an event.
    mutating func wakeUp(screen: Date?) -> Date? {
        screenChange = screen
        let own: Date? =
            switch library {
            case .unchanged: isWatched ? nil : lastLook + Self.unwatchedInterval
            case .written(let time), .changed(let time): time
            }
        let resize = isResized ? lastResize.addingTimeInterval(Self.resizeInterval) : nil
        return [own, screen, resize, progressIsShown].compactMap(\.self).min()
    }
}
