import Basics
import GRDB
import Synchronization

// A kill loses nothing that is stored, since the kernel has it by then; a power cut may lose what has not reached the
// disk. An address with a `boot` may be such: `HoldRecovery` checks it after a restart of the machine.
extension Hold {
    /// Notes an address whose content, or page in the library, may not have reached the disk.
    func noteUnsynced(_ address: AddressID) {
        _ = unsynced.withLock { $0.insert(address) }
    }

    /// Notes what earlier processes stored and did not sync.
    package func adoptUnsynced() throws(HoldError) {
        let left = try read {
            try Int64.fetchAll($0, sql: "SELECT id FROM address WHERE boot = ? AND state = 1", arguments: [boot])
        }
        unsynced.withLock { $0.formUnion(left.map(AddressID.init)) }
    }

    /// Waits until everything stored has reached the disk: contents, and pages in the library, which lies on the same
    /// file system.
    package func sync() throws(HoldError) {
        let noted = unsynced.withLock { noted in
            defer { noted = [] }
            return noted
        }
        if !noted.isEmpty, contents.sync() {
            try write { database in
                for address in noted.sorted() {
                    try database.cachedStatement(sql: "UPDATE address SET boot = NULL WHERE id = ? AND state = 1")
                        .execute(arguments: [address.rawValue])
                }
            }
        }
        syncLog()
    }

    /// Waits until the commits have reached the disk.
    package func syncLog() { WriteAheadLog.sync(of: pool.path) }
}
