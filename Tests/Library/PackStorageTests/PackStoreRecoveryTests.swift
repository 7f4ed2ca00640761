import FeedModel
import Foundation
import GRDB
import TestFolders
import Testing

@testable import PackStorage

/// Simulates a power cut, which leaves the database of the last sync or a later one, and files that may be short or empty.
@Suite struct PackStoreRecoveryTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let one = ArticleID(rawValue: 1)

    private static func open(_ folder: String, boot: String, hasPage: Bool = false) throws -> PackStore {
        try PackStore(folder: folder, boot: boot) { _ in hasPage }
    }

    /// Packs one article that needs these addresses, and stores them.
    private static func packed(_ folder: String, boot: String, syncs: Bool = false) throws {
        let packStore = try open(folder, boot: boot)
        let journey = try packStore.beginJourney(at: now)
        let needs = [
            PackedNeed(url: "http://a/page", stage: .page), PackedNeed(url: "http://a/1", stage: .firstPicture),
        ]
        let article = PackedArticle(
            id: one, position: 0, date: now, isStarred: false, isByHand: false, needs: needs)
        try packStore.add([article], to: journey.id)
        for wanted in try packStore.wanted(in: journey.id) {
            if wanted.stage == .page {
                _ = try packStore.storePage(wanted, pictures: [], cost: ExchangeCost(bytes: 1), at: now)
            } else {
                try packStore.store([1, 2, 3], for: wanted.id, cost: ExchangeCost(bytes: 3), at: now)
            }
        }
        if syncs { try packStore.sync() }
        #expect(try packStore.marks()[one] == .packed)
    }

    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try body(folder.path)
    }

    private static func damageContents(in folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/aboard") {
            try Data(repeating: 0, count: 3).write(to: URL(fileURLWithPath: folder + "/aboard/" + name))
        }
    }

    @Test("After a restart of the machine, a picture that had not reached the disk is requested again")
    func lostPicture() throws {
        try Self.withFolder { folder in
            try Self.packed(folder, boot: "one")
            try Self.damageContents(in: folder)
            let packStore = try Self.open(folder, boot: "two", hasPage: true)
            #expect(try packStore.marks()[Self.one] == .partly)
            #expect(try packStore.bytes(of: "http://a/1") == nil)
            #expect(try packStore.wanted(in: 1).map(\.url) == ["http://a/1"])
        }
    }

    @Test("After a restart of the machine, a page that the library has lost is requested again")
    func lostPage() throws {
        try Self.withFolder { folder in
            try Self.packed(folder, boot: "one")
            let packStore = try Self.open(folder, boot: "two")
            #expect(try packStore.marks()[Self.one] == .partly)
            #expect(try packStore.wanted(in: 1).map(\.url) == ["http://a/page"])
        }
    }

    @Test("After a restart of the machine, everything that is still stored keeps its mark")
    func nothingLost() throws {
        try Self.withFolder { folder in
            try Self.packed(folder, boot: "one")
            let packStore = try Self.open(folder, boot: "two", hasPage: true)
            #expect(try packStore.marks()[Self.one] == .packed)
            #expect(try packStore.bytes(of: "http://a/1") == [1, 2, 3])
        }
    }

    @Test("A process of the same boot checks nothing and syncs the data of a killed one", arguments: [true, false])
    func killed(syncs: Bool) throws {
        try Self.withFolder { folder in
            try Self.packed(folder, boot: "one")
            let packStore = try Self.open(folder, boot: "one")
            #expect(try packStore.marks()[Self.one] == .packed)
            if syncs {
                try packStore.adoptUnsynced()
                try packStore.sync()
            }
            let mark = try Self.open(folder, boot: "two").marks()[Self.one]
            #expect(mark == (syncs ? .packed : .partly))
        }
    }

    /// Makes the database of an older version, with these rows.
    private static func makeOlder(in folder: String, upTo migration: String, _ rows: String) throws {
        let contents = try ContentFolder(path: folder + "/aboard")
        let queue = try DatabaseQueue(path: PackStore.path(in: folder))
        try PackStoreSchema.migrator(contents).migrate(queue, upTo: migration)
        try queue.write { try $0.execute(sql: rows) }
        try queue.close()
    }

    @Test("Objects that an older version found unavailable, perhaps behind a hotspot, are requested again")
    func olderMisses() throws {
        try Self.withFolder { folder in
            try Self.makeOlder(
                in: folder, upTo: "3 contents in files",
                """
                INSERT INTO address (url, state, note) VALUES ('http://a/1', 2, 'no picture');
                INSERT INTO article (id, turn, journey, date) VALUES (1, 0, 1, 0);
                INSERT INTO need (article, address, stage) VALUES (1, 1, 1);
                """)
            let packStore = try PackStore(folder: folder)
            #expect(try packStore.marks()[Self.one] == .partly)
            try packStore.renewRefused(in: 1, at: Self.now)
            #expect(try packStore.wanted(in: 1).map(\.url) == ["http://a/1"])
        }
    }

    @Test("Contents of the database of an older version move to files")
    func olderVersion() throws {
        try Self.withFolder { folder in
            try Self.makeOlder(
                in: folder, upTo: "2 complete length of parts, order of enclosures",
                """
                INSERT INTO object (digest, size, type, body) VALUES (x'\(String(repeating: "0", count: 31))9', 3,
                    'image/png', x'010203');
                INSERT INTO address (url, state, object) VALUES ('http://a/1', 1, 1), ('http://a/2', 0, NULL);
                INSERT INTO article (id, turn, journey, date) VALUES (1, 0, 1, 0);
                INSERT INTO need (article, address, stage) VALUES (1, 1, 1), (1, 2, 2);
                """)
            let packStore = try PackStore(folder: folder)
            #expect(try packStore.bytes(of: "http://a/1") == [1, 2, 3])
            #expect(try packStore.marks()[Self.one] == .partly)
            let wanted = try packStore.wanted(in: 1)
            #expect(wanted.map(\.url) == ["http://a/2"])
            try packStore.store([4], for: #require(wanted.first).id, cost: ExchangeCost(bytes: 1), at: Self.now)
            #expect(try packStore.marks()[Self.one] == .packed)
            try packStore.remove([Self.one])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/aboard").isEmpty)
        }
    }
}
