import Basics
import GRDB
import SQLiteAccess

/// Creates, recognises and opens the file `aboard.sqlite`.
enum PackStoreFile {
    /// "ledh" in ASCII, in the header of every pack store (SQLite's `application_id`).
    static let applicationID = 0x6C65_6468

    /// In bytes: each commit writes a few pages to the log, and rows are short.
    private static let pageSize = 4 << 10

    /// In pages (4 MB): the log's length at which it is copied into the file.
    private static let pagesUntilCheckpoint = 1_024

    static func open(path: String, contents: ContentFolder) throws(PackStoreError) -> WALDatabase {
        do {
            if let problem = DatabaseFile.create(at: path) {
                throw PackStoreError.file(path: path, reason: SystemError.words(problem))
            }
            let migrator = PackStoreSchema.migrator(contents)
            return try WALDatabase(
                path: path, configuration: configuration, isUpToDate: { try isUpToDate($0, path: path, migrator) },
                bringUpToDate: { try migrator.bringUpToDate($0, applicationID: applicationID) })
        } catch let error as DatabaseError where [.foreign, .damaged].contains(error.fault) {
            throw .notAPackStore(path: path)
        } catch {
            throw PackStoreError(error)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "aboard"
        configuration.maximumReaderCount = 2
        configuration.busyMode = LockRetry.busyMode
        configuration.prepareDatabase { database in
            guard !database.configuration.readonly else { return }
            try database.set("wal_autocheckpoint = \(pagesUntilCheckpoint)")
            // In a file that has pages, this would be a write.
            guard try database.property("page_count") == 0 else { return }
            try database.set("page_size = \(pageSize)")
            try database.set("auto_vacuum = INCREMENTAL")
        }
        return configuration
    }

    /// Returns true if the file is a pack store whose schema is up to date. Throws if another program or a newer
    /// version has written it.
    private static func isUpToDate(_ database: Database, path: String, _ migrator: DatabaseMigrator) throws -> Bool {
        switch try migrator.state(of: database, applicationID: applicationID) {
        case .upToDate: true
        case .older: false
        case .newer: throw PackStoreError.newerSchema(path: path)
        case .foreign: throw PackStoreError.notAPackStore(path: path)
        }
    }
}
