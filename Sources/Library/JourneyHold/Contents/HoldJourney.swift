import GRDB

package import struct FoundationEssentials.Date

/// One packing, from its beginning until everything is aboard, its budget is spent, or half a day has passed.
package struct Journey: Equatable, Sendable {
    package var id: Int64
    package var began: Date
    /// Received bytes of pages and pictures, including those in the parts of killed processes.
    package var spent: Int64
    /// The same for enclosures, which have a budget of their own.
    package var enclosuresSpent: Int64
    package var ended: Date?

    package var isOpen: Bool { ended == nil }
}

extension Hold {
    /// The time within which an interrupted journey continues, in seconds (12 hours).
    static let longestJourney = 12.0 * 3600

    /// Continues the open journey, or begins one.
    package func beginJourney(at now: Date) throws(HoldError) -> Journey {
        let unsettled = try unsettledBytes()
        let lengths = parts.all()
        return try write { database -> Journey in
            if var open = try database.lastJourney(), open.isOpen,
                now.timeIntervalSince(open.began) < Self.longestJourney
            {
                open.spent += unsettled.articles
                open.enclosuresSpent += unsettled.enclosures
                return open
            }
            try database.endJourney(at: now)
            // Parts left by earlier journeys do not count as this one's cost.
            for part in lengths {
                try database.execute(
                    sql: "UPDATE address SET counted = ? WHERE id = ?",
                    arguments: [part.length, part.address.rawValue])
            }
            try database.execute(
                sql: "INSERT INTO journey (began) VALUES (?)", arguments: [now.timeIntervalSince1970])
            return Journey(id: database.lastInsertedRowID, began: now, spent: 0, enclosuresSpent: 0)
        }
    }

    package func endJourney(at now: Date) throws(HoldError) {
        try write { try $0.endJourney(at: now) }
    }

    package func lastJourney() throws(HoldError) -> Journey? {
        try read { try $0.lastJourney() }
    }
}

extension Database {
    fileprivate func lastJourney() throws -> Journey? {
        try Row.fetchOne(
            self, sql: "SELECT id, began, spent, enclosuresSpent, ended FROM journey ORDER BY id DESC LIMIT 1"
        ).map {
            Journey(
                id: $0[0], began: Date(timeIntervalSince1970: $0[1]), spent: $0[2], enclosuresSpent: $0[3],
                ended: ($0[4] as Double?).map(Date.init(timeIntervalSince1970:)))
        }
    }

    fileprivate func endJourney(at now: Date) throws {
        try execute(
            sql: "UPDATE journey SET ended = ? WHERE ended IS NULL", arguments: [now.timeIntervalSince1970])
    }
}
