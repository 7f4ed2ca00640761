import FeedModel
package import FoundationEssentials
import GRDB
import HTTPCache

/// The cost of an exchange, which is recorded together with its result.
package struct ExchangeCost: Equatable, Sendable {
    /// Received bytes that are not counted yet, including the bytes in an earlier process's part.
    var bytes: Int64
    var isEnclosure: Bool

    package init(bytes: Int64, isEnclosure: Bool = false) {
        self.bytes = bytes
        self.isEnclosure = isEnclosure
    }
}

/// The reason why an address is not packed, for good or until the next journey.
package enum Missing: Equatable, Sendable {
    case unavailable(String)
    case refused(String)

    package var note: String {
        switch self {
        case .unavailable(let note), .refused(let note): note
        }
    }

    fileprivate var state: AddressState {
        switch self {
        case .unavailable: .unavailable
        case .refused: .refused
        }
    }
}

/// The fate of the part of an address that is refused.
package enum RefusedPart: Equatable, Sendable {
    case removed
    /// The next journey continues the part if this is the first refusal since its last transfer. After another one it
    /// starts from the beginning: some servers refuse only ranges.
    case keptOnce
    /// A hotspot may have answered: its refusals say nothing about ranges.
    case kept
}

// Each object is one transaction: its contents, its address, the needs that it adds, and its cost in bytes.
extension PackStore {
    /// Stores a content once for all of its addresses.
    package func store(
        _ body: [UInt8], from source: ContentSource = .memory, for address: AddressID, cost: ExchangeCost, at now: Date
    ) throws(PackStoreError) {
        try store(body, digest: BodyDigest(of: body), from: source, for: address, cost: cost, at: now)
    }

    func store(
        _ body: [UInt8], digest: BodyDigest, from source: ContentSource = .memory, for address: AddressID,
        cost: ExchangeCost, at now: Date
    ) throws(PackStoreError) {
        let part = source == .part ? parts.file(of: address) : nil
        try write { database in
            // In the transaction, so that no other process removes the file before the database has its name.
            let placed = try contents.store(body, digest, part: part)
            try database.cachedStatement(
                sql: """
                    UPDATE address SET state = \(AddressState.packed.rawValue), digest = ?, boot = ?, size = ?,
                        changed = ?, note = NULL,
                        validator = NULL, whole = NULL, synced = 0, counted = 0
                    WHERE id = ?
                    """
            ).execute(arguments: [placed.stored, boot, body.count, now.timeIntervalSince1970, address.rawValue])
            try database.record(cost)
        }
        parts.remove(address)
        noteUnsynced(address)
    }

    /// Marks a page that the library has stored, and queues the pictures that it shows.
    ///
    /// - Parameter isProven: true if the page certainly comes from its server; its article can be packed only then.
    /// - Returns: the pictures of the page that are still to be fetched.
    package func storePage(
        _ page: WantedAddress, isProven: Bool = true, pictures: [PackedNeed], cost: ExchangeCost, at now: Date
    ) throws(PackStoreError) -> [WantedAddress] {
        let wanted = try write { database in
            try database.cachedStatement(
                sql: "UPDATE address SET state = ?, boot = ?, changed = ?, note = NULL WHERE id = ?"
            ).execute(arguments: [
                isProven ? AddressState.packed.rawValue : AddressState.unproven.rawValue, boot,
                now.timeIntervalSince1970, page.id.rawValue,
            ])
            try database.record(cost)
            return try database.addPictures(pictures, of: page)
        }
        noteUnsynced(page.id)
        return wanted
    }

    /// Marks an address as missing; this journey does not request it again.
    ///
    /// - Parameter part: the fate of its part if the address is refused; the part of an unavailable one is removed.
    package func miss(
        _ address: AddressID, _ missing: Missing, cost: ExchangeCost, part: RefusedPart = .removed, at now: Date
    ) throws(PackStoreError) {
        let length = parts.length(of: address)
        let isKept = try write { database in
            let isKept = try missing.state == .refused && database.keeps(part, of: address)
            try database.execute(
                sql: "UPDATE address SET state = ?, note = ?, changed = ? WHERE id = ?",
                arguments: [missing.state.rawValue, missing.note, now.timeIntervalSince1970, address.rawValue])
            if isKept { try database.count(length, of: address) } else { try database.forgetPart(of: address) }
            try database.record(cost)
            return isKept
        }
        if !isKept { parts.remove(address) }
    }

