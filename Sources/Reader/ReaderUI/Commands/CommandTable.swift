/// The commands of the reader with their default keys, grouped as `?` and `lede keys` print them.
package enum CommandTable {
    package static let groups: [CommandGroup] = [
        CommandGroup(
            title: "Moving",
            entries: [
                CommandEntry(.down, ["j", "Down"], "one line down"),
                CommandEntry(.up, ["k", "Up"], "one line up"),
                CommandEntry(.open, ["Enter", "l", "Right"], "open the selected row"),
                CommandEntry(.back, ["q", "Backspace"], "back one column; in the feeds, quit"),
                CommandEntry(.left, ["h", "Left"], "back one column; in the feeds, fold"),
                CommandEntry(.quit, ["Q"], "quit from anywhere"),
                CommandEntry(.advance, ["Space"], "next page; after the last page, the next unread"),
                CommandEntry(.pageDown, ["PgDn", "Ctrl-f"], "one page down"),
                CommandEntry(.pageUp, ["PgUp", "Ctrl-b", "b"], "one page up"),
                CommandEntry(.halfPageDown, ["Ctrl-d"], "half a page down"),
                CommandEntry(.halfPageUp, ["Ctrl-u"], "half a page up"),
                CommandEntry(.first, ["g", "Home"], "go to the beginning"),
                CommandEntry(.last, ["G", "End"], "go to the end"),
                CommandEntry(.nextColumn, ["Tab"], "next column"),
                CommandEntry(.previousColumn, ["Shift-Tab"], "previous column"),
                CommandEntry(.nextUnread, ["n"], "next unread article, across feeds"),
                CommandEntry(.previousUnread, ["p"], "previous unread article"),
                CommandEntry(.randomUnread, [], "a random unread article of the list"),
                CommandEntry(.nextArticle, [")"], "next article of the list, read or not"),
                CommandEntry(.previousArticle, ["("], "previous article of the list"),
                CommandEntry(.nextFeed, ["J"], "next feed"),
                CommandEntry(.previousFeed, ["K"], "previous feed"),
                CommandEntry(
                    .goToFeed, [";"], "go from the article to its feed; in the feeds, find a feed", argument: "[NAME]"),
                CommandEntry(.fold, ["-"], "fold or unfold a folder"),
                CommandEntry(.foldAll, ["_"], "fold or unfold all folders"),
                CommandEntry(.zen, ["z"], "show only the text"),
                CommandEntry(.narrower, ["["], "make the column narrower; or drag the line beside it"),
                CommandEntry(.wider, ["]"], "make the column wider"),
            ]),
        CommandGroup(
            title: "Reading",
            entries: [
                CommandEntry(.browser, ["o"], "open in the browser"),
                CommandEntry(
                    .openLink, [], "open a link: 3o or 3 Enter; 3 alone if there is no link 30", argument: "NUMBER"),
                CommandEntry(.links, ["u"], "list the links"),
                CommandEntry(.copy, ["y"], "copy the address"),
                CommandEntry(
                    .readLater, ["+"], "save a link to read later (in the text, its number first)",
                    argument: "ADDRESS"),
                CommandEntry(
                    .comments, ["c"], "open the comments in the browser; :comments feed subscribes to them",
                    argument: "[feed]"),
                CommandEntry(.fullText, ["x"], "show the full text of the page, or the feed's text again"),
                CommandEntry(
                    .changes, ["="], "show the feed's changes to the article, or the text again"),
                CommandEntry(.sameStory, ["&"], "list the articles of this story in other feeds"),
                CommandEntry(.enclosures, ["v"], "open an enclosure"),
                CommandEntry(.loadPictures, ["P"], "load the pictures in the text, or hide them"),
                CommandEntry(.bigPicture, ["V"], "show a picture full screen"),
                CommandEntry(.pipe, ["|"], "pipe the article to a shell command", argument: "COMMAND"),
                CommandEntry(.bookmark, ["B"], "bookmark the article with your command"),
                CommandEntry(
                    .run, [], "run a program without a shell; %u is the address, %t the title, %f the feed",
                    argument: "PROGRAM"),
                CommandEntry(
                    .save, ["S"], "save as text, or as HTML if the name ends in .html", argument: "FILE"),
            ]),
        CommandGroup(
            title: "Finding",
            entries: [
                CommandEntry(.search, ["/"], "search everything; in a text, find words", argument: "WORDS"),
                CommandEntry(.find, [], "find in the text", argument: "WORDS"),
                CommandEntry(.nextMatch, [], "next match (n while a find is shown)"),
                CommandEntry(.previousMatch, [], "previous match (N while a find is shown)"),
                CommandEntry(.filter, ["f"], "filter the list as you type", argument: "WORDS"),
                CommandEntry(.saveSearch, ["F"], "save this search to the feed list", argument: "NAME"),
                CommandEntry(
                    .history, ["Y"], "list the recently opened articles; :history clear empties the list",
                    argument: "[clear]"),
            ]),
        CommandGroup(
            title: "Marks",
            entries: [
                CommandEntry(.toggleRead, ["m", "N"], "toggle read"),
                CommandEntry(.markRead, [], "mark as read, without moving to the next row"),
                CommandEntry(.markUnread, [], "mark as unread, without moving to the next row"),
                CommandEntry(.star, ["s"], "star or unstar"),
                CommandEntry(
                    .tag, ["#"], "edit the article's tags; with picked rows, add tags, or -tag to remove",
                    argument: "TAGS"),
                CommandEntry(.note, [], "edit your note on the open article", argument: "TEXT"),
                CommandEntry(
                    .pick, ["*"], "pick the row; marks, tags, pack, browser and delete act on all picked rows"),
                CommandEntry(.pickRange, ["%"], "pick the rows from the last picked one to here; Esc unpicks all"),
                CommandEntry(.markAllRead, ["A"], "mark all in this list as read"),
                CommandEntry(.markEverythingRead, ["C"], "mark everything as read"),
                CommandEntry(.markAboveRead, ["<"], "mark all above as read"),
                CommandEntry(.markBelowRead, [">"], "mark all below as read"),
                CommandEntry(.markOlderRead, [], "mark articles older than this many days as read", argument: "DAYS"),
                CommandEntry(.undo, ["U"], "undo the last mark or deletion"),
            ]),
        CommandGroup(
            title: "Network",
            entries: [
                CommandEntry(.refresh, ["r"], "fetch this feed"),
                CommandEntry(.refreshAll, ["R"], "fetch all feeds"),
                CommandEntry(.forceRefresh, ["Ctrl-r"], "fetch this feed again, bypassing every cache"),
                CommandEntry(.cancel, ["Esc", "Ctrl-c"], "close, or cancel fetching"),
                CommandEntry(.offline, ["O"], "go offline, or online again", argument: "[on|off]"),
            ]),
        CommandGroup(
            title: "Journeys",
            entries: [
                CommandEntry(
                    .pack, ["d"], "pack the article, or the feed's unread articles; again to unpack",
                    argument: "[SCOPE]"),
                CommandEntry(.onlyPacked, ["H"], "show only packed articles in all lists, or all articles again"),
                CommandEntry(.packEnclosure, ["E"], "fetch the enclosure to play it without a network"),
                CommandEntry(
                    .queue, ["L"], "show the queue: Enter pauses or plays, J and K move, Del removes"),
                CommandEntry(.cancelPacking, [], "stop packing; the next pack continues"),
            ]),
        CommandGroup(
            title: "Organising",
            entries: [
                CommandEntry(.add, ["a"], "add a feed or a site", argument: "ADDRESS"),
                CommandEntry(.moveIn, [], "move in from another reader", argument: "[READER]"),
                CommandEntry(.rename, ["e"], "rename the feed, folder or saved search", argument: "NAME"),
                CommandEntry(.move, ["M"], "move the feed to a folder", argument: "FOLDER"),
                CommandEntry(
                    .delete, ["D"], "delete the article, feed, saved search or empty folder; undo restores it"),
                CommandEntry(
                    .sort, ["t"], "sort newest or oldest first; :sort title, feed, length, unread",
                    argument: "[ORDER]"),
                CommandEntry(.moveUp, ["{"], "move the feed, folder or saved search up"),
                CommandEntry(.moveDown, ["}"], "move the feed, folder or saved search down"),
                CommandEntry(.feedSettings, [","], "show details and settings of the feed; edit the saved search"),
                CommandEntry(.feedReport, ["W"], "show statistics of all feeds, dead ones first; / finds a feed"),
                CommandEntry(.editSearch, [], "change the words of the saved search", argument: "WORDS"),
                CommandEntry(.feedSet, [], "change a setting of the feed", argument: "NAME VALUE"),
                CommandEntry(
                    .mute, ["X"], "hide articles by author, tag, feed or title, after a preview",
                    argument: "[FIELD [TEXT]]"),
                CommandEntry(
                    .importFeeds, ["I"], "add the feeds of OPML or newsboat's urls, or follow a list",
                    argument: "FILE"),
                CommandEntry(
                    .exportFeeds, [], "write the feeds to an OPML file; :export! replaces it", argument: "FILE"),
                CommandEntry(.showReadFeeds, ["w"], "show or hide feeds without unread articles"),
                CommandEntry(.showReadArticles, ["!"], "show or hide read articles in lists"),
            ]),
        CommandGroup(
            title: "Program",
            entries: [
                CommandEntry(.help, ["?", "F1"], "show these keys"),
                CommandEntry(.commandLine, [":"], "open the command line"),
                CommandEntry(.theme, ["T"], "choose a theme", argument: "[NAME]"),
                CommandEntry(.messages, ["i"], "show the messages of this session"),
                CommandEntry(.guide, [], "show the welcome articles"),
                CommandEntry(
                    .account, ["@"], "show the accounts on servers", argument: "[add [KIND] URL | remove URL]"),
                CommandEntry(
                    .set, [], "change a setting for this session; NAME! toggles it, NAME? shows it",
                    argument: "NAME VALUE"),
                CommandEntry(.editConfig, [], "edit config.toml; changes apply at once"),
                CommandEntry(.reloadConfig, [], "apply changes of config.toml and themes made elsewhere"),
                CommandEntry(.suspend, ["Ctrl-z"], "suspend"),
                CommandEntry(.redraw, ["Ctrl-l"], "redraw the screen"),
            ]),
    ]

    package static let entries: [CommandEntry] = groups.flatMap(\.entries)

    static func entry(_ command: Command) -> CommandEntry? {
        entries.first { $0.command == command }
    }
}

/// A row of the command table, which the dispatcher, the help and `lede keys` use. A test compares the README's list
/// with it.
package struct CommandEntry: Equatable, Sendable {
    package var command: Command
    /// The default keys, in the notation of `Key`; spaces separate keys that are pressed in sequence.
    package var keys: [String]
    /// The argument on the `:` line, in brackets if it is optional.
    package var argument: String?
    package var help: String

    fileprivate init(_ command: Command, _ keys: [String], _ help: String, argument: String? = nil) {
        self.command = command
        self.keys = keys
        self.argument = argument
        self.help = help
    }
}

/// Related commands, under a heading.
package struct CommandGroup: Equatable, Sendable {
    package var title: String
    package var entries: [CommandEntry]
}
