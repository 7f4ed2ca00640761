import Basics

/// The names that newsboat and newsraft give to commands. `?` finds a command by them, too, and the message about an
/// unknown command suggests it.
enum ForeignName {
    /// Names that say nothing to a search, such as `next`, are left out.
    static let commands: [String: Command] = [
        // newsboat
        "hard-quit": .quit, "pagedown": .pageDown, "pageup": .pageUp, "halfpagedown": .halfPageDown,
        "halfpageup": .halfPageUp, "prev-unread": .previousUnread, "next-unread-feed": .nextUnread,
        "prev-unread-feed": .previousUnread, "prev-feed": .previousFeed, "toggle-article-read": .toggleRead,
        "edit-flags": .star, "mark-feed-read": .markAllRead, "mark-all-feeds-read": .markEverythingRead,
        "mark-all-above-as-read": .markAboveRead, "reload": .refresh, "reload-all": .refreshAll,
        "open-in-browser": .browser, "open-in-browser-and-mark-read": .browser,
        "open-in-browser-noninteractively": .browser, "open-all-unread-in-browser": .pickRange,
        "open-all-unread-in-browser-and-mark-read": .pickRange, "show-urls": .links, "goto-url": .openLink,
        "enqueue": .packEnclosure, "pipe-to": .pipe, "open-search": .search, "set-filter": .filter,
        "clear-filter": .cancel, "select-filter": .saveSearch, "rev-sort": .sort,
        "toggle-show-read-feeds": .showReadFeeds, "cmdline": .commandLine, "article-feed": .goToFeed,
        "goto-title": .goToFeed, "delete-article": .delete, "delete-all-articles": .pickRange, "edit-urls": .add,
        "ignore-article": .mute, "source": .reloadConfig,
        // newsraft
        "select-next-page": .pageDown, "select-prev-page": .pageUp, "select-next-page-half": .halfPageDown,
        "select-prev-page-half": .halfPageUp, "select-first": .first, "select-last": .last,
        "jump-to-next": .nextArticle, "jump-to-prev": .previousArticle, "jump-to-next-unread": .nextUnread,
        "jump-to-prev-unread": .previousUnread, "mark-read-all": .markAllRead, "toggle-important": .star,
        "mark-important": .star, "copy-to-clipboard": .copy, "start-search-input": .search, "quit-hard": .quit,
        "view-errors": .messages,
    ]

    /// Returns the names of a command in other readers, separated by spaces.
    static func words(of command: Command) -> String {
        commands.filter { $0.value == command }.map(\.key).sorted().joined(separator: " ")
    }
}

extension Command {
    /// Returns the name of the command that an unknown name probably means: another reader's, or a mistyped one.
    package static func nearest(to name: String) -> String? {
        ForeignName.commands[name]?.rawValue ?? Suggestion.nearest(to: name, among: allCases.map(\.rawValue))
    }
}
