import Basics
import FeedModel
import GRDB

/// The fingerprints of an article that was removed for good; they recognise it when its feed offers it again.
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
