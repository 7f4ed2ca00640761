import ArgumentParser
import ArticleStorage
import FeedModel
import Foundation

struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Print one number: how many articles are unread. For status bars.")

    @Flag(help: "Count all articles, read ones too.")
    var all = false

    func run() throws {
        let overview = try Workplace().store.overview(midnight: .localMidnight)
        print(all ? overview.articleCount : overview.unreadCount)
    }
}

extension Date {
    /// When today began where the person is.
    static var localMidnight: Date {
        Calendar.current.startOfDay(for: Date())
    }
}
