/// The feeds that the person is adding: their addresses have been sent, and the results may come at any time.
struct FeedAddition: Equatable, Sendable {
    /// The lists of feeds found while a panel or a line was open; each is shown once nothing is open.
    var found: [Panel] = []
    /// True if the person has pressed a key or the mouse since a feed was last asked for.
    var hasMovedOn = false
}
