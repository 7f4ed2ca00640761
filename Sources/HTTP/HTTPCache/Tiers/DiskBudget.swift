/// Divides a disk tier's capacity among the database file, the write-ahead log and the log's index.
///
/// A transaction is written to the log first and to the database file later, so it may need its size twice. Each share
/// has its own limit; together they never exceed the capacity.
struct DiskBudget: Equatable, Sendable {
    /// Size of a page.
    let pageBytes: Int
    /// Maximum number of pages of the database file, including free ones.
    let databasePages: Int
    /// Maximum number of pages of the log.
    let logPages: Int

    /// A file with a small capacity gets small pages, since each table and index takes at least one.
    static func pageBytes(forCapacity capacity: Int) -> Int {
        capacity < 16 << 20 ? 4 << 10 : 32 << 10
    }

    init(capacity: Int, pageBytes: Int) {
        let capacity = min(max(capacity, 0), Self.maximumCapacity)
        // The share is a quarter of a small cache; a large cache uses the size of its largest bodies.
        let share = max(min(capacity / 4, 64 << 20), capacity / 16)
        self.pageBytes = pageBytes
        databasePages = (capacity - share) / pageBytes
        let index = Self.indexBytes * (1 + share / pageBytes / Self.pagesPerIndex)
        logPages = max(0, share - index - 32) / Self.frameBytes(pageBytes)
    }

    /// 64 TiB; a larger capacity counts as this one.
    private static let maximumCapacity = 1 << 46
    /// The log's shared index (`-shm`) grows in steps of this size for this many pages.
    private static let indexBytes = 32 << 10
    private static let pagesPerIndex = 4062

    /// A page in the log has a header.
    private static func frameBytes(_ pageBytes: Int) -> Int {
        pageBytes + 24
    }

    /// Pages that any transaction may change besides the pages of its entries: counters, free list, pointer map.
    static let fixedPages = 10
    /// Pages for the rows and index entries of one response, except its body.
    static let rowPages = 8

    /// Returns the number of pages that this many bytes take outside their row.
    func pages(bytes: Int) -> Int {
        bytes / (pageBytes - 4) + 1
    }

    /// Maximum size of a body that is stored on disk, in bytes: one transaction must hold it.
    var maximumBodySize: Int {
        max(0, (logPages - Self.fixedPages - 2 * Self.rowPages) * (pageBytes - 4))
    }

    /// Maximum number of pages changed in one transaction.
    var batchPages: Int {
        max(0, logPages - Self.fixedPages)
    }

    /// Maximum number of entries that one transaction may evict.
    var evictionsAtOnce: Int {
        max(1, min(64, batchPages / Self.rowPages))
    }

    /// Bytes written to the log after which its pages are copied into the database file (at most 8 MB).
    var checkpointBytes: Int {
        min(8 << 20, logPages * Self.frameBytes(pageBytes) / 2)
    }

    /// True if a transaction of this many pages keeps a log of that size within its share.
    func logHolds(_ pages: Int, after logBytes: Int) -> Bool {
        logBytes + pages * Self.frameBytes(pageBytes) <= logPages * Self.frameBytes(pageBytes) + 32
    }
}
