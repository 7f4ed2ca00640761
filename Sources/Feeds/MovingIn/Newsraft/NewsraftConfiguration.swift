import Basics
import Markup

/// Translates newsraft's `config`.
struct NewsraftConfiguration {
    private(set) var configuration = MovedConfiguration()
    private(set) var notMoved: [UnimportedLine] = []
    private let file: String

    init(parsing bytes: [UInt8], file: String) {
        self.file = file
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let text = SafeText.line(String(decoding: line, as: UTF8.self))
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            read(text, number: index + 1)
        }
    }

    private mutating func report(_ text: String, _ number: Int, _ reason: String) {
        let name = String(text.prefix { $0 != " " })
        let shown = name == "proxy-password" || name == "proxy-user" ? name : ShownLine.of(text)
        notMoved.append(UnimportedLine(file: file, line: number, text: shown, reason: reason))
    }

    private mutating func read(_ text: String, number: Int) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? parts[1] : ""
        switch parts[0] {
        case "bind": bind(value, text, number)
        case "unbind": unbind(value, text, number)
        case let name where name.hasPrefix("color-"): color(name, value, text, number)
        default: set(parts[0], unquoted(value), text, number)
        }
    }

    private func unquoted(_ value: String) -> String {
        value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            ? String(value.dropFirst().dropLast()) : value
    }

    // MARK: - Settings

    private mutating func set(_ name: String, _ value: String, _ text: String, _ number: Int) {
        func limited(_ range: ClosedRange<Int>) -> MovedConfiguration.Value? { NewsboatOption.number(value, in: range) }
        if value == "0", ["reload-period", "item-limit", "pager-width", "scrolloff"].contains(name) { return }
        let target: (table: String, name: String, value: MovedConfiguration.Value?)? =
            switch name {
            case "reload-period": ("network", "refresh-minutes", limited(1...10_080))
            case "item-limit": ("retention", "max-per-feed", limited(1...1_000_000))
            case "pager-width": ("reader", "width", limited(20...500))
            case "scrolloff": ("reader", "scroll-margin", limited(0...50))
            case "list-entry-date-format": ("reader", "date-format", NewsboatOption.dateFormat(value))
            case "menu-explore-item-entry-format":
                // Earlier versions have %f and %t, later ones %O and %o.
                (
                    "reader", "article-columns",
                    RowFormat(value).articleColumns(
                        [("d", "date"), ("f", "feed"), ("O", "feed"), ("t", "title"), ("o", "title")]
                    ).map { .text($0) }
                )
            case "menu-item-sorting":
                ("reader", "order", ["time-desc": .text("newest"), "time-asc": .text("oldest")][value])
            case "menu-feed-sorting":
                (
                    "reader", "feed-order",
                    ["none": .text("added"), "unread-desc": .text("unread"), "alphabet-asc": .text("name")][value]
                )
            case "open-in-browser-command" where value == "auto": nil
            case "open-in-browser-command":
                ("commands", "browser", NewsraftCommandLine.words(value).map { .command($0) })
            case "proxy" where !value.contains("@"):
                ("network", "proxy", .text(value.contains("://") ? value : "http://\(value)"))
            default: nil
            }
        guard let target else {
            if name != "open-in-browser-command" { report(text, number, "lede has no such setting") }
            return
        }
        guard let moved = target.value else { return report(text, number, "lede has no equivalent of this value") }
        configuration.set(target.name, in: target.table, to: moved)
    }

    // MARK: - Colours

    private static let roles = [
        "color-list-item": "dim", "color-list-item-unread": "unread", "color-list-item-selected": "selection",
        "color-list-item-important": "warning", "color-list-feed-selected": "selection",
        "color-list-feed-unread": "unread",
        "color-status": "bar", "color-status-info": "bar-accent", "color-status-fail": "error",
        "color-list-feed-failed": "error",
    ]

    private mutating func color(_ name: String, _ value: String, _ text: String, _ number: Int) {
        let attributes: Set = ["bold", "italic", "underlined"]
        let written = value.split(separator: " ").map(String.init)
        let colors = written.filter { !attributes.contains($0) }
        let words =
            (colors.count == 1 ? colors + ["default"] : colors)
            + written.filter(attributes.contains).map { $0 == "underlined" ? "underline" : $0 }
        guard let role = Self.roles[name] else { return report(text, number, "lede's themes do not support it") }
        guard let style = NewsboatColors.style(words) else {
            return report(text, number, "it names no colours that lede knows")
        }
        configuration.setStyle(of: role, style + (words.contains("italic") ? " italic" : ""))
    }

    // MARK: - Keys

    private mutating func bind(_ value: String, _ text: String, _ number: Int) {
        let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let key = Self.notation(parts[0]) else {
            return report(text, number, "lede has no such key")
        }
        var commands: [MovedConfiguration.KeyCommand] = []
        for action in parts[1].split(separator: ";").map({ WhiteSpace.collapsed(String($0)) }) where !action.isEmpty {
            if action.hasPrefix("exec ") {
                guard let words = NewsraftCommandLine.words(String(action.dropFirst(5)), detaching: true) else {
                    return report(text, number, ShellWords.quotedPlaceholder)
                }
                commands.append(.run(words))
            } else if let command = Self.commands[action] {
                commands.append(.command(command))
            } else {
                return report(text, number, Self.reason(action))
            }
        }
        configuration.bind(.init(keys: key, commands: commands))
    }

    private mutating func unbind(_ value: String, _ text: String, _ number: Int) {
        guard let key = Self.notation(value) else { return report(text, number, "lede has no such key") }
        configuration.bind(.init(keys: key, commands: []))
    }

    private static func notation(_ key: String) -> String? {
        let name = key.hasPrefix("KEY_") ? String(key.dropFirst(4)) : key
        return NewsboatKeys.notation(name) ?? NewsboatKeys.notation(name.uppercased())
    }

    private static func reason(_ action: String) -> String {
        switch action.prefix(while: { $0 != " " }) {
        case "edit": "it changes newsraft's database with SQL"
        case "find": "a condition in SQL; F keeps a search in lede"
        default: "lede has no command for “\(ShownLine.of(action))”"
        }
    }

    private static let commands = [
        "select-next": "down", "select-prev": "up", "select-next-page": "page-down", "select-prev-page": "page-up",
        "select-next-page-half": "half-page-down", "select-prev-page-half": "half-page-up", "select-first": "first",
        "select-last": "last", "jump-to-next": "next-feed", "jump-to-prev": "previous-feed",
        "jump-to-next-unread": "next-unread", "jump-to-prev-unread": "previous-unread", "enter": "open",
        "reload": "refresh", "reload-all": "refresh-all", "mark-read-all": "mark-all-read",
        "toggle-read": "toggle-read",
        "toggle-important": "star", "open-in-browser": "browser", "copy-to-clipboard": "copy",
        "start-search-input": "search", "navigate-back": "back", "quit": "back", "quit-hard": "quit",
        "view-errors": "messages",
    ]
}

/// Commands that newsraft gives to a shell: `%l` is the address, `%t` and `%o` the title.
enum NewsraftCommandLine {
    /// - Returns: nil for a placeholder that is a part of a quoted text.
    static func words(_ command: String, detaching: Bool = false) -> [String]? {
        let translated = ShellWords.replacing(
            [("%l", "%u"), ("%o", "%t"), ("%O", "%f"), ("%T", "%f")], in: command)
        return ShellWords.words(of: translated, placeholders: ["%u", "%t", "%f"], detaching: detaching)
    }
}
