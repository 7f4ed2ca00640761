internal import Dispatch
internal import FoundationEssentials
internal import GRDB
internal import Synchronization

/// Writes behind: changes gather while a transaction runs and go into the next one together, on one queue.
///
/// Until a change is on disk readers see it through `changes(of:)`. A process that dies first has lost it: a miss.
final class DiskWriter: Sendable {
    private let state: Mutex<DiskBacklog>
    private let queue = DispatchQueue(label: "HTTPCache.writer", qos: .utility)
    /// The tier whose changes wait for others to come.
    private let gathering = Mutex<DiskTier?>(nil)

    /// Bodies that wait are held in memory: beyond this, new ones are not stored.
    private static let unwrittenLimit = 64 << 20
    /// Uses that are noted before they are written without any other change.
    private static let usesLimit = 1024

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

    func submit(_ change: DiskChange, to tier: DiskTier) {
        let mustSchedule = state.withLock { state -> Bool in
            if case .store(let stored, let body, _) = change {
                guard state.unwrittenBytes + change.bytes <= Self.unwrittenLimit else { return false }
                state.bodies[stored.id] = body
            }
            state.waiting.append(change)
            state.unwritten[change.key, default: []].append(change)
            state.unwrittenBytes += change.bytes
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { schedule(tier) }
    }

    /// Small changes come in swarms, as when many responses are confirmed: they go into one transaction.
    private static let gatheringTime = DispatchTimeInterval.milliseconds(50)

    /// The timer does not hold the tier: once all is flushed, a cache that is let go of closes its file at once.
    private func schedule(_ tier: DiskTier) {
        gathering.withLock { $0 = tier }
        queue.asyncAfter(deadline: .now() + Self.gatheringTime) {
            if let tier = self.takeGathering() { self.drain(to: tier) }
        }
    }

    private func takeGathering() -> DiskTier? {
        gathering.withLock { tier in
            defer { tier = nil }
            return tier
        }
    }

    /// Whether another process has changed the file since this was last asked: looked up when the file's times show that somebody
    /// wrote, and once a second in any case, for file systems whose times are coarse.
    func takeForeignChanges(_ tier: DiskTier, at now: Double) -> Bool {
        let mustLook = state.withLock { state in
            guard !state.isScheduled, tier.hasBeenWritten || abs(now - state.lastCheck) >= 1 else { return false }
            state.lastCheck = now
            return true
        }
        let found = mustLook ? tier.serial : nil
        return state.withLock { state in
            // A transaction of this process may have come between: then its own note tells.
            if let found, !state.isScheduled { state.note(serial: found, isOwn: false) }
            defer { state.hasForeignChanges = false }
            return state.hasForeignChanges
        }
    }

    /// Notes a use; it is written with the next change, or once there are many of them.
    func touch(_ id: Int64, at now: Double, _ tier: DiskTier) {
        let mustSchedule = state.withLock { state -> Bool in
            state.uses[id] = now
            guard state.uses.count >= Self.usesLimit, !state.isScheduled else { return false }
            state.isScheduled = true
            return true
        }
        if mustSchedule { schedule(tier) }
    }

    var unwrittenTally: Tally { state.withLock { $0.tally } }

    func count(_ tally: Tally) {
        state.withLock { $0.tally.add(tally) }
    }

    /// Waits until all that was submitted is on disk, then does `work` before anything else is written.
    func finish(_ tier: DiskTier, then work: (DatabasePool) throws -> Void = { _ in }) {
        queue.sync {
            _ = takeGathering()
            drain(to: tier)
            perform(tier, work)
        }
    }

    private func drain(to tier: DiskTier) {
        while let batch = state.withLock({ $0.takeBatch() }) {
            var serial: Int?
            let isWritten = perform(tier) { pool in serial = try pool.write { try batch.write(to: $0) } }
            state.withLock { state in
                state.settle(batch.changes, isWritten: isWritten)
                if let serial { state.note(serial: serial, isOwn: true) }
            }
            // What failed is tried again when the next change comes.
            guard isWritten else { return }
        }
    }

    @discardableResult
    private func perform(_ tier: DiskTier, _ work: (DatabasePool) throws -> Void) -> Bool {
        let pool = tier.pool.withLock { $0 }
        do {
            try work(pool)
            return true
        } catch let error as DatabaseError where DiskSchema.isDamage(error) {
            tier.beginAnew(replacing: pool)
            return false
        } catch {
            return false
        }
    }
}
