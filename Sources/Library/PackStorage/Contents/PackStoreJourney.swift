import Basics
package import FeedModel
import GRDB

package import struct FoundationEssentials.Date

/// One run of packing, from its beginning until everything is packed, its budget is spent, or half a day has passed.
package struct Journey: Equatable, Sendable {
    package var id: Int64
    package var began: Date
    /// Received bytes of pages and pictures, including the bytes in the parts of killed processes.
    package var spent: Int64
    /// Received bytes of enclosures, which have their own budget.
    package var enclosuresSpent: Int64
    package var ended: Date?
    /// Set if the person asked for this journey while offline; nil once a run has begun.
    package var kept: KeptJourney?

    package var isOpen: Bool { ended == nil }
}

/// A journey that the person asked for while offline: the reader begins it as soon as there is a network.
package enum KeptJourney: Int, Sendable {
    case articles = 1
    /// The person asked for enclosures too.
    case enclosures = 2
}

extension PackStore {
    /// The time within which an interrupted journey continues, in seconds (12 hours). One that is kept for a network
    /// continues at any time.
    static let maximumJourneyDuration = 12.0 * 3600

    /// Continues the open journey, which is then no longer kept, or begins one.
    package func beginJourney(at now: Date) throws(PackStoreError) -> Journey {
        try openJourney(at: now, kept: nil)
    }

    /// Keeps the open journey, or a new one, until there is a network.
    package func keepJourney(_ kept: KeptJourney, at now: Date) throws(PackStoreError) -> Journey {
        try openJourney(at: now, kept: kept)
    }

    /// Forgets that a journey is kept: it continues with the next request to pack.
    package func forgetKeptJourney() throws(PackStoreError) {
        try write { try $0.execute(sql: "UPDATE journey SET kept = 0 WHERE kept > 0") }
    }

    /// Returns the journey that is kept, with the number of its articles that still lack something; nil if none is
    /// kept.
    ///
    /// - Parameter present: the packed articles that the library still lists; nil counts all.
    package func keptJourney(
        present: Set<ArticleID>? = nil
    ) throws(PackStoreError) -> (journey: Journey, articles: Int)? {
        guard let journey = try lastJourney(), journey.isOpen, journey.kept != nil else { return nil }
        let last = journey.kept == .enclosures ? PackingStage.enclosure : .otherPicture
        let articles = try read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM article
                    WHERE journey = ?1 AND (?2 IS NULL OR id IN (SELECT value FROM json_each(?2))) AND EXISTS (
                        SELECT 1 FROM need CROSS JOIN address ON address.id = need.address
                        WHERE need.article = article.id AND stage <= \(last.rawValue)
                            AND state IN \(AddressState.incomplete))
                    """,
                arguments: [journey.id, present?.jsonArray])
        }
        return (journey: journey, articles: articles ?? 0)
    }

    /// Returns the incomplete articles of a journey that was interrupted and that only a new request continues; none if
    /// the journey waits for a network.
    package func interruptedArticles() throws(PackStoreError) -> Set<ArticleID> {
        guard let journey = try lastJourney(), journey.isOpen, journey.kept == nil else { return [] }
        let marks = try marks()
        return Set(try articles(of: journey.id).filter { marks[$0] == .partly })
    }

    private func openJourney(at now: Date, kept: KeptJourney?) throws(PackStoreError) -> Journey {
        let uncounted = try uncountedBytes()
        let lengths = parts.all()
        return try write { database -> Journey in
            if var open = try database.lastJourney(), Self.continues(open, at: now) {
                open.kept = try database.keep(open, kept)
                open.spent += uncounted.articles
                open.enclosuresSpent += uncounted.enclosures
                return open
            }
            try database.endJourney(at: now)
            // Parts left by earlier journeys do not count as this one's cost.
            for part in lengths { try database.count(part.length, of: part.address) }
            try database.execute(
                sql: "INSERT INTO journey (began) VALUES (?)", arguments: [now.timeIntervalSince1970])
            var new = Journey(id: database.lastInsertedRowID, began: now, spent: 0, enclosuresSpent: 0)
            new.kept = try database.keep(new, kept)
            return new
        }
    }

    /// True if the next run continues this journey.
    private static func continues(_ journey: Journey, at now: Date) -> Bool {
        journey.isOpen && (journey.kept != nil || now.timeIntervalSince(journey.began) < maximumJourneyDuration)
    }

    /// Returns the addresses that a run fetches in addition to the addresses of its request: the addresses of an
    /// interrupted journey, and the enclosures in the queue.
    package func unfinishedAddresses(at now: Date) throws(PackStoreError) -> [WantedAddress] {
        guard let journey = try lastJourney() else { return [] }
        return Self.continues(journey, at: now) ? try wanted(in: journey.id) : try wantedEnclosures()
    }

    package func endJourney(at now: Date) throws(PackStoreError) {
        try write { try $0.endJourney(at: now) }
    }

    package func lastJourney() throws(PackStoreError) -> Journey? {
        try read { try $0.lastJourney() }
    }
}

extension Database {
    fileprivate func lastJourney() throws -> Journey? {
        try Row.fetchOne(
            self, sql: "SELECT id, began, spent, enclosuresSpent, ended, kept FROM journey ORDER BY id DESC LIMIT 1"
        ).map {
            Journey(
                id: $0[0], began: Date(timeIntervalSince1970: $0[1]), spent: $0[2], enclosuresSpent: $0[3],
                ended: ($0[4] as Double?).map(Date.init(timeIntervalSince1970:)), kept: KeptJourney(rawValue: $0[5]))
        }
    }

    /// Returns the new value: a journey that is kept with enclosures stays so until it begins.
    fileprivate func keep(_ journey: Journey, _ kept: KeptJourney?) throws -> KeptJourney? {
        let new = kept == nil || journey.kept != .enclosures ? kept : .enclosures
        try execute(sql: "UPDATE journey SET kept = ? WHERE id = ?", arguments: [new?.rawValue ?? 0, journey.id])
        return new
    }

    fileprivate func endJourney(at now: Date) throws {
        try execute(
            sql: "UPDATE journey SET ended = ? WHERE ended IS NULL", arguments: [now.timeIntervalSince1970])
    }
}
