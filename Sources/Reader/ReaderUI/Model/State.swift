package import FeedModel
package import PictureArt
package import Screen

import struct FoundationEssentials.Date

/// Everything the screen is drawn from. Only `update` changes it.
package struct State: Equatable, Sendable {
    package var size: Size
    package var clock: Clock
    package var settings: ReaderSettings
    package var keymap: Keymap
    /// All that can be chosen, in the order in which they are listed.
    package var themes: [Theme]
    package var theme: Theme
    package var memory: Memory

    /// The column that keys go to.
    package internal(set) var focus = Column.feeds
    package internal(set) var isZen = false
    package internal(set) var sidebar = Sidebar()
    package internal(set) var list = ArticleList()
    package internal(set) var text = TextContent.empty
    package internal(set) var panel: Panel?
    /// One picture of the article on the whole screen.
    package internal(set) var bigPicture: BigPicture?
    /// The pixels of a cell; nil where the terminal shows no pictures.
    package var pictureCell: PixelSize?
    /// The pictures whose cells are kept, as they were told last.
    var keptPictures: Set<String> = []
    package internal(set) var prompt: Prompt?
    package internal(set) var pending = PendingKeys()

    /// Homes of other readers, offered while there are no feeds.
    package internal(set) var moveOffers: [MoveOffer] = []
    package var connectivity = Connectivity.online
    package internal(set) var refresh: RefreshProgress?
    package internal(set) var queued = 0
    /// How much of each packed article is aboard; the list has a column for it where there is any.
    package internal(set) var packs: [ArticleID: PackState] = [:]
    /// How far packing is, in words.
    package internal(set) var packing: String?
    package internal(set) var messages = MessageLog()
    var waiting = ListWait()
    /// What a search or filter that is being typed goes back to when it is given up.
    var listBefore: ListBefore?
    /// Where reading stopped in articles left before, for the last few hundred of them.
    var places = ReadingPlaces()

    package init(
        size: Size, clock: Clock, settings: ReaderSettings = ReaderSettings(), keymap: Keymap = .standard,
        themes: [Theme] = [],
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

    /// The text that commands are about.
    package internal(set) var reading: Reading? {
        get { text.reading }
        _modify { yield &text.reading }
    }

    /// What has to be done before the first paint.
    package static let opening: [Effect] = [.loadOverview]

    mutating func say(_ text: String, _ kind: Message.Kind = .note) {
        messages.add(Message(text, kind: kind), at: clock.now)
    }
}

/// The three columns, from left to right.
package enum Column: Int, CaseIterable, Comparable, Sendable {
    case feeds, articles, text

    package static func < (a: Column, b: Column) -> Bool {
        a.rawValue < b.rawValue
    }
}

/// Keys pressed that do not make a whole command yet.
package struct PendingKeys: Equatable, Sendable {
    var keys: [Key] = []
    /// Digits typed before a command.
    var count: Int?
    /// When the last of them was pressed; nil where it does not matter how long ago that is.
    var since: Date?

    /// How long the next key of a sequence may take, in seconds.
    static let pause = 0.6
}

/// The list that was open before a search began.
struct ListBefore: Equatable, Sendable {
    var scope: ArticleScope?
    var order: ArticleOrder
    var selected: ArticleID?
    var focus: Column
}
