/// The home of another reader on this machine.
package struct MoveOffer: Equatable, Sendable {
    /// Its name, as `lede move-in` takes it.
    package var reader: String
    /// How many feeds its list has.
    package var feeds: Int

    package init(reader: String, feeds: Int) {
        self.reader = reader
        self.feeds = feeds
    }
}
