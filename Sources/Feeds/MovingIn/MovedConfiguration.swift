/// Another reader's configuration in the terms of `config.toml`.
package struct MovedConfiguration: Equatable, Sendable {
    package struct Setting: Equatable, Sendable {
        /// Nil for a setting before the tables.
        package var table: String?
        package var name: String
        package var value: Value
    }

    package enum Value: Equatable, Sendable {
        case text(String)
        case number(Int)
        case truth(Bool)
        /// A command, word by word.
        case command([String])
    }

    /// A key, or several pressed one after the other, in lede's notation. Without a command it removes the binding.
    package struct Binding: Equatable, Sendable {
        package var keys: String
        /// `feeds`, `articles` or `text`; nil means everywhere.
        package var column: String?
        package var commands: [KeyCommand]
        /// The person's own note on it.
        package var comment: String?

        init(keys: String, column: String? = nil, commands: [KeyCommand], comment: String? = nil) {
            self.keys = keys
            self.column = column
            self.commands = commands
            self.comment = comment
        }
    }

    package enum KeyCommand: Equatable, Sendable {
        /// A command of the reader, with its argument.
        case command(String)
        /// Another program, word by word.
        case run([String])
    }

    /// A `[[kill]]`, `[[highlight]]` or `[[mark]]` table.
    package struct Rule: Equatable, Sendable {
        package var kind: String
        package var conditions: [Condition]
        /// The style of a highlight; nil for the theme's.
        package var style: String?
        /// True if new articles that match are marked as read.
        package var marksRead: Bool

        package struct Condition: Equatable, Sendable {
            package var field: String
            package var pattern: String
        }

        init(kind: String, conditions: [Condition], style: String? = nil, marksRead: Bool = false) {
            self.kind = kind
            self.conditions = conditions
            self.style = style
            self.marksRead = marksRead
        }
    }

    /// A role of the theme and the style to show it in.
    package struct RoleStyle: Equatable, Sendable {
        package var role: String
        package var style: String
    }

    package private(set) var settings: [Setting] = []
    package private(set) var bindings: [Binding] = []
    package var rules: [Rule] = []
    package private(set) var roleStyles: [RoleStyle] = []

    init() {}

    package var isEmpty: Bool { settings.isEmpty && bindings.isEmpty && rules.isEmpty && roleStyles.isEmpty }

    /// Sets a value; the last value of a name wins.
    mutating func set(_ name: String, in table: String?, to value: Value) {
        settings.removeAll { $0.table == table && $0.name == name }
        settings.append(Setting(table: table, name: name, value: value))
    }

    /// Replaces earlier bindings of the keys: in this column, or in all.
    mutating func bind(_ binding: Binding) {
        bindings.removeAll { $0.keys == binding.keys && (binding.column == nil || $0.column == binding.column) }
        bindings.append(binding)
    }

    /// Adds the other reader's default keys, except where the person's own lines bind or unbind them.
    package mutating func addDefaultKeys(_ defaults: [Binding]) {
        let own = bindings
        bindings = defaults
        for binding in own { bind(binding) }
    }

    mutating func setStyle(of role: String, _ style: String) {
        roleStyles.removeAll { $0.role == role }
        roleStyles.append(RoleStyle(role: role, style: style))
    }
}
