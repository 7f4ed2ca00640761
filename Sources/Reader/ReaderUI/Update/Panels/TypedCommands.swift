import Basics

// The commands typed after `:`, and their history.
extension State {
    /// Runs a line typed after `:`.
    mutating func runLine(_ line: String) -> [Effect] {
        rememberCommand(line)
        if let number = Int(line, within: 0...1_000_000_000) { return goToRow(number) }
        let plain = line.hasSuffix("!") ? String(line.dropLast()) : line
        guard let invocation = Invocation(line: Self.aliases[plain] ?? line) else {
            let name = line.split(separator: " ").first.map(String.init) ?? line
            let guess = Command.nearest(to: name).map(Self.question) ?? ""
            say("No command “\(name)”\(guess); \(keymap.name(of: .help)) lists all", .error)
            return []
        }
        if let problem = invocation.problem {
            say(problem, .error)
            return []
        }
        return run([invocation])
    }

    /// Remembers a line without the user and password of an address: the history is stored, and the arrow keys show it.
    mutating func rememberCommand(_ line: String) {
        guard let invocation = Invocation(line: line), let argument = invocation.argument,
            invocation.command == .add || invocation.command == .readLater
        else { return memory.commandHistory.remember(line) }
        let address = argument.prefix { $0 != " " }
        let shown = "\(ShownAddress.ofTyped(String(address)))\(argument.dropFirst(address.count))"
        memory.commandHistory.remember(Invocation(invocation.command, shown).line)
    }

    /// Returns ` (did you mean “search”?)` if a known name is spelled similarly, otherwise an empty string.
    static func guess(_ name: String, _ known: [String]) -> String {
        Suggestion.nearest(to: name, among: known).map(question) ?? ""
    }

    private static func question(_ name: String) -> String { " (did you mean “\(name)”?)" }

    /// Names that vi users type, often with a `!` after them.
    private static let aliases = [
        "q": "quit", "quit": "quit", "qa": "quit", "wq": "quit", "x": "quit", "h": "help", "source": "reload-config",
    ]
}

/// Maximum number of lines in each history (default 100).
private let historyLength = 100

extension [String] {
    /// Appends a line to a history and removes its earlier copy.
    mutating func remember(_ line: String) {
        removeAll { $0 == line }
        append(line)
        if count > historyLength { removeFirst(count - historyLength) }
    }
}
