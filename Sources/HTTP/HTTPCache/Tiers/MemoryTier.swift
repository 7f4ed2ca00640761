internal import Synchronization

/// The upper tier: complete responses or heads in memory; the least recently used one is evicted first.
final class MemoryTier: Sendable {
    fileprivate struct Entry {
        let stored: StoredResponse
        /// Nil if the body is only on disk.
        let body: [UInt8]?
        /// The sequence number of its last use; earlier members of `uses` for this entry are obsolete.
        var stamp: UInt64
        /// Time of its last use, in seconds since 1970.
        var used: Double

        var bytes: Int { Self.bytes(stored, body) }

        static func bytes(_ stored: StoredResponse, _ body: [UInt8]?) -> Int {
            bytes(stored, count: body?.count ?? 0)
        }

        static func bytes(_ stored: StoredResponse, count: Int) -> Int {
            count + max(minimumHeadBytes, stored.headBytes)
        }

        /// Minimum size that a head is counted with, since its objects take this much memory.
        private static let minimumHeadBytes = 1024
    }

    fileprivate struct State {
        var capacity: Int
        var usage = 0
        var entries: [CacheKey: [Entry]] = [:]
        /// Keys whose variants differ in the fields that `Vary` names, so that several of them may match one request.
        var mixedKeys: Set<CacheKey> = []
        /// All uses in order; obsolete ones are skipped when they reach the front.
        var uses: [(key: CacheKey, stamp: UInt64)] = []
        var firstUse = 0
        var count = 0
        var clock: UInt64 = 0
        /// Counts new responses, new heads and removals, but no evictions.
        var generation: UInt64 = 0
        /// The number of calls of `insertHeads` that are reading from the disk.
        var reads = 0
        /// Keys with changes since the first of these reads began.
        var changedDuringReads: Set<CacheKey> = []
        /// Counts removals of many entries.
        var sweeps: UInt64 = 0
    }

    private let state: Mutex<State>

    init(capacity: Int) {
        state = Mutex(State(capacity: capacity))
    }

    var usage: Int { state.withLock { $0.usage } }

    var capacity: Int {
        get { state.withLock { $0.capacity } }
        set {
            state.withLock { state in
                state.capacity = newValue
                state.evict()
            }
        }
    }

    /// False for a response that is larger than the whole capacity.
    func hasRoom(for stored: StoredResponse) -> Bool {
        Entry.bytes(stored, count: stored.bodyBytes) <= capacity
    }

    /// - Returns: the heads, the current generation, and true if the disk may have a better match. Bodies read from the
    ///   disk for these heads may be outdated in a later generation.
    func lookup(_ key: CacheKey) -> (stored: [StoredResponse], generation: UInt64, isMixed: Bool) {
        state.withLock { state in
            (
                state.entries[key]?.map(\.stored) ?? [], state.generation,
                !state.mixedKeys.isEmpty && state.mixedKeys.contains(key)
            )
        }
    }

    /// Notes that the variants of a key differ in the fields that `Vary` names: this tier may hold only some of them.
    func noteMixed(_ key: CacheKey) {
        state.withLock { state in _ = state.mixedKeys.insert(key) }
    }

    /// Returns the body and marks the entry as used.
    func body(of stored: StoredResponse) -> [UInt8]? {
        state.withLock { state in
            guard let index = state.entries[stored.key]?.firstIndex(where: { $0.stored.id == stored.id }) else {
                return nil
            }
            let stamp = state.mark(stored.key)
            state.entries[stored.key]?[index].stamp = stamp
            state.entries[stored.key]?[index].used = SystemCalls.wallClock
            return state.entries[stored.key]?[index].body
        }
    }

    func store(_ stored: StoredResponse, body: [UInt8], replacing ids: [Int64] = []) {
        state.withLock { state in
            state.countChange(of: stored.key)
            state.put(stored, body: body, replacing: ids)
        }
    }

    /// Inserts a response that was read from the disk, unless the generation has changed since.
    func copy(_ stored: StoredResponse, body: [UInt8], readIn generation: UInt64) {
        state.withLock { state in
            guard state.generation == generation else { return }
            state.put(stored, body: body, replacing: [])
        }
    }

    /// Inserts heads from the disk for keys that have none here.
    ///
    /// - Parameter read: reads all heads stored under each key. The heads of a key that changes here meanwhile may be
    ///   outdated and are not inserted.
    func insertHeads(_ read: () -> [StoredResponse]) {
        let before = state.withLock { state in
            state.reads += 1
            return state.sweeps
        }
        let heads = Dictionary(grouping: read(), by: \.key)
        state.withLock { state in
            defer { state.endRead() }
            guard state.sweeps == before else { return }
            for (key, heads) in heads where state.entries[key] == nil && !state.changedDuringReads.contains(key) {
                for head in heads { state.add(head, body: nil, used: head.responseTime) }
                if heads.isMixed { state.mixedKeys.insert(key) }
            }
            state.evict()
        }
    }

