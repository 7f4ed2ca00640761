import GRDB
import SQLiteAccess

/// The library's tables. A change to them is a new migration; a released migration never changes.
enum Schema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 subscriptions, articles, search") { database in
            try database.execute(sql: "PRAGMA application_id = \(LibraryFile.applicationID)")
            for statement in subscriptions + articles + counting + searching + settings {
                try database.execute(sql: statement)
            }
        }
        migrator.registerMigration("2 rules") { database in
            for statement in rules {
                try database.execute(sql: statement)
            }
        }
        migrator.registerMigration("3 feeds with preferences") { database in
            try database.execute(
                sql: "CREATE INDEX subscription_preferences ON subscription (id) WHERE preferences IS NOT NULL")
        }
        migrator.registerMigration("4 fetch when back") { database in
            for statement in QueueSchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("4 older pages") { database in
            try database.execute(
                sql: """
                    ALTER TABLE polling ADD COLUMN olderPage TEXT;
                    ALTER TABLE polling ADD COLUMN olderPagesTaken INTEGER NOT NULL DEFAULT 0;
                    """)
        }
        migrator.registerMigration("5 change log, accounts") { database in
            for statement in ChangeLogSchema.statements + AccountSchema.statements {
                try database.execute(sql: statement)
            }
        }
        migrator.registerMigration("6 quicker to fill") { database in
            for statement in quickCounting + quickSearching {
                try database.execute(sql: statement)
            }
        }
        migrator.registerMigration("7 lists of subscriptions") { database in
            for statement in lists {
                try database.execute(sql: statement)
            }
        }
        migrator.registerMigration("8 folders of servers") { database in
            for statement in AccountSchema.folders { try database.execute(sql: statement) }
        }
        migrator.registerMigration("9 feeds in their order") { database in
            try database.execute(
                sql: "CREATE INDEX subscription_position ON subscription (position) WHERE removedAt IS NULL")
        }
        // This change cannot break a reference, so the check of a million articles' references is skipped.
        migrator.registerMigration("10 changes of the search index", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: "ALTER TABLE searchProgress ADD COLUMN version INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("12 accounts on other servers", foreignKeyChecks: .immediate) { database in
            for statement in ServerSchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("15 moving in", foreignKeyChecks: .immediate) { database in
            for statement in MovingInSchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("16 daily use", foreignKeyChecks: .immediate) { database in
            for statement in ReaderDataSchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("17 words of all references", foreignKeyChecks: .immediate) { database in
            for statement in reindexedWords { try database.execute(sql: statement) }
        }
        migrator.registerMigration("18 earlier texts", foreignKeyChecks: .immediate) { database in
            for statement in EarlierTextSchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("19 stories", foreignKeyChecks: .immediate) { database in
            for statement in StorySchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("20 own tags", foreignKeyChecks: .immediate) { database in
            for statement in OwnTagSchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("21 labels of servers", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: OwnTagSchema.serverTags)
        }
        migrator.registerMigration("22 positions in enclosures", foreignKeyChecks: .immediate) { database in
            for statement in PlaybackSchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("23 addresses as typed", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: "ALTER TABLE queue ADD COLUMN typedAddress TEXT")
        }
        migrator.registerMigration("24 pages without proof", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: "ALTER TABLE pageText ADD COLUMN isUnproven INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("25 pace of publishing", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: PaceSchema.columns)
        }
        migrator.registerMigration("26 lost ids of servers", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: ServerSchema.listAccountsAgain)
        }
        migrator.registerMigration("27 articles opened last", foreignKeyChecks: .immediate) { database in
            for statement in HistorySchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("28 own tags in the change log", foreignKeyChecks: .immediate) { database in
            for statement in OwnTagSchema.logged { try database.execute(sql: statement) }
        }
        migrator.registerMigration("29 imported content", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: MovingInSchema.markImportedContent)
        }
        migrator.registerMigration("30 words of composed letters", foreignKeyChecks: .immediate) { database in
            for statement in reindexedWords { try database.execute(sql: statement) }
        }
        migrator.registerMigration("31 languages of feeds", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: "ALTER TABLE subscription ADD COLUMN language TEXT")
        }
        migrator.registerMigration("32 former addresses", foreignKeyChecks: .immediate) { database in
            for statement in FormerAddressSchema.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("33 numbers of comments", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: "ALTER TABLE article ADD COLUMN commentCount INTEGER")
        }
        migrator.registerMigration("34 followed lists, comments, notes", foreignKeyChecks: .immediate) { database in
            for statement in FollowedListSchema.statements { try database.execute(sql: statement) }
            try database.execute(sql: "ALTER TABLE content ADD COLUMN commentsFeedURL TEXT")
            try database.execute(sql: "ALTER TABLE article ADD COLUMN note TEXT")
        }
        return migrator
    }()

    static func bringUpToDate(_ writer: DatabaseQueue) throws {
        try writer.inDatabase(LibraryFile.keepManyPages)
        try migrator.bringUpToDate(writer, applicationID: LibraryFile.applicationID)
    }

    // MARK: - Tables

    /// The person's settings of a feed, in a table apart from the network's data, which changes with every poll.
    /// `folder` is a path, see `FolderPath`.
    private static let subscriptions = [
        """
        CREATE TABLE subscription (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            feedURL TEXT NOT NULL UNIQUE,
            customTitle TEXT,
            feedTitle TEXT,
            homePageURL TEXT,
            folder TEXT NOT NULL,
            position INTEGER NOT NULL,
            preferences TEXT,
            removedAt REAL
        ) STRICT
        """,
        """
        CREATE TABLE polling (
            subscription INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
            digest BLOB,
            etag TEXT,
            lastModified TEXT,
            validatorsSince REAL,
            lastSuccess REAL,
            lastAttempt REAL,
            nextAttempt REAL,
            consecutiveFailures INTEGER NOT NULL DEFAULT 0,
            problemKind TEXT,
            problemMessage TEXT,
            retryAfter REAL,
            freshUntil REAL,
            redirectTarget TEXT,
            redirectVisits INTEGER NOT NULL DEFAULT 0,
            loginPages INTEGER NOT NULL DEFAULT 0,
            leaseOwner TEXT,
            leaseUntil REAL
        ) STRICT
        """,
        "CREATE INDEX polling_lease ON polling (leaseOwner) WHERE leaseOwner IS NOT NULL",
    ]

    /// The data of an article that lists need, in a table apart from the data that only the reader needs. `place` is
    /// its date and a number, see `Place`; `isListed` is false while it waits to be purged, alone (`deletedAt`) or with
    /// its subscription.
    private static let articles = [
        """
        CREATE TABLE article (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            subscription INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            title TEXT NOT NULL,
            isRead INTEGER NOT NULL DEFAULT 0,
            isStarred INTEGER NOT NULL DEFAULT 0,
            isListed INTEGER NOT NULL DEFAULT 1,
            guid TEXT NOT NULL,
            fingerprint INTEGER NOT NULL,
            received REAL NOT NULL,
            deletedAt REAL
        ) STRICT
        """,
        "CREATE UNIQUE INDEX article_guid ON article (subscription, guid)",
        "CREATE UNIQUE INDEX article_place ON article (place)",
        "CREATE INDEX article_unread ON article (place) WHERE isListed = 1 AND isRead = 0",
        "CREATE INDEX article_starred ON article (place) WHERE isListed = 1 AND isStarred = 1",
        "CREATE INDEX article_feed ON article (subscription, place) WHERE isListed = 1",
        "CREATE INDEX article_feedUnread ON article (subscription, place) WHERE isListed = 1 AND isRead = 0",
        "CREATE INDEX article_deleted ON article (deletedAt) WHERE deletedAt IS NOT NULL",
        """
        CREATE TABLE content (
            article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,
            title TEXT,
            url TEXT,
            externalURL TEXT,
            imageURL TEXT,
            commentsURL TEXT,
            published REAL,
            updated REAL,
            authors TEXT,
            tags TEXT,
            language TEXT,
            enclosures TEXT,
            summary TEXT,
            text TEXT,
            html TEXT
        ) STRICT
        """,
        """
        CREATE TABLE pageText (
            article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,
            url TEXT NOT NULL,
            html TEXT NOT NULL
        ) STRICT
        """,
        // Fingerprints that recognise an article removed for good when its feed offers it again.
        """
        CREATE TABLE tombstone (
            subscription INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
            fingerprint INTEGER NOT NULL,
            PRIMARY KEY (subscription, fingerprint)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// Triggers update the counts with every change of an article, so that no list has to count its articles; see also
    /// `quickCounting`.
    private static let counting = [
        """
        CREATE TABLE tally (
            subscription INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
            articles INTEGER NOT NULL DEFAULT 0,
            unread INTEGER NOT NULL DEFAULT 0,
            starred INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        """
        CREATE TRIGGER article_added AFTER INSERT ON article WHEN NEW.isListed BEGIN
            UPDATE tally SET
                articles = articles + 1,
                unread = unread + (NOT NEW.isRead),
                starred = starred + NEW.isStarred
            WHERE subscription = NEW.subscription;
        END
        """,
        """
        CREATE TRIGGER article_changed AFTER UPDATE OF isRead, isStarred, isListed ON article BEGIN
            UPDATE tally SET
                articles = articles + NEW.isListed - OLD.isListed,
                unread = unread + (NEW.isListed AND NOT NEW.isRead) - (OLD.isListed AND NOT OLD.isRead),
                starred = starred + (NEW.isListed AND NEW.isStarred) - (OLD.isListed AND OLD.isStarred)
            WHERE subscription = NEW.subscription;
        END
        """,
        """
        CREATE TRIGGER article_removed AFTER DELETE ON article WHEN OLD.isListed BEGIN
            UPDATE tally SET
                articles = articles - 1,
                unread = unread - (NOT OLD.isRead),
                starred = starred - OLD.isStarred
            WHERE subscription = OLD.subscription;
        END
        """,
    ]

    /// The full-text index does not contain text, only the positions of words; its row ids are the articles' places, so
    /// that reading it backwards gives the newest first. It lacks every article above `indexedThrough`, and those in
    /// `reindex`.
    private static let searching = [
        """
        CREATE VIRTUAL TABLE search USING fts5 (
            title, body, author, feed,
            content = '', columnsize = 0, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
        )
        """,
        "CREATE TABLE searchProgress (indexedThrough INTEGER NOT NULL) STRICT",
        "INSERT INTO searchProgress VALUES (0)",
        "CREATE TABLE reindex (article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE) STRICT",
    ]

    /// The verdict of the person's rules on an article, see `RuleVerdict.stored`. Hidden articles are not listed; an
    /// index of their own finds them again.
    private static let rules = [
        "ALTER TABLE article ADD COLUMN verdict INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX article_killed ON article (subscription, place) WHERE verdict < 0",
    ]

    /// The code that adds new articles counts them, once per document. With the trigger, SQLite wrote a statement
    /// journal of each page that an insertion changed.
    private static let quickCounting = ["DROP TRIGGER article_added"]

    /// An index of two-letter prefixes takes a third of the time of indexing, and two letters begin a word in almost
    /// every article: they now match whole words only. Merging segments late writes each entry two or three times
    /// instead of five times or more.
    private static let quickSearching = [
        "DROP TABLE search",
        """
        CREATE VIRTUAL TABLE search USING fts5 (
            title, body, author, feed,
            content = '', columnsize = 0, prefix = '3', tokenize = 'unicode61 remove_diacritics 2'
        )
        """,
        "INSERT INTO search (search, rank) VALUES ('automerge', 16), ('crisismerge', 64), ('hashsize', 8388608)",
        "UPDATE searchProgress SET indexedThrough = 0",
        "DELETE FROM reindex",
    ]

    /// Words with references such as `&eacute;` are indexed as they are shown, later also letters with marks of their
    /// own as one letter. The index cannot remove words that are now spelled differently, so it is filled again in the
    /// background.
    private static let reindexedWords = [
        "INSERT INTO search (search) VALUES ('delete-all')",
        "UPDATE searchProgress SET indexedThrough = 0",
        "DELETE FROM reindex",
    ]

    /// The parts of an imported subscription list that lede only passes on, see `ArticleStore.subscriptionList`.
    /// `isEmpty` is true for a folder without contents.
    private static let lists = [
        "ALTER TABLE subscription ADD COLUMN attributes TEXT",
        """
        CREATE TABLE folder (
            path TEXT PRIMARY KEY, position INTEGER NOT NULL, isEmpty INTEGER NOT NULL, attributes TEXT
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE furtherPlace (
            subscription INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
            folder TEXT NOT NULL,
            position INTEGER NOT NULL,
            title TEXT NOT NULL,
            homePageURL TEXT,
            attributes TEXT,
            PRIMARY KEY (subscription, folder)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    private static let settings = [
        "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE TABLE savedSearch (position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, query TEXT NOT NULL) STRICT",
    ]
}
