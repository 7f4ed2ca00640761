import FeedModel
public import Screen

/// Everything the screen is drawn from. Only `update` changes it.
public struct State: Equatable, Sendable {
    public var size: Size
    public var clock: Clock
    public var settings: Settings
    public var keymap: Keymap
    /// All that can be chosen, in the order in which they are listed.
    public var themes: [Theme]
    public var theme: Theme
    public var memory: Memory

    /// The column that keys go to.
    public internal(set) var focus = Column.feeds
    public internal(set) var isZen = false
    public internal(set) var sidebar = Sidebar()
    public internal(set) var list = ArticleList()
    public internal(set) var reading: Reading?
    public internal(set) var panel: Panel?
    public internal(set) var prompt: Prompt?
    public internal(set) var pending = PendingKeys()

    public var connectivity = Connectivity.online
    public internal(set) var refresh: RefreshProgress?
    public internal(set) var queued = 0
    public internal(set) var messages = MessageLog()
    /// The first rows of another list that were asked for and have not come; the list before it is shown meanwhile.
    var wanted: PageRequest?
    /// The unread article that was asked for and has not been found.
    var wantedUnread: UnreadRequest?
    /// Whether the rows shown have to be read again once those have come that are being read.
    var isOutdated = false
    /// The article whose text was asked for and has not come.
    var wantedArticle: ArticleID?
    /// The text before that one, shown beside the articles meanwhile; no command is about it.
    var textBefore: Reading?
    /// What a search or filter that is being typed goes back to when it is given up.
    var listBefore: ListBefore?
    /// What `n` does with the article that it is looking for.
    var opensFoundUnread = false
    /// Where reading stopped in articles left before, for the last few hundred of them.
    var places = ReadingPlaces()

    public init(
        size: Size, clock: Clock, settings: Settings = Settings(), keymap: Keymap = .standard, themes: [Theme] = [],
        theme: Theme = .fallback, memory: Memory = Memory()
    ) {
        self.size = size
        self.clock = clock
        self.settings = settings
        self.keymap = keymap
        self.themes = themes
        self.theme = theme
        self.memory = memory
        sidebar.folded = memory.foldedFolders
    }

    /// What has to be done before the first paint.
    public static let opening: [Effect] = [.loadOverview]

    mutating func say(_ text: String, _ kind: Message.Kind = .note) {
        messages.add(Message(text, kind: kind), at: clock.now)
    }
}

/// The three columns, from left to right.
public enum Column: Int, CaseIterable, Comparable, Sendable {
    case feeds, articles, text

    public static func < (a: Column, b: Column) -> Bool {
        a.rawValue < b.rawValue
    }
}

/// Keys pressed that do not make a whole command yet.
public struct PendingKeys: Equatable, Sendable {
    var keys: [Key] = []
    /// Digits typed before a command.
    var count: Int?
}

/// The list that was open before a search began.
struct ListBefore: Equatable, Sendable {
    var scope: ArticleScope?
    var order: ArticleOrder
    var selected: ArticleID?
    var focus: Column
}
