import ArgumentParser
import ArticleStorage
import FeedModel
import Foundation

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your subscriptions: unread, articles, title, address, and what is wrong.")

    @Flag(help: "Print JSON, one object per feed.")
    var json = false

    func run() throws {
        let subscriptions = try Workplace().store.subscriptions()
        if json { return try printJSON(subscriptions.map(ListedFeed.init)) }
        for subscription in subscriptions {
            let folder = subscription.folder.isEmpty ? "" : subscription.folder.joined(separator: "/") + "/"
            let problem = subscription.health.problem.map { "\t! \($0.message)" } ?? ""
            TerminalLetters.print(
                "\(subscription.unreadCount)\t\(subscription.articleCount)\t\(folder)\(subscription.title)"
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
