import ArgumentParser

struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search all articles, newest first.",
        discussion: """
            All words must occur; the last one, of 3 letters or more, may be the beginning of a word, unless a space \
            follows it ('old ') or it is in "quotes", which also make a phrase. \
            WORD or WORD, ( ) and -WORD combine them. title:WORD, author:WORD, tag:WORD, note:WORD, url:WORD, feed:NAME, \
            folder:NAME, is:unread, is:starred, has:enclosure, has:page, has:picture, after:2026-01-31, before:2026-02 and age:<7d narrow \
            it down; -feed:NAME and the like exclude: quote such a search, as in 'rain -feed:NAME', and write -- before one that \
            begins with a hyphen: lede search -- '-rain'. See lede help search.
            """)

    @Argument(help: "What to look for.")
    var words: [String]

    @OptionGroup var output: ArticleOutput

    func run() throws {
        let search = try TypedSearch(words.joined(separator: " "))
        let store = try CommandContext().store
        try store.indexBacklogIfWritable()
        try ArticleLines(store: store, format: output.format).print(search.listing(), limit: output.limit)
    }
}
