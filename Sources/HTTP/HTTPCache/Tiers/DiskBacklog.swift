internal import GRDB

/// The disk tier's unwritten changes, and their effects on reads.
struct DiskBacklog {
    /// The latest time at which the writer has to run.
    enum Urgency: Comparable {
        /// Nothing is planned.
        case none
        /// The change is written within `DiskWriter.useDelay`: only uses wait.
        case eventually
        /// The change is written within `DiskWriter.gatheringTime`: more changes may follow.
        case later
        /// The change is written at once: a caller waits for the commit, or it is being written.
        case soon
    }

    /// A task that waits until a change is committed.
    struct Waiter {
        /// The number of the change.
        let number: Int
        let since: ContinuousClock.Instant
        let continuation: CheckedContinuation<Void, Never>
    }

    /// A waiting change.
    struct Entry {
        /// Ascends with each change; 0 for a change that is retried.
        let number: Int
        /// The time when it was submitted, in seconds since 1970: an entry counts as used at that time.
        let time: Double
        let change: DiskChange
    }

    var capacity: Int
    var waiting: [Entry] = []
    /// Changes that wait or are being written, by key.
    var unwritten: [CacheKey: [DiskChange]] = [:]
    var bodies: [Int64: [UInt8]] = [:]
    var unwrittenBytes = 0
    var uses: [Int64: Double] = [:]
    var tally = Tally()
    var urgency = Urgency.none
    /// Number of the newest change.
    var submitted = 0
    /// Changes up to this number are written, or have failed.
    var completed = 0
    /// Number of transactions that failed.
    var failures = 0
    var waiters: [Waiter] = []
    var isTimerSet = false
    var serials = SerialRecord()
    /// The last time the serial number was read, in seconds since 1970.
    var lastCheck = 0.0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The contents of one transaction.
    struct Batch {
        let entries: [Entry]
        /// The highest number among the changes; 0 if all are retried.
        let lastNumber: Int
        let uses: [Int64: Double]
        let tally: Tally
        /// An upper bound of the pages that it changes.
        let pages: Int
    }

    mutating func append(_ change: DiskChange) {
        submitted += 1
        if case .store(let stored, let body, _) = change { bodies[stored.id] = body }
        waiting.append(Entry(number: submitted, time: SystemCalls.wallClock, change: change))
        unwritten[change.key, default: []].append(change)
        unwrittenBytes += change.bytes
    }

    /// Removes and returns the contents of one transaction, in order; nil if there is nothing to write.
    mutating func removeBatch(_ budget: DiskBudget) -> Batch? {
        guard !waiting.isEmpty || !uses.isEmpty || tally != Tally() else { return nil }
        var pages = 0
        var count = 0
        for entry in waiting {
            let more = entry.change.pages(budget)
            guard count == 0 || pages + more <= budget.batchPages else { break }
            pages += more
            count += 1
        }
        let entries = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        // A use changes one row and two index entries.
        var included: [Int64: Double] = [:]
        if waiting.isEmpty {
            included = removeUses(max(1, max(0, budget.batchPages - pages) / 3))
            pages += 3 * included.count
        }
        defer { tally = Tally() }
        return Batch(
            entries: entries, lastNumber: entries.last?.number ?? 0, uses: included, tally: tally,
            pages: pages + DiskBudget.fixedPages)
    }

    mutating func removeUses(_ limit: Int) -> [Int64: Double] {
        guard uses.count > limit else {
            defer { uses = [:] }
            return uses
        }
        let removed = Dictionary(uniqueKeysWithValues: uses.prefix(limit).map { $0 })
        for id in removed.keys { uses[id] = nil }
        return removed
    }

    /// Removes written changes, and failed ones other than removals: an invalidated response stays removed, and its
    /// removal is retried.
    ///
    /// - Returns: the tasks that waited for them.
    mutating func complete(_ batch: Batch, isWritten: Bool) -> [Waiter] {
        let ended = batch.changes.filter { isWritten || !$0.isRemoval }
        let kept = isWritten ? [] : batch.changes.filter(\.isRemoval)
        for change in ended {
            unwrittenBytes -= change.bytes
            if case .store(let stored, _, _) = change { bodies[stored.id] = nil }
        }
        for (key, count) in Dictionary(batch.changes.map { ($0.key, 1) }, uniquingKeysWith: +) {
            let later = (unwritten[key] ?? []).dropFirst(count)
            let remaining = kept.filter { $0.key == key } + later
            unwritten[key] = remaining.isEmpty ? nil : remaining
        }
        waiting = kept.map { Entry(number: 0, time: 0, change: $0) } + waiting
        if !isWritten {
            tally.add(batch.tally)
            failures += 1
        }
        completed = max(completed, batch.lastNumber)
        let completed = completed
        return removeWaiters { $0.number <= completed }
    }

    mutating func removeWaiters(where isDone: (Waiter) -> Bool) -> [Waiter] {
        guard !waiters.isEmpty else { return [] }
        let done = waiters.filter(isDone)
        waiters.removeAll(where: isDone)
        return done
    }
}

extension DiskBacklog.Batch {
    var changes: [DiskChange] { entries.map(\.change) }

    /// True if writing the batch can make the file larger.
    var addsRows: Bool { entries.contains { !$0.change.isRemoval } }

    func write(to database: Database) throws {
        for entry in entries { try entry.change.apply(to: database, now: entry.time) }
        for (id, time) in uses { try DiskRows.touch(id, now: time, database) }
        try DiskRows.add(tally, database)
    }
}
