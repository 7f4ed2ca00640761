/// The commands of the reader. Raw values are the names on the `:` line and in `config.toml`.
package enum Command: String, CaseIterable, Sendable {
    // Moving
    case down, up, first, last, open, back, left, quit
    case pageDown = "page-down"
    case pageUp = "page-up"
    case halfPageDown = "half-page-down"
    case halfPageUp = "half-page-up"
    case advance
    case nextColumn = "next-column"
    case previousColumn = "previous-column"
    case nextUnread = "next-unread"
    case previousUnread = "previous-unread"
    case randomUnread = "random-unread"
    case nextArticle = "next-article"
    case previousArticle = "previous-article"
    case nextFeed = "next-feed"
    case previousFeed = "previous-feed"
    case goToFeed = "go-to-feed"
    case fold
    case foldAll = "fold-all"
    case zen, narrower, wider

    // The network
    case refresh
    case refreshAll = "refresh-all"
    case forceRefresh = "force-refresh"
    case cancel
    case offline

    // Packing
    case pack
    case onlyPacked = "only-aboard"
    case packEnclosure = "pack-enclosure"
    case queue
    case cancelPacking = "cancel-pack"

    // Reading
    case browser, copy, links, save, pipe, run, bookmark
    case openLink = "open-link"
    case comments
    case readLater = "read-later"
    case fullText = "full-text"
    case changes
    case sameStory = "same-story"
    case enclosures
    case loadPictures = "load-pictures"
    case bigPicture = "big-picture"

    // Finding
    case search, find
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    case filter
    case mute
    case saveSearch = "save-search"
    case history

    // Marks
    case toggleRead = "toggle-read"
    case markRead = "mark-read"
    case markUnread = "mark-unread"
    case star
    case tag, note
    case pick
    case pickRange = "pick-range"
    case markAllRead = "mark-all-read"
    case markEverythingRead = "mark-everything-read"
    case markAboveRead = "mark-above-read"
    case markBelowRead = "mark-below-read"
    case markOlderRead = "mark-older-read"
    case undo

    // Organising
    case add, rename, move, delete, sort
    case moveIn = "move-in"
    case importFeeds = "import"
    case exportFeeds = "export"
    case showReadFeeds = "show-read-feeds"
    case showReadArticles = "show-read-articles"
    case feedSettings = "feed-settings"
    case feedReport = "feed-report"
    case editSearch = "edit-search"
    case moveUp = "move-up"
    case moveDown = "move-down"
    case feedSet = "feed-set"

    // The program
    case help, theme, messages, guide, account, commandLine = "command-line"
    case set
    case editConfig = "edit-config"
    case reloadConfig = "reload-config"
    case suspend, redraw
}
