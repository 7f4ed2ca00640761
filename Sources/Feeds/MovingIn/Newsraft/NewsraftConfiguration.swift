import Basics
import Markup

/// Translates newsraft's `config`.
struct NewsraftConfiguration {
    private(set) var configuration = MovedConfiguration()
    private(set) var notMoved: [UnimportedLine] = []
    private let file: String

    init(parsing bytes: [UInt8], file: String) {
        self.file = file
        for line in bytes.numberedLines where !line.text.isEmpty && !line.text.hasPrefix("#") {
            read(line.text, number: line.number)
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

    /// A setting of lede, whose value is made from newsraft's.
    private typealias Setting = (table: String, name: String, value: @Sendable (String) -> MovedConfiguration.Value?)

    private static let settings: [String: Setting] = [
        "reload-period": ("network", "refresh-minutes", { NewsboatOption.number($0, in: 1...10_080) }),
        "item-limit": ("retention", "max-per-feed", { NewsboatOption.number($0, in: 1...1_000_000) }),
        "pager-width": ("reader", "width", { NewsboatOption.number($0, in: 20...500) }),
        "scrolloff": ("reader", "scroll-margin", { NewsboatOption.number($0, in: 0...50) }),
        "list-entry-date-format": ("reader", "date-format", { NewsboatOption.dateFormat($0) }),
        "menu-explore-item-entry-format": ("reader", "article-columns", { articleColumns($0) }),
        "menu-item-sorting": ("reader", "order", { orders[$0].map { .text($0) } }),
        "menu-feed-sorting": ("reader", "feed-order", { feedOrders[$0].map { .text($0) } }),
        "open-in-browser-command": ("commands", "browser", { NewsraftCommandLine.words($0).map { .command($0) } }),
        "copy-to-clipboard-command": ("commands", "copy", { ShellWords.plain($0).map { .command($0.words) } }),
        "mark-item-read-on-hover": ("reader", "mark-read-on-scroll", { NewsboatOption.truth($0) }),
        "proxy": ("network", "proxy", { proxy($0) }),
    ]

    /// Values with which newsraft does what lede does without a setting.
    private static let silent = [
        "reload-period": "0", "item-limit": "0", "pager-width": "0", "scrolloff": "0",
        "open-in-browser-command": "auto", "copy-to-clipboard-command": "auto", "mark-item-unread-on-change": "false",
    ]

    /// The reasons why settings are not moved, with lede's own way.
    private static let reasons = [
        "notification-command": "lede has its own notifications: see [notify] in lede help feeds",
        "user-agent": "lede identifies itself; for one feed: lede feed ADDRESS user-agent=TEXT",
        "mark-item-unread-on-change": "an edited article keeps its marks in lede; :changes shows the edits",
        "proxy-user": secret, "proxy-password": secret,
    ]

    private static let secret = "it holds a secret; set proxy in [network] yourself"

    private static let orders = ["time-desc": "newest", "time-asc": "oldest"]
    private static let feedOrders = ["none": "added", "unread-desc": "unread", "alphabet-asc": "name"]

    private static func articleColumns(_ format: String) -> MovedConfiguration.Value? {
        // Earlier versions have %f and %t, later ones %O and %o.
        let columns: [(letter: Character, name: String)] = [
            ("d", "date"), ("f", "feed"), ("O", "feed"), ("t", "title"), ("o", "title"),
        ]
        return RowFormat(format).articleColumns(columns).map { .text($0) }
    }

    /// Returns nil for an address that contains a password.
    private static func proxy(_ address: String) -> MovedConfiguration.Value? {
        guard !address.contains("@") else { return nil }
        return .text(address.contains("://") ? address : "http://\(address)")
    }

    private mutating func set(_ name: String, _ value: String, _ text: String, _ number: Int) {
        guard Self.silent[name] != value else { return }
        guard let setting = Self.settings[name] else {
            return report(text, number, Self.reasons[name] ?? "lede has no such setting")
        }
        guard let moved = setting.value(value) else {
            return report(text, number, "lede has no equivalent of this value")
        }
        configuration.set(setting.name, in: setting.table, to: moved)
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
        let actions = parts[1].split(separator: ";").map { WhiteSpace.collapsed(String($0)) }.filter { !$0.isEmpty }
        do {
            let commands = try Self.keyCommands(for: actions, in: nil)
            configuration.bind(.init(keys: key, commands: commands))
            for column in Self.commandsInColumn.keys.sorted() {
                let own = try Self.keyCommands(for: actions, in: column)
                if own != commands { configuration.bind(.init(keys: key, column: column, commands: own)) }
            }
            // Newsraft's toggle stays on its row.
            if actions.contains("toggle-read") {
                configuration.set("after-toggle-read", in: "reader", to: .text("stay"))
            }
        } catch {
            report(text, number, error.reason)
        }
    }

    private struct Refusal: Error {
        var reason: String
    }

    /// Returns lede's commands for actions in one of the columns; nil means all columns.
    private static func keyCommands(
        for actions: [String], in column: String?
    ) throws(Refusal) -> [MovedConfiguration.KeyCommand] {
        var found: [MovedConfiguration.KeyCommand] = []
        for action in actions {
            if action.hasPrefix("exec ") {
                guard let words = NewsraftCommandLine.words(String(action.dropFirst(5)), detaching: true) else {
                    throw Refusal(reason: ShellWords.quotedPlaceholder)
                }
                found.append(.run(words))
            } else if let command = column.flatMap({ commandsInColumn[$0]?[action] }) ?? commands[action] {
                found.append(.command(command))
            } else {
                throw Refusal(reason: reason(action))
            }
        }
        return found
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

    /// Newsraft marks all articles of a selected feed, and a jump from a text opens the next article.
    private static let commandsInColumn = [
        "feeds": ["mark-read": "mark-all-read"],
        "text": ["jump-to-next": "next-article", "jump-to-prev": "previous-article"],
    ]

    private static let commands = [
        "select-next": "down", "select-prev": "up", "select-next-page": "page-down", "select-prev-page": "page-up",
        "select-next-page-half": "half-page-down", "select-prev-page-half": "half-page-up", "select-first": "first",
        "select-last": "last", "jump-to-next": "down", "jump-to-prev": "up",
        "jump-to-next-unread": "next-unread", "jump-to-prev-unread": "previous-unread", "enter": "open",
        "reload": "refresh", "reload-all": "refresh-all", "mark-read-all": "mark-all-read",
        "mark-read": "mark-read", "mark-unread": "mark-unread", "toggle-read": "toggle-read",
        "toggle-important": "star", "open-in-browser": "browser", "copy-to-clipboard": "copy",
        "start-search-input": "search", "navigate-back": "back", "quit": "back", "quit-hard": "quit",
        "view-errors": "messages", "goto-feed": "go-to-feed",
    ]
}

extension NewsraftHome {
    /// The keys that newsraft 0.36 binds without a configuration and lede binds to other commands, in lede's terms. Keys
    /// whose action lede does not have are left out; the nearest to marking an article as important is toggling its star.
    package static let defaultKeys: [MovedConfiguration.Binding] = {
        let config = """
            bind ^E select-next
            bind ^Y select-prev
            bind J jump-to-next
            bind K jump-to-prev
            bind N jump-to-prev-unread
            bind * goto-feed
            bind ^R reload-all
            bind d mark-read; jump-to-next
            bind D mark-unread; jump-to-next
            bind f toggle-important
            bind v view-errors
            bind c copy-to-clipboard
            """
        return NewsraftConfiguration(parsing: Array(config.utf8), file: "").configuration.bindings
    }()
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
