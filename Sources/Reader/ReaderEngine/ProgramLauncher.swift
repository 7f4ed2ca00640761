import Basics
import Foundation
import Glibc
import Markup
import ReaderUI

/// Other programs and files: the browser, a player, a pager, an editor, the clipboard.
///
/// Addresses come from the network: they are handed over as arguments, never through a shell.
package final class ProgramLauncher {
    /// The commands of the configuration; nil: the environment or the system decides.
    package struct Commands: Equatable, Sendable {
        package var browser: String?
        package var player: String?
        package var bookmark: String?

        package init(browser: String? = nil, player: String? = nil, bookmark: String? = nil) {
            self.browser = browser
            self.player = player
            self.bookmark = bookmark
        }
    }

    /// The configuration file and what a new one begins with.
    package struct ConfigurationFile: Sendable {
        let path: String
        let template: String

        package init(path: String, template: String) {
            self.path = path
            self.template = template
        }
    }

    private let terminal: any ReaderTerminal
    package var commands: Commands
    private let configurationFile: ConfigurationFile

    package init(terminal: any ReaderTerminal, commands: Commands, configurationFile: ConfigurationFile) {
        self.terminal = terminal
        self.commands = commands
        self.configurationFile = configurationFile
    }

    func browse(_ url: String) -> [Event] {
        open(url, with: commands.browser ?? Self.variable("BROWSER"))
    }

    func play(_ url: String) -> [Event] {
        open(url, with: commands.player ?? commands.browser ?? Self.variable("BROWSER"))
    }

    /// OSC 52: the terminal puts the text on its clipboard, over ssh too.
    func copy(_ text: String) {
        terminal.send(Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8))
    }

    /// The person's own command line gets the article on its standard input.
    func pipe(_ text: String, to command: String) -> [Event] {
        let status = terminal.whileAway { ChildProcess.run(["/bin/sh", "-c", command], input: text) }
        return Self.report(status, of: command)
    }

    /// The command that `config.toml` names gets address, title and the feed's title: in place of `%u`, `%t` and `%f` where it
    /// names one of these, else as its last arguments; and in `LEDE_URL`, `LEDE_TITLE` and `LEDE_FEED`.
    func bookmark(_ facts: [String]) -> [Event] {
        guard let command = commands.bookmark else {
            return [
                .message(Message("No bookmark command: [commands] bookmark in config.toml names one", kind: .warning))
            ]
        }
        guard OutgoingAddress.isAllowed(facts[0]) else { return Self.refused(facts[0]) }
        let values = zip(["%u", "%t", "%f"], facts).map { (placeholder: $0, value: $1) }
        let environment = zip(["LEDE_URL", "LEDE_TITLE", "LEDE_FEED"], facts).map { (name: $0, value: $1) }
        let words = Self.words(command, values)
        let status = terminal.whileAway { ChildProcess.run(words, environment: environment) }
        return status == 0 ? [.message(Message("Bookmarked \(facts[0])"))] : Self.report(status, of: command)
    }

    func save(_ text: String, to path: String) -> [Event] {
        let full = Self.absolute(path)
        do {
            try NewFile.write(text, to: full)
            return [.message(Message("Saved as \(full)"))]
        } catch {
            return [.message(.error("Not saved: \(full) \(error)"))]
        }
    }

    /// A path as the person means it: `~/` is home, and what does not begin with a slash lies where lede was started.
    private static func absolute(_ path: String) -> String {
        if path.hasPrefix("~/"), let home = variable("HOME") { return home + path.dropFirst() }
        return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// A file that is not there begins as a list of all settings, in comments.
    func editConfiguration() -> [Event] {
        if !FileManager.default.fileExists(atPath: configurationFile.path) {
            let text = Data(configurationFile.template.utf8)
            // Secrets may come to stand in it.
            let isCreated = FileManager.default.createFile(
                atPath: configurationFile.path, contents: text, attributes: [.posixPermissions: 0o600])
            guard isCreated else { return [.message(.error("\(configurationFile.path) cannot be written"))] }
        }
        let editor = Self.variable("VISUAL") ?? Self.variable("EDITOR") ?? "vi"
        let status = terminal.whileAway { ChildProcess.run(Self.words(editor, configurationFile.path)) }
        return Self.report(status, of: editor)
    }

    func suspend() {
        terminal.suspend()
    }

    // MARK: - Processes

    /// A browser with a window of its own is not waited for; without one, it has the terminal until it ends.
    private func open(_ url: String, with command: String?) -> [Event] {
        guard OutgoingAddress.isAllowed(url) else { return Self.refused(url) }
        let hasWindows = Self.variable("DISPLAY") != nil || Self.variable("WAYLAND_DISPLAY") != nil
        let command = command ?? "xdg-open"
        let words = Self.words(command, url)
        guard hasWindows else { return Self.report(terminal.whileAway { ChildProcess.run(words) }, of: command) }
        return ChildProcess.start(words) ? [] : Self.report(ChildProcess.notFound, of: command)
    }

    /// The command's words, then the argument as one word; `%u` or `%s` says where else it goes.
    private static func words(_ command: String, _ argument: String) -> [String] {
        let words = words(command)
        let placeholders: Set = ["%u", "%s"]
        guard words.contains(where: placeholders.contains) else { return words + [argument] }
        return words.map { placeholders.contains($0) ? argument : $0 }
    }

    /// The command's words with these values in place of their placeholders; where it has none, the values come last.
    private static func words(_ command: String, _ values: [(placeholder: String, value: String)]) -> [String] {
        let words = words(command)
        let safe = Dictionary(values.map { ($0.placeholder, noOption($0.value)) }) { first, _ in first }
        guard words.contains(where: { safe[$0] != nil }) else { return words + values.map { noOption($0.value) } }
        return words.map { safe[$0] ?? $0 }
    }

    /// Feed data that begins with a hyphen would be taken for an option: it gets a space before it.
    private static func noOption(_ text: String) -> String {
        text.hasPrefix("-") ? " " + text : text
    }

    private static func refused(_ address: String) -> [Event] {
        [.message(.error("Not opened: \(SafeText.line(String(address.prefix(200)))) is no web address"))]
    }

    private static func words(_ command: String) -> [String] {
        command.split(separator: " ").map(String.init)
    }

    private static func report(_ status: Int32, of command: String) -> [Event] {
        switch status {
        case 0: []
        case ChildProcess.notFound: [.message(.error("\(command) cannot be run"))]
        default: [.message(.error("\(command) ended with status \(status)"))]
        }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
