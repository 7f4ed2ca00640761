/// Another reader found on this machine, whose feeds lede can import.
package struct MoveOffer: Equatable, Sendable {
    /// The reader's name as `lede move-in` accepts it.
    var reader: String
    /// The number of feeds in its list.
    var feeds: Int

    package init(reader: String, feeds: Int) {
        self.reader = reader
        self.feeds = feeds
    }
}
