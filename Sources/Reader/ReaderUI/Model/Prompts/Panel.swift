import FeedModel

/// A list drawn over the focused column: links, keys, themes, found feeds, enclosures, messages. `Esc` closes it.
struct Panel: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case help, links, enclosures, themes, messages, discovery, feedSettings, queue, accounts, mutes,
            feedReport, sameStory
    }

    /// The action of `Enter` on a line.
    enum Choice: Equatable, Sendable {
        case open(url: String)
        case play(Enclosure)
        case theme(String)
        case subscribe(url: String, userAgent: String?)
        case moveIn(reader: String)
        case run(Keymap.Action)
        /// Pauses, resumes or plays an enclosure of the queue.
        case enclosure(EnclosureLine)
        /// Does nothing on `Enter`, because the request waits for the network.
        case request(RequestLine)
        /// Shows the feed's articles.
        case feed(SubscriptionID)
        /// Opens the article.
        case article(ArticleID)
        case previewMute(Mute)
        case mute(Mute)
        case unmute(Mute)
        /// Starts a `:` line with this text.
        case type(String)
        /// Asks for a new value of a setting of the feed, or for its address.
        case setting(String, value: String)

        /// True if `Enter` leaves the panel open.
        var keepsPanel: Bool {
            switch self {
            case .enclosure, .request, .setting: true
            default: false
            }
        }
    }

    struct Line: Equatable, Sendable {
        var label: String
        var detail: String
        var choice: Choice?
        var part = Part.item
        /// Extra text that typed words match, in addition to the visible text.
        var name = ""

        enum Part: Equatable, Sendable {
            case item
            case heading
            /// An example for the heading above it, in a plain style.
            case example
        }

        /// True for a line that is never selected.
        var isHeading: Bool { part != .item }
    }

    var kind: Kind
    var title: String
    var lines: [Line] { didSet { shown = matching } }
    var filter = "" { didSet { shown = matching } }
    /// The lines that match the typed text; headings are included only if nothing is typed. They are stored, since a
    /// key and its frame read them several times, and matching 3,000 feeds takes up to 50 ms.
    private(set) var shown: [Line]
    /// True after `/`: every letter belongs to the filter, even one that is a command of the panel.
    private(set) var isTyping = false
    var cursor = 0
    /// The first visible one of the screen rows that the lines take.
    var top = 0
    /// The feed whose settings are listed.
    var feed: SubscriptionID?
    /// The report whose feeds are listed.
    var report: FeedReport?
    /// The theme to restore when a preview is cancelled.
    var themeBefore: Theme?

    init(_ kind: Kind, title: String, lines: [Line]) {
        self.kind = kind
        self.title = title
        self.lines = lines
        shown = lines
        cursor = shown.firstIndex { !$0.isHeading } ?? 0
    }

    /// The width that the lines need, in columns. Themes are narrow, so that the previewed screen stays visible next to
    /// them.
    var wantedWidth: Int { kind == .themes ? Self.themeWidth : Self.readableWidth }

    /// The width of the theme names, in columns.
    private static let themeWidth = 22

    /// The width of a line of help or a message, in columns.
    static let readableWidth = 72

    private var matching: [Line] {
        guard !filter.isEmpty else { return lines }
        let words = filter.lowercased().split(separator: " ")
        return lines.filter { line in
            let text = "\(line.label) \(line.detail) \(line.name)".lowercased()
            return !line.isHeading && words.allSatisfy { text.contains($0) }
        }
    }

    var selected: Line? {
        let shown = shown
        return shown.indices.contains(cursor) ? shown[cursor] : nil
    }

    mutating func move(by count: Int) {
        let shown = shown
        var target = min(max(0, cursor + count), max(0, shown.count - 1))
        while shown.indices.contains(target), shown[target].isHeading {
            target += count < 0 ? -1 : 1
        }
        if shown.indices.contains(target) {
            cursor = target
        } else {
            // Above the first line there is only its heading.
            top = 0
            if count < 0 { cursor = shown.firstIndex { !$0.isHeading } ?? cursor }
        }
    }

    /// True if every further letter belongs to the filter.
    var isFiltering: Bool { isTyping || !filter.isEmpty }

    /// True if the letter changes the filter. Before the first one, these letters move the selection instead.
    func isTyped(_ letter: Character) -> Bool {
        isFiltering || !"jkgGb ".contains(letter)
    }

    /// Adds a letter to the filter; a `/` before the first letter only starts the filter.
    mutating func type(_ letter: Character) {
        guard letter != "/" || isFiltering else {
            isTyping = true
            return
        }
        narrow(to: filter + String(letter))
    }

    /// Removes the last letter of the filter; if there is none, ends typing.
    mutating func erase() {
        if filter.isEmpty { isTyping = false }
        narrow(to: String(filter.dropLast()))
    }

    /// Maximum length of a filter, in characters; the rest is dropped. Each letter searches all lines: a paste of 3,000
    /// characters, key by key, took more than ten seconds.
    private static let maximumFilterLength = 200

    mutating func narrow(to filter: String) {
        self.filter = String(filter.prefix(Self.maximumFilterLength))
        cursor = 0
        top = 0
        if shown.first?.isHeading == true { move(by: 1) }
    }
}
