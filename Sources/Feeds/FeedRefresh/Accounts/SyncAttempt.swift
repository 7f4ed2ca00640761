import FeedModel

/// The result of one attempt to reach an account's server.
enum SyncAttempt {
    case ended(FeedHealth)
    /// Another process is syncing the account.
    case leasedElsewhere
    /// This process is syncing the account already, or it was removed.
    case omitted
}
