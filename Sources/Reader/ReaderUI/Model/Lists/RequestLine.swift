package import struct FoundationEssentials.Date

/// A request that is waiting for the network, as the panel of the queue shows it.
package struct RequestLine: Equatable, Sendable {
    package var number: Int64
    package var words: String
    /// The time of the request.
    var asked: Date
    /// True if an attempt failed although there was a network.
    var hasFailed: Bool

    package init(number: Int64, words: String, asked: Date, hasFailed: Bool = false) {
        self.number = number
        self.words = words
        self.asked = asked
        self.hasFailed = hasFailed
    }
}
