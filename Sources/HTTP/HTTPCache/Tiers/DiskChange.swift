internal import FoundationEssentials
internal import GRDB

/// One change of the disk tier, which waits for its turn.
enum DiskChange: Sendable {
    /// A new response takes the place of others.
    case store(StoredResponse, body: [UInt8], replacing: [Int64])
    /// Another head for a body that stays.
    case update(StoredResponse)
    /// Under a key, these; all of them where `ids` is nil.
    case remove(CacheKey, ids: [Int64]?)

    var key: CacheKey {
        switch self {
        case .store(let stored, _, _), .update(let stored): stored.key
        case .remove(let key, _): key
        }
    }

    /// What an invalidation takes away stays away, even while the file can't be written.
    var isRemoval: Bool {
        if case .remove = self { true } else { false }
    }

    var bytes: Int {
        if case .store(_, let body, _) = self { body.count + 512 } else { 512 }
    }

    /// What a reader should see although it is not on disk yet.
    func applied(to stored: [StoredResponse]) -> [StoredResponse] {
        switch self {
        case .store(let new, _, let replaced):
            stored.filter { $0.id != new.id && !replaced.contains($0.id) } + [new]
        case .update(let new):
            stored.map { $0.id == new.id ? new : $0 }
        case .remove(_, let ids):
            stored.filter { !(ids?.contains($0.id) ?? true) }
        }
    }

    func apply(to database: Database, now: Double) throws {
        switch self {
        case .store(let stored, let body, let replaced):
            for id in replaced { try Self.delete(id, database) }
            let meta = HeadCoding.encode(stored)
            try database.cachedStatement(sql: "INSERT OR REPLACE INTO body(id, bytes) VALUES(?, ?)")
                .execute(arguments: [stored.id, Data(body)])
            try database.cachedStatement(
                sql: "INSERT INTO head(id, key, used, stored, size, meta) VALUES(?, ?, ?, ?, ?, ?)"
            )
            .execute(arguments: [
                stored.id, stored.key.hash, now, stored.responseTime, body.count + meta.count + 64,
                Data(meta),
            ])
        case .update(let stored):
            let meta = Data(HeadCoding.encode(stored))
            let size = stored.bodyBytes + meta.count + 64
            try database.cachedStatement(
                sql: "UPDATE head SET used = ?, stored = ?, meta = ? WHERE id = ? AND size = ?"
            )
            .execute(arguments: [now, stored.responseTime, meta, stored.id, size])
            guard database.changesCount == 0 else { return }
            // Apart, and rare: the trigger behind it makes SQLite copy each page first that the statement is to change.
            try database.cachedStatement(sql: "UPDATE head SET used = ?, stored = ?, size = ?, meta = ? WHERE id = ?")
                .execute(arguments: [now, stored.responseTime, size, meta, stored.id])
        case .remove(_, let ids?):
            for id in ids { try Self.delete(id, database) }
        case .remove(let key, nil):
            try database.cachedStatement(sql: "DELETE FROM head WHERE key = ?").execute(arguments: [key.hash])
        }
    }

    private static func delete(_ id: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM head WHERE id = ?").execute(arguments: [id])
    }
}
