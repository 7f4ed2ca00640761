import Basics
import FoundationEssentials
import GRDB
import HTTPCache
import Synchronization

// A kill loses nothing that is stored, since the kernel has it by then; a power cut may lose what has not reached the
// disk. An address with a `boot` may be such: `HoldRecovery` checks it after a restart of the machine.
extension Hold {
    /// Notes an address whose content, or page in the library, may not have reached the disk.
    func note(_ address: AddressID, _ digest: BodyDigest?) {
        unsynced.withLock { $0[address] = .some(digest) }
    }

    /// Notes what earlier processes stored and did not sync.
    package func adoptUnsynced() throws(HoldError) {
        let left = try read { database in
            try Row.fetchAll(
                database, sql: "SELECT id, digest FROM address WHERE boot = ? AND state = 1", arguments: [boot]
            ).map { (AddressID(rawValue: $0[0]), ($0[1] as Data?).map(BodyDigest.init(stored:))) }
        }
        for (address, digest) in left { note(address, digest) }
    }

    /// Waits until everything stored has reached the disk. The library is to be synced before, since it has the pages.
    package func sync() throws(HoldError) {
        let noted = unsynced.withLock { noted in
            defer { noted = [:] }
            return noted
        }
        let synced = contents.sync(noted.values.compactMap(\.self))
        let settled = noted.filter { $0.value.map(synced.contains) ?? true }.keys.sorted()
        if !settled.isEmpty {
            try write { database in
                for address in settled {
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
