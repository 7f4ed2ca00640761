import Basics
import Glibc

/// A program that the configuration names, with its arguments. Feed data is passed as arguments, never within the text
/// of a command.
package struct ExternalCommand: Equatable, Sendable {
    package let words: [String]
    /// True if the program draws on the terminal; nil means that its name decides.
    package var usesTerminal: Bool?
    /// True if the person typed it in the reader; an error then does not refer to the configuration.
    var isTyped = false

    package init(words: [String], usesTerminal: Bool? = nil) {
        self.words = words
        self.usesTerminal = usesTerminal
    }

    /// Splits a line as `CommandWords` does.
    ///
    /// - Throws: `NeedsShell` if the line has syntax that only a shell understands, or `%u` within a longer word.
    package init(line: String, usesTerminal: Bool? = nil) throws(NeedsShell) {
        let (words, bare) = CommandWords.parse(line)
        if let character = bare.first(where: Self.shellCharacters.contains) {
            throw NeedsShell(syntax: String(character))
        }
        if let word = words.first(where: { $0 != "%u" && $0.contains("%u") }) { throw NeedsShell(syntax: word) }
        self.init(words: words, usesTerminal: usesTerminal)
    }

    /// Parses the value of `$EDITOR`, whose quotation marks other programs leave to a shell; nil if it is blank.
    init?(editor line: String) {
        let words = CommandWords.split(line)
        guard !words.isEmpty else { return nil }
        self.init(words: words)
    }

    /// Parses the value of `$BROWSER`, in which the address replaces `%s`; nil if it is blank. It may be a list with
    /// colons, as for xdg-open: the first program that is installed is used.
    init?(browser line: String, isInstalled: (String) -> Bool = ExternalCommand.isInstalled) {
        let candidates = ([line] + line.split(separator: ":").map(String.init)).map(CommandWords.split)
            .filter { !$0.isEmpty }
        guard let first = candidates.first else { return nil }
        self.init(words: candidates.first { isInstalled($0[0]) } ?? first)
    }

    /// The line has a character or a word that only a shell can interpret.
    package struct NeedsShell: Error, Equatable {
        package let syntax: String
    }

    private static let shellCharacters: Set<Character> = ["|", "&", ";", "<", ">", "`", "$", "(", ")"]

    /// Returns the program with its arguments. They replace `%u` or `%s`, or are appended; for a shell's `-c` they are
    /// `$1` and so on.
    ///
    /// An argument that begins with a hyphen gets a space before it, so that feed data is never an option.
    func invocation(with values: [String]) -> [String] {
        let arguments = values.map { $0.hasPrefix("-") ? " " + $0 : $0 }
        let placeholders: Set = ["%u", "%s"]
        if words.contains(where: placeholders.contains) {
            return words.flatMap { placeholders.contains($0) ? arguments : [$0] }
        }
        let isShell = words.count == 3 && words[1] == "-c" && Self.shells.contains(name)
        return words + (isShell ? ["lede"] : []) + arguments
    }

    /// The command with the option that makes mpv remember the position when it exits, unless the person's command sets
    /// that option.
    var rememberingPosition: ExternalCommand {
        let option = "save-position-on-quit"
        guard name == "mpv", !words.contains(where: { $0.contains(option) }) else { return self }
        return adding(["--" + option])
    }

    /// True if the program is mpv and the command sets neither its socket nor its start position.
    var canBeFollowed: Bool {
        name == "mpv" && !words.contains { word in Self.ownOptions.contains { word.hasPrefix($0) } }
    }

    private static let ownOptions = ["--input-ipc-", "--start", "-start"]

    /// Adds options after the program's name.
    func adding(_ options: [String]) -> ExternalCommand {
        ExternalCommand(words: words.prefix(1) + options + words.dropFirst(), usesTerminal: usesTerminal)
    }

    /// The name of the program, without its folder.
    var name: String {
        words.first?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// True if the program needs the terminal; `otherwise` is the result for an unknown name.
    func wantsTerminal(otherwise: Bool) -> Bool {
        usesTerminal ?? (Self.terminalPrograms.contains(name) || otherwise)
    }

    private static let shells: Set = ["sh", "bash", "dash", "ksh", "zsh"]

    /// Browsers, players, pagers and editors that draw on the terminal.
    static let terminalPrograms: Set = [
        "browsh", "carbonyl", "cha", "elinks", "links", "links2", "lynx", "netrik", "retawq", "w3m",
        "cmus", "mocp", "moc", "mplayer", "mpg123", "mpg321", "mpv", "ncmpcpp", "ogg123",
        "bat", "fzf", "less", "micro", "more", "most", "nano", "nvim", "ov", "vi", "vim",
    ]

    /// True if a folder of `PATH` has a program of this name, or if this path is a program.
    static func isInstalled(_ name: String) -> Bool {
        guard !name.contains("/") else { return access(name, X_OK) == 0 }
        let path = EnvironmentVariable.value(of: "PATH") ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}
