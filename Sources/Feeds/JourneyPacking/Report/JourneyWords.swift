package import ArticleStorage
import Basics

/// The messages of packing for a person and for scripts.
package enum JourneyWords {
    package static func progress(_ progress: JourneyProgress) -> String {
        let parts = [
            articles(progress), progress.enclosure.map(enclosure),
            progress.isWaitingForNetwork ? "waiting for the network" : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? "packing" : parts.joined(separator: " · ")
    }

    /// Nil if only enclosures are fetched.
    private static func articles(_ progress: JourneyProgress) -> String? {
        guard progress.pages + progress.pictures > 0 else { return nil }
        let done =
            progress.pages > 0
            ? "\(progress.pagesDone) of \(progress.pages) pages packed"
            : "\(progress.picturesDone) of \(progress.pictures) pictures packed"
        return "\(done), \(bytes(progress.bytes)) of \(bytes(progress.budget))"
    }

    private static func enclosure(_ enclosure: JourneyProgress.Enclosure) -> String {
        let progress = received(enclosure.received, of: enclosure.size)
        return "\(enclosure.title): \(progress), \(bytes(Int64(enclosure.speed)))/s"
    }

    /// Writes `stored, 83 MB`, `23:10 of 58:02, 83 MB` or `played, 83 MB`.
    package static func stored(_ count: Int64, _ playback: Playback?) -> String {
        let state = playback.map { played in
            let times = [played.position, played.duration].map(Numbers.duration)
            return played.isFinished ? "played" : times.joined(separator: " of ")
        }
        return "\(state ?? "stored"), \(bytes(count))"
    }

    /// Returns one line, and another for unavailable addresses.
    package static func lines(_ report: JourneyReport) -> [String] {
        var lines = [report.nothing ?? summary(report)]
        if !report.missing.isEmpty { lines.append("unavailable: \(missing(report.missing))") }
        for host in report.skippedHosts { lines.append("skipped for this journey: \(host.host): \(host.reason)") }
        for host in report.interruptedHosts {
            lines.append("interrupted, and requested again by the next pack: \(host.host): \(host.reason)")
        }
        let removed = [
            report.removedArticles > 0 ? report.removedArticles.counting("article") : nil,
            report.removedEnclosures > 0 ? report.removedEnclosures.counting("enclosure") : nil,
        ].compactMap(\.self)
        if !removed.isEmpty { lines.append("removed to make room: \(removed.joined(separator: ", "))") }
        return lines
    }

    private static func summary(_ report: JourneyReport) -> String {
        let enclosures = report.storedEnclosures > 0 ? report.storedEnclosures.counting("enclosure") : nil
        // A run for enclosures alone has no articles.
        let hasArticles = report.packed + report.partly > 0 || enclosures == nil
        let packed = [
            hasArticles ? report.packed.counting("article") : nil, report.partly > 0 ? "\(report.partly) partly" : nil,
            enclosures,
        ].compactMap(\.self).joined(separator: ", ")
        let why: String? =
            switch report.end {
            case .complete: nil
            case .budget: report.budgetEnd.map(budget)
            case .storeFull: "the space for packed pictures or enclosures is full (lede help journeys)"
            case .diskFull: "the disk is full or nearly full"
            case .cancelled: "interrupted; the next pack continues"
            case .offline: "lede is offline; the next pack continues"
            case .portal: "this network answers every request with its own page: log in, then pack again"
            case .networkLost: "there is still no network; the next pack continues"
            }
        let spent = "\(bytes(report.spent + report.enclosuresSpent)) fetched"
        // The articles and the fetched bytes are this journey's. Texts of pages are in the library.
        let stored = report.bytesInStore > 0 ? "\(bytes(report.bytesInStore)) of files stored in all" : nil
        let facts = ["packed: \(packed), \(spent)", stored, why]
        return facts.compactMap(\.self).joined(separator: "; ")
    }

    private static func budget(_ end: BudgetEnd) -> String {
        switch end {
        case .spent(let size): "the budget of \(bytes(size)) is used up"
        case .tooSmall(let size): "the next object does not fit into the budget of \(bytes(size))"
        case .enclosuresSpent(let size): "the enclosure budget of \(bytes(size)) is used up"
        case .enclosuresTooSmall(let size): "the next object does not fit into the enclosure budget of \(bytes(size))"
        }
    }

    /// Writes `3 require a login, 1 gone, 2 (the server answered 503)`.
    package static func missing(_ missing: [(reason: String, count: Int)]) -> String {
        missing.map { reason, count in
            guard !subjects.contains(where: reason.hasPrefix) else { return "\(count) (\(reason))" }
            let verb = reason.prefix { $0 != " " }
            let plural = count > 1 ? plurals[verb].map { $0 + reason.dropFirst(verb.count) } : nil
            return "\(count) \(plural ?? reason)"
        }.joined(separator: ", ")
    }

    /// Beginnings of reasons that are sentences of their own: a number cannot be their subject.
    private static let subjects = ["the ", "no ", "a ", "host "]

    /// The verbs with which other reasons begin.
    private static let plurals: [Substring: String] = ["requires": "require", "exceeds": "exceed"]

    /// Writes `4.2 MB of 31 MB`.
    package static func received(_ count: Int64, of size: Int64?) -> String {
        bytes(count) + (size.map { " of \(bytes($0))" } ?? "")
    }

    package static func bytes(_ count: Int64) -> String { Numbers.bytes(Int(clamping: count)) }
}
