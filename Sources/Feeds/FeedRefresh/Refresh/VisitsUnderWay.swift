import FeedModel
import FoundationEssentials
import Synchronization

/// The visits of one refresh that are under way: how many the line has to carry, and which hosts keep theirs waiting.
///
/// To wait for a first byte costs nothing on the wire. So a visit that is late does not keep others from starting, and its
/// host, if nothing else is heard of it, gets one visit at a time until it answers.
struct VisitsUnderWay {
    /// A visit is late after so many seconds …
    static let patience: TimeInterval = 2
    /// … or overtaken, once so many were answered that began after it, and nothing came of its own answer.
    static let overtaking = 4
    /// To one host; more would only wait for its connections.
    static let mostToOneHost = 8
    /// A host is given up for this refresh once so many visits in a row found it silent while others answered.
    static let silencesToGiveUp = 4

    /// Whether an answer has begun to come, told by the visit's own task.
    final class Answer: Sendable {
        private let state = Atomic(false)

        var hasBegun: Bool { state.load(ordering: .relaxed) }

        func begin() {
            state.store(true, ordering: .relaxed)
        }
    }

    private struct Visit {
        let host: String
        let began: Date
        let answer: Answer
        /// How many visits had been answered by then.
        let answersBefore: Int
        /// How many have been answered when it is overtaken: all that began before it may be answered before.
        let answersToOvertake: Int
        var isLate = false
        var isOvertaken = false
    }

    private struct Host {
        var underWay = 0
        /// How many visits, to whatever host, had been answered when one to this was.
        var answered = 0
        /// Whether it keeps visits waiting, and has not been heard since they began.
        var isLate = false
        /// Visits in a row that found it silent.
        var silences = 0
    }

    private var visits: [SubscriptionID: Visit] = [:]
    private var hosts: [String: Host] = [:]
    private var answers = 0
    /// How many the line has to carry: those that are not late.
    private(set) var lively = 0

    var isEmpty: Bool { visits.isEmpty }
    var count: Int { visits.count }

    mutating func began(_ id: SubscriptionID, to host: String, answer: Answer, at now: Date) {
        visits[id] = Visit(
            host: host, began: now, answer: answer, answersBefore: answers,
            answersToOvertake: answers + lively + Self.overtaking)
        hosts[host, default: Host()].underWay += 1
        lively += 1
    }

    /// Finds out which are late by now.
    mutating func update(at now: Date) {
        lively = 0
        for (id, visit) in visits where !visit.isLate {
            let isSlow = now.timeIntervalSince(visit.began) >= Self.patience
            let isWaiting = !visit.answer.hasBegun
            guard isSlow || (isWaiting && answers >= visit.answersToOvertake) else {
                lively += 1
                continue
            }
            visits[id]?.isLate = true
            visits[id]?.isOvertaken = !isSlow
            if isWaiting, let host = hosts[visit.host], host.answered <= visit.answersBefore {
                hosts[visit.host]?.isLate = true
            }
        }
    }

    /// - Parameter lineFailed: whether it ended for want of a line, as far as can be told from the visit alone.
    /// - Returns: its host, nil where it was not under way; and whether the failure was the server's after all.
    mutating func ended(_ id: SubscriptionID, heard: Bool, lineFailed: Bool) -> (host: String?, wasSilent: Bool) {
        guard let visit = visits.removeValue(forKey: id), var host = hosts[visit.host] else { return (nil, false) }
        var wasSilent = false
        host.underWay -= 1
        if heard {
            answers += 1
            (host.answered, host.isLate, host.silences) = (answers, false, 0)
        } else if lineFailed, visit.isOvertaken || host.silences > 0 {
            wasSilent = true
            host.isLate = true
            host.silences += 1
        } else if lineFailed, answers > visit.answersBefore {
            // Too late to be overtaken, as nobody was left; but where many are silent, so is this one.
            wasSilent = hosts.values.count { $0.silences > 0 } >= Reachability.hostsToBelieve
        }
        hosts[visit.host] = host
        return (visit.host, wasSilent)
    }

    /// How many more visits the host may have now.
    func room(at host: String) -> Int {
        guard let host = hosts[host] else { return Self.mostToOneHost }
        return max(0, (host.isLate ? 1 : Self.mostToOneHost) - host.underWay)
    }

    func isGivenUp(_ host: String) -> Bool {
        hosts[host].map { $0.silences >= Self.silencesToGiveUp } ?? false
    }
}
