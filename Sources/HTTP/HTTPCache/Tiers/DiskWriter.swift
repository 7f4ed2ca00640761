internal import Dispatch
internal import GRDB
internal import Synchronization

/// Writes changes of the disk tier on its own queue; changes that arrive during a transaction share the next one.
///
/// Reads see a change at once through `changes(of:)`. `commit` waits until it is in the file, where it survives the
/// process (there is no `fsync`, so a power cut may lose the last moments).
final class DiskWriter: Sendable {
    private let state: Mutex<DiskBacklog>
    private let queue = DispatchQueue(label: "HTTPCache.writer", qos: .utility)
    private let releases = DispatchQueue(label: "HTTPCache.releases", qos: .utility)
    let checkpointer = CacheCheckpointer()
    /// The tier with the waiting changes; timers do not hold it, so a dropped cache closes its file at once.
    private let gathering = Mutex<DiskTier?>(nil)

    /// Maximum size of unwritten bodies in memory, in bytes. Beyond this a new body is not stored, unless a caller
    /// waits for its commit: that caller holds the body in memory anyway.
    private static let unwrittenLimit = 64 << 20
    /// Unwritten bytes (16 MB) from which every reply waits for its commit.
    private static let behindLimit = 16 << 20
    /// Maximum time that changes wait to share a transaction if no caller waits.
    private static let gatheringTime = DispatchTimeInterval.milliseconds(50)
    /// Maximum time that a use stays in memory only.
    private static let useDelay = DispatchTimeInterval.seconds(10)
    /// Uses that are written without waiting for `useDelay`.
    private static let usesLimit = 1024
    /// Maximum time that a reply waits for its commit, since another process may hold the write lock, or the disk may
    /// hang.
    private static let commitTimeout = Duration.seconds(1)

    init(capacity: Int) {
        state = Mutex(DiskBacklog(capacity: capacity))
    }

    var capacity: Int {
        get { state.withLock { $0.capacity } }
        set { state.withLock { $0.capacity = newValue } }
    }

    func changes(of key: CacheKey) -> [DiskChange] {
        state.withLock { $0.unwritten.isEmpty ? [] : $0.unwritten[key] ?? [] }
    }

    func unwrittenKeys() -> [CacheKey] {
        state.withLock { Array($0.unwritten.keys) }
    }

    func body(of id: Int64) -> [UInt8]? {
        state.withLock { $0.bodies.isEmpty ? nil : $0.bodies[id] }
    }

    /// True if changes wait to be written, or to be written again.
    var hasUnwrittenChanges: Bool { state.withLock { !$0.unwritten.isEmpty } }

    /// Number of transactions that failed.
    var failures: Int { state.withLock { $0.failures } }

    var isBehind: Bool { state.withLock { $0.unwrittenBytes > Self.behindLimit } }

    var unwrittenTally: Tally { state.withLock { $0.tally } }

    func count(_ tally: Tally) {
        state.withLock { $0.tally.add(tally) }
    }
}

// MARK: - When to write

extension DiskWriter {
    func submit(_ change: DiskChange, to tier: DiskTier, isAwaited: Bool) {
        plan(for: tier) { state in
            if change.holdsBody, !isAwaited, state.unwrittenBytes + change.bytes > Self.unwrittenLimit { return .none }
            state.append(change)
            return .later
        }
    }

    /// Records a use; it is written with the next change, or alone after a while.
    func touch(_ id: Int64, at now: Double, _ tier: DiskTier) {
        plan(for: tier) { state in
            state.uses[id] = now
            return state.uses.count >= Self.usesLimit ? .later : .eventually
        }
    }

    /// Returns when every change so far is in the file or has failed, or after `commitTimeout`.
    func commit(_ tier: DiskTier) async {
        guard state.withLock({ $0.completed < $0.submitted }) else { return }
        await withCheckedContinuation { continuation in
            let isComplete = state.withLock { state in
                guard state.completed < state.submitted else { return true }
                state.waiters.append(.init(number: state.submitted, since: .now, continuation: continuation))
                return false
            }
            guard !isComplete else { return continuation.resume() }
            plan(for: tier) { _ in .soon }
            setTimer()
        }
    }

    /// Changes the backlog and plans the writer's next run, unless an earlier one is planned.
    private func plan(for tier: DiskTier, _ change: (inout DiskBacklog) -> DiskBacklog.Urgency) {
        let new = state.withLock { state -> DiskBacklog.Urgency in
            let urgency = change(&state)
            guard urgency > state.urgency else { return .none }
            state.urgency = urgency
            return urgency
        }
        guard new != .none else { return }
        gathering.withLock { $0 = tier }
        let work = { @Sendable in if let tier = self.releaseTier() { self.drain(to: tier) } }
        switch new {
        case .none: break
        case .soon: queue.async(execute: work)
        case .later: queue.asyncAfter(deadline: .now() + Self.gatheringTime, execute: work)
        case .eventually: queue.asyncAfter(deadline: .now() + Self.useDelay, execute: work)
        }
    }

