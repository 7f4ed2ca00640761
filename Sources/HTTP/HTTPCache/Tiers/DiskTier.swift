internal import Basics
internal import FoundationEssentials
internal import GRDB
internal import SQLiteAccess
internal import Synchronization

/// The lower tier: heads and bodies in SQLite. Reads use the file directly and never wait for the writer.
final class DiskTier: Sendable {
    let path: String
    let file: Mutex<DiskFile>
    let writer: DiskWriter
    private let watch: Mutex<WriteAheadLogWatch>

    init(path: String, capacity: Int) throws(CacheError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        if !folder.isEmpty, let problem = SystemCalls.makeFolder(folder) {
            throw .storage("\(path): \(SystemError.words(problem))")
        }
        self.path = path
        file = Mutex(try DiskSchema.open(path, capacity: capacity))
        writer = DiskWriter(capacity: capacity)
        watch = Mutex(WriteAheadLogWatch(path: path))
        if usage > capacity { applyCapacity() }
    }

    var budget: DiskBudget {
        DiskBudget(capacity: writer.capacity, pageBytes: file.withLock { $0.pageBytes })
    }

    /// True if any process has written to the file since the last call.
    var hasBeenWritten: Bool {
        watch.withLock { $0 }.hasChanged()
    }

    /// Size of all files in bytes: entries, free pages, and the write-ahead log.
    var usage: Int {
        file.withLock { $0 }.bytes
    }

    /// Evicts entries beyond the capacity, and frees the space.
    func applyCapacity() {
        writer.finish(self) { transactions in
            try transactions.evict(0)
            try transactions.shrink()
        }
    }

    func submit(_ change: DiskChange, isAwaited: Bool = false) {
        writer.submit(change, to: self, isAwaited: isAwaited)
    }

    func touch(_ stored: StoredResponse, at now: Double) {
        writer.touch(stored.id, at: now, self)
    }
}

// MARK: - Reading

extension DiskTier {
    /// Returns all responses stored under a key, including fragments and variants; on request, also the body of a
    /// single response.
    ///
    /// Both in one access to the file, since the access costs more than the reading.
    func lookup(_ key: CacheKey, wantsBody: Bool) -> (stored: [StoredResponse], body: [UInt8]?) {
        // Read this before the file: a change that commits in between is then applied twice, which has no effect.
        let changes = writer.changes(of: key)
        let found = read { database in
            let statement = try database.cachedStatement(sql: "SELECT id, meta FROM head WHERE key = ?")
            let rows = try Row.fetchCursor(statement, arguments: [key.hash])
            var stored: [StoredResponse] = []
            while let row = try rows.next() {
                guard let head = Self.head(row), head.key == key else { continue }
                stored.append(head)
            }
            let isAlone = stored.count == 1 && changes.isEmpty
            return (stored, wantsBody && isAlone ? try Self.body(of: stored[0], database) : nil)
        }
        guard let (stored, body) = found else { return (changes.reduce([]) { $1.applied(to: $0) }, nil) }
        return (changes.reduce(stored) { $1.applied(to: $0) }, body)
    }

    /// Returns all heads of these keys in one access, except keys with unwritten changes.
    func heads(of keys: [CacheKey]) -> [StoredResponse] {
        let unchanged = Set(keys).filter { writer.changes(of: $0).isEmpty }
        let hashes = "[" + unchanged.map { String($0.hash) }.joined(separator: ",") + "]"
        return read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT id, meta FROM head WHERE key IN (SELECT value FROM json_each(?))")
            let rows = try Row.fetchCursor(statement, arguments: [hashes])
            var heads: [StoredResponse] = []
            while let row = try rows.next() {
                guard let head = Self.head(row), unchanged.contains(head.key) else { continue }
                heads.append(head)
            }
            return heads
        } ?? []
    }

    /// Returns the body; nil if it is missing or damaged: then its head is removed too.
    func body(of stored: StoredResponse) -> [UInt8]? {
        if let body = writer.body(of: stored.id) { return body }
        guard let body = read({ try Self.body(of: stored, $0) }) ?? nil else {
            submit(.remove(stored.key, ids: [stored.id]))
            return nil
        }
        return body
    }

    private static func body(of stored: StoredResponse, _ database: Database) throws -> [UInt8]? {
        let statement = try database.cachedStatement(sql: "SELECT bytes FROM body WHERE id = ?")
        let rows = try Row.fetchCursor(statement, arguments: [stored.id])
        return try rows.next()?.withUnsafeData(atIndex: 0) { data in
            data?.withUnsafeBytes { bytes in
                BodyDigest(of: bytes) == stored.digest && bytes.count == stored.bodyBytes ? Array(bytes) : nil
            } ?? (stored.bodyBytes == 0 ? [] : nil)
        }
    }

    /// Returns the keys of the POSTs to an address that are stored by their bodies, including unwritten ones.
    func keysByBody(under address: CacheKey) -> [CacheKey] {
        let hashes = address.hashesOfAddress
        let written = read { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT id, meta FROM head WHERE key BETWEEN ? AND ?",
                arguments: [hashes.lowerBound, hashes.upperBound])
            var keys: [CacheKey] = []
            while let row = try rows.next() {
                if let head = Self.head(row) { keys.append(head.key) }
            }
            return keys
        }
        return (writer.unwrittenKeys() + (written ?? [])).filter { $0.isKeyedByBody && $0.url == address.url }
    }

    /// Number of transactions by all processes; nil if the file cannot be read.
    var serial: Int? {
        read { try DiskRows.serial($0) }
    }

    /// Counts of all processes since the file was made, without unwritten ones.
    var tally: Tally {
        read { database in
            try Row.fetchOne(database, sql: "SELECT hits, misses, saved FROM tally").map { row in
                Tally(hits: row[0], misses: row[1], savedBytes: row[2])
            }
        }.flatMap { $0 } ?? Tally()
    }

    /// Returns every head, last used first.
    func heads() -> [(stored: StoredResponse, used: Double)] {
        read { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT head.id, meta, used FROM head JOIN use USING (id) ORDER BY used DESC")
            var heads: [(StoredResponse, Double)] = []
            while let row = try rows.next() {
                if let stored = Self.head(row) { heads.append((stored, row[2])) }
            }
            return heads
        } ?? []
    }

    private static func head(_ row: Row) -> StoredResponse? {
        let id: Int64 = row[0]
        return try? row.withUnsafeData(atIndex: 1) { data in
            data?.withUnsafeBytes { HeadCoding.decode($0, id: id) }
        }
    }

    /// Nil if the file cannot be read: callers treat this as a miss.
    private func read<Value>(_ body: (Database) throws -> Value) -> Value? {
        let database = file.withLock { $0.database }
        do {
            return try database.readWithoutTransaction(body)
        } catch let error as DatabaseError where DiskSchema.isDamage(error) {
            reset(replacing: database)
            return nil
        } catch {
            return nil
        }
    }

    /// Replaces a damaged file; readers of the old one continue with it.
    func reset(replacing damaged: WALDatabase) {
        file.withLock { file in
            guard file.database === damaged else { return }
            guard let new = try? DiskSchema.replace(damaged, capacity: writer.capacity) else { return }
            file = new
            watch.withLock { $0 = WriteAheadLogWatch(path: path) }
            writer.reset()
        }
    }
}
