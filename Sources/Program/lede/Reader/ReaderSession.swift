import ArticleStorage
import Basics
import Dispatch
import FeedRefresh
import FeedRules
import Foundation
import JourneyHold
import JourneyPacking
import PictureArt
import ReaderEngine
import ReaderUI
import Screen
import TerminalDriver

/// Runs the reader from start to end: stored articles are on the screen before anything else happens.
enum ReaderSession {
    /// Throws if the terminal or the library cannot be used; the terminal is then restored.
    static func run(startsOffline: Bool) throws {
        let workplace = try Workplace()
        let environment = ProcessInfo.processInfo.environment
        let memoryFile = MemoryFile(store: workplace.store)
        var memory = memoryFile.read()
        let chosen = memory.theme(over: workplace.configuration.theme)
        let name = chosen == Memory.automatic ? memory.themeForBackground() : chosen
        let mailbox = Mailbox()
        let packedPictures = PackedPictures(hold: { [hold = workplace.hold] in try? hold.existing() })
        let control = ServiceControl(
            store: workplace.store, startsOffline: startsOffline, packedPictures: packedPictures
        ) {
            try workplace.service(isOffline: $0)
        }

        let packing = PackControl(
            store: workplace.store, hold: workplace.hold,
            settings: PackControl.Settings(workplace.configuration.journey)
        ) {
            try control.service()
        }

        // The first screen is drawn in one theme; the others are read after it is shown.
        let shelf = ThemeShelf(folder: workplace.paths.themes, only: name)
        let terminal = try TerminalDriver.Terminal(
            usesColor: Appearance.usesColor(environment), usesMouse: workplace.configuration.reader.usesMouse)
        defer { terminal.close() }
        let depth = terminal.depth
        let appearance = Appearance(workplace.configuration, shelf, depth, environment: environment)
        let theme = appearance.themes.first { $0.name == name } ?? appearance.themes.first ?? .fallback

        var shown = appearance
        hideUnjudged(&shown, workplace.store)
        var state = State(
            size: terminal.size, clock: .system(), settings: shown.settings, keymap: appearance.keymap,
            themes: appearance.themes, theme: theme, memory: memory)
        state.connectivity = control.connectivity
        state.pictureCell = pictureCell(of: terminal, appearance)
        let launcher = ProgramLauncher(
            terminal: terminal, commands: workplace.configuration.commands,
            configurationFile: ProgramLauncher.ConfigurationFile(
                path: workplace.paths.configurationFile, template: ConfigCommand.commentedFile + "\n")
        ) { mailbox.put($0) }
        launcher.notification = workplace.configuration.notify
        var inForce = workplace.configuration
        let runner = EffectRunner(
            store: workplace.store, network: control, packing: packing, outside: launcher, memory: memoryFile,
            mailbox: mailbox,
            pictures: PictureShow(loader: control, mailbox: mailbox), environment: environment
        ) {
            packing.set(PackControl.Settings(Configuration.load(from: workplace.paths.configurationFile).journey))
            return configure(workplace, &inForce, launcher, control, mailbox, depth, environment)
        }
        let arrivals = Arrivals(workplace: workplace)
        runner.arrivals = arrivals
        var loop = EventLoop(terminal: terminal, mailbox: mailbox, runner: runner, state: state)
        loop.run {
            control.followSchedule(every: workplace.configuration.refreshMinutes) { event in
                mailbox.put(event)
                if case .refreshFinished = event { packing.refreshed { mailbox.put($0) } }
            }
            packing.loadMarks { mailbox.put($0) }
            packing.followSchedule { mailbox.put($0) }
            judge(in: workplace.store, appearance.settings.highlights, mailbox)
            arrivals.findReaders { mailbox.put($0) }
            DispatchQueue.global(qos: .utility).async { [store = workplace.store] in try? store.shortenLog() }
            let shelf = ThemeShelf(folder: workplace.paths.themes)
            let problems =
                workplace.configuration.problems
                + shelf.problems(with: workplace.configuration, in: workplace.paths.configurationFile)
            let reason = workplace.store.readOnlyReason.map { [Event.message(.error($0))] } ?? []
            return reason
                + [.themes(Appearance(workplace.configuration, shelf, depth, environment: environment).themes)]
                + problems.map { .message(.error($0.description)) }
        }
        // The screen no longer reacts to keys, so it is closed.
        terminal.close()
        if loop.unwrittenCount > 0 {
            Console.complain("\(loop.unwrittenCount.counting("change")) not written: another process holds the library")
        }
        packing.stop()
        control.stop()
    }

    /// The size of a cell in pixels if pictures can be shown: with 256 colours or more, and Unicode's block characters.
    private static func pictureCell(of terminal: TerminalDriver.Terminal, _ appearance: Appearance) -> PixelSize? {
        guard terminal.colors >= 256, appearance.settings.glyphs == .unicode else { return nil }
        return terminal.pictures.cell ?? PictureSize.usualCell
    }

    /// Applies changed rules to stored articles in the background; the screen learns of it as of any change.
    private static func judge(in store: ArticleStore, _ highlights: [Style?], _ mailbox: Mailbox) {
        let rules = store.rules.text
        judging.async {
            // Rules that changed meanwhile have their own run.
            guard store.rules.text == rules, (try? store.judgeStored()) != nil else { return }
            mailbox.put(.judged(highlights: highlights))
        }
    }

    private static let judging = DispatchQueue(label: "lede.rules", qos: .utility)

    private static func hideUnjudged(_ appearance: inout Appearance, _ store: ArticleStore) {
        guard !appearance.settings.highlights.isEmpty, (try? store.isJudged()) != true else { return }
        appearance.settings.highlights = []
    }

    /// Reads the user's files again. A file that cannot be read at all changes nothing.
    private static func configure(
        _ workplace: Workplace, _ inForce: inout Configuration, _ launcher: ProgramLauncher, _ control: ServiceControl,
        _ mailbox: Mailbox, _ depth: ColorDepth, _ environment: [String: String]
    ) -> [Event] {
        let configuration = Configuration.load(from: workplace.paths.configurationFile)
        let shelf = ThemeShelf(folder: workplace.paths.themes)
        let themeProblems = shelf.problems(with: configuration, in: workplace.paths.configurationFile)
        let problems = (configuration.problems + themeProblems).map { Event.message(.error($0.description)) }
        guard configuration.isReadable else { return problems }
        var appearance = Appearance(configuration, shelf, depth, environment: environment)
        if configuration.theme == inForce.theme { appearance.theme = nil }
        if !configuration.asks(like: inForce) {
            var workplace = workplace
            workplace.configuration = configuration
            control.replaceService(every: configuration.refreshMinutes, { mailbox.put($0) }) { [workplace] in
                try workplace.service(isOffline: $0)
            }
        }
        inForce = configuration
        launcher.commands = configuration.commands
        launcher.notification = configuration.notify
        do {
            try workplace.store.enforce(configuration.rules.rules, at: Date())
        } catch {
            mailbox.put(.message(.error("\(error)")))
        }
        judge(in: workplace.store, appearance.settings.highlights, mailbox)
        hideUnjudged(&appearance, workplace.store)
        let note = Event.message(Message("config.toml was read again"))
        return [.configured(appearance)] + (problems.isEmpty ? [note] : problems)
    }
}

extension PackControl.Settings {
    fileprivate init(_ journey: JourneySettings) {
        self.init(
            limits: journey.limits, packsAfterRefresh: journey.packsAfterRefresh, packBefore: journey.packBefore)
    }
}