    /// Records that pages certainly come from their servers.
    package func confirmPages(_ addresses: [AddressID]) throws(PackStoreError) {
        try move(addresses, from: .unproven, to: .packed)
    }

    /// Records that refused addresses are certainly unavailable.
    package func confirmUnavailable(_ addresses: [AddressID]) throws(PackStoreError) {
        try move(addresses, from: .refused, to: .unavailable)
    }

    /// Leaves addresses in other states unchanged.
    private func move(
        _ addresses: [AddressID], from old: AddressState, to new: AddressState
    ) throws(PackStoreError) {
        guard !addresses.isEmpty else { return }
        try write { database in
            for address in addresses {
                try database.cachedStatement(sql: "UPDATE address SET state = ? WHERE id = ? AND state = ?")
                    .execute(arguments: [new.rawValue, address.rawValue, old.rawValue])
            }
        }
    }

    /// Refuses pages without proof until the next journey. Leaves addresses in other states unchanged.
    package func refusePages(_ addresses: [AddressID], _ reason: String) throws(PackStoreError) {
        try refuse(addresses, in: .unproven, reason)
    }

    /// Records another reason for refused addresses. Leaves those in other states unchanged: the person may have
    /// removed or resumed an enclosure.
    package func explainRefusal(of addresses: [AddressID], _ reason: String) throws(PackStoreError) {
        try refuse(addresses, in: .refused, reason)
    }

    private func refuse(_ addresses: [AddressID], in state: AddressState, _ reason: String) throws(PackStoreError) {
        guard !addresses.isEmpty else { return }
        try write { database in
            for address in addresses {
                try database.cachedStatement(
                    sql: """
                        UPDATE address SET state = \(AddressState.refused.rawValue), note = ?, \(Database.forgottenBoot)
                        WHERE id = ? AND state = ?
                        """
                ).execute(arguments: [reason, address.rawValue, state.rawValue])
            }
        }
    }

    /// Queues stored pages and missing objects once more.
    package func requeue(_ addresses: [AddressID]) throws(PackStoreError) {
        guard !addresses.isEmpty else { return }
        try write { database in
            for address in addresses {
                try database.cachedStatement(
                    sql: """
                        UPDATE address SET state = \(AddressState.wanted.rawValue), note = NULL,
                            \(Database.forgottenBoot)
                        WHERE id = ? AND state <> \(AddressState.removed.rawValue)
                        """
                ).execute(arguments: [address.rawValue])
            }
        }
    }

    /// Removes a page that turned out not to be an article, with the pictures that it shows, or marks a file as missing
    /// until the next journey.
    ///
    /// - Returns: the addresses that no article needs any more.
    package func discard(_ address: AddressID, _ missing: Missing, at now: Date) throws(PackStoreError) -> Set<
        AddressID
    > {
        try write { database in
            try database.execute(
                sql: "UPDATE address SET state = ?, note = ?, changed = ?, \(Database.forgottenBoot) WHERE id = ?",
                arguments: [
                    missing.state.rawValue, missing.note, now.timeIntervalSince1970, address.rawValue,
                ])
            let pictures = [PackingStage.firstPicture, .otherPicture].map { "\($0.rawValue)" }.joined(separator: ", ")
            try database.execute(
                sql: """
                    DELETE FROM need WHERE stage IN (\(pictures)) AND article IN (
                        SELECT article FROM need WHERE address = ? AND stage = \(PackingStage.page.rawValue))
                    """,
                arguments: [address.rawValue])
            let unneeded = try Int64.fetchAll(
                database,
                sql: """
                    SELECT id FROM address WHERE state = \(AddressState.wanted.rawValue)
                        AND NOT EXISTS (SELECT 1 FROM need WHERE need.address = address.id)
                    """)
            return Set(unneeded.map(AddressID.init))
        }
    }

    /// Records that the transfer of a wanted address was interrupted, although there is a network.
    package func noteFailure(of address: AddressID, _ reason: String) throws(PackStoreError) {
        try write {
            try $0.execute(
                sql: "UPDATE address SET note = ? WHERE id = ? AND state = \(AddressState.wanted.rawValue)",
                arguments: [reason, address.rawValue])
        }
    }

