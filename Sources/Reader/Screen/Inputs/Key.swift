/// A key, as the terminal reports it.
package enum Key: Hashable, Sendable {
    case character(Character)
    /// A key with Ctrl held, in lower case.
    case control(Character)
    /// A key with Alt held (the terminal sends Esc first).
    case alt(Character)
    case named(Name)
    /// F1–F63.
    case function(Int)

    /// Keys with a printed name; raw values are their names in `config.toml` and the help.
    package enum Name: String, CaseIterable, Sendable {
        case enter = "Enter"
        case escape = "Esc"
        case tab = "Tab"
        case backTab = "Shift-Tab"
        case backspace = "Backspace"
        case delete = "Del"
        case insert = "Ins"
        case up = "Up"
        case down = "Down"
        case left = "Left"
        case right = "Right"
        case home = "Home"
        case end = "End"
        case pageUp = "PgUp"
        case pageDown = "PgDn"
    }

    private static let names = Dictionary(
        uniqueKeysWithValues: Name.allCases.map { ($0.rawValue.lowercased(), $0) }
    ).merging(printedNames) { own, _ in own }

    /// Alternative names, as printed on keyboards and in manuals.
    private static let printedNames: [String: Name] = [
        "return": .enter, "escape": .escape, "delete": .delete, "insert": .insert, "pageup": .pageUp,
        "pagedown": .pageDown,
    ]

    /// The letters that are separate keys with Ctrl: for Ctrl-h, Ctrl-i, Ctrl-j and Ctrl-m a terminal sends Backspace,
    /// Tab and Enter, and for Ctrl with other characters mostly nothing.
    private static let controlLetters = "abcdefgklnopqrstuvwxyz"

    /// Parses `j`, `Space`, `Ctrl-d`, `Alt-x`, `F5`, `PgDn`, `PageDown`, ignoring the case of names; nil if the
    /// notation names no key.
    package init?(_ notation: String) {
        let lower = notation.lowercased()
        if notation.count == 1, let character = notation.first, character != " " {
            self = .character(character)
        } else if lower == "space" {
            self = .character(" ")
        } else if let name = Self.names[lower] {
            self = .named(name)
        } else if lower.hasPrefix("ctrl-"), lower.count == 6, let last = lower.last {
            guard Self.controlLetters.contains(last) else { return nil }
            self = .control(last)
        } else if lower.hasPrefix("alt-"), notation.count == 5, let last = notation.last {
            self = .alt(last)
        } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...63).contains(number) {
            self = .function(number)
        } else {
            return nil
        }
    }

    /// A notation that `init(_:)` parses.
    package var notation: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let character): "Ctrl-\(character)"
        case .alt(let character): "Alt-\(character)"
        case .named(let name): name.rawValue
        case .function(let number): "F\(number)"
        }
    }
}
