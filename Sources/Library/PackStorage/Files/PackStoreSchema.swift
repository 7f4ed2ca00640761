import FoundationEssentials
import GRDB
import HTTPCache

/// The pack store's tables. A change to them is a new migration; a released migration never changes.
enum PackStoreSchema {
    /// - Parameter folder: receives the contents that older versions stored in the database.
    static func migrator(_ folder: ContentFolder) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 contents, addresses, needs") { database in
            try database.execute(sql: "PRAGMA application_id = \(PackStoreFile.applicationID)")
            for statement in contents + needs + journeys { try database.execute(sql: statement) }
        }
        // `whole` is the complete length of a part, as the head of its response has it; `place` is an enclosure's
        // position in the queue, if the person chose one.
        migrator.registerMigration("2 complete length of parts, order of enclosures") { database in
            try database.execute(sql: "ALTER TABLE address ADD COLUMN whole INTEGER")
            try database.execute(sql: "ALTER TABLE address ADD COLUMN place INTEGER")
        }
        migrator.registerMigration("3 contents in files") { database in
            try moveContents(of: database, to: folder)
            for statement in addresses { try database.execute(sql: statement) }
        }
        // Earlier versions mistook a hotspot's response for the object's own; the numbers mean `unavailable` and
        // `refused`.
        migrator.registerMigration("4 unavailable objects are requested again") { database in
            try database.execute(sql: "UPDATE address SET state = 3 WHERE state = 2")
        }
        // 0 means that the journey is not kept for a network, 1 that it is, and 2 that it is kept with enclosures that
        // the person asked for.
        migrator.registerMigration("5 journeys that are kept for a network") { database in
            try database.execute(sql: "ALTER TABLE journey ADD COLUMN kept INTEGER NOT NULL DEFAULT 0")
        }
        return migrator
    }

    private static func moveContents(of database: Database, to folder: ContentFolder) throws {
        let rows = try Row.fetchCursor(database, sql: "SELECT id, body FROM object")
        while let row = try rows.next() {
            let body = [UInt8](row[1] as Data)
            let digest = try folder.store(body, BodyDigest(of: body), part: nil)
            try database.execute(
                sql: "UPDATE object SET digest = ? WHERE id = ?", arguments: [digest.stored, row[0] as Int64])
        }
    }

    /// `digest` names the file of an address's content; several addresses may share it. `state` is an `AddressState`.
    /// `boot` is the boot of the machine in which a part began, or in which a content was stored that may not have
    /// reached the disk. `counted` is the part's bytes that the journey's spent bytes include already.
    private static let addresses = [
        """
        CREATE TABLE new (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            state INTEGER NOT NULL DEFAULT 0,
            changed REAL NOT NULL DEFAULT 0,
            digest BLOB,
            note TEXT,
            file TEXT,
            title TEXT,
            size INTEGER,
            opened REAL,
            isPaused INTEGER NOT NULL DEFAULT 0,
            place INTEGER,
            validator TEXT,
            boot TEXT,
            whole INTEGER,
            synced INTEGER NOT NULL DEFAULT 0,
            counted INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        """
        INSERT INTO new SELECT address.id, url, state, changed, digest, note, file, title,
            coalesce(object.size, address.size), opened, isPaused, place, validator, iif(state = 0, boot, NULL), whole,
            synced, counted
        FROM address LEFT JOIN object ON object.id = address.object
        """,
        "DROP TABLE address",
        "ALTER TABLE new RENAME TO address",
        "DROP TABLE object",
    ]

    /// The tables of the first version.
    private static let contents = [
        """
        CREATE TABLE object (
            id INTEGER PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            type TEXT,
            body BLOB NOT NULL
        ) STRICT
        """,
        "CREATE INDEX object_size ON object (size)",
        """
        CREATE TABLE address (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            state INTEGER NOT NULL DEFAULT 0,
            changed REAL NOT NULL DEFAULT 0,
            object INTEGER REFERENCES object (id),
            note TEXT,
            file TEXT,
            title TEXT,
            size INTEGER,
            opened REAL,
            isPaused INTEGER NOT NULL DEFAULT 0,
            validator TEXT,
            boot TEXT,
            synced INTEGER NOT NULL DEFAULT 0,
            counted INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        "CREATE INDEX address_object ON address (object) WHERE object IS NOT NULL",
    ]

    /// `article.id` is the library's. `readSince` is the time at which it was first seen as read.
    private static let needs = [
        """
        CREATE TABLE article (
            id INTEGER PRIMARY KEY,
            turn INTEGER NOT NULL,
            journey INTEGER NOT NULL,
            isByHand INTEGER NOT NULL DEFAULT 0,
            isStarred INTEGER NOT NULL DEFAULT 0,
            date REAL NOT NULL,
            readSince REAL
        ) STRICT
        """,
        """
        CREATE TABLE need (
            article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
            address INTEGER NOT NULL REFERENCES address (id) ON DELETE CASCADE,
            stage INTEGER NOT NULL,
            PRIMARY KEY (article, address)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX need_address ON need (address)",
    ]

    private static let journeys = [
        """
        CREATE TABLE journey (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            began REAL NOT NULL,
            ended REAL,
            spent INTEGER NOT NULL DEFAULT 0,
            enclosuresSpent INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """
    ]
}
