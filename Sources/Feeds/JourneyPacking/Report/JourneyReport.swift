/// The result of a run of a journey: what is packed, what it cost, and what is missing.
package struct JourneyReport: Sendable {
    package var end = JourneyEnd.complete
    /// The reason why there was nothing to pack, in one line; nil if there was something.
    package var nothing: String?
    /// The number of the journey's packed articles.
    var packed = 0
    package var partly = 0
    /// The number of enclosures that the run has stored.
    var storedEnclosures = 0
    /// Pictures and enclosures.
    var bytesInStore: Int64 = 0
    var spent: Int64 = 0
    var enclosuresSpent: Int64 = 0
    /// The budget that ended the run; nil if none did.
    var budgetEnd: BudgetEnd?
    /// The numbers of unavailable addresses, by reason.
    package var missing: [(reason: String, count: Int)] = []
    /// The hosts that the journey gave up, and the reasons.
    package var skippedHosts: [(host: String, reason: String)] = []
    /// The hosts of pages and pictures that the next pack requests again, and the reasons.
    var interruptedHosts: [(host: String, reason: String)] = []
    /// The number of articles that were removed to make room.
    var removedArticles = 0
    var removedEnclosures = 0

    /// Adds addresses that the pack store does not count as missing.
    mutating func addMissing(_ reason: String, count: Int) {
        guard count > 0 else { return }
        guard let index = missing.firstIndex(where: { $0.reason == reason }) else {
            return missing.append((reason, count))
        }
        missing[index].count += count
    }

    /// True if the journey has no article and stored nothing.
    package var isEmpty: Bool { packed + partly + storedEnclosures == 0 }
}

/// The events of a running journey.
package enum JourneyEvent: Sendable {
    case progress(JourneyProgress)
    case finished(JourneyReport)
}

/// The state of a running journey, for a status line.
package struct JourneyProgress: Equatable, Sendable {
    var pagesDone = 0
    var pages = 0
    var picturesDone = 0
    var pictures = 0
    var bytes: Int64 = 0
    var budget: Int64 = 0
    /// True while the network is gone; the journey continues automatically when it returns.
    var isWaitingForNetwork = false
    package var enclosure: Enclosure?

    /// The enclosure being fetched.
    package struct Enclosure: Equatable, Sendable {
        package var title: String
        var received: Int64
        var size: Int64?
        /// Bytes per second, over the last few seconds.
        package var speed: Double
    }
}

/// The reason why a journey ended.
package enum JourneyEnd: Equatable, Sendable {
    /// Everything available is packed.
    case complete
    /// The budget is spent, or too small for the next object.
    case budget
    /// The pack store is full of articles that must not be removed.
    case storeFull
    case diskFull
    case cancelled
    /// The person is offline.
    case offline
    /// The network did not return in time.
    case networkLost
    /// Every address returned the same page.
    case portal
}

/// The budget that ended a run, with its size in bytes.
enum BudgetEnd: Equatable, Sendable {
    /// The budget of pages and pictures is used up.
    case spent(Int64)
    /// The next page or picture does not fit into the rest.
    case tooSmall(Int64)
    /// The budget of enclosures is used up.
    case enclosuresSpent(Int64)
    /// The next enclosure does not fit into the rest.
    case enclosuresTooSmall(Int64)
}
