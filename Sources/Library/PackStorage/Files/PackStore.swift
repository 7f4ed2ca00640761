import Basics
package import FeedModel
import FoundationEssentials
import GRDB
import Glibc
import HTTPCache
import SQLiteAccess
import Synchronization

/// The store of everything packed for a journey: pictures by their contents, the addresses that each article needs,
/// and the bytes spent.
///
/// Its files are beside the library and not in the cache, so that ordinary use of the cache never evicts them. Deleting
/// `aboard.sqlite` loses the pictures and the marks, nothing else.
///
/// Every call is synchronous and may come from any thread; two processes may open the same pack store.
package final class PackStore: Sendable {
    let database: WALDatabase
    /// The files of pictures.
    let contents: ContentFolder
    /// The parts of files that are being fetched.
    package let parts: PartFolder
    /// The folder of finished enclosures, with a folder for each feed.
    package let enclosureFolder: String
    /// The current boot of the machine.
    let boot: String
    /// The path of the file, even while a copy of it is read.
    private let path: String
    private let lockFile: String
    private let copy: ReadOnlyCopy?
    /// Addresses whose contents may not have reached the disk.
    let unsynced = Mutex<Set<AddressID>>([])

    /// - Parameters:
    ///   - folder: the library's folder.
    ///   - boot: the current boot of the machine; empty if it is unknown.
    ///   - hasPage: true if the library has the page of an article.
    package init(
        folder: String, boot: String = MachineBoot.id ?? "", hasPage: @escaping (ArticleID) -> Bool = { _ in false }
    ) throws(PackStoreError) {
        let path = Self.path(in: folder)
        let isNew = access(path, F_OK) != 0
        contents = try ContentFolder(path: folder + "/aboard")
        let recovery = PackStoreRecovery(contents: contents, boot: boot, hasPage: hasPage)
        (database, copy) = try Self.readable(path, recovery)
        parts = try PartFolder(path: folder + "/parts")
        enclosureFolder = folder + "/enclosures"
        self.path = path
        lockFile = folder + "/aboard.lock"
        self.boot = boot
        // Existing files belong to a former database, which was deleted.
        if isNew {
            parts.removeAll()
            contents.removeAll()
        }
    }

    /// Opens the file of a pack store that reads a copy of it.
    private init(opening original: PackStore) throws(PackStoreError) {
        database = try PackStoreFile.open(path: original.path, contents: original.contents)
        copy = nil
        contents = original.contents
        parts = original.parts
        enclosureFolder = original.enclosureFolder
        boot = original.boot
        path = original.path
        lockFile = original.lockFile
    }

    /// Returns this pack store or, if it reads a copy since the disk was full, another one that writes the file.
    func writable() throws(PackStoreError) -> PackStore {
        try copy == nil ? self : PackStore(opening: self)
    }

    /// Opens the database, or a copy of it in memory if SQLite cannot create its files because the disk is full.
    private static func readable(
        _ path: String, _ recovery: PackStoreRecovery
    ) throws(PackStoreError) -> (WALDatabase, ReadOnlyCopy?) {
        do {
            return (try recovery.open(path), nil)
        } catch {
            guard error.mayBeReadable, let copy = ReadOnlyCopy(of: path) else { throw error }
            return (try recovery.open(copy.path), copy)
        }
    }

    /// The database's name in the library's folder.
    package static let fileName = "aboard.sqlite"

    static func path(in folder: String) -> String { folder + "/" + fileName }

    /// Returns false if nothing was ever packed, so that callers need not create an empty pack store.
    static func exists(in folder: String) -> Bool { access(path(in: folder), F_OK) == 0 }

    /// Runs `body` on one snapshot of the pack store.
    func read<Value>(_ body: (Database) throws -> Value) throws(PackStoreError) -> Value {
        do { return try database.read(body) } catch { throw PackStoreError(error) }
    }

    /// Runs `body` in a transaction, all of it or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws(PackStoreError) -> Value {
        // A write into the copy would be lost silently.
        guard copy == nil else { throw .full }
        do {
            return try database.write(body)
        } catch {
            throw PackStoreError(error)
        }
    }

    /// The free bytes on the pack store's disk; the largest integer if unknown.
    package var freeBytes: Int64 { DiskSpace.free(at: parts.path) }

    /// Takes the lock for packing, which one process at a time holds and which ends with the process. Returns nil if
    /// another process has it; throws if its file cannot be opened or locked.
    package func lock() throws(PackStoreError) -> PackingLock? {
        let descriptor = open(lockFile, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path: lockFile, reason: SystemError.words()) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let problem = errno
            close(descriptor)
            // The file system may have no locks.
            guard problem == EWOULDBLOCK else { throw .file(path: lockFile, reason: SystemError.words(problem)) }
            return nil
        }
        return PackingLock(descriptor: descriptor)
    }
}

/// Held while a process packs; its deinitialisation releases the lock.
package final class PackingLock: Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        FileLock.close(descriptor)
    }
}

extension PackStore: PictureStore {
    package func bytes(of address: String) throws -> [UInt8]? {
        let digest = try read { database in
            try Data.fetchOne(
                database.cachedStatement(
                    sql: "SELECT digest FROM address WHERE url = ? AND state = \(AddressState.packed.rawValue)"),
                arguments: [address])
        }
        return digest.flatMap(BodyDigest.init(stored:)).flatMap(contents.bytes(of:))
    }
}
