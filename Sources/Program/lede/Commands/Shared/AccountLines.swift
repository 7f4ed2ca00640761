import Basics
import FeedModel
import FeedRefresh

/// The report of an account's sync in the words of the commands.
extension AccountReport {
    /// - Parameter feeds: the number of the account's feeds.
    func result(isNew: Bool, feeds: Int) -> String {
        "\(isNew ? "" : "known already, ")\(feeds.counting("feed")), \(newArticles.counting("new article"))"
    }

    /// The problem and the next try; nil if there is no problem.
    var problemLine: String? {
        problem.map { "\(account.shownAddress): \($0.message)\(RetryWords.next(account.health.nextAttempt))" }
    }
}