    /// Records the cost of an interrupted or deferred exchange; its part stays.
    package func record(_ cost: ExchangeCost, part: (address: AddressID, length: Int64)?) throws(PackStoreError) {
        try write { database in
            try database.record(cost)
            guard let part else { return }
            try database.count(part.length, of: part.address)
            try database.execute(
                sql: "UPDATE address SET changed = 0 WHERE id = ? AND state = \(AddressState.wanted.rawValue)",
                arguments: [part.address.rawValue])
        }
    }

    /// Returns the size of all stored pictures, in bytes.
    package func storedBytes() throws(PackStoreError) -> Int64 {
        try read {
            try Int64.fetchOne(
                $0,
                sql: """
                    SELECT coalesce(sum(size), 0)
                    FROM (SELECT max(size) AS size FROM address WHERE digest IS NOT NULL GROUP BY digest)
                    """) ?? 0
        }
    }
}

extension Database {
    func forgetPart(of address: AddressID) throws {
        try cachedStatement(
            sql: "UPDATE address SET validator = NULL, boot = NULL, whole = NULL, synced = 0, counted = 0 WHERE id = ?"
        ).execute(arguments: [address.rawValue])
    }

    /// Forgets when an object was stored, but not when its part was written: only synced bytes of the part would count.
    fileprivate static let forgottenBoot = "boot = CASE WHEN validator IS NULL THEN NULL ELSE boot END"

    fileprivate func keeps(_ part: RefusedPart, of address: AddressID) throws -> Bool {
        switch part {
        case .removed: false
        case .keptOnce: try isFirstRefusal(of: address)
        case .kept: true
        }
    }

    /// True if nothing was stored or refused since the last transfer.
    private func isFirstRefusal(of address: AddressID) throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT changed = 0 FROM address WHERE id = ?", arguments: [address.rawValue])
            ?? false
    }

    /// Records the bytes of a part that the journey's spent bytes include.
    func count(_ length: Int64, of part: AddressID) throws {
        try execute(sql: "UPDATE address SET counted = ? WHERE id = ?", arguments: [length, part.rawValue])
    }

    func record(_ cost: ExchangeCost) throws {
        guard cost.bytes != 0 else { return }
        let column = cost.isEnclosure ? "enclosuresSpent" : "spent"
        try cachedStatement(
            sql: "UPDATE journey SET \(column) = \(column) + ? WHERE id = (SELECT max(id) FROM journey)"
        ).execute(arguments: [cost.bytes])
    }
}

extension BodyDigest {
    /// The digest as the database stores it.
    var stored: Data { Data(bytes) }

    /// Nil for bytes of another length.
    init?(stored: Data) {
        self.init(bytes: Array(stored))
    }
}

extension Database {
    /// Adds the pictures of a page for its articles that are still packed. Returns those that are not stored.
    fileprivate func addPictures(_ needs: [PackedNeed], of page: WantedAddress) throws -> [WantedAddress] {
        let articles = try page.articles.filter { article in
            try Bool.fetchOne(
                cachedStatement(sql: "SELECT 1 FROM article WHERE id = ?"), arguments: [article.rawValue]) != nil
        }
        guard !articles.isEmpty else { return [] }
        return try needs.compactMap { need in
            let (id, isWanted) = try address(need.url)
            for article in articles {
                try cachedStatement(
                    sql: "INSERT INTO need (article, address, stage) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
                ).execute(arguments: [article.rawValue, id, need.stage.rawValue])
            }
            guard isWanted else { return nil }
            return WantedAddress(
                id: AddressID(rawValue: id), url: need.url, stage: need.stage, position: page.position,
                articles: articles)
        }
    }

    /// Returns an address, which is added if it is new.
    private func address(_ url: String) throws -> (id: Int64, isWanted: Bool) {
        let row = try Row.fetchOne(
            cachedStatement(sql: "SELECT id, state FROM address WHERE url = ?"), arguments: [url])
        if let row { return (row[0], row[1] == AddressState.wanted.rawValue) }
        try cachedStatement(sql: "INSERT INTO address (url) VALUES (?)").execute(arguments: [url])
        return (lastInsertedRowID, true)
    }
}
