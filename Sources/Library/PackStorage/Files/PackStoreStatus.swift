import Basics
package import FeedModel
import GRDB

/// The contents of the pack store in numbers.
package struct PackStoreStatus: Sendable {
    package var packed = 0
    package var partly = 0
    /// The size of all pictures, in bytes.
    package var pictureBytes: Int64 = 0
    package var pictures = 0
    package var enclosures = 0
    package var enclosureBytes: Int64 = 0
    /// Enclosures that wait or are paused.
    package var waitingEnclosures = 0
    package var parts = 0
    package var partBytes: Int64 = 0
    /// The number of those parts that no article needs any more.
    package var unwantedParts = 0
    /// The numbers of unavailable addresses, by reason.
    package var missing: [(reason: String, count: Int)] = []
    package var journey: Journey?

    package init() {}
}

extension PackStore {
    /// Returns the contents in numbers. Deleted articles are removed by the next packing; until then their files are
    /// counted, but the articles are not.
    ///
    /// - Parameter present: the packed articles that the library still lists; nil counts all.
    package func status(present: Set<ArticleID>? = nil) throws(PackStoreError) -> PackStoreStatus {
        var status = PackStoreStatus()
        for (id, state) in try marks() where present?.contains(id) ?? true {
            if state == .packed { status.packed += 1 } else { status.partly += 1 }
        }
        status.pictureBytes = try storedBytes()
        status.pictures = try read {
            try Int.fetchOne($0, sql: "SELECT count(DISTINCT digest) FROM address") ?? 0
        }
        for enclosure in try enclosures() {
            switch enclosure.state {
            case .stored:
                status.enclosures += 1
                status.enclosureBytes += enclosure.size ?? 0
            case .waiting, .paused: status.waitingEnclosures += 1
            // These are counted among the unavailable addresses.
            case .missing: break
            }
        }
        let wanted = try wantedParts()
        for part in parts.all() {
            status.parts += 1
            status.partBytes += part.length
            if !wanted.contains(part.address) { status.unwantedParts += 1 }
        }
        status.missing = try missing(in: nil, present: present)
        status.journey = try lastJourney()
        return status
    }

    /// Returns the numbers of unavailable addresses by reason, the most frequent first, of one journey or of all.
    /// Enclosures whose transfers were interrupted count as well, since no article's mark reveals them. Every journey
    /// that fetches enclosures also fetches those of earlier ones, so it reports those that it did not get.
    ///
    /// - Parameters:
    ///   - present: the packed articles that the library still lists; nil counts all.
    ///   - countsEnclosures: false for a journey that fetches none.
    package func missing(
        in journey: Int64?, present: Set<ArticleID>? = nil, countsEnclosures: Bool = true
    ) throws(PackStoreError) -> [(reason: String, count: Int)] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT note, count(*) FROM address
                    WHERE (?3 OR file IS NULL) AND (state IN \(AddressState.missing)
                            OR (state = \(AddressState.wanted.rawValue) AND file IS NOT NULL AND note IS NOT NULL
                                AND isPaused = 0))
                        AND EXISTS (
                        SELECT 1 FROM need JOIN article ON article.id = need.article
                        WHERE need.address = address.id AND (?1 IS NULL OR journey = ?1
                                OR file IS NOT NULL AND (state = \(AddressState.wanted.rawValue)
                                    OR address.changed >= (SELECT began FROM journey WHERE id = ?1)))
                            AND (?2 IS NULL OR article.id IN (SELECT value FROM json_each(?2))))
                    GROUP BY note ORDER BY 2 DESC
                    """,
                arguments: [journey, present?.jsonArray, countsEnclosures]
            ).map { (reason: $0[0] ?? "unavailable", count: $0[1]) }
        }
    }
}
