public import FoundationEssentials
internal import GRDB
internal import HTTPTypes
private import Synchronization

/// The store of responses: a memory tier above an SQLite tier, each with a capacity in bytes.
///
/// Two processes may open one path. Reads never wait for writes. A storable reply from the network is in the file
/// before the caller receives it.
public final class ResponseCache: Sendable {
    let memory: MemoryTier
    let disk: DiskTier?
    let invalidations = InvalidationLog()
    private let memoryTally = Mutex(Tally())

    /// The file and the capacities of a cache.
    public struct Configuration: Sendable {
        /// The path of the SQLite file (not a `file:` address), created if missing with the folders above it; nil for a
        /// cache in memory only.
        public var path: String?
        /// In bytes, heads included; 0 turns the memory tier off (default 16 MiB).
        public var memoryCapacity = 16 << 20
        /// In bytes, heads included; 0 turns the disk tier off (default 512 MiB).
        public var diskCapacity = 512 << 20

        /// A cache in that file, with the default capacities.
        public init(path: String? = nil) {
            self.path = path
        }
    }

    /// The default cache of an app, which may replace it. At first it is only in memory.
    public static var shared: ResponseCache {
        get { sharedCache.withLock { $0 } }
        set { sharedCache.withLock { $0 = newValue } }
    }

    private static let sharedCache = Mutex(ResponseCache())

    /// - Throws: `storage` if the file cannot be opened or created. A damaged or foreign file is renamed and replaced
    ///   by a new one.
    public init(_ configuration: Configuration) throws(CacheError) {
        memory = MemoryTier(capacity: configuration.memoryCapacity)
        if let path = configuration.path {
            disk = try DiskTier(path: path, capacity: configuration.diskCapacity)
        } else {
            disk = nil
        }
    }

    /// Makes a cache in memory only.
    public init(memoryCapacity: Int = 16 << 20) {
        memory = MemoryTier(capacity: memoryCapacity)
        disk = nil
    }

    deinit {
        flush()
    }
}

// MARK: - Capacity and usage

extension ResponseCache {
    /// Bytes that the memory tier may hold; a change evicts entries at once.
    public var memoryCapacity: Int {
        get { memory.capacity }
        set { memory.capacity = newValue }
    }

    /// Bytes that the disk tier may hold; a change evicts entries at once.
    public var diskCapacity: Int {
        get { disk?.writer.capacity ?? 0 }
        set {
            guard let disk else { return }
            disk.writer.capacity = newValue
            disk.applyCapacity()
        }
    }

    /// Bytes that the memory tier holds, heads included; each head counts as at least 1 KB.
    public var memoryUsage: Int { memory.usage }

    /// Size of the cache's files on disk: entries, free pages and the write-ahead log. At most `diskCapacity`, if that
    /// is large enough for an empty file (about 400 KB; 100 KB for a file made under a capacity of less than 16 MB).
    public var diskUsage: Int { disk?.usage ?? 0 }

    /// Hits and misses of all processes that use this file, or of this object if there is no file.
    public var tally: Tally {
        var sum = disk?.tally ?? Tally()
        sum.add(disk?.writer.unwrittenTally ?? memoryTally.withLock { $0 })
        return sum
    }

    func count(_ tally: Tally) {
        if let disk {
            disk.writer.count(tally)
        } else {
            memoryTally.withLock { $0.add(tally) }
        }
    }

    /// Empties the memory tier, except entries stored for memory only; the disk tier is unchanged.
    public func relieveMemoryPressure() {
        memory.removeAll { !$0.isMemoryOnly }
    }

    /// Waits until every change so far is in the file.
    ///
    /// Replies from the network need no flush; `store(_:for:)` and `remove(for:)` are written a moment later, uses and
    /// hits within ten seconds.
    public func flush() {
        guard let disk else { return }
        disk.writer.finish(disk)
    }

    /// True if changes are not in the file yet. After `flush()` these are removals that another process's lock or the
    /// disk prevented; they are retried with the next change.
    public var hasUnwrittenChanges: Bool { disk?.writer.hasUnwrittenChanges ?? false }

    /// Returns once all changes so far are in the file, or after a second.
    func commit() async {
        guard let disk else { return }
        await disk.writer.commit(disk)
    }

    /// True if the writer has fallen behind: many bytes wait to be written.
    var isBehind: Bool { disk?.writer.isBehind ?? false }
}

// MARK: - Direct access

extension ResponseCache {
    /// Returns the stored response for a request, fresh or not; nil if nothing matches, or if the cache never answers
    /// its method.
    public func cachedResponse(for request: CacheRequest) -> CachedResponse? {
        guard request.isCacheable, let key = request.key, case let selection = select(key, request.fields),
            let stored = selection.complete, let body = body(of: stored, in: selection)
        else { return nil }
        return CachedResponse(
            head: stored.head, body: body, userInfo: stored.userInfo,
            storagePolicy: stored.isMemoryOnly ? .allowedInMemoryOnly : .allowed)
    }

