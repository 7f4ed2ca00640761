internal import GRDB

/// What the disk tier has still to write, and what readers must know of it.
struct DiskBacklog {
    var capacity: Int
    var waiting: [DiskChange] = []
    /// Waiting or being written, by key.
    var unwritten: [CacheKey: [DiskChange]] = [:]
    var bodies: [Int64: [UInt8]] = [:]
    var unwrittenBytes = 0
    var uses: [Int64: Double] = [:]
    var tally = Tally()
    var isScheduled = false
    /// Of the last transaction that this process has written or heard of.
    var serial: Int?
    var hasForeignChanges = false
    /// Seconds since 1970.
    var lastCheck = 0.0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// What goes into one transaction.
    struct Batch {
        let changes: [DiskChange]
        let uses: [Int64: Double]
        let tally: Tally
        let capacity: Int
    }

    /// Nil where there is nothing to write.
    mutating func takeBatch() -> Batch? {
        let batch = Batch(changes: waiting, uses: uses, tally: tally, capacity: capacity)
        isScheduled = !waiting.isEmpty || !uses.isEmpty || tally != Tally()
        waiting = []
        uses = [:]
        tally = Tally()
        return isScheduled ? batch : nil
    }

    /// Notes the serial number that was found or written; whatever lies between is another process's.
    mutating func note(serial found: Int, isOwn: Bool) {
        let expected = serial.map { $0 + (isOwn ? 1 : 0) }
        if let expected, expected != found { hasForeignChanges = true }
        serial = found
    }

    /// What could not be written is forgotten, but for removals: what was invalidated stays away, and is tried again.
    mutating func settle(_ changes: [DiskChange], isWritten: Bool) {
        let settled = changes.filter { isWritten || !$0.isRemoval }
        let kept = isWritten ? [] : changes.filter(\.isRemoval)
        for change in settled {
            unwrittenBytes -= change.bytes
            if case .store(let stored, _, _) = change { bodies[stored.id] = nil }
        }
        for (key, count) in Dictionary(changes.map { ($0.key, 1) }, uniquingKeysWith: +) {
            let later = (unwritten[key] ?? []).dropFirst(count)
            let remaining = kept.filter { $0.key == key } + later
            unwritten[key] = remaining.isEmpty ? nil : remaining
        }
        waiting = kept + waiting
        if !isWritten { isScheduled = false }
    }
}

extension DiskBacklog.Batch {
    /// - Returns: the serial number of this transaction among those of all processes.
    func write(to database: Database) throws -> Int {
        let now = WallClock.seconds
        for change in changes { try change.apply(to: database, now: now) }
        for (id, time) in uses {
            try database.cachedStatement(sql: "UPDATE head SET used = max(used, ?) WHERE id = ?")
                .execute(arguments: [time, id])
        }
        if tally != Tally() {
            try database.cachedStatement(
                sql: "UPDATE tally SET hits = hits + ?, misses = misses + ?, saved = saved + ?"
            )
            .execute(arguments: [tally.hits, tally.misses, tally.savedBytes])
        }
        try Eviction.evict(down: capacity, database)
        try database.cachedStatement(sql: "UPDATE usage SET serial = serial + 1").execute()
        return try Int.fetchOne(database.cachedStatement(sql: "SELECT serial FROM usage")) ?? 0
    }
}
