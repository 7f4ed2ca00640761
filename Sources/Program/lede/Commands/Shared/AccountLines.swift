import Basics
import FeedModel
import FeedRefresh

/// The report of an account's sync in the words of the commands.
extension AccountReport {
    /// - Parameter feeds: the number of the account's feeds.
    func result(isNew: Bool, feeds: Int) -> String {
        "\(isNew ? "" : "known already, ")\(feeds.counting("feed")), \(newArticles.counting("new article"))"
    }

    /// The problem and the time of the next attempt; nil if there is no problem.
    var problemLine: String? {
        problem.map { "\(account.shownAddress): \($0.message)\(RetryWords.next(account.health.nextAttempt))" }
    }

    /// The wait that the server requires; nil if the account was synced.
    var waitLine: String? {
        waitingUntil.map { "\(account.shownAddress): \(RetryWords.wait(until: $0))" }
    }
}

extension AccountAddition {
    /// Reports that a known account stays in its folder, although another one was given; otherwise nil.
    var folderLine: String? {
        keptFolder.map { folder in
            "known already, so it stays in \(folder.isEmpty ? "no folder" : folder.joined(separator: "/"))"
        }
    }
}
