import ArgumentParser
import ArticleStorage
import FeedModel
import FoundationEssentials
import ReaderEngine
import ReaderUI

struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Print the number of unread articles, for status bars.",
        discussion: """
            With WORDS, count the unread articles that a search finds, as lede search does (see lede search --help). Write -- \
            before a search that begins with a hyphen: lede count -- '-rain'.
            """)

    @Argument(help: "What to look for; without words, count the whole library.")
    var words: [String] = []

    @Flag(help: "Count all articles, including read ones.")
    var all = false

    func run() throws {
        guard words.isEmpty else { return try countFound(by: TypedSearch(words.joined(separator: " "))) }
        let overview = try CommandContext().store.overview(midnight: .localMidnight)
        print(all ? overview.articleCount : overview.unreadCount)
    }

    private func countFound(by search: TypedSearch) throws {
        let store = try CommandContext().store
        try store.indexBacklogIfWritable()
        print(try store.count(of: search.listing(unreadOnly: !all)))
    }
}

extension Date {
    /// The beginning of today in the local time zone.
    static var localMidnight: Date {
        Clock.system().midnight
    }
}
