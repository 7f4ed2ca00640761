import Basics

/// Translates newsboat's keys and operations.
enum NewsboatKeys {
    /// Lede's columns by newsboat's dialogs; the empty text is every column.
    static let columns: [String: String] = [
        "all": "", "feedlist": "feeds", "articlelist": "articles", "searchresultslist": "articles",
        "article": "text",
    ]

    /// Returns several keys in a row (`gg`, `<C-x>d`) in lede's notation.
    static func notation(ofSequence text: String) -> String? {
        var keys: [String] = []
        var rest = text[...]
        while let first = rest.first {
            let length =
                first == "<" ? rest.firstIndex(of: ">").map { rest.distance(from: rest.startIndex, to: $0) + 1 } : 1
            guard let length, let key = length == 1 ? notation(String(first)) : bracketed(rest.prefix(length))
            else { return nil }
            keys.append(key)
            rest = rest.dropFirst(length)
        }
        return keys.isEmpty ? nil : keys.joined(separator: " ")
    }

    private static let names = [
        "ENTER": "Enter", "SPACE": "Space", " ": "Space", "TAB": "Tab", "BACKSPACE": "Backspace", "ESC": "Esc",
        "UP": "Up",
        "DOWN": "Down", "LEFT": "Left", "RIGHT": "Right", "HOME": "Home", "END": "End", "PPAGE": "PgUp",
        "PAGEUP": "PgUp", "NPAGE": "PgDn", "PAGEDOWN": "PgDn", "DELETE": "Del", "IC": "Ins",
    ]

    /// Returns one key in lede's notation.
    static func notation(_ key: String) -> String? {
        if let name = names[key] ?? names[key.uppercased()].flatMap({ key.count > 1 ? $0 : nil }) { return name }
        if key.count == 1 { return key }
        if key.hasPrefix("^"), key.count == 2, let letter = key.last, letter.isASCII, letter.isLetter {
            // A terminal sends Backspace, Tab and Enter for these.
            return "HIJM".contains(letter.uppercased()) ? nil : "Ctrl-\(letter.lowercased())"
        }
        if key.first == "F" || key.first == "f", let number = Int(key.dropFirst()), 1...63 ~= number {
            return "F\(number)"
        }
        return nil
    }

    /// Reads `<C-x>`, `<M-x>`, `<S-x>`, `<ENTER>`.
    private static func bracketed(_ text: Substring) -> String? {
        let inner = String(text.dropFirst().dropLast())
        guard inner.count > 2, inner.dropFirst().first == "-", let modifier = inner.first else {
            return notation(inner)
        }
        let key = String(inner.dropFirst(2))
        switch modifier {
        case "C" where key.count == 1: return notation("^\(key)")
        case "M" where key.count == 1: return "Alt-\(key)"
        case "S" where key.count == 1: return key.uppercased()
        case "S" where key.uppercased() == "TAB": return "Shift-Tab"
        default: return nil
        }
    }

    /// Returns lede's command for an operation in one of the columns, or in all.
    static func command(_ operation: String, in column: String) -> String? {
        commandsInColumn[column]?[operation] ?? commands[operation]
    }

    /// The columns in which some operations have commands of their own.
    static let ownColumns = commandsInColumn.keys.sorted()

    private static let commandsInColumn = [
        "articles": ["toggle-show-read-feeds": "show-read-articles", "delete-article": "delete"],
        "text": ["next": "next-article", "prev": "previous-article", "delete-article": "delete"],
    ]

    /// Returns the dialogs that a key for all of them is bound in. In the column of feeds lede's `delete` removes a
    /// feed, and newsboat's `delete-article` does nothing.
    static func dialogs(of operation: String) -> [String] {
        operation == "delete-article" ? ["articlelist", "article"] : ["all"]
    }

    /// Lede's command for each operation.
    private static let commands: [String: String] = [
        "down": "down", "next": "down", "up": "up", "prev": "up", "home": "first", "end": "last", "open": "open",
        "quit": "back", "hard-quit": "quit", "pagedown": "page-down", "pageup": "page-up",
        "halfpagedown": "half-page-down", "halfpageup": "half-page-up", "next-unread": "next-unread",
        "prev-unread": "previous-unread", "next-feed": "next-feed", "next-unread-feed": "next-unread",
        "prev-feed": "previous-feed", "prev-unread-feed": "previous-unread", "toggle-article-read": "toggle-read",
        "edit-flags": "star", "mark-feed-read": "mark-all-read", "mark-all-feeds-read": "mark-everything-read",
        "mark-all-above-as-read": "mark-above-read", "reload": "refresh", "reload-all": "refresh-all",
        "open-in-browser": "browser", "open-in-browser-noninteractively": "browser",
        "open-in-browser-and-mark-read": "browser", "show-urls": "links", "enqueue": "pack-enclosure", "save": "save",
        "pipe-to": "pipe", "bookmark": "bookmark", "open-search": "search", "set-filter": "filter", "sort": "sort",
        "rev-sort": "sort", "toggle-show-read-feeds": "show-read-feeds", "cmdline": "command-line", "help": "help",
        "article-feed": "go-to-feed", "random-unread": "random-unread",
        "redraw": "redraw", "one": "open-link 1", "two": "open-link 2", "three": "open-link 3",
        "four": "open-link 4", "five": "open-link 5", "six": "open-link 6", "seven": "open-link 7",
        "eight": "open-link 8", "nine": "open-link 9", "zero": "open-link 10",
    ]

    /// The differences between an operation and its command, where the command is only the nearest one.
    static let differences = [
        "next-unread-feed": "moved as next-unread, which goes through the feed's own unread articles first",
        "prev-unread-feed": "moved as previous-unread, which goes through the feed's own unread articles first",
    ]

    /// Returns the reason why an operation has no command.
    static func reason(_ operation: String) -> String {
        if operation.hasPrefix("pb-") { return "a key of podboat; L shows lede's own queue of enclosures" }
        return reasons[operation] ?? "lede has no command for “\(ShownLine.of(operation))”"
    }

    private static let ofTags = "lede lists the articles of a tag, not its feeds: search for tag:NAME"

    private static let ofList = "lede keeps no file of subscriptions; see lede add and lede export"
    private static let ofBrowser = "o opens all the articles that are picked; * and % pick them"
    private static let ofDialogs = "lede has columns in place of dialogs: Tab goes to the next"

    private static let reasons = [
        "delete-article": "lede deletes articles in lists and texts only",
        "delete-all-articles": "lede deletes the articles that are picked; * and % pick them",
        "purge-deleted": "lede purges deleted articles by itself", "set-tag": ofTags, "select-tag": ofTags,
        "clear-tag": ofTags,
        "edit-urls": ofList, "reload-urls": ofList,
        "clear-filter": "Esc clears a filter in lede",
        "select-filter": "lede lists its saved searches above the feeds; F saves one",
        "goto-url": "in lede, type the number and press Enter",
        "goto-title": "in lede, ; finds a feed, and f filters articles",
        "open-all-unread-in-browser": ofBrowser, "open-all-unread-in-browser-and-mark-read": ofBrowser,
        "view-dialogs": ofDialogs, "next-dialog": ofDialogs, "prev-dialog": ofDialogs, "close-dialog": ofDialogs,
    ]
}
