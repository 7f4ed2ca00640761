import GRDB

/// The hold's tables. A change to them is a new migration; a released migration never changes.
enum HoldSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 contents, addresses, needs") { database in
            try database.execute(sql: "PRAGMA application_id = \(HoldFile.applicationID)")
            for statement in contents + needs + journeys { try database.execute(sql: statement) }
        }
        // `whole` is the complete length of a part, as the head of its answer has it; `place` is an enclosure's place
        // in the queue, if the person chose one.
        migrator.registerMigration("2 complete length of parts, order of enclosures") { database in
            try database.execute(sql: "ALTER TABLE address ADD COLUMN whole INTEGER")
            try database.execute(sql: "ALTER TABLE address ADD COLUMN place INTEGER")
        }
        return migrator
    }()

    /// An object is a content, stored once for all of its addresses. `address` holds the result for each: `state` is
    /// an `AddressState`; `counted` is the part's bytes that the journey's spent bytes include already.
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
