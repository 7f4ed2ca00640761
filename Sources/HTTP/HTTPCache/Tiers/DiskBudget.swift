/// The shares that a disk tier's files get of its capacity: the database file, the write-ahead log and the log's index.
///
/// A transaction goes into the log first and into the database file later, so that while it is written it may lie on disk
/// twice. Both shares are limits of their own; together they never exceed the capacity.
struct DiskBudget: Equatable, Sendable {
    /// Size of a page.
    let pageBytes: Int
    /// Pages that the database file may have, free ones included.
    let databasePages: Int
    /// Pages that the log may hold.
    let logPages: Int

    /// A file for a small capacity gets small pages, since each table and index takes one at least.
    static func pageBytes(forCapacity capacity: Int) -> Int {
        capacity < 16 << 20 ? 4 << 10 : 32 << 10
    }

    init(capacity: Int, pageBytes: Int) {
        let capacity = min(max(capacity, 0), Self.largestCapacity)
        // A quarter for a small cache; for a large one what its largest bodies need.
        let share = max(min(capacity / 4, 64 << 20), capacity / 16)
        self.pageBytes = pageBytes
        databasePages = (capacity - share) / pageBytes
        let index = Self.indexBytes * (1 + share / pageBytes / Self.pagesPerIndex)
        logPages = max(0, share - index - 32) / Self.frameBytes(pageBytes)
    }

    /// 64 TiB; a larger capacity means the same.
    private static let largestCapacity = 1 << 46
    /// The log's shared index (`-shm`) grows by so much for so many pages.
    private static let indexBytes = 32 << 10
    private static let pagesPerIndex = 4062

    /// A page in the log has a header of its own.
    private static func frameBytes(_ pageBytes: Int) -> Int {
        pageBytes + 24
    }

    /// Pages that any transaction may change besides those of its entries: counters, free list, pointer map.
    static let fixedPages = 10
    /// Pages that the rows and index entries of one response lie on, apart from its body.
    static let rowPages = 8

    /// Pages that this many bytes take outside of their row.
    func pages(bytes: Int) -> Int {
        bytes / (pageBytes - 4) + 1
    }

    /// The largest body that is stored on disk, in bytes: one transaction has to hold it.
    var largestBody: Int {
        max(0, (logPages - Self.fixedPages - 2 * Self.rowPages) * (pageBytes - 4))
    }

    /// Pages of changes that go into one transaction.
    var batchPages: Int {
        max(0, logPages - Self.fixedPages)
    }

    /// Entries that one transaction may evict.
    var evictionsAtOnce: Int {
        max(1, min(64, batchPages / Self.rowPages))
    }

    /// Log size from which its pages are copied into the database file, in bytes (at most 8 MB).
    var checkpointBytes: Int {
        min(8 << 20, logPages * Self.frameBytes(pageBytes) / 2)
    }

    /// True if a transaction of so many pages keeps a log of that size within its share.
    func logHolds(_ pages: Int, after logBytes: Int) -> Bool {
        logBytes + pages * Self.frameBytes(pageBytes) <= logPages * Self.frameBytes(pageBytes) + 32
    }
}
