import FoundationEssentials
import Glibc
package import ReaderUI
import Screen

/// The main thread: waits for keys and for news, lets `update` decide, has effects done, paints.
///
/// Nothing here waits for the network, for a long write or a search; `poll` is the only place where it stands still.
package struct EventLoop {
    private let terminal: any ReaderTerminal
    private let mailbox: Mailbox
    private let runner: EffectRunner
    private var state: State
    /// What was typed and has to wait until rows are found, in its order.
    private var held: [Input] = []
    /// What a key or its answers asked for beside its own column: done when the screen shows what the key itself did.
    private var aside: [Effect] = []
    /// Set when the library has changed and the screen has not been read anew.
    private var isStale = false
    private var lastReload = Date.distantPast
    private var lastLook = Date.distantPast

    /// In milliseconds. Ages and countdowns move on by the second, and that is how soon another process's work is seen.
    private static let tick: Int32 = 1_000
    /// In milliseconds. What is found so soon is shown in the same frame as the key that asked for it.
    private static let foundAtOnce: Int32 = 4
    /// While news pours in, the screen is read anew this often, in seconds.
    private static let reloadInterval = 0.25

    package init(terminal: any ReaderTerminal, mailbox: Mailbox, runner: EffectRunner, state: State) {
        self.terminal = terminal
        self.mailbox = mailbox
        self.runner = runner
        self.state = state
    }

    /// Runs until the person quits or a signal asks for it. `whenShown`: what may begin once the first screen is there, and
    /// answers what it was drawn without.
    package mutating func run(whenShown: () -> [Event]) {
        for effect in State.opening { handle(runner.perform(effect)) }
        paint()
        handle(whenShown())
        // From now on it is known when the library changes; what came before is read soon.
        isStale = runner.libraryHasChanged()
        while !runner.isDone, !terminal.isAskedToEnd {
            wait()
            handle(.tick(Date()))
            let inputs = terminal.read()
            for input in inputs { take(input) }
            handleInput()
            if !inputs.isEmpty { awaitResults() }
            for event in mailbox.takeAll() { hear(event) }
            handleInput()
            lookForChanges()
            reloadIfStale()
            if runner.takesRedraw() { terminal.invalidate() }
            if runner.isDone { break }
            paint()
            runner.visitOpenedFeed()
            runner.tendPictures(of: state, on: terminal)
        }
        runner.forgetPictures(on: terminal)
        if !runner.isDone, let effect = state.placeToKeep { _ = runner.perform(effect) }
        runner.finish()
    }

    private func wait() {
        var descriptors = [terminal.inputDescriptor, mailbox.descriptor, terminal.signalDescriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let wait = isStale ? Int32(Self.reloadInterval * 1_000) : Self.tick
        _ = poll(&descriptors, nfds_t(descriptors.count), min(wait, state.millisecondsToPause ?? wait))
        // The terminal is gone: nobody is there to read for.
        if descriptors[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { runner.end() }
    }

    private mutating func take(_ input: Input) {
        // The size has nothing to do with what was typed before.
        if case .resized = input { handle(.input(input)) } else { held.append(input) }
    }

    private mutating func handleInput() {
        while !runner.isDone, !held.isEmpty {
            // The next key is about what the one before it brought.
            fillAside()
            guard let input = state.takeNext(of: &held) else { break }
            handle([.input(input)], puttingAside: true)
        }
        guard !aside.isEmpty, !runner.isDone else { return }
        paint()
        fillAside()
    }

    private mutating func fillAside() {
        let effects = aside
        aside = []
        handle(effects.flatMap(runner.perform))
    }

    /// Ends as soon as something is found or another key is there.
    private func awaitResults() {
        guard state.awaitsResults else { return }
        var descriptors = [terminal.inputDescriptor, mailbox.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        _ = poll(&descriptors, nfds_t(descriptors.count), Self.foundAtOnce)
    }

    /// What many feeds have to tell in a short time is shown together; what the person did is shown at once, since the next
    /// key is about what is seen.
    private mutating func hear(_ event: Event) {
        switch event {
        case .feedChanged:
            isStale = true
        case .libraryChanged:
            // Asked before the rows are read, so that no change after them is taken for seen.
            _ = runner.libraryHasChanged()
            handle(event)
        default:
            handle([event], puttingAside: true)
        }
    }

    /// No more often than the screen would be read anew, so that keys do not pay for it.
    private mutating func lookForChanges() {
        let now = Date()
        guard now.timeIntervalSince(lastLook) >= Self.reloadInterval else { return }
        lastLook = now
        if runner.libraryHasChanged() { isStale = true }
    }

    private mutating func reloadIfStale() {
        let now = Date()
        guard isStale, now.timeIntervalSince(lastReload) >= Self.reloadInterval else { return }
        isStale = false
        lastReload = now
        handle(.libraryChanged)
    }

    private mutating func handle(_ event: Event) {
        handle([event])
    }

    private mutating func handle(_ events: [Event], puttingAside: Bool = false) {
        var queue = events
        while !queue.isEmpty {
            let event = queue.removeFirst()
            for effect in update(&state, event) {
                if puttingAside, state.isAside(effect) {
                    aside.append(effect)
                } else {
                    queue += runner.perform(effect)
                }
            }
        }
    }

    private func paint() {
        terminal.usesMouse = state.settings.usesMouse
        runner.sendPictures(to: terminal)
        terminal.paint(render(state, theme: state.theme, size: state.size))
    }
}
