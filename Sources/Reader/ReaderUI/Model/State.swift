import FeedModel
package import Screen

/// The whole state of the screen. Only `update` changes it.
package struct State: Equatable, Sendable {
    // MARK: The terminal, and the person's choices

    package var size: Size
    var clock: Clock
    package var settings: ReaderSettings
    package var keymap: Keymap
    /// All themes that can be chosen, in the order in which they are listed.
    package var themes: [Theme]
    package var theme: Theme
    package var memory: Memory

    // MARK: The columns

    /// The focused column, which receives keys.
    var focus = Column.feeds
    var isZen = false
    /// The column whose right edge is being dragged with the mouse.
    var draggedColumn: Column?
    var sidebar = Sidebar()
    var list = ArticleList()
    /// The packed parts of each packed article; the list has a column for them if there are any.
    var packs: [ArticleID: PackState] = [:]
    var text = TextContent.empty
    package var pictures = ScreenPictures()

    // MARK: Lists and texts that were left, or are awaited

    var waiting = ListWait()
    /// The list to restore when a search or a filter is cancelled.
    var previousList: PreviousList?
    /// The list that was selected in the feeds when Tab or Shift-Tab moved there. While it stays selected, Tab returns
    /// to the list shown before, which may be another one, such as the results of a search.
    var scopeBesideList: ArticleScope?
    /// The positions where reading stopped, for the last few hundred articles.
    var readingPositions = ReadingPositions()

    // MARK: Keys, the bottom line and the panel

    var pending = PendingKeys()
    var continuation = Continuation()
    var prompt: Prompt?
    /// The person's tags, as known when a line of tags was last begun.
    var ownTags: [String] = []
    var panel: Panel?
    var addition = FeedAddition()
    /// Other readers found on this machine; offered while there are no feeds.
    var moveOffers: [MoveOffer] = []

    // MARK: The status line

    package var network = NetworkActivity()
    var messages = MessageLog()

    package init(
        size: Size, clock: Clock, settings: ReaderSettings = ReaderSettings(), keymap: Keymap = .standard,
        themes: [Theme] = [], theme: Theme = .fallback, memory: Memory = Memory()
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

    /// True if the theme follows the terminal's background, and the person has chosen no other.
    package var followsBackground: Bool { memory.configuredTheme == Memory.automatic && memory.theme == nil }
    /// True if the person reads a text, and does not look through a list beside it.
    package var isReading: Bool { focus == .text || isZen }

    /// The text that commands apply to.
    var reading: Reading? {
        get { text.reading }
        _modify { yield &text.reading }
    }

    /// The effects to perform before the first paint.
    package static let opening: [Effect] = [.loadOverview]

    /// Shows a message. A problem also ends the macro that runs: its other commands would act on something else.
    mutating func say(_ text: String, _ kind: Message.Kind = .note) {
        messages.add(Message(text, kind: kind), at: clock.now)
        if kind != .note { endMacro() }
    }

    /// Says why a command does nothing here, and ends the macro that runs.
    mutating func decline(_ reason: String) {
        say(reason)
        endMacro()
    }

    /// Shows a message from outside, with the keys of the commands that it offers.
    mutating func report(_ message: Message) {
        messages.add(message.naming(keymap, after: keyPrefix), at: clock.now)
        // While a line is typed, the message is about something else.
        if message.kind == .error, prompt == nil { endMacro() }
    }

    /// The words before a command's key in a message: in an open panel, the key alone would narrow the lines.
    var keyPrefix: String { panel == nil ? "" : "Esc, then " }
}
