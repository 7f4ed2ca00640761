import FeedModel
package import Screen

/// The bindings of keys to commands.
package struct Keymap: Equatable, Sendable {
    /// The commands that a key sequence runs: one, or several (a macro), each with its argument.
    package typealias Action = [Invocation]

    private var actions: [[Key]: Action] = [:]
    /// The proper prefixes of the sequences, with the number of sequences that have each.
    private var beginnings: [[Key]: Int] = [:]
    /// Bindings that apply in one column only; an empty action disables the keys there.
    private var columns: [Column: [[Key]: Action]] = [:]
    /// The notations of the keys that run one command alone: the keys of the table first, in its order, then the
    /// person's own.
    private var keys: [Command: [String]] = [:]

    /// The meaning of the sequence pressed so far.
    package enum Match: Equatable, Sendable {
        case action(Action)
        /// The sequence begins longer sequences; the action is its own action, if it has one.
        case prefix(Action?)
        case none
    }

    package init() {}

    /// The default keys of the command table.
    package static let standard: Keymap = {
        // This has the effect of `bind` for each sequence, because none is bound twice. It saves the look-ups of
        // `bind`, which took a million instructions of each start.
        var keymap = Keymap()
        for entry in CommandTable.entries where !entry.keys.isEmpty {
            for sequence in entry.keys.compactMap(Keymap.sequence) {
                keymap.actions[sequence] = [Invocation(entry.command)]
                keymap.count(beginningsOf: sequence, by: 1)
            }
            keymap.keys[entry.command] = entry.keys
        }
        return keymap
    }()

    /// Parses keys separated by spaces; nil if one of them names no key.
    package static func sequence(_ notation: String) -> [Key]? {
        let keys = notation.split(separator: " ").map { Key(String($0)) }
        let known = keys.compactMap(\.self)
        return known.isEmpty || known.count != keys.count ? nil : known
    }

    /// Binds a sequence to an action in all columns; an empty action removes the binding.
    package mutating func bind(_ sequence: [Key], to action: Action) {
        if let old = actions.removeValue(forKey: sequence) { count(sequence, of: old, by: -1) }
        guard !action.isEmpty else { return }
        actions[sequence] = action
        count(sequence, of: action, by: 1)
    }

    /// Binds a sequence to an action in one column, overriding other bindings. An empty action disables it there.
    package mutating func bind(_ sequence: [Key], to action: Action, in column: Column) {
        columns[column, default: [:]][sequence] = action
    }

    /// - Parameter column: the focused column; nil matches only bindings for all columns.
    package func match(_ sequence: [Key], in column: Column? = nil) -> Match {
        let ownOfColumn = column.flatMap { columns[$0]?[sequence] }
        let own = (ownOfColumn ?? actions[sequence]).flatMap { $0.isEmpty ? nil : $0 }
        if beginnings[sequence] != nil || begins(sequence, in: column) { return .prefix(own) }
        return own.map(Match.action) ?? .none
    }

    /// True if a longer sequence of the column begins with this one. A linear search suffices: columns have few
    /// bindings of their own.
    private func begins(_ sequence: [Key], in column: Column?) -> Bool {
        guard let own = column.flatMap({ columns[$0] }) else { return false }
        return own.contains { $0.key.count > sequence.count && $0.key.starts(with: sequence) && !$0.value.isEmpty }
    }

    /// Returns the keys that run this command alone, in their notation: the keys of the table first, in its order, then
    /// the person's own.
    package func notations(for command: Command) -> [String] {
        keys[command] ?? []
    }

    /// Returns the name of the command in messages: the first key that runs it alone in every column, or else its line,
    /// `:undo`.
    package func name(of command: Command) -> String {
        notations(for: command).first { notation in
            !Column.allCases.contains { isBound(notation, in: $0, otherThan: command) }
        } ?? ":\(command.rawValue)"
    }

    /// Returns the first key that runs the command alone in this column; nil if it has none there.
    func key(for command: Command, in column: Column) -> String? {
        notations(for: command).first { !isBound($0, in: column, otherThan: command) }
            ?? columns[column]?.filter { $0.value == [Invocation(command)] }.map { Self.notation($0.key) }.min()
    }

    private func isBound(_ notation: String, in column: Column, otherThan command: Command) -> Bool {
        guard let own = columns[column], let sequence = Self.sequence(notation) else { return false }
        return own[sequence].map { $0 != [Invocation(command)] } ?? false
    }

    /// Updates the indexes, which each key press and each frame look up.
    private mutating func count(_ sequence: [Key], of action: Action, by step: Int) {
        count(beginningsOf: sequence, by: step)
        guard action.count == 1, action[0].argument == nil else { return }
        let command = action[0].command
        let notation = Self.notation(sequence)
        let bound = step > 0 ? (keys[command] ?? []) + [notation] : keys[command]?.filter { $0 != notation } ?? []
        let table = CommandTable.entry(command)?.keys ?? []
        keys[command] = table.filter(bound.contains) + bound.filter { !table.contains($0) }.sorted()
    }

    private mutating func count(beginningsOf sequence: [Key], by step: Int) {
        for length in 1..<max(1, sequence.count) {
            let beginning = Array(sequence[..<length])
            let number = (beginnings[beginning] ?? 0) + step
            beginnings[beginning] = number > 0 ? number : nil
        }
    }

    static func notation(_ sequence: [Key]) -> String {
        sequence.map(\.notation).joined(separator: " ")
    }

    /// True if a longer sequence that begins with this one runs a macro.
    func beginsMacro(_ sequence: [Key], in column: Column) -> Bool {
        [actions, columns[column] ?? [:]].contains { bindings in
            bindings.contains { keys, action in
                keys.count > sequence.count && keys.starts(with: sequence) && Self.isMacro(action)
            }
        }
    }

    private static func isMacro(_ action: Action) -> Bool {
        action.count > 1 || action.contains { $0.argument != nil }
    }

    /// Sequences that run several commands or one with an argument, in their notation.
    package var macros: [(keys: String, action: Action)] {
        actions.filter { Self.isMacro($0.value) }
            .map { (keys: Self.notation($0.key), action: $0.value) }
            .sorted { $0.keys < $1.keys } + ofColumns
    }

    /// The bindings that apply in one column only.
    private var ofColumns: [(keys: String, action: Action)] {
        Column.allCases.flatMap { column in
            (columns[column] ?? [:]).map { (keys: "\(Self.notation($0.key)) (\(column.name))", action: $0.value) }
                .sorted { $0.keys < $1.keys }
        }
    }
}

