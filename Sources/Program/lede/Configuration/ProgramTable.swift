import ReaderEngine
import ReaderUI
import TOMLReading

// Reads `[commands]` and `[notify]`, the programs that lede starts.
extension Configuration {
    mutating func readNotify(_ name: String, _ value: TOMLValue) -> String? {
        let others = SettingTable.notifySettings
        guard name == "command" else {
            guard !others.contains(where: { $0.name == name }) else { return Self.read(&notify, others, name, value) }
            return Self.unknown(name, ["command"] + others.map(\.name), elsewhere: Self.tableHint(for: name))
        }
        let read = Self.command(named: name, value, usesTerminal: false)
        if case .success(let command) = read { notify.command = command }
        if case .failure(let problem) = read { return problem.message }
        return nil
    }

    private typealias CommandPath = WritableKeyPath<ProgramLauncher.Commands, ExternalCommand?>

    /// The commands of `[commands]`, by name.
    private static var commandPaths: [String: CommandPath] {
        ["bookmark": \.bookmark, "browser": \.browser, "copy": \.copy, "player": \.player]
    }

    mutating func readCommand(_ name: String, _ value: TOMLValue) -> String? {
        let paths = Self.commandPaths
        let suffix = "-terminal"
        if name.hasSuffix(suffix), let path = paths[String(name.dropLast(suffix.count))] {
            guard let usesTerminal = value.bool else { return "\(name) must be true or false" }
            let words = commands[keyPath: path]?.words ?? []
            commands[keyPath: path] = ExternalCommand(words: words, usesTerminal: usesTerminal)
            return nil
        }
        guard let path = paths[name] else {
            let known = (paths.keys + paths.keys.map { $0 + suffix }).sorted()
            return Self.unknown(name, known, elsewhere: Self.tableHint(for: name))
        }
        let usesTerminal = commands[keyPath: path]?.usesTerminal
        switch Self.command(named: name, value, usesTerminal: usesTerminal) {
        case .success(let command): commands[keyPath: path] = command
        case .failure(let problem): return problem.message
        }
        return nil
    }

    /// Reads a command: a line, or a list of words.
    private static func command(
        named name: String, _ value: TOMLValue, usesTerminal: Bool?
    ) -> Result<ExternalCommand, KeyProblem> {
        if let words = value.array?.compactMap({ $0.string }), !words.isEmpty, words.count == value.array?.count {
            return .success(ExternalCommand(words: words, usesTerminal: usesTerminal))
        }
        guard let line = value.string else {
            return .failure(KeyProblem(message: "\(name) must be a command, in quotes, or a list of its words"))
        }
        do {
            return .success(try ExternalCommand(line: line, usesTerminal: usesTerminal))
        } catch {
            let message =
                "\(error.syntax) needs a shell: \(name) = [\"sh\", \"-c\", \"…\"], where \"$1\" is the address"
            return .failure(KeyProblem(message: message))
        }
    }

    /// Drops commands that have a `-terminal` setting but no words, except the browser, which the environment may name.
    mutating func dropEmptyCommands() {
        guard commands != ProgramLauncher.Commands() else { return }
        for (name, path) in Self.commandPaths where commands[keyPath: path]?.words.isEmpty == true {
            if name != "browser" { commands[keyPath: path] = nil }
        }
    }
}

/// The reason why a key or a command of the file is refused.
struct KeyProblem: Error {
    var message: String
}
