import ArgumentParser
import ArticleStorage
import FeedModel
import Foundation

struct ArticlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "articles", abstract: "List articles, newest first: number, date, marks, title.")

    @Option(
        help: ArgumentHelp("Only articles of this feed, by address, number or part of its title.", valueName: "feed"))
    var feed: String?

    @Flag(help: "Only unread articles.")
    var unread = false

    @Flag(help: "Only starred articles.")
    var starred = false

    @Flag(help: "Only articles that you opened in the reader, latest first; the date is when you opened them.")
    var history = false

    @Flag(help: "Only deleted articles, latest first, for lede mark undelete; the date is when you deleted them.")
    var deleted = false

    @OptionGroup var output: ArticleOutput

    func validate() throws {
        let options = [
            ("--feed", feed != nil), ("--starred", starred), ("--history", history), ("--deleted", deleted),
        ]
        let lists = options.filter(\.1).map(\.0)
        guard lists.count < 2 else {
            throw ValidationError("\(lists.joined(separator: " and ")) cannot be combined.")
        }
    }

    func run() throws {
        let store = try CommandContext().store
        var scope: ArticleScope = starred ? .starred : history ? .history : .all
        if let feed {
            scope = .feed(try store.subscription(named: feed).id)
        }
        let lines = ArticleLines(store: store, format: output.format)
        if deleted {
            try lines.print(store.deletedArticles(unreadOnly: unread, limit: output.limit))
        } else {
            let listing = ArticleListing(scope, unreadOnly: unread, midnight: .localMidnight)
            try lines.print(listing, limit: output.limit)
        }
        if output.format == .lines, try store.subscriptions().isEmpty { EmptyLibrary.explain() }
    }
}
