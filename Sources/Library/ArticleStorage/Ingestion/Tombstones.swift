import Basics
import FeedModel
import GRDB

/// Fingerprints of articles that were removed for good, by which they are recognised if their feeds offer them again.
extension Database {
    func hasTombstone(of fingerprint: Fingerprint, in subscription: SubscriptionID) throws -> Bool {
        try first(
            "SELECT 1 FROM tombstone WHERE subscription = ? AND fingerprint = ?",
            [subscription.rawValue, fingerprint.stored]
        ) { _ in true } ?? false
    }

    func addTombstone(_ fingerprint: Fingerprint, in subscription: SubscriptionID) throws {
        try run(
            "INSERT OR IGNORE INTO tombstone (subscription, fingerprint) VALUES (?, ?)",
            [subscription.rawValue, fingerprint.stored])
    }
}
