import ArticleStorage
import Basics
import FeedModel
import ReaderUI

extension ArticleStore {
    /// Returns the accounts as their panel lists them.
    func accountLines() throws -> [AccountLine] {
        let counts = try feedCountsOfAccounts()
        return try accounts().map { account in
            let parts = [
                account.kind.rawValue, counts[account.id, default: 0].counting("feed"),
                account.outgoingCount > 0 ? "\(account.outgoingCount.counting("mark")) waiting" : nil,
                account.health.problem?.message,
            ]
            return AccountLine(
                url: account.shownAddress, detail: parts.compactMap(\.self).joined(separator: ", "))
        }
    }
}
