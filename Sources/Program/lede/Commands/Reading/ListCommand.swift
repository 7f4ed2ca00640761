import ArgumentParser
import ArticleStorage
import FeedModel
import Foundation

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your subscriptions: unread, articles, title, address, and what is wrong.",
        discussion: """
            On a terminal each line begins with the feed's number, by which the other commands accept the feed. A pipe or a \
            file gets the numbers with --numbers.
            """)

    @Flag(help: "Print the feeds' numbers, first in each line; a terminal always shows them.")
    var numbers = false

    @Flag(help: "Print JSON, one object per feed.")
    var json = false

    func run() throws {
        let subscriptions = try Workplace().store.subscriptions()
        if json { return try printJSON(subscriptions.map(ListedFeed.init)) }
        if subscriptions.isEmpty { return EmptyLibrary.explain() }
        let showsNumbers = numbers || isatty(STDOUT_FILENO) == 1
        for subscription in subscriptions {
            let number = showsNumbers ? "\(subscription.id.rawValue)\t" : ""
            let folder = subscription.folder.isEmpty ? "" : subscription.folder.joined(separator: "/") + "/"
            let problem = subscription.health.problem.map { "\t! \($0.message)" } ?? ""
            TerminalLetters.print(
                "\(number)\(subscription.unreadCount)\t\(subscription.articleCount)\t\(folder)\(subscription.title)"
                    + "\t\(subscription.shownAddress)\(problem)")
        }
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
    var lastSuccess: Date?
    var nextAttempt: Date?
    var problem: String?

    init(_ subscription: Subscription) {
        number = subscription.id.rawValue
        feedURL = subscription.shownAddress
        title = subscription.title
        homePageURL = subscription.homePageURL
        folder = subscription.folder
        unread = subscription.unreadCount
        articles = subscription.articleCount
        lastSuccess = subscription.health.lastSuccess
        nextAttempt = subscription.health.nextAttempt
        problem = subscription.health.problem?.message
    }

    enum CodingKeys: String, CodingKey {
        case number
        case feedURL = "feed_url"
        case title
        case homePageURL = "home_page_url"
        case folder, unread, articles
        case lastSuccess = "last_success"
        case nextAttempt = "next_attempt"
        case problem
    }
}
