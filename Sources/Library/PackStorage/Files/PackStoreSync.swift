import GRDB
import SQLiteAccess
import Synchronization

// A killed process loses nothing that is stored, since the kernel has it by then; a power cut may lose data that has
// not reached the disk. A `boot` marks the addresses of such data: `PackStoreRecovery` checks them after a restart of
// the machine.
extension PackStore {
    /// Records an address whose content, or page in the library, may not have reached the disk.
    func noteUnsynced(_ address: AddressID) {
        _ = unsynced.withLock { $0.insert(address) }
    }

    /// Records the addresses whose data earlier processes stored and did not sync.
    package func adoptUnsynced() throws(PackStoreError) {
        let left = try read {
            try Int64.fetchAll(
                $0, sql: "SELECT id FROM address WHERE boot = ? AND state IN \(AddressState.stored)", arguments: [boot])
        }
        unsynced.withLock { $0.formUnion(left.map(AddressID.init)) }
    }

    /// Waits until everything stored has reached the disk: contents, and pages in the library, which is on the same
    /// file system.
    package func sync() throws(PackStoreError) {
        let noted = unsynced.withLock { noted in
            defer { noted = [] }
            return noted
        }
        if !noted.isEmpty, contents.sync() {
            try write { database in
                for address in noted.sorted() {
                    try database.cachedStatement(
                        sql: "UPDATE address SET boot = NULL WHERE id = ? AND state IN \(AddressState.stored)"
                    ).execute(arguments: [address.rawValue])
                }
            }
        }
        syncLog()
    }

    /// Waits until the commits have reached the disk.
    package func syncLog() { WriteAheadLog.sync(of: database.path) }
}
