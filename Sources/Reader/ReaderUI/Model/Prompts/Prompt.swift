import FeedModel

/// A line of input at the bottom of the screen.
struct Prompt: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case command, search, find, filter, add, readLater, rename, move, pipe, run, save, saveSearch, editSearch
        /// The name of a feed, which is selected as it is typed, and the row that was selected before.
        case feed(before: ArticleScope?)
        /// All tags of one article, or tags to be added to several.
        case tags([ArticleID])
        /// The note on an article; an empty line removes it.
        case note(ArticleID)
        /// A setting of the selected feed, or its address; the panel of the feed stays open.
        case feedSetting(String)
        /// The password or key of an account to be added; it is never shown or remembered.
        case secret(AccountForm)

        /// True if the line may be about the selected article or its feed.
        var isAboutSelection: Bool {
            switch self {
            case .command, .rename, .move, .pipe, .run, .save, .tags, .note: true
            case .search, .find, .filter, .add, .readLater, .saveSearch, .editSearch, .feed, .feedSetting, .secret:
                false
            }
        }

        /// True if the line keeps its articles, whatever is selected later.
        var keepsArticles: Bool {
            switch self {
            case .tags, .note: true
            default: false
            }
        }

        /// The command whose argument is typed here; the line is remembered as if it had been typed after `:`.
        var command: Command? {
            switch self {
            case .add: .add
            case .readLater: .readLater
            case .pipe: .pipe
            case .run: .run
            case .save: .save
            case .saveSearch: .saveSearch
            case .editSearch: .editSearch
            case .feed: .goToFeed
            case .find: .find
            case .filter: .filter
            case .command, .search, .rename, .move, .tags, .note, .feedSetting, .secret: nil
            }
        }
    }

    /// The row or the text that was selected when a line about it was opened.
    enum Subject: Equatable, Sendable {
        case article(ArticleID)
        case row(ArticleScope)
    }

    var kind: Kind
    /// The subject of the line; nil if the line is about none.
    var subject: Subject?
    private(set) var characters: [Character]
    /// The index of the character after the cursor.
    private(set) var cursor: Int
    /// The index of the shown history line; nil for a new line.
    var historyIndex: Int?
    /// The text typed before the history or a completion replaced it.
    var typed: String?
    /// Completions of the typed text, and the index of the shown one.
    var completions: [String] = []
    var completionIndex = 0
    /// True from the refusal of the line to the next key. Until then the reason is shown in its place.
    var isRefused = false

    init(_ kind: Kind, text: String = "") {
        self.kind = kind
        characters = Array(text)
        cursor = characters.count
    }

    var text: String { String(characters) }

    /// The path of a file that is typed here, without the command before it; nil if the line takes no path.
    var path: String? {
        guard kind == .command else { return kind == .save ? text : nil }
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let takesPath = Self.commandsWithPath.contains { [$0.rawValue, "\($0.rawValue)!"].contains(String(parts[0])) }
        return takesPath && parts.count == 2 ? String(parts[1]) : nil
    }

    private static let commandsWithPath: [Command] = [.importFeeds, .exportFeeds, .save]

    /// The label before the input.
    var label: String {
        switch kind {
        case .command: ":"
        case .search, .find: "/"
        case .filter: "filter: "
        case .add: "add: "
        case .readLater: "read later: "
        case .rename: "name: "
        case .move: "folder: "
        case .tags(let ids): ids.count == 1 ? "tags: " : "tags of \(ids.count): "
        case .note: "note: "
        case .pipe: "| "
        case .run: "run: "
        case .save: "save as: "
        case .saveSearch: "keep as: "
        case .editSearch: "search for: "
        case .feed: "feed: "
        case .feedSetting(let name): "\(name): "
        case .secret(let form): "\(form.secretName) for \(form.url): "
        }
    }

    /// The input as the screen shows it.
    var shownCharacters: [Character] {
        guard case .secret = kind else { return characters }
        return Array(repeating: "*", count: characters.count)
    }

    /// The effect and argument of the typed command, or the names if several commands match.
    var hint: String? {
        if kind == .saveSearch, characters.isEmpty { return "Enter alone: the words of the search" }
        guard kind == .command, !characters.isEmpty else { return nil }
        if text.hasPrefix("mute title ") { return "words that hide articles" }
        let name = String(characters.prefix { $0 != " " })
        if let entry = Command(rawValue: name).flatMap(CommandTable.entry) {
            return entry.argument.map { "\($0): \(entry.help)" } ?? entry.help
        }
        let names = Command.allCases.map(\.rawValue).filter { $0.hasPrefix(name) }.sorted()
        return names.isEmpty ? nil : names.prefix(Self.hintedNames).joined(separator: "  ")
    }

    private static let hintedNames = 4

    mutating func replace(with text: String) {
        characters = Array(text)
        cursor = characters.count
    }

    /// Inserts what one key sends. Terminals send the parts of an accented letter or of an emoji one by one; the parts
    /// become one character, as in a pasted text.
    mutating func insert(_ character: Character) {
        if cursor > 0 {
            let joined = String([characters[cursor - 1], character])
            if joined.count == 1 {
                characters[cursor - 1] = Character(joined)
                return
            }
        }
        guard characters.count < maximumLength else { return }
        characters.insert(character, at: cursor)
        cursor += 1
    }

    /// Maximum length of a line, in characters (default 4,096; 1,000 if each letter searches); the rest is dropped. Each
    /// key reads the whole line, and a terminal without bracketed paste sends a pasted text key by key: a search of
    /// 4,000 letters took 15 seconds.
    private var maximumLength: Int {
        switch kind {
        case .search, .find, .filter: 1_000
        default: 4_096
        }
    }

    mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        characters.remove(at: cursor)
    }

    mutating func deleteForward() {
        guard cursor < characters.count else { return }
        characters.remove(at: cursor)
    }

    mutating func deleteToStart() {
        characters.removeFirst(cursor)
        cursor = 0
    }

    mutating func deleteToEnd() {
        characters.removeLast(characters.count - cursor)
    }

    mutating func deleteWord() {
        while cursor > 0, characters[cursor - 1] == " " { deleteBackward() }
        while cursor > 0, characters[cursor - 1] != " " { deleteBackward() }
    }

    mutating func deleteToEndOfWord() {
        characters.removeSubrange(cursor..<endOfWord)
    }

    /// The start of the word at or before the cursor. As in readline, words consist of letters and digits; only
    /// `deleteWord` takes everything up to a space.
    var startOfWord: Int {
        guard let last = characters[..<cursor].lastIndex(where: Self.belongsToWord) else { return 0 }
        return characters[..<last].lastIndex { !Self.belongsToWord($0) }.map { $0 + 1 } ?? 0
    }

    /// The end of the word at or after the cursor.
    var endOfWord: Int {
        let first = characters[cursor...].firstIndex(where: Self.belongsToWord) ?? characters.count
        return characters[first...].firstIndex { !Self.belongsToWord($0) } ?? characters.count
    }

    private static func belongsToWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }

    mutating func moveCursor(to position: Int) {
        cursor = min(max(0, position), characters.count)
    }
}
