internal import FoundationEssentials
internal import GRDB
internal import Synchronization

/// The lower tier: heads and bodies in SQLite. Reads go straight to the file and never wait for the writer.
final class DiskTier: Sendable {
    let path: String
    let pool: Mutex<DatabasePool>
    let writer: DiskWriter
    private let watch: Mutex<WriteAheadLogWatch>

    init(path: String, capacity: Int) throws(CacheError) {
        let directory = URL(filePath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        self.path = path
        pool = Mutex(try DiskSchema.open(path))
        writer = DiskWriter(capacity: capacity)
        watch = Mutex(WriteAheadLogWatch(path: path))
    }

    /// Whether any process has written to the file since this was last asked.
    var hasBeenWritten: Bool {
        watch.withLock { $0 }.hasChanged()
    }

    /// Everything stored under a key, fragments and variants too; and where it is one response, its body if that is wanted.
    ///
    /// Both in one visit to the file: going there costs more than the reading.
    func lookup(_ key: CacheKey, wantsBody: Bool = false) -> (stored: [StoredResponse], body: [UInt8]?) {
        // Before the read: a change that commits in between is then applied twice, which changes nothing.
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

    /// Heads of these keys, all that is stored of each; without keys of which something has still to be written. In one visit.
    func heads(of keys: [CacheKey]) -> [StoredResponse] {
        let settled = Set(keys).filter { writer.changes(of: $0).isEmpty }
        let hashes = "[" + settled.map { String($0.hash) }.joined(separator: ",") + "]"
        return read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT id, meta FROM head WHERE key IN (SELECT value FROM json_each(?))")
            let rows = try Row.fetchCursor(statement, arguments: [hashes])
            var heads: [StoredResponse] = []
            while let row = try rows.next() {
                guard let head = Self.head(row), settled.contains(head.key) else { continue }
                heads.append(head)
            }
            return heads
        } ?? []
    }

    /// The body, nil where it is gone or has a wrong byte: then its head is removed too.
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

    /// Of the POSTs that are kept by their body, those to that address; with them what is not written yet.
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

    func submit(_ change: DiskChange) {
        writer.submit(change, to: self)
    }

    func touch(_ stored: StoredResponse, at now: Double) {
        writer.touch(stored.id, at: now, self)
    }

    /// In bytes, over all processes.
    var usage: Int {
        read { try Int.fetchOne($0, sql: "SELECT bytes FROM usage") ?? 0 } ?? 0
    }

    /// How many transactions all processes have written; nil where the file can't be read.
    var serial: Int? {
        read { try Int.fetchOne($0.cachedStatement(sql: "SELECT serial FROM usage")) } ?? nil
    }

    /// Over all processes and times, what is not yet written aside.
    var tally: Tally {
        read { database in
            try Row.fetchOne(database, sql: "SELECT hits, misses, saved FROM tally").map { row in
                Tally(hits: row[0], misses: row[1], savedBytes: row[2])
            }
        }.flatMap { $0 } ?? Tally()
    }

    /// Every head, last used first.
    func heads() -> [(stored: StoredResponse, used: Double)] {
        read { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT id, meta, used FROM head ORDER BY used DESC")
            var heads: [(StoredResponse, Double)] = []
            while let row = try rows.next() {
                if let stored = Self.head(row) { heads.append((stored, row[2])) }
            }
            return heads
        } ?? []
    }

    /// Nil where the file can't be read: a cache that fails is a cache that misses.
    private func read<Value>(_ body: (Database) throws -> Value) -> Value? {
        let pool = pool.withLock { $0 }
        do {
            return try pool.unsafeRead(body)
        } catch let error as DatabaseError where DiskSchema.isDamage(error) {
            beginAnew(replacing: pool)
            return nil
        } catch {
            return nil
        }
    }

    /// Sets a damaged file aside; whoever is reading the old one goes on with it.
    func beginAnew(replacing damaged: DatabasePool) {
        pool.withLock { pool in
            guard pool === damaged else { return }
            DiskSchema.setAside(path)
            guard let new = try? DiskSchema.open(path) else { return }
            pool = new
            watch.withLock { $0 = WriteAheadLogWatch(path: path) }
        }
    }

    private static func head(_ row: Row) -> StoredResponse? {
        let id: Int64 = row[0]
        return try? row.withUnsafeData(atIndex: 1) { data in
            data?.withUnsafeBytes { HeadCoding.decode($0, id: id) }
        }
    }
}
