import Basics
import FeedModel
import Foundation
import Markup
import ReaderUI

/// Runs other programs and writes files: the browser, a player, a pager, an editor, the clipboard.
///
/// Addresses come from the network: they are passed as arguments, never through a shell.
package final class ProgramLauncher {
    /// The configured commands; nil means that the environment or the system decides.
    package struct Commands: Equatable, Sendable {
        /// Without words if only `browser-terminal` is set.
        package var browser: ExternalCommand?
        package var player: ExternalCommand?
        package var bookmark: ExternalCommand?
        /// Copies its standard input to the clipboard.
        package var copy: ExternalCommand?

        package init() {}
    }

    /// The configuration file and the initial content of a new one.
    package struct ConfigurationFile: Sendable {
        let path: String
        let template: @Sendable () -> String

        package init(path: String, template: @escaping @Sendable () -> String) {
            self.path = path
            self.template = template
        }
    }

    private let terminal: any ReaderTerminal
    package var commands: Commands
    package var notification = NotifySettings()
    private let configurationFile: ConfigurationFile
    private let report: Sink

    /// - Parameter report: receives the results of background programs, on any thread.
    package init(
        terminal: any ReaderTerminal, commands: Commands, configurationFile: ConfigurationFile,
        report: @escaping Sink
    ) {
        self.report = report
        self.terminal = terminal
        self.commands = commands
        self.configurationFile = configurationFile
    }

    func browse(_ url: String) -> [Event] {
        open(url, with: browser)
    }

    /// True if the position of an enclosure can be followed while it plays.
    var canFollowPlayer: Bool { commands.player?.canBeFollowed ?? false }

    /// Plays an address.
    ///
    /// - Parameter follower: follows the player; only if `canFollowPlayer` is true.
    func play(_ url: String, _ follower: PlayerFollower?) -> [Event] {
        let player = commands.player.map { player in follower.map(player.followed(by:)) ?? player }
        return open(url, with: player ?? browser) { follower?.end() }
    }

    /// Plays a stored enclosure, whose name comes from lede and not from the feed.
    func play(file: String, _ follower: PlayerFollower?) -> [Event] {
        guard let player = commands.player ?? browser else {
            return [.message(.error("No player found: set [commands] player in config.toml"))]
        }
        return start(follower.map(player.followed(by:)) ?? player.rememberingPosition, with: file) { follower?.end() }
    }

    /// Copies with the person's command or the desktop's. Without one, the terminal sets its clipboard (OSC 52), which
    /// also works over ssh.
    func copy(_ text: String) -> [Event] {
        let command =
            commands.copy
            ?? Clipboard.desktopCommand(
                environment: EnvironmentVariable.nonEmptyValue, isInstalled: ExternalCommand.isInstalled)
        guard let command else {
            terminal.send(Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8))
            return [.message(Message("Copied \(text) (through the terminal, OSC 52)"))]
        }
        return runInBackground(command.words, of: command, input: text, done: "Copied \(text) (\(command.name))")
    }

    /// Runs the person's own command line with the article on its standard input. The output stays until a key is
    /// pressed, unless the program uses the whole screen.
    func pipe(_ text: String, to command: String) -> [Event] {
        let last = command.split(separator: "|").last?.split(separator: " ").first.map(String.init) ?? ""
        let status = terminal.whileSuspended {
            let status = ForegroundProgram.run(
                ["/bin/sh", "-c", command], input: text, running: { terminal.lend(to: $0) })
            let isSeen = ExternalCommand.terminalPrograms.contains(last) && status == 0
            if !isSeen, status != Self.interrupted {
                KeyPause.wait(
                    status == 0 ? "Press any key" : "Exited with status \(status); press any key", on: terminal)
            }
            return status
        }
        return status == 0 ? [] : [.message(.error("\(command): exited with status \(status)"))]
    }

    /// Notifies the person of new articles, unless the settings or the hour forbid it.
    func notify(_ notice: ArrivalNotice) -> [Event] {
        guard notification.allowsNotification(minute: Notifier.minute()) else { return [] }
        let arguments = Notifier.arguments(notice)
        var events = notification.command.map { runInBackground($0.invocation(with: arguments), of: $0) } ?? []
        switch Notifier.channel(
            notice, notification.desktop, environment: EnvironmentVariable.nonEmptyValue,
            isInstalled: ExternalCommand.isInstalled)
        {
        case .program:
            let words = Notifier.desktopWords(notice)
            events += runInBackground(words, of: ExternalCommand(words: words))
        case .sequence(let sequence): terminal.send(Array(sequence.utf8))
        case nil: break
        }
        return events
    }

    /// Passes address, title and the feed's title as arguments to the command that `config.toml` names.
    func bookmark(_ facts: [String]) -> [Event] {
        guard let command = commands.bookmark else {
            return [.message(Message("Set [commands] bookmark in config.toml first", kind: .warning))]
        }
        guard OutgoingAddress.isAllowed(facts[0]) else { return Self.refused(facts[0]) }
        let words = command.invocation(with: facts)
        let variables = PlaceholderValues(address: facts[0], title: facts[1], feed: facts[2]).variables
        guard command.wantsTerminal(otherwise: false) else {
            return runInBackground(words, of: command, variables: variables, done: "Bookmarked \(facts[0])")
        }
        let failure = runInTerminal(words, of: command, variables: variables)
        return failure.isEmpty ? [.message(Message("Bookmarked \(facts[0])"))] : failure
    }

    /// Runs the person's own command, with values in place of its placeholders. It has the terminal until it exits,
    /// unless its last word is `&`.
    func run(_ command: String, about values: PlaceholderValues) -> [Event] {
        var words = CommandWords.split(command)
        let isDetached = words.last == CommandWords.detached
        if isDetached { words.removeLast() }
        guard !words.isEmpty else { return [] }
        if words.contains("%u"), !WebAddress.isHTTP(values.address) {
            return [.message(Message("Not run, because it is not a web address: \(values.address)", kind: .warning))]
        }
        var command = ExternalCommand(words: words)
        command.isTyped = true
        let filled = values.filled(words)
        return isDetached
            ? runInBackground(filled, of: command, variables: values.variables)
            : runInTerminal(filled, of: command, variables: values.variables)
    }

    func save(_ text: String, to path: String, replacing: Bool) -> [Event] {
        let full = Self.absolute(path)
        do {
            try NewFile.write(Array(text.utf8), to: full, mode: 0o666, replacing: replacing)
            return [.message(Message("Saved as \(full)"))]
        } catch {
            let advice = error.isTaken ? "; :save! FILE replaces it" : ""
            return [.message(.error("Not saved: \(full) \(error)\(advice)"))]
        }
    }

    /// Resolves a path: `~/` is home; a relative path starts at the directory in which lede was started.
    static func absolute(_ path: String) -> String {
        let home = HomeFolder.path(variable: EnvironmentVariable.value(of: "HOME"))
        return HomeFolder.expanded(path, home: home, from: FileManager.default.currentDirectoryPath)
    }

    /// Opens the configuration in an editor; a new file lists all settings as comments.
    func editConfiguration() -> [Event] {
        if !FileManager.default.fileExists(atPath: configurationFile.path) {
            let text = Data(configurationFile.template().utf8)
            // The person may add secrets to the file.
            let isCreated = FileManager.default.createFile(
                atPath: configurationFile.path, contents: text, attributes: [.posixPermissions: 0o600])
            guard isCreated else { return [.message(.error("\(configurationFile.path) cannot be written"))] }
        }
        let variables = ["VISUAL", "EDITOR"].compactMap(EnvironmentVariable.nonEmptyValue)
        let editor = variables.lazy.compactMap(ExternalCommand.init(editor:)).first ?? ExternalCommand(words: ["vi"])
        return runInTerminal(editor.invocation(with: [configurationFile.path]), of: editor)
    }

    func suspend() {
        terminal.suspend()
    }

    // MARK: - Processes

    private static func refused(_ address: String) -> [Event] {
        [.message(.error("Not opened: \(SafeText.line(String(address.prefix(200)))) is not a web address"))]
    }

    /// Opens an address. A program with its own window runs in the background; any other has the terminal until it
    /// exits.
    private func open(
        _ url: String, with command: ExternalCommand?, ended: @escaping @Sendable () -> Void = {}
    ) -> [Event] {
        if let mail = OutgoingAddress.mail(url) {
            // A browser in the terminal cannot open a mail address.
            guard let opener = Self.desktopBrowser else {
                return [.message(.error("No program for mail found: xdg-open is missing"))]
            }
            return start(opener, with: mail)
        }
        guard OutgoingAddress.isAllowed(url) else {
            ended()
            return Self.refused(url)
        }
        guard let command else {
            let hint = "set browser or player in [commands] of config.toml, or $BROWSER"
            return [.message(.error("No program to open it: \(hint)"))]
        }
        return start(command, with: url, ended: ended)
    }

    /// - Parameter ended: called on any thread when the program has exited or could not be started.
    private func start(
        _ command: ExternalCommand, with argument: String, ended: @escaping @Sendable () -> Void = {}
    ) -> [Event] {
        let words = command.invocation(with: [argument])
        let hasWindows = DesktopEnvironment(EnvironmentVariable.value).hasWindows
        let variables = ["LEDE_URL": argument]
        guard command.wantsTerminal(otherwise: !hasWindows) else {
            return runInBackground(words, of: command, variables: variables, ended: ended)
        }
        defer { ended() }
        return runInTerminal(words, of: command, variables: variables)
    }

    /// The configured browser, else the browser of the environment or the desktop; `browser-terminal` holds for each of
    /// them.
    private var browser: ExternalCommand? {
        if let browser = commands.browser, !browser.words.isEmpty { return browser }
        var browser = Self.environmentBrowser ?? Self.desktopBrowser
        if let usesTerminal = commands.browser?.usesTerminal { browser?.usesTerminal = usesTerminal }
        return browser
    }

    private static var environmentBrowser: ExternalCommand? {
        EnvironmentVariable.nonEmptyValue(of: "BROWSER").flatMap { ExternalCommand(browser: $0) }
    }

    private static var desktopBrowser: ExternalCommand? {
        ["xdg-open", "open"].first(where: ExternalCommand.isInstalled).map { ExternalCommand(words: [$0]) }
    }

    private func runInTerminal(
        _ words: [String], of command: ExternalCommand, variables: [String: String] = [:]
    ) -> [Event] {
        let status = terminal.whileSuspended {
            let status = ForegroundProgram.run(words, variables: variables, running: { terminal.lend(to: $0) })
            // The next frame would erase the program's error message.
            if status != 0, status != ExitStatus.notFound, status != Self.interrupted {
                KeyPause.wait("Exited with status \(status); press any key", on: terminal)
            }
            return status
        }
        return status == 0 ? [] : [.message(Self.failure(of: command, status))]
    }

    /// - Parameters:
    ///   - done: the message after the program has succeeded.
    ///   - ended: called on any thread when the program has exited or could not be started.
    private func runInBackground(
        _ words: [String], of command: ExternalCommand, input: String? = nil, variables: [String: String] = [:],
        done: String? = nil, ended: @escaping @Sendable () -> Void = {}
    ) -> [Event] {
        let isStarted = DetachedProgram.start(words, input: input, variables: variables) { [report] outcome in
            ended()
            if outcome.status != 0 {
                report(.message(Self.failure(of: command, outcome.status, outcome.firstError)))
            } else if let done {
                report(.message(Message(done)))
            }
        }
        guard !isStarted else { return [] }
        ended()
        return [.message(Self.failure(of: command, ExitStatus.notFound))]
    }

    /// The exit status after Ctrl-C.
    private static let interrupted: Int32 = 130

    private static func failure(of command: ExternalCommand, _ status: Int32, _ reason: String = "") -> Message {
        if status == ExitStatus.notFound, reason.isEmpty {
            let name = command.words.first ?? command.name
            return .error("\(name): not found" + (command.isTyped ? "" : "; see [commands] in config.toml"))
        }
        return .error("\(command.name): " + (reason.isEmpty ? "exited with status \(status)" : reason))
    }
}
