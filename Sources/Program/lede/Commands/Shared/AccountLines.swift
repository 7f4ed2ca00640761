import ArgumentParser
import Basics
import FeedModel
import FeedRefresh
import FoundationEssentials

/// The report of an account's sync in the words of the commands.
extension AccountReport {
    static func lastSync(at date: Date?) -> String {
        date.map { "synced at \($0.timestamp)" } ?? "never synced"
    }

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
        waitingUntil.map { "\(account.shownAddress): \(RetryWords.wait(until: $0)); --force asks it now" }
    }
}

extension FeedService {
    /// The reason why an account that a person has just added has no report; the line continues after it.
    var reasonNotSynced: String {
        switch connectivity {
        case .offline: "lede is offline: the next refresh online"
        case .unreachable: "no connection: the next refresh"
        case .online: "another lede is syncing this account: the next refresh"
        }
    }
}

extension AccountError {
    /// Reports the error, and throws its exit status in its place.
    static func reported<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as AccountError {
            throw error.status()
        }
    }

    /// Reports the error, and returns its exit status.
    func status() -> ExitCode {
        Console.printError(description)
        return self == .needsKind ? .offline : .failure
    }
}

extension AccountAddition {
    /// Reports that a known account stays in its folder, although another folder was given; nil if it does not.
    var folderLine: String? {
        keptFolder.map { folder in
            "known already, so it stays in \(folder.isEmpty ? "no folder" : folder.joined(separator: "/"))"
        }
    }
}
