import ArticleStorage
import Basics
import CProgram
import Dispatch
import FeedRules
import Foundation
import JourneyPacking
import PackStorage
import PictureArt
import ReaderEngine
import ReaderUI
import Screen
import TerminalDriver

/// Runs the reader from start to end: stored articles are on the screen before anything else happens.
final class ReaderSession {
    private let context: CommandContext
    private let environment = InheritedEnvironment.variables
    private let mailbox = Mailbox()
    private let storedMemory: StoredMemory
    private let network: ServiceNetwork
    private let packing: ReaderPacking
    private let sink: Sink
    private let imports: MoveInImports
    private let terminal: TerminalDriver.Terminal
    private let launcher: ProgramLauncher
    /// The configuration that the reader follows; `configure` replaces it.
    private var configuration: Configuration

    /// Throws if the terminal or the library cannot be used, or if a change could not be stored; the terminal is
    /// restored first.
    static func run(startsOffline: Bool) throws {
        try OpenFiles.require(.network)
        // Pictures left 12 MB of freed blocks in the heap; with this setting they leave 3 MB. It costs a refresh of
        // 1,000 feeds 1,900 more blocks to map and return.
        cprogram_map_large_blocks(128 << 10)
        let session = try ReaderSession(startsOffline: startsOffline)
        defer { session.terminal.close() }
        var loop = session.makeLoop()
        loop.run { session.beginAfterFirstScreen() }
        // The screen no longer reacts to keys, so it is closed.
        session.terminal.close()
        let unwritten = UnwrittenChanges(count: loop.unwrittenCount, reason: loop.refusal)
        session.end()
        if unwritten.count > 0 { throw unwritten }
    }

    private init(startsOffline: Bool) throws {
        let context = try CommandContext(isReader: true)
        let packedPictures = PackedPictures(packStore: { [packStore = context.packStore] in try? packStore.existing() })
        let network = ServiceNetwork(
            store: context.store, startsOffline: startsOffline, packedPictures: packedPictures
        ) { [mailbox] in
            try context.service(isOffline: $0, printError: { mailbox.put(.message(.error(Message.sentence($0)))) })
        }
        packing = ReaderPacking(
            store: context.store, packStore: context.packStore,
            settings: ReaderPacking.Settings(context.configuration.journey)
        ) {
            try network.service()
        }
        sink = packing.sink(to: mailbox)
        (self.context, self.network, configuration) = (context, network, context.configuration)
        storedMemory = StoredMemory(store: context.store)
        imports = MoveInImports(context: context)
        terminal = try TerminalDriver.Terminal(
            usesColor: Appearance.usesColor(environment), usesMouse: context.configuration.reader.usesMouse)
        launcher = ProgramLauncher(
            terminal: terminal, commands: context.configuration.commands,
            configurationFile: ProgramLauncher.ConfigurationFile(
                path: context.paths.configurationFile, template: { ConfigCommand.commentedFile + "\n" })
        ) { [mailbox] in mailbox.put($0) }
        launcher.notification = context.configuration.notify
    }

    // MARK: - The first screen

    private func makeLoop() -> EventLoop {
        let runner = EffectRunner(
            store: context.store, network: network, packing: packing, outside: launcher, memory: storedMemory,
            mailbox: mailbox,
            pictures: PicturePresenter(loader: network, mailbox: mailbox), environment: environment
        ) { [self] in
            packing.set(ReaderPacking.Settings(Configuration.load(from: context.paths.configurationFile).journey))
            return configure()
        }
        runner.imports = imports
        return EventLoop(terminal: terminal, mailbox: mailbox, runner: runner, state: makeState())
    }

    private func makeState() -> State {
        var memory = storedMemory.read()
        let chosen = memory.theme(over: configuration.theme)
        let name = chosen == Memory.automatic ? memory.themeForBackground() : chosen
        // The first screen is drawn in one theme; the others are read after it is shown.
        var appearance = appearance(ThemeCatalog(folder: context.paths.themes, only: name))
        removeOutdatedHighlights(&appearance)
        let theme = appearance.themes.first { $0.name == name } ?? appearance.themes.first ?? .fallback
        var state = State(
            size: terminal.size, clock: .system(), settings: appearance.settings, keymap: appearance.keymap,
            themes: appearance.themes, theme: theme, memory: memory)
        state.network.connectivity = network.connectivity
        state.pictures.cell = pictureCell
        return state
    }

    private func appearance(_ catalog: ThemeCatalog) -> Appearance {
        Appearance(configuration, catalog, terminal.depth, environment: environment)
    }

