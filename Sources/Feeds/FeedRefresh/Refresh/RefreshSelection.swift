package import FeedModel

/// The feeds of a refresh.
package enum RefreshSelection: Sendable {
    case all
    case feeds([SubscriptionID])
}