    private func releaseTier() -> DiskTier? {
        gathering.withLock { tier in
            defer { tier = nil }
            return tier
        }
    }

    /// Once a second while callers wait, releases callers that have waited too long.
    private func setTimer() {
        let isNew = state.withLock { state in
            defer { state.isTimerSet = true }
            return !state.isTimerSet
        }
        guard isNew else { return }
        let delay = DispatchTimeInterval.milliseconds(Int(Self.commitTimeout / .milliseconds(1)))
        releases.asyncAfter(deadline: .now() + delay) {
            let (late, isWaiting) = self.state.withLock { state in
                state.isTimerSet = false
                let start = ContinuousClock.now - Self.commitTimeout
                return (state.removeWaiters { $0.since <= start }, !state.waiters.isEmpty)
            }
            for waiter in late { waiter.continuation.resume() }
            if isWaiting { self.setTimer() }
        }
    }
}

// MARK: - Writing

extension DiskWriter {
    /// Waits until every change is in the file, then does `work` before anything else is written.
    func finish(_ tier: DiskTier, then work: (DiskTransactions) throws -> Void = { _ in }) {
        queue.sync {
            _ = releaseTier()
            drain(to: tier)
            perform(tier, work)
        }
    }

    private func drain(to tier: DiskTier) {
        var isCrowd = false
        while true {
            // Several replies were waiting: if the transaction starts a moment later, the next ones share it too.
            if isCrowd, state.withLock({ !$0.waiters.isEmpty }) { SystemCalls.pause(milliseconds: 1) }
            let pageBytes = tier.file.withLock { $0.pageBytes }
            let batch = state.withLock { state in
                let batch = state.removeBatch(DiskBudget(capacity: state.capacity, pageBytes: pageBytes))
                state.urgency = batch == nil ? .none : .soon
                return batch
            }
            guard let batch else { break }
            guard let released = write(batch, to: tier) else { break }
            isCrowd = released > 1
        }
        checkpointer.copyLog(of: tier, beyond: tier.budget.checkpointBytes)
    }

    /// - Returns: the number of waiting callers; nil if the write failed and is retried with the next change.
    private func write(_ batch: DiskBacklog.Batch, to tier: DiskTier) -> Int? {
        let isWritten = perform(tier) { transactions in
            try transactions.change(pages: batch.pages, reservesSpace: batch.addsRows) { try batch.write(to: $0) }
        }
        let waiters = state.withLock { state in
            if !isWritten { state.urgency = .none }
            return state.complete(batch, isWritten: isWritten)
        }
        for waiter in waiters { waiter.continuation.resume() }
        return isWritten ? waiters.count : nil
    }

    @discardableResult
    private func perform(_ tier: DiskTier, _ work: (DiskTransactions) throws -> Void) -> Bool {
        let file = tier.file.withLock { $0 }
        do {
            let transactions = DiskTransactions(
                file: file, budget: tier.budget, checkpointer: checkpointer,
                unwrittenUses: { limit in self.state.withLock { $0.removeUses(limit) } },
                serials: { change in self.state.withLock { change(&$0.serials) } })
            try work(transactions)
            return true
        } catch let error as DatabaseError where DiskSchema.isDamage(error) {
            tier.reset(replacing: file.database)
            return false
        } catch {
            return false
        }
    }
}

// MARK: - Other processes

extension DiskWriter {
    /// True until the serial number is read for the first time; changes are noticed from then on.
    var knowsNoSerial: Bool { state.withLock { $0.serials.last == nil } }

    /// True if another process has changed the file since the last call, even while this process writes. The serial
    /// number is read if the file's times show a write, and once a second in any case, for file systems with coarse
    /// times.
    func noticesForeignChanges(_ tier: DiskTier, at now: Double) -> Bool {
        // Read outside the lock: every request takes the lock twice, and must not wait for a system call.
        let hasBeenWritten = tier.hasBeenWritten
        let mustCheck = state.withLock { state in
            guard hasBeenWritten || abs(now - state.lastCheck) >= 1 else { return false }
            state.lastCheck = now
            return true
        }
        let found = mustCheck ? tier.serial : nil
        return state.withLock { state in
            if let found { state.serials.record(found: found) }
            return state.serials.removeForeignChanges()
        }
    }

    /// The tier has replaced a damaged file.
    func reset() {
        state.withLock { $0.serials.reset() }
    }
}

extension DiskChange {
    fileprivate var holdsBody: Bool {
        if case .store = self { true } else { false }
    }
}
