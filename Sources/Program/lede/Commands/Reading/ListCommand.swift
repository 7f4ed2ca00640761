import ArgumentParser
import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your subscriptions: unread, articles, folder and title, address, and any problem or pause.",
        discussion: """
            On a terminal, each line begins with the feed's number, which the other commands accept. For a pipe or a \
            file, add --numbers. --searches lists the saved searches: unread, articles, name, words.
            """)

    @Flag(help: "Begin each line with the feed's number, as on a terminal.")
    var numbers = false

    @Flag(help: "List the saved searches instead, with the number of articles that each finds.")
    var searches = false

    @Flag(help: "Print JSON, one object per feed or search.")
    var json = false

    func validate() throws {
        if searches, numbers { throw ValidationError("--searches and --numbers cannot be combined.") }
    }

    func run() throws {
        if searches { return try listSearches() }
        let subscriptions = try CommandContext().store.subscriptions()
        if json { return try printJSON(subscriptions.map(ListedFeed.init)) }
        if subscriptions.isEmpty { return EmptyLibrary.explain() }
        let showsNumbers = numbers || isatty(STDOUT_FILENO) == 1
        for subscription in subscriptions {
            let number = showsNumbers ? "\(subscription.id.rawValue)\t" : ""
            let folder = subscription.folder.isEmpty ? "" : subscription.folder.joined(separator: "/") + "/"
            let isPaused = subscription.preferences.isPaused
            let problem = subscription.health.problem.map { "\t! \($0.message)\(isPaused ? " (paused)" : "")" }
            TerminalEncoding.print(
                "\(number)\(subscription.unreadCount)\t\(subscription.articleCount)\t\(folder)\(subscription.title)"
                    + "\t\(subscription.shownAddress)\(problem ?? (isPaused ? "\tpaused" : ""))")
        }
    }

    private func listSearches() throws {
        let store = try CommandContext().store
        try store.indexBacklogIfWritable()
        let searches = try store.savedSearches().map { try ListedSearch($0, in: store) }
        if json { return try printJSON(searches) }
        for search in searches {
            TerminalEncoding.print("\(search.unread)\t\(search.articles)\t\(search.name)\t\(search.query)")
        }
    }
}

private struct ListedSearch: Encodable {
    var name: String
    var query: String
    var unread: Int
    var articles: Int

    init(_ search: SavedSearch, in store: ArticleStore) throws {
        let typed = TypedSearch(saved: search)
        name = search.name
        query = search.query
        unread = try store.count(of: typed.listing(unreadOnly: true))
        articles = try store.count(of: typed.listing())
    }
}

private struct ListedFeed: Encodable {
    var number: Int64
    var feedURL: String
    var title: String
    var homePageURL: String?
    var folder: [String]
    var unread: Int
    var articles: Int
    /// True if All, Unread and Today leave the feed out.
    var hidden: Bool
    /// The person's tags of the feed.
    var tags: [String]
    var lastSuccess: Date?
    var nextAttempt: Date?
    var paused: Bool
    var problem: String?

    init(_ subscription: Subscription) {
        number = subscription.id.rawValue
        feedURL = subscription.shownAddress
        title = subscription.title
        homePageURL = subscription.homePageURL
        folder = subscription.folder
        unread = subscription.unreadCount
        articles = subscription.articleCount
        hidden = subscription.preferences.isHidden
        tags = subscription.preferences.tags ?? []
        lastSuccess = subscription.health.lastSuccess
        paused = subscription.preferences.isPaused
        nextAttempt = paused ? nil : subscription.health.scheduledAttempt(at: Date())
        problem = subscription.health.problem?.message
    }

    enum CodingKeys: String, CodingKey {
        case number
        case feedURL = "feed_url"
        case title
        case homePageURL = "home_page_url"
        case folder, unread, articles, hidden, tags
        case lastSuccess = "last_success"
        case nextAttempt = "next_attempt"
        case paused, problem
    }
}
