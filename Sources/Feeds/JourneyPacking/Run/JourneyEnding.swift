import ArticleStorage
import FeedModel
import FeedRefresh
import PackStorage

/// The end of a journey: makes room in the pack store, and reports.
extension JourneyPacker {
    func finish(_ end: JourneyEnd, _ run: JourneyRun, _ journey: Journey) throws -> JourneyReport {
        let removals = try makeRoom(after: end)
        var report = try report(end, journey)
        (report.spent, report.enclosuresSpent) = run.spent
        report.budgetEnd = run.budgetEnd
        report.storedEnclosures = run.storedEnclosures
        for (reason, count) in run.withheldFiles.sorted(by: { $0.key < $1.key }) {
            report.addMissing(reason, count: count)
        }
        report.skippedHosts = run.throttle.skipped.map { ($0.key, $0.value) }.sorted { $0.host < $1.host }
        report.removedArticles = removals.articles.articles
        report.removedEnclosures = removals.enclosures.articles
        return report
    }

    /// Removes articles to make room. A full disk does not end the journey: it removes only articles that the library
    /// no longer has, or deleting articles would free nothing.
    private func makeRoom(
        after end: JourneyEnd
    ) throws -> (articles: PackStoreRemovals, enclosures: PackStoreRemovals) {
        switch end {
        case .complete, .budget, .storeFull:
            try packStore.endJourney(at: service.now)
            var articles = try packStore.makeRoom(
                capacity: limits.pictureStoreBytes, present: present(), at: service.now)
            // Those that a person deleted did not make room for anything.
            articles.articles -= articles.gone
            return (articles, try makeRoomForEnclosures())
        case .diskFull:
            // On a full disk even the database cannot be written.
            let articles = try? packStore.makeRoom(capacity: .max, present: present(), at: service.now)
            return (articles ?? PackStoreRemovals(), PackStoreRemovals())
        case .cancelled, .offline, .networkLost, .portal: return (PackStoreRemovals(), PackStoreRemovals())
        }
    }

    func report(_ end: JourneyEnd, _ journey: Journey?) throws -> JourneyReport {
        var report = JourneyReport()
        report.end = end
        let present = try store.listed(packStore.known())
        let marks = try packStore.marks().filter { present.contains($0.key) }
        report.bytesInStore = try packStore.storedBytes() + packStore.enclosureBytes()
        guard let journey else { return report }
        for id in try packStore.articles(of: journey.id) {
            if marks[id] == .packed { report.packed += 1 } else if marks[id] == .partly { report.partly += 1 }
        }
        report.missing = try packStore.missing(
            in: journey.id, present: present, countsEnclosures: limits.enclosureBudget > 0)
        return report
    }

    func makeRoomForEnclosures() throws -> PackStoreRemovals {
        let finished = Set(try store.playbacks().filter { $0.value.isFinished }.keys)
        return try packStore.makeRoomForEnclosures(
            capacity: limits.enclosureStoreBytes, finished: finished, at: service.now)
    }

    /// Returns the packed articles that the library still has; updates the pack store with their marks.
    func present() throws -> Set<ArticleID> {
        let marks = try store.listedMarks(of: Array(packStore.known()))
        try packStore.update(marks, at: service.now)
        return Set(marks.keys)
    }
}
