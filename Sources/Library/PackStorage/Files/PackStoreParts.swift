import GRDB
import Glibc

/// The record of a part that can be resumed.
package struct PartRecord: Equatable, Sendable {
    package var validator: String
    /// The number of bytes stored.
    package var length: Int64
    /// The number of those bytes that the journey's spent bytes include already.
    package var counted: Int64
    /// The length of the whole file; nil if its server did not give it.
    package var whole: Int64?

    /// True if the file is complete; only storing it is left.
    package var isComplete: Bool { length == whole }
}

extension PackStore {
    /// Stores the validator and the current boot of the machine before the first byte of a part is written.
    package func beginPart(of address: AddressID, validator: String, boot: String, size: Int64?) throws(PackStoreError)
    {
        try write {
            try $0.cachedStatement(
                sql: """
                    UPDATE address SET validator = ?1, boot = ?2, whole = ?3, size = coalesce(?3, size), synced = 0,
                        counted = 0
                    WHERE id = ?4
                    """
            ).execute(arguments: [validator, boot, size, address.rawValue])
        }
    }

    /// Forgets the record of a part; its file stays.
    package func forgetPart(of address: AddressID) throws(PackStoreError) {
        try write { try $0.forgetPart(of: address) }
    }

    /// Records the length of the part that has certainly reached the disk.
    package func noteSynced(_ address: AddressID, _ length: Int64) throws(PackStoreError) {
        try write {
            try $0.cachedStatement(sql: "UPDATE address SET synced = ? WHERE id = ?")
                .execute(arguments: [length, address.rawValue])
        }
    }

    /// Returns a part that can be resumed. After a reboot only synced bytes count: a power cut may leave zeroes after
    /// them. Returns nil if the file has to be fetched from its beginning; its old bytes are then removed.
    package func part(of address: AddressID, boot: String) throws(PackStoreError) -> PartRecord? {
        var length = parts.length(of: address)
        guard length > 0 else { return nil }
        let row = try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT validator, boot, synced, counted, whole FROM address WHERE id = ?"),
                arguments: [address.rawValue])
        }
        guard let row, let validator = row[0] as String? else { return nil }
        if row[1] as String? != boot {
            let synced = min(length, row[2])
            parts.truncate(address, to: synced)
            length = synced
        }
        let whole: Int64? = row[4]
        // A part that exceeds its file is damaged.
        guard length > 0, length <= whole ?? .max else { return nil }
        return PartRecord(validator: validator, length: length, counted: min(length, row[3]), whole: whole)
    }

    /// Returns the bytes in parts that no process has counted: the parts of processes that were killed. Enclosures have
    /// their own budget; an address that is a picture as well is fetched as one.
    func uncountedBytes() throws(PackStoreError) -> (articles: Int64, enclosures: Int64) {
        let counted = try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, counted, coalesce(
                        (SELECT min(stage) FROM need WHERE need.address = address.id)
                            = \(PackingStage.enclosure.rawValue), file IS NOT NULL)
                    FROM address WHERE validator IS NOT NULL
                    """
            ).map { (id: AddressID(rawValue: $0[0]), counted: $0[1] as Int64, isEnclosure: $0[2] as Bool) }
        }
        return counted.reduce(into: (0, 0)) { sum, part in
            let bytes = max(0, parts.length(of: part.id) - part.counted)
            if part.isEnclosure { sum.enclosures += bytes } else { sum.articles += bytes }
        }
    }

    /// Removes parts that no article needs any more, once they are a week old.
    package func removeOldParts() throws(PackStoreError) {
        let wanted = try wantedParts()
        for part in parts.all() where !wanted.contains(part.address) && part.age > PartFolder.maximumAge {
            parts.remove(part.address)
        }
    }

    /// Returns the addresses that have parts and are still wanted, now or in a later journey.
    func wantedParts() throws(PackStoreError) -> Set<AddressID> {
        try read {
            Set(
                try Int64.fetchAll(
                    $0,
                    sql: "SELECT id FROM address WHERE state IN \(AddressState.unfinished) AND validator IS NOT NULL"
                )
                .map(AddressID.init))
        }
    }
}
