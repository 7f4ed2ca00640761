import ArticleStorage
import Dispatch
import FeedRefresh
import Foundation
import ReaderUI
import Screen
import TerminalDriver

/// The reader from its start to its end: what is stored is on the screen before anything else happens.
enum ReaderSession {
    /// Throws where the terminal or the library cannot be used; the terminal is as it was then.
    static func run(startsOffline: Bool) throws {
        let workplace = try Workplace()
        let environment = ProcessInfo.processInfo.environment
        let usesColor = (environment["NO_COLOR"] ?? "").isEmpty
        let shelf = ThemeShelf(folder: workplace.paths.themes)
        let memoryFile = MemoryFile(store: workplace.store)
        let memory = memoryFile.read()
        let mailbox = Mailbox()
        let control = ServiceControl(store: workplace.store, startsOffline: startsOffline) {
            try workplace.service(isOffline: startsOffline)
        }

        var settings = workplace.configuration.reader
        if !Self.isUTF8(environment) { settings.glyphs = .ascii }
        if !usesColor { settings.highlights = settings.highlights.map { $0?.withoutColors } }
        let themes = usesColor ? shelf.themes : shelf.themes.map(\.withoutColors)
        let name = memory.theme ?? workplace.configuration.theme
        let theme = themes.first { $0.name == name } ?? themes.first ?? .fallback

        let terminal = try TerminalDriver.Terminal(usesColor: usesColor, usesMouse: settings.usesMouse)
        defer { terminal.close() }
        var state = State(
            size: terminal.size, clock: .system(), settings: settings, keymap: workplace.configuration.keymap,
            themes: themes, theme: theme, memory: memory)
        state.connectivity = control.connectivity
        let outside = Outside(
            terminal: terminal, configuration: workplace.configuration,
            configurationFile: workplace.paths.configurationFile)
        let runner = EffectRunner(
            store: workplace.store, network: control, outside: outside, memory: memoryFile, mailbox: mailbox,
            guide: Guide())
        for problem in workplace.configuration.problems + shelf.problems {
            mailbox.put(.message(.error(problem.description)))
        }
        var loop = EventLoop(terminal: terminal, mailbox: mailbox, runner: runner, state: state)
        loop.run {
            control.followSchedule(every: workplace.configuration.refreshMinutes) { mailbox.put($0) }
            judge(in: workplace.store)
        }
        control.stop()
    }

    /// Rules that have changed are applied to what is stored, behind the screen, which hears of it as of any change.
    private static func judge(in store: ArticleStore) {
        DispatchQueue.global(qos: .utility).async { _ = try? store.judgeStored() }
    }

    /// Whether the locale's characters are Unicode; the first variable that is set decides (POSIX, 8.2).
    static func isUTF8(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let name = locale.uppercased()
        return name.contains("UTF-8") || name.contains("UTF8")
    }
}
