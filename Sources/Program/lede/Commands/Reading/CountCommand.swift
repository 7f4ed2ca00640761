import ArgumentParser
import ArticleStorage
import FeedModel
import FoundationEssentials
import ReaderEngine
import ReaderUI

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
    /// The beginning of today in the local time zone.
    static var localMidnight: Date {
        Clock.system().midnight
    }
}
