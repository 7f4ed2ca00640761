/// What a journey tells while it goes on.
package enum JourneyEvent: Sendable {
    case progress(JourneyProgress)
    case finished(JourneyReport)
}

package struct JourneyProgress: Equatable, Sendable {
    package var pagesDone = 0
    package var pages = 0
    package var picturesDone = 0
    package var pictures = 0
    package var bytes: Int64 = 0
    package var budget: Int64 = 0
    /// The network has gone; the journey goes on by itself when it is back.
    package var isWaitingForLine = false
    package var enclosure: Enclosure?

    /// The enclosure that is being fetched.
    package struct Enclosure: Equatable, Sendable {
        package var title: String
        package var received: Int64
        package var size: Int64?
        /// In bytes a second, over the last few.
        package var speed: Double
    }
}

/// Why a journey ended.
package enum JourneyEnd: Equatable, Sendable {
    /// All that could be fetched is aboard.
    case complete
    /// The budget is spent.
    case budget
    /// The hold is full of what may not leave.
    case holdFull
    case diskFull
    case cancelled
    /// The person is offline.
    case offline
    /// The network did not come back in time.
    case lineLost
}

package struct JourneyReport: Sendable {
    package var end = JourneyEnd.complete
    /// Of the journey's articles.
    package var aboard = 0
    package var partly = 0
    /// Of the whole hold.
    package var articlesInHold = 0
    package var bytesInHold: Int64 = 0
    package var spent: Int64 = 0
    package var budget: Int64 = 0
    package var enclosuresSpent: Int64 = 0
    /// What could not be had, by reason.
    package var missing: [(reason: String, count: Int)] = []
    /// Hosts that were left, and why.
    package var leftHosts: [(host: String, reason: String)] = []
    /// Articles that left to make room.
    package var leftArticles = 0
    package var leftEnclosures = 0
}
