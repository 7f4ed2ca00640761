import Basics
import FeedModel
import GRDB

/// Fingerprints of articles that were removed for good. They recognise these articles if their feeds offer them again.
extension Database {
    func hasTombstone(of fingerprint: Fingerprint, in subscription: SubscriptionID) throws -> Bool {
        try hasRow(
            "SELECT 1 FROM tombstone WHERE subscription = ? AND fingerprint = ?",
            [subscription.rawValue, fingerprint.stored])
    }

    func addTombstone(_ fingerprint: Fingerprint, in subscription: SubscriptionID) throws {
        try run(
            "INSERT OR IGNORE INTO tombstone (subscription, fingerprint) VALUES (?, ?)",
            [subscription.rawValue, fingerprint.stored])
    }
}
