/// The reason why the queue is loaded.
package enum QueueUse: Equatable, Sendable {
    /// The person asked for it: its panel opens.
    case opening
    /// The queue has changed: an open panel is updated.
    case renewal
}