    /// Stores another head for the same body; counts as a use.
    func update(_ stored: StoredResponse) {
        state.withLock { state in
            state.countChange(of: stored.key)
            guard let index = state.entries[stored.key]?.firstIndex(where: { $0.stored.id == stored.id }),
                let old = state.entries[stored.key]?[index]
            else { return }
            let new = Entry(stored: stored, body: old.body, stamp: old.stamp, used: SystemCalls.wallClock)
            state.entries[stored.key]?[index] = new
            state.usage += new.bytes - old.bytes
            state.evict()
        }
    }

    func remove(_ key: CacheKey, ids: [Int64]? = nil) {
        state.withLock { state in
            state.countChange(of: key)
            state.remove(key) { ids?.contains($0.stored.id) ?? true }
        }
    }

    /// Returns the keys of the POSTs to an address that are stored by their bodies.
    func keysByBody(under url: String) -> [CacheKey] {
        state.withLock { state in state.entries.keys.filter { $0.isKeyedByBody && $0.url == url } }
    }

    func removeAll(where isDoomed: (StoredResponse) -> Bool = { _ in true }) {
        state.withLock { state in
            state.countSweep()
            for key in Array(state.entries.keys) { state.remove(key) { isDoomed($0.stored) } }
            if state.entries.isEmpty { state.mixedKeys = [] }
        }
    }

    /// Removes entries last used before that time, in seconds since 1970, and heads without a body: the disk tier knows
    /// their last use.
    func removeUnused(since time: Double) {
        state.withLock { state in
            state.countSweep()
            for key in Array(state.entries.keys) { state.remove(key) { $0.body == nil || $0.used < time } }
        }
    }

    /// Returns every head, last used first.
    func heads() -> [(stored: StoredResponse, used: Double)] {
        state.withLock { state in
            state.entries.values.flatMap { $0 }.sorted { $0.stamp > $1.stamp }.map { ($0.stored, $0.used) }
        }
    }
}

extension MemoryTier.State {
    fileprivate mutating func countChange(of key: CacheKey) {
        generation += 1
        if reads > 0 { changedDuringReads.insert(key) }
    }

    fileprivate mutating func countSweep() {
        generation += 1
        sweeps += 1
    }

    fileprivate mutating func endRead() {
        reads -= 1
        if reads == 0 { changedDuringReads = [] }
    }

    fileprivate mutating func mark(_ key: CacheKey) -> UInt64 {
        clock += 1
        uses.append((key, clock))
        if uses.count > 64, uses.count - firstUse > 8 * count || firstUse > uses.count / 2 { compact() }
        return clock
    }

    private mutating func compact() {
        let live = entries.flatMap { key, entries in entries.map { (key: key, stamp: $0.stamp) } }
        // The newest use may belong to an entry that is just being added.
        let newest = uses.suffix(1).filter { mark in !live.contains { $0.stamp == mark.stamp } }
        uses = live.sorted { $0.stamp < $1.stamp } + newest
        firstUse = 0
    }

    fileprivate mutating func put(_ stored: StoredResponse, body: [UInt8], replacing ids: [Int64]) {
        remove(stored.key) { $0.stored.id == stored.id || ids.contains($0.stored.id) }
        add(stored, body: body, used: SystemCalls.wallClock)
        evict()
    }

    /// Adds a response, unless it is larger than the whole capacity: it would only evict all other responses.
    fileprivate mutating func add(_ stored: StoredResponse, body: [UInt8]?, used: Double) {
        guard MemoryTier.Entry.bytes(stored, body) <= capacity else { return }
        let entry = MemoryTier.Entry(stored: stored, body: body, stamp: mark(stored.key), used: used)
        entries[stored.key, default: []].append(entry)
        usage += entry.bytes
        count += 1
    }

    fileprivate mutating func remove(_ key: CacheKey, where isDoomed: (MemoryTier.Entry) -> Bool) {
        guard let list = entries[key] else { return }
        let kept = list.filter { !isDoomed($0) }
        usage -= list.reduce(0) { $0 + $1.bytes } - kept.reduce(0) { $0 + $1.bytes }
        count -= list.count - kept.count
        entries[key] = kept.isEmpty ? nil : kept
    }

    fileprivate mutating func evict() {
        while usage > capacity, firstUse < uses.count {
            let mark = uses[firstUse]
            firstUse += 1
            remove(mark.key) { $0.stamp == mark.stamp }
        }
    }
}
