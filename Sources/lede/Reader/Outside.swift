import Foundation
import Glibc
import ReaderUI
import TerminalDriver

/// Other programs and files: the browser, a player, a pager, an editor, the clipboard.
///
/// Addresses come from the network: they are handed over as arguments, never through a shell.
final class Outside {
    private let terminal: TerminalDriver.Terminal
    private let configuration: Configuration
    private let configurationFile: String

    init(terminal: TerminalDriver.Terminal, configuration: Configuration, configurationFile: String) {
        self.terminal = terminal
        self.configuration = configuration
        self.configurationFile = configurationFile
    }

    func browse(_ url: String) -> [Event] {
        open(url, with: configuration.browser ?? Self.variable("BROWSER"))
    }

    func play(_ url: String) -> [Event] {
        open(url, with: configuration.player ?? configuration.browser ?? Self.variable("BROWSER"))
    }

    /// OSC 52: the terminal puts the text on its clipboard, over ssh too.
    func copy(_ text: String) {
        terminal.send(Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8))
    }

    /// The person's own command line gets the article on its standard input.
    func pipe(_ text: String, to command: String) -> [Event] {
        let status = terminal.whileAway {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", command]
            let input = Pipe()
            process.standardInput = input
            return Self.run(process) {
                try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
                try? input.fileHandleForWriting.close()
            }
        }
        return Self.report(status, of: command)
    }

    func save(_ text: String, to path: String) -> [Event] {
        let home = Self.variable("HOME") ?? ""
        let full = path.hasPrefix("~/") ? home + path.dropFirst() : path
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: full), options: .withoutOverwriting)
            return [.message(Message("Saved as \(full)"))]
        } catch {
            let isThere = FileManager.default.fileExists(atPath: full)
            return [.message(.error("Not saved: \(full) " + (isThere ? "exists already" : "cannot be written")))]
        }
    }

    func editConfiguration() -> [Event] {
        let editor = Self.variable("VISUAL") ?? Self.variable("EDITOR") ?? "vi"
        let status = terminal.whileAway { Self.run(Self.process(editor, argument: configurationFile)) }
        return Self.report(status, of: editor) + [.message(Message("Keys and settings hold from the next start"))]
    }

    func suspend() {
        terminal.suspend()
    }

    // MARK: - Processes

    /// A browser with a window of its own is not waited for; without one, it has the terminal until it ends.
    private func open(_ url: String, with command: String?) -> [Event] {
        let hasWindows = Self.variable("DISPLAY") != nil || Self.variable("WAYLAND_DISPLAY") != nil
        let command = command ?? "xdg-open"
        let process = Self.process(command, argument: url)
        guard hasWindows else {
            return Self.report(terminal.whileAway { Self.run(process) }, of: command)
        }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            return []
        } catch {
            return [.message(.error("\(command) cannot be run"))]
        }
    }

    /// The command's words, then the argument as one word; `%u` or `%s` says where else it goes.
    private static func process(_ command: String, argument: String) -> Process {
        var words = command.split(separator: " ").map(String.init)
        let placeholders: Set = ["%u", "%s"]
        if words.contains(where: placeholders.contains) {
            words = words.map { placeholders.contains($0) ? argument : $0 }
        } else {
            words.append(argument)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        return process
    }

    /// Runs to the end; nil where it could not be started.
    private static func run(_ process: Process, _ whileRunning: () -> Void = {}) -> Int32? {
        do {
            try process.run()
        } catch {
            return nil
        }
        whileRunning()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func report(_ status: Int32?, of command: String) -> [Event] {
        switch status {
        case 0: []
        case 127, nil: [.message(.error("\(command) cannot be run"))]
        case .some(let status): [.message(.error("\(command) ended with status \(status)"))]
        }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
