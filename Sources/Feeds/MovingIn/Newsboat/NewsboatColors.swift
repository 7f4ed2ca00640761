/// Translates `color ELEMENT FOREGROUND BACKGROUND [ATTRIBUTE…]` to styles of lede's themes.
enum NewsboatColors {
    /// The roles that correspond to an element.
    static let roles: [String: [String]] = [
        "listnormal": ["dim"], "listnormal_unread": ["unread"], "listfocus": ["selection"],
        "listfocus_unread": ["selection"], "background": ["text"], "article": ["text"], "info": ["bar"],
        "title": ["title"], "hint-key": ["bar-accent"], "hint-description": ["bar"], "end-of-text-marker": ["rule"],
    ]

    /// Elements that need no counterpart, and no report.
    static let silent: Set<String> = [
        "hint-keys-delimiter", "hint-separator", "listnormal_deleted", "listfocus_deleted",
    ]

    /// Returns newsboat's words as a style of lede; nil if a colour is unknown.
    static func style(_ words: some Collection<String>) -> String? {
        let words = Array(words)
        guard words.count >= 2, let foreground = color(words[0]), let background = color(words[1]) else { return nil }
        let added = words.dropFirst(2).compactMap { attributes[$0] }.filter { !$0.isEmpty }
        return ([foreground, "on", background] + added).joined(separator: " ")
    }

    private static let names: Set<String> = [
        "default", "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    ]

    private static func color(_ name: String) -> String? {
        if names.contains(name) { return name }
        guard name.hasPrefix("color"), let number = Int(name.dropFirst(5)), 0...255 ~= number else { return nil }
        return String(number)
    }

    private static let attributes = [
        "standout": "reverse", "reverse": "reverse", "underline": "underline", "bold": "bold", "dim": "dim",
        "blink": "",
        "protect": "", "invis": "",
    ]
}
