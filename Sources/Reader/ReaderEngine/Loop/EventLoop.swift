import ArticleStorage
import FeedModel
import FoundationEssentials
import Glibc
import PackStorage
package import ReaderUI
import Screen

/// The main thread: waits for keys and events, calls `update`, performs the effects and paints.
///
/// It never waits for the network, a long write or a search: `poll` is the only blocking call. `FrameSchedule` decides
/// the order of the work.
package struct EventLoop: ~Copyable {
    private let terminal: any ReaderTerminal
    private let mailbox: Mailbox
    private let runner: EffectRunner
    private let watch: LibraryWatch?
    /// True if the pack store was written since its marks were read.
    private var hasPackWrites = false
    private var schedule: FrameSchedule
    private var state: State
    /// True after the terminal has closed, which ends the program.
    private var hasClosed = false

    /// Maximum wait for rows, in milliseconds; rows found within it appear in the same frame as the effect of the key
    /// that requested them.
    private static let foundAtOnce: Int32 = 4

    /// The number of changes that the library could not store before the end.
    package var unwrittenCount: Int { runner.unwrittenCount }

    /// The library's reason; nil if it has not answered, because another process held it.
    package var refusal: String? { runner.refusal }

    package init(terminal: any ReaderTerminal, mailbox: Mailbox, runner: EffectRunner, state: State) {
        self.terminal = terminal
        self.mailbox = mailbox
        self.runner = runner
        self.state = state
        watch = runner.watchLibrary()
        schedule = FrameSchedule(isWatched: watch != nil)
    }

    /// Runs until the person quits or a signal requests the end. `whenShown` starts work that may begin after the first
    /// screen, and returns the events that were not known when that screen was drawn.
    package mutating func run(whenShown: () -> [Event]) {
        for effect in State.opening { handle(runner.perform(effect)) }
        if schedule.dequeueFrame(at: Date()) { paint() }
        handle(whenShown())
        if state.followsBackground { terminal.askForBackground() }
        // Changes are noticed from here on; earlier ones are read soon.
        if runner.libraryHasChanged() { schedule.libraryChanged(at: Date()) }
        while !runner.isDone, !terminal.isAskedToEnd {
            wait()
            handle([.tick(Date())])
            handleInput(terminal.read())
            if let isDark = terminal.dequeueBackground() { handle([.background(isDark: isDark)]) }
            for event in mailbox.dequeueAll() { receive(event) }
            handleTyped()
            followLibrary()
            if runner.dequeueRedraw() { repaint() }
            if runner.isDone { break }
            if schedule.dequeueFrame(at: Date()) { paint() }
            if let visit = schedule.dequeueVisit() { handle(runner.perform(visit)) }
            // The frame for another size would erase a picture that is painted before it.
            if !schedule.isFrameDelayed { runner.pictures.show(in: state, on: terminal) }
        }
        runner.pictures.forget(on: terminal)
        // After a command to quit, these effects have already run.
        if hasClosed || terminal.isAskedToEnd {
            for effect in state.effectsAtEnd { _ = runner.perform(effect) }
        }
        runner.finish()
    }

    // MARK: Waiting

    private mutating func wait() {
        let now = Date()
        let reports = schedule.wantsReports ? watch?.descriptor : nil
        let wakeUp = schedule.wakeUp(screen: state.nextChange)
        let hasUnpaintedLinks = terminal.hasUnpaintedLinks
        let waits = [
            wakeUp.map { Self.milliseconds($0.timeIntervalSince(now)) },
            terminal.undecidedTime.map { Self.milliseconds($0 / .seconds(1)) },
            hasUnpaintedLinks ? schedule.linkPause(in: state) : nil,
        ]
        let milliseconds = waits.compactMap(\.self).min() ?? -1
        let descriptors = poll(
            [terminal.inputDescriptor, mailbox.descriptor, terminal.signalDescriptor, reports ?? -1],
            milliseconds: milliseconds)
        if hasUnpaintedLinks, descriptors.allSatisfy({ $0.revents == 0 }) { terminal.paintLinks() }
        // Input may change the known features of the terminal without any event.
        if descriptors[0].revents != 0 || descriptors[2].revents != 0 { schedule.invalidateScreen() }
        if descriptors[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
            hasClosed = true
            runner.end()
        }
        if descriptors[3].revents != 0 { noteWrites() }
    }

    private mutating func noteWrites() {
        guard let written = watch?.drain(and: PackStore.fileName) else { return }
        hasPackWrites = hasPackWrites || written.other
        if written.library || written.other { schedule.libraryWasWritten(at: Date()) }
    }

    /// Waits until rows are found or another key arrives.
    private func awaitResults() {
        guard state.awaitsResults else { return }
        _ = poll([terminal.inputDescriptor, mailbox.descriptor], milliseconds: Self.foundAtOnce)
    }

    private func poll(_ descriptors: [Int32], milliseconds: Int32) -> [pollfd] {
        var descriptors = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = Glibc.poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        return descriptors
    }

    /// Rounds up, so that the wait does not end too early. The limit is an hour, since clocks may stop while the
    /// machine sleeps.
    private static func milliseconds(_ seconds: Double) -> Int32 {
        Int32(min(max(0, seconds), 3_600) * 1_000) + 1
    }

    // MARK: Keys

    private mutating func handleInput(_ inputs: [Input]) {
        for input in inputs {
            // A new size does not depend on earlier keys.
            if case .resized = input {
                schedule.resized()
                handle([.input(input)])
            } else {
                schedule.enqueue(input)
            }
        }
        handleTyped()
        if !inputs.isEmpty { awaitResults() }
    }

    private mutating func handleTyped() {
        while !runner.isDone, state.canContinue || !schedule.typed.isEmpty {
            // The next key or command applies to the result of the previous one.
            fillNeighbours()
            guard let event = schedule.dequeue(for: state) else { break }
            handle([event], isReplyToKey: true)
        }
        guard schedule.hasNeighbours, !runner.isDone else { return }
        if schedule.dequeueFrame(at: Date()) { paint() }
        fillNeighbours()
    }

    private mutating func fillNeighbours() {
        handle(schedule.dequeueNeighbours().flatMap(runner.perform))
    }

    // MARK: Reports from other threads

    /// Handles an event from another thread. Changes of many feeds within a short time are shown together. The result
    /// of the person's own action is shown at once, since the next key applies to the visible rows.
    private mutating func receive(_ event: Event) {
        switch event {
        case .feedChanged:
            schedule.libraryChanged(at: Date())
        case _ where Self.reloads(event):
            handle([event])
        case .tick:
            // The frame may show data outside the state, such as a picture.
            schedule.invalidateScreen()
            handle([event])
        default:
            handle([event], isReplyToKey: true)
        }
    }

    private mutating func followLibrary() {
        let action = schedule.dequeueLibraryAction(at: Date())
        if action != nil, hasPackWrites {
            hasPackWrites = false
            runner.followPackStore()
        }
        switch action {
        case .look:
            guard runner.libraryHasChanged() else { return }
            schedule.libraryChanged(at: Date())
            followLibrary()
        case .reload:
            handle([.libraryChanged])
        case nil:
            return
        }
    }

    /// The offline switch, if another process has changed it: then O in this reader switches it back.
    private var changedSwitch: [Event] {
        let isOffline = runner.isOffline
        return isOffline == (state.network.connectivity == .offline)
            ? [] : [.connectivity(isOffline ? .offline : .online)]
    }

    // MARK: Events and frames

    private mutating func handle(_ events: [Event], isReplyToKey: Bool = false) {
        var queue = events
        while !queue.isEmpty {
            let event = queue.removeFirst()
            switch event {
            case .tick(let now): schedule.tick(at: now)
            case .refreshProgress, .packing(.some): schedule.progressed(at: Date())
            default: schedule.invalidateScreen()
            }
            if Self.reloads(event) {
                _ = runner.libraryHasChanged()
                queue += changedSwitch
            }
            for effect in update(&state, event)
            where !schedule.defersUntilAfterFrame(effect, in: state, isReplyToKey: isReplyToKey) {
                let results = runner.perform(effect)
                // The report of the change that U has just undone comes before the report of U.
                if case .undo = effect { for report in mailbox.dequeueAll() { receive(report) } }
                queue += results
            }
        }
    }

    /// True if the rows on the screen are reloaded after the event. Then the library's change counts as seen before
    /// they and the offline switch are read, so that no later change is missed.
    private static func reloads(_ event: Event) -> Bool {
        switch event {
        case .libraryChanged, .feedRestored, .searchRestored, .articlesRestored, .articlesDeleted: true
        default: false
        }
    }

    private mutating func repaint() {
        terminal.invalidate()
        schedule.invalidateScreen()
    }

    private func paint() {
        terminal.usesMouse = state.settings.usesMouse
        terminal.showsLinks = runner.showsLinks(state.settings.links)
        runner.pictures.send(to: terminal)
        terminal.paint(render(state, theme: state.theme, size: state.size))
    }
}