/// The argument of `:offline`.
enum OfflineChoice: String, CaseIterable {
    case on, off
}

/// A command with its argument, run by a key, a macro or the `:` line.
package struct Invocation: Equatable, Sendable {
    package var command: Command
    var argument: String?
    /// True for `export!` and `save!`, which replace a file as vi's `w!` does.
    var replacesFile = false

    package init(_ command: Command, _ argument: String? = nil) {
        self.command = command
        self.argument = argument
    }

    /// Parses `name` or `name argument`; nil if there is no such command.
    package init?(line: String) {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let name = parts.first else { return nil }
        replacesFile = [Command.exportFeeds, .save].contains { "\($0.rawValue)!" == name }
        guard let command = Command(rawValue: String(name.dropLast(replacesFile ? 1 : 0))) else { return nil }
        self.command = command
        let rest: Substring = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
        argument = rest.isEmpty ? nil : String(rest)
    }

    /// The reason why the command refuses its argument; nil if it accepts it.
    package var problem: String? {
        guard let argument else { return nil }
        if CommandTable.entry(command)?.argument == nil { return "\(command.rawValue) takes no argument" }
        switch command {
        case .offline where OfflineChoice(rawValue: argument) == nil:
            return "offline takes on or off, or nothing to switch"
        case .history where HistoryChoice(rawValue: argument) == nil:
            return "history takes clear, or nothing to list the articles"
        case .comments where CommentsForm(rawValue: argument) == nil:
            return "comments takes feed, or nothing to open their page"
        case .sort where ArticleOrder(word: argument) == nil:
            return "sort takes one of \(ArticleOrder.allCases.map(\.word).joined(separator: ", "))"
        case .openLink where Self.link(argument) == nil: return "open-link takes the number of a link"
        case .markOlderRead where Self.days(argument) == nil: return Self.daysProblem
        default: return nil
        }
    }

    package var line: String {
        let name = replacesFile ? "\(command.rawValue)!" : command.rawValue
        return argument.map { "\(name) \($0)" } ?? name
    }
}
