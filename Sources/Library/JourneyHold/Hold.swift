import FeedModel
import GRDB
import Glibc

/// What is packed for a journey: pictures by their contents, which article needs which address, and what was spent on it.
///
/// It lies beside the library and not in the cache, so that nothing in it is ever evicted by use. Deleting `aboard.sqlite`
/// loses the pictures and the marks, nothing else.
///
/// Every call is synchronous and may come from any thread; two processes may open one hold.
package final class Hold: Sendable {
    let pool: DatabasePool
    /// The parts of what is being fetched.
    package let parts: PartFolder
    /// Where finished enclosures lie, a folder for each feed.
    package let enclosureFolder: String
    private let lockFile: String

    /// - Parameter folder: the one of the library.
    package init(folder: String) throws(HoldError) {
        let path = Self.path(in: folder)
        let isNew = access(path, F_OK) != 0
        pool = try HoldFile.open(path: path)
        parts = try PartFolder(path: folder + "/parts")
        enclosureFolder = folder + "/enclosures"
        lockFile = folder + "/aboard.lock"
        // Parts are named by numbers of the database that is gone.
        if isNew { parts.removeAll() }
    }

    package static func path(in folder: String) -> String { folder + "/aboard.sqlite" }

    /// False where nothing was ever packed: then opening a hold would only make an empty one.
    package static func exists(in folder: String) -> Bool { access(path(in: folder), F_OK) == 0 }

    /// Runs `body` on one unchanging state of the hold.
    func read<Value>(_ body: (Database) throws -> Value) throws(HoldError) -> Value {
        do { return try pool.read(body) } catch { throw HoldError(error) }
    }

    /// Runs `body` in a transaction, all of it or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws(HoldError) -> Value {
        do { return try pool.write(body) } catch { throw HoldError(error) }
    }

    /// The right to pack, which one process at a time has; it ends with the process. Nil where another one has it.
    package func lock() -> PackingLock? {
        let descriptor = open(lockFile, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return PackingLock(descriptor: descriptor)
    }
}

/// Held while a process packs; given back when it is dropped.
package final class PackingLock: Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}

extension Hold: PictureStore {
    package func bytes(of address: String) throws -> [UInt8]? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT body FROM object JOIN address ON address.object = object.id WHERE url = ?"),
                arguments: [address]
            ).map { row in try row.withUnsafeData(atIndex: 0) { $0.map { [UInt8]($0) } } ?? [] }
        }
    }
}
