import FeedParsing

/// The effect of a list of operations: `set browser "mpv %u" ; open-in-browser ; set browser "firefox"`.
struct NewsboatMacro {
    struct Refusal: Error {
        var reason: String
    }

    private(set) var commands: [MovedConfiguration.KeyCommand] = []
    /// The text after `--`.
    private(set) var comment: String?
    /// The effects that differ from newsboat's, one line each.
    private(set) var differences: [String] = []
    /// The program of the last `set browser`.
    private var browser: String?
    private let column: String
    private let step: NewsboatMarkStep

    /// - Parameters:
    ///   - words: all words after the key.
    ///   - column: lede's column in which the key is pressed; the empty text is every column.
    ///   - step: newsboat's step after a mark.
    init(_ words: ArraySlice<NewsboatWord>, in column: String, step: NewsboatMarkStep) throws(Refusal) {
        self.column = column
        self.step = step
        let operations = words.prefix { $0 != NewsboatWord("--") }
        comment = words.dropFirst(operations.count + 1).first?.text
        for operation in Self.split(operations) { try add(operation) }
        try leaveOutMarksOfBrowser()
        guard !commands.isEmpty else { throw Refusal(reason: "lede has no command for any of its operations") }
    }

    /// Splits the words at semicolons, which need no blanks around them: `open;quit`.
    private static func split(_ words: ArraySlice<NewsboatWord>) -> [[String]] {
        var operations: [[String]] = [[]]
        for word in words {
            let parts =
                word.isQuoted ? [word.text[...]] : word.text.split(separator: ";", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0 { operations.append([]) }
                if word.isQuoted || !part.isEmpty { operations[operations.count - 1].append(String(part)) }
            }
        }
        return operations.filter { !$0.isEmpty }
    }

    /// Leaves out the marks that opening an article in the browser makes in lede.
    private mutating func leaveOutMarksOfBrowser() throws(Refusal) {
        let browser = [MovedConfiguration.KeyCommand.command("browser")]
        guard commands.firstRange(of: mark("unread", step) + browser) == nil else {
            throw Refusal(reason: "lede marks an article read when it opens its page")
        }
        let mark = self.mark("read", step)
        for both in [mark + browser, browser + mark] {
            while let range = commands.firstRange(of: both) { commands.replaceSubrange(range, with: browser) }
        }
    }

    /// Returns the commands of a mark that newsboat sets and does not toggle, with the step that follows in a list.
    private func mark(_ name: String, _ step: NewsboatMarkStep) -> [MovedConfiguration.KeyCommand] {
        [.command("mark-\(name)")] + (column == "articles" ? step.commands : [])
    }

    private mutating func add(_ operation: [String]) throws(Refusal) {
        switch operation[0] {
        case "set": try addSetting(operation)
        case "open-in-browser" where browser != nil, "open-in-browser-noninteractively" where browser != nil,
            "open-in-browser-and-mark-read" where browser != nil:
            try addBrowser()
            if operation[0] == "open-in-browser-and-mark-read" { commands += mark("read", .next) }
        case let name where browser != nil && NewsboatKeys.command(name, in: column)?.hasPrefix("open-link") == true:
            throw Refusal(reason: "lede's run opens the article's address, not a link of its text")
        case "toggle-article-read" where operation.count == 2 && ["read", "unread"].contains(operation[1]):
            commands += mark(operation[1], step)
        case "pipe-to" where operation.count == 2: commands.append(.command("pipe \(operation[1])"))
        default:
            guard let command = NewsboatKeys.command(operation[0], in: column), operation.count == 1 else {
                throw Refusal(reason: NewsboatKeys.reason(operation[0]))
            }
            commands.append(.command(command))
            if let difference = NewsboatKeys.differences[operation[0]] { differences.append(difference) }
        }
    }

    /// Notes the browser for the operations that follow; any other setting is a command.
    private mutating func addSetting(_ operation: [String]) throws(Refusal) {
        if operation.dropFirst().first == "browser", operation.count == 3 {
            browser = operation[2].isEmpty ? nil : operation[2]
            return
        }
        guard operation.count == 3, let line = NewsboatOption.line(setting: operation[1], to: operation[2]) else {
            throw Refusal(reason: "it changes newsboat's settings temporarily")
        }
        commands.append(.command(line))
        if let difference = NewsboatOption.difference(operation[1], operation[2]) { differences.append(difference) }
    }

    /// Runs the program of the last `set browser`.
    private mutating func addBrowser() throws(Refusal) {
        let program = browser ?? ""
        guard !program.contains("%F") else {
            throw Refusal(reason: "lede's run does not know the feed's address (%F)")
        }
        guard let words = NewsboatCommandLine.words(program, detaching: true) else {
            throw Refusal(reason: ShellWords.quotedPlaceholder)
        }
        commands.append(.run(words))
    }
}

/// The article that newsboat selects in a list after `toggle-article-read`.
enum NewsboatMarkStep {
    case next, nextUnread, stay

    /// Reads the options that decide it, each of which the last line sets; without them, it is the next article.
    init(_ lines: [NewsboatConfiguration.Line]) {
        func isSet(_ name: String, to values: [String]) -> Bool {
            guard let line = lines.last(where: { $0.words.first == name }), line.words.count > 1 else { return false }
            return values.contains(line.words[1])
        }
        if isSet("toggleitemread-jumps-to-next-unread", to: ["yes", "true"]) {
            self = .nextUnread
        } else {
            self = isSet("toggleitemread-jumps-to-next", to: ["no", "false"]) ? .stay : .next
        }
    }

    /// The commands of lede that go there.
    var commands: [MovedConfiguration.KeyCommand] {
        switch self {
        case .next: [.command("down")]
        case .nextUnread: [.command("next-unread")]
        case .stay: []
        }
    }

    /// The value of lede's `after-toggle-read`; nil for its default.
    var setting: String? {
        switch self {
        case .next: nil
        case .nextUnread: "next-unread"
        case .stay: "stay"
        }
    }
}

/// Translates commands that newsboat gives to a shell to words with lede's placeholders.
enum NewsboatCommandLine {
    /// `%u` is the address, `%T` the title, and `%t` the kind of the address, which is an article's in lede. Newsboat
    /// appends the address only to a command without any placeholder.
    ///
    /// - Returns: nil for `%F`, the feed's address, which lede gives to no program, and for a placeholder that is a part
    ///   of a quoted text.
    static func words(_ command: String, detaching: Bool = false) -> [String]? {
        guard !command.contains("%F") else { return nil }
        let hasPlaceholder = ["%u", "%t", "%T"].contains { command.contains($0) }
        let translated = ShellWords.replacing(
            [("%t", "article"), ("%T", "%t")], in: hasPlaceholder ? command : "\(command) %u")
        return ShellWords.words(of: translated, placeholders: ["%u", "%t"], detaching: detaching)
    }
}
