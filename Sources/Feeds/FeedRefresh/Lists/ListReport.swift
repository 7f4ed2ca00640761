package import FeedModel

/// The result of checking a followed list.
package struct ListReport: Sendable {
    /// The list, with its health after the check.
    package var list: FollowedList
    /// The list's health before the check.
    let former: FeedHealth
    package var changes = ListChanges()
    /// Entries of the list that were left out, or parts of them without use here, one line each.
    package var remarks: [String] = []

    package var problem: FeedProblem? { list.health.problem }

    /// The changes, one line each, with the list's address.
    package func lines(atMost limit: Int = .max) -> [String] {
        changes.lines(atMost: limit).map { "\(list.shownAddress): \($0)" }
    }

    /// The feeds that the list lacks now, one line each, with the list's address.
    package func losses(atMost limit: Int = .max) -> [String] {
        changes.losses(atMost: limit).map { "\(list.shownAddress): \($0)" }
    }

    /// The problem and the time of the next attempt; nil if there is no problem.
    package var problemLine: String? {
        problem.map { "\(list.shownAddress): \($0.message)\(RetryWords.next(list.health.nextAttempt))" }
    }
}