    /// Starts what may begin after the first screen.
    ///
    /// - Returns: the events that this screen was drawn without.
    private func beginAfterFirstScreen() -> [Event] {
        context.store.endStartup()
        network.followSchedule(every: configuration.refreshMinutes, sink)
        packing.loadMarks(sink)
        packing.followSchedule(sink)
        let catalog = ThemeCatalog(folder: context.paths.themes)
        let appearance = appearance(catalog)
        applyRules(appearance.settings.highlights)
        imports.findReaders(sink)
        DispatchQueue(label: "lede.start", qos: .utility).async { [store = context.store] in
            try? store.shortenLog()
            store.releaseStartupPages()
            // Returns 4 MB of code and constants that only startup needed to the kernel.
            cprogram_forget_code()
        }
        let problems = catalog.problems(with: configuration, in: context.paths.configurationFile)
        let reason = context.store.readOnlyReason.map { [Event.message(.error($0))] } ?? []
        let state = context.stateProblem.map { [Event.message(.error("\($0); continuing without it"))] } ?? []
        return reason + state + [.themes(appearance.themes)] + messages(problems)
    }

    // MARK: - The end

    private func end() {
        packing.stop()
        network.stop()
    }

    // MARK: - Rules and pictures

    /// The size of a cell in pixels; nil if the terminal has too few colours for pictures.
    private var pictureCell: PixelSize? {
        terminal.colors >= 256 ? terminal.pictures.cell ?? PictureSize.usualCell : nil
    }

    /// Applies changed rules to stored articles in the background, then reports it to the screen.
    private func applyRules(_ highlights: [Style?]) {
        let rules = context.store.rules.text
        Self.ruleQueue.async { [store = context.store, mailbox] in
            // If the rules changed meanwhile, their own run follows.
            guard store.rules.text == rules, (try? store.applyRules()) != nil else { return }
            mailbox.put(.rulesApplied(highlights: highlights))
        }
    }

    private static let ruleQueue = DispatchQueue(label: "lede.rules", qos: .utility)

    /// Removes the styles of highlights while stored articles are highlighted by other rules, whose indices differ.
    private func removeOutdatedHighlights(_ appearance: inout Appearance) {
        guard !appearance.settings.highlights.isEmpty, (try? context.store.hasAppliedRules()) != true else { return }
        appearance.settings.highlights = []
    }

    // MARK: - The configuration

    /// Reads the person's files again. A file with a line that cannot be read changes nothing.
    private func configure() -> [Event] {
        let new = Configuration.load(from: context.paths.configurationFile)
        let catalog = ThemeCatalog(folder: context.paths.themes)
        let problems = messages(catalog.problems(with: new, in: context.paths.configurationFile))
        guard new.isReadable else { return problems }
        let old = configuration
        configuration = new
        var appearance = appearance(catalog)
        if new.theme == old.theme { appearance.theme = nil }
        if !new.hasSameService(as: old) { replaceService() }
        context.store.marksStoriesTogether = new.marksStoriesTogether
        launcher.commands = new.commands
        launcher.notification = new.notify
        do {
            try context.store.enforce(new.rules.rules, at: Date())
        } catch {
            mailbox.put(.message(.error(error)))
        }
        applyRules(appearance.settings.highlights)
        removeOutdatedHighlights(&appearance)
        let note = Event.message(Message("config.toml was reloaded"))
        return [.configured(appearance)] + (problems.isEmpty ? [note] : problems)
    }

    private func messages(_ problems: [ConfigurationProblem]) -> [Event] {
        ConfigurationProblem.messages(problems, key: configuration.keymap.name(of: .messages)).map(Event.message)
    }

    private func replaceService() {
        var context = context
        context.configuration = configuration
        network.replaceService(every: configuration.refreshMinutes, sink) { [context, mailbox] in
            try context.service(isOffline: $0, printError: { mailbox.put(.message(.error(Message.sentence($0)))) })
        }
    }
}

extension ReaderPacking.Settings {
    fileprivate init(_ journey: JourneySettings) {
        self.init(
            limits: journey.limits, packsAfterRefresh: journey.packsAfterRefresh, packBefore: journey.packBefore)
    }
}

/// The reader has ended before another process released the library, or before the disk had room.
private struct UnwrittenChanges: Error, CustomStringConvertible {
    let count: Int
    let reason: String?

    var description: String {
        "\(count.counting("change")) not written: \(reason ?? "another process holds the library")"
    }
}