    /// Stores a complete response as if the origin had just sent it: it replaces those that the same request selects,
    /// and leaves the other variants (RFC 9111 §4.1).
    ///
    /// Only for GET, and for a POST that is keyed by its body; other requests store nothing. These responses are not
    /// stored either:
    ///
    /// - an interim one (1xx) and a part (206);
    /// - one about another response (226, 304), or about conditions or a range (412, 416);
    /// - one that no cache may store (428, 429, 431, 511; RFC 6585);
    /// - one whose key would hold one of the request's `secretFields`.
    ///
    /// Its `Cache-Control` does not prevent storing: the app decides, also about `no-store`.
    public func store(_ response: CachedResponse, for request: CacheRequest) {
        guard let key = request.key, response.storagePolicy != .notAllowed,
            request.isCacheable, request.method != .head,
            case let status = response.head.status.code, status >= 200, status != 206,
            !StatusCodes.neverStored.contains(status),
            !Vary.storesSecret(response.head.headerFields, of: request)
        else { return }
        let now = SystemCalls.wallClock
        let received = response.head.headerFields
        var fields = StoredFields.storable(received, CacheControl(received), now: now)
        StoredFields.setLength(response.body.count, in: &fields)
        let stored = StoredResponse(
            key: key, status: status, reason: response.head.status.reasonPhrase, fields: fields,
            selecting: Vary.selecting(fields, of: request.fields), requestTime: now, responseTime: now,
            userInfo: response.userInfo, isMemoryOnly: response.storagePolicy == .allowedInMemoryOnly,
            bodyBytes: response.body.count, digest: BodyDigest(of: response.body))
        keep(stored, body: response.body, replacing: select(key, request.fields))
    }

    /// Removes every stored variant of the request's address. For a request with a Host of its own, these are the
    /// variants of requests with the same Host; for a POST that is keyed by its body, of those with the same body of
    /// the same type.
    public func remove(for request: CacheRequest) {
        request.key.map(remove)
    }

    /// Removes all that is stored under an address, whatever the Host or the body of the request.
    package func removeEverything(under url: String) {
        if let address = HTTPAddress(url) { invalidate(address) }
    }

    /// Removes every stored variant of the address that a reply came from, after redirects.
    public func remove(_ reply: CachedReply) {
        remove(reply.key)
    }

    /// Removes everything from both tiers.
    ///
    /// - Returns: false if entries stay in the file: another process has locked it, or it cannot be written.
    @discardableResult
    public func removeAll() -> Bool {
        let isDone = onDisk { try $0.deleteEverything() }
        memory.removeAll()
        return isDone
    }

    /// Deletes the file without opening it, for which a full disk has no room. A process that has it open continues with
    /// the deleted one.
    ///
    /// - Returns: false if the file stays.
    package static func deleteFile(at path: String) -> Bool {
        DiskSchema.delete(path)
    }

    /// Removes everything stored after that date.
    ///
    /// - Returns: false if such entries stay in the file: another process has locked it, or it cannot be written.
    @discardableResult
    public func removeAll(since date: Date) -> Bool {
        let time = date.timeIntervalSince1970
        let isDone = deleteRows("SELECT id FROM head WHERE stored > ? ORDER BY id DESC LIMIT ?", time)
        memory.removeAll { $0.responseTime > time }
        return isDone
    }

    /// Removes everything last used before that date.
    ///
    /// - Returns: false if such entries stay in the file: another process has locked it, or it cannot be written.
    @discardableResult
    public func removeUnused(since date: Date) -> Bool {
        let time = date.timeIntervalSince1970
        let isDone = deleteRows("SELECT id FROM use WHERE used < ? LIMIT ?", time)
        memory.removeUnused(since: time)
        return isDone
    }

    /// Deletes, in batches, the rows that a query selects by a time. Returns false if some of them stay.
    private func deleteRows(_ query: String, _ time: Double) -> Bool {
        onDisk { transactions in
            try transactions.deleteAll { database, limit in
                try Int64.fetchAll(database.cachedStatement(sql: query), arguments: [time, limit])
            }
        }
    }

    /// Works on the disk tier. Call it before the memory tier is changed: a request in between could copy an entry that
    /// is about to be removed into memory.
    ///
    /// - Returns: true if it is done, or if a new file has replaced a damaged one.
    private func onDisk(_ work: (DiskTransactions) throws -> Void) -> Bool {
        guard let disk else { return true }
        let database = disk.file.withLock { $0.database }
        var isDone = false
        disk.writer.finish(disk) { transactions in
            try work(transactions)
            isDone = true
            try transactions.shrink()
        }
        return isDone || database !== disk.file.withLock { $0.database }
    }
}
