internal import GRDB

/// An unwritten change of the disk tier.
enum DiskChange: Sendable {
    /// Stores a new response and removes the ones it replaces.
    case store(StoredResponse, body: [UInt8], replacing: [Int64])
    /// A new head for a stored body.
    case update(StoredResponse)
    /// Removes these entries of a key; all of them if `ids` is nil.
    case remove(CacheKey, ids: [Int64]?)

    var key: CacheKey {
        switch self {
        case .store(let stored, _, _), .update(let stored): stored.key
        case .remove(let key, _): key
        }
    }

    /// An invalidated response must stay removed even if the file cannot be written.
    var isRemoval: Bool {
        if case .remove = self { true } else { false }
    }

    /// Memory that it holds until it is written.
    var bytes: Int {
        switch self {
        case .store(let stored, let body, _): body.count + stored.headBytes
        case .update(let stored): stored.headBytes
        case .remove: 512
        }
    }

    /// Returns an upper bound of the pages that writing it changes.
    func pages(_ budget: DiskBudget) -> Int {
        switch self {
        case .store(let stored, let body, let replaced):
            budget.pages(bytes: body.count) + budget.pages(bytes: stored.headBytes)
                + DiskBudget.rowPages * (1 + replaced.count)
        case .update(let stored): budget.pages(bytes: stored.headBytes) + DiskBudget.rowPages
        case .remove(_, let ids): DiskBudget.rowPages * (ids?.count ?? 4)
        }
    }

    /// Applies the change to the list of stored responses before it is on disk.
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
            for id in replaced { try DiskRows.delete(id, database) }
            try DiskRows.insert(stored, body: body, now: now, database)
        case .update(let stored):
            try DiskRows.update(stored, now: now, database)
        case .remove(_, let ids?):
            for id in ids { try DiskRows.delete(id, database) }
        case .remove(let key, nil):
            for id in try DiskRows.ids(of: key, database) { try DiskRows.delete(id, database) }
        }
    }
}
