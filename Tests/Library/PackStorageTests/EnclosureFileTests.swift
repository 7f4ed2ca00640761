import FeedModel
import Foundation
import Testing

@testable import PackStorage

@Suite struct EnclosureFileTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static let otherDisk = "/dev/shm"

    private static var hasOtherDisk: Bool {
        let disks = [otherDisk, NSTemporaryDirectory()].map { path in
            try? FileManager.default.attributesOfItem(atPath: path)[.systemNumber] as? Int
        }
        return disks[0] != nil && disks[0] != disks[1]
    }

    @Test("The folder of enclosures may be a link to another disk", .enabled(if: EnclosureFileTests.hasOtherDisk))
    func linkedFolder() throws {
        let rig = try PackStoreTests.Rig()
        let folder = Self.otherDisk + "/lede-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createSymbolicLink(
            atPath: rig.packStore.enclosureFolder, withDestinationPath: folder)
        let id = try rig.packEnclosure(size: 3_000_000)
        let episode = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let part = rig.packStore.parts.file(of: id)
        try episode.write(to: URL(fileURLWithPath: part))
        try rig.packStore.storeEnclosure(id, length: 3_000_000, cost: ExchangeCost(bytes: 0), at: Self.now)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/Show/One.mp3")) == episode)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/Show/One.mp3")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(!FileManager.default.fileExists(atPath: part))
    }

    @Test("An enclosure whose file the person has deleted is not listed, and comes back with a request by hand")
    func deletedFile() throws {
        let rig = try PackStoreTests.Rig()
        let id = try rig.packEnclosure(size: 10)
        func requestAgain(isByHand: Bool) throws {
            let need = PackedNeed(url: "http://a/1.mp3", stage: .enclosure, file: "Show/One.mp3", title: "One")
            let article = PackedArticle(
                id: ArticleID(rawValue: 1), position: 1, date: Self.now, isStarred: false, isByHand: isByHand,
                needs: [need])
            try rig.packStore.add([article], to: rig.packStore.beginJourney(at: Self.now).id)
        }
        try Data(repeating: 1, count: 10).write(to: URL(fileURLWithPath: rig.packStore.parts.file(of: id)))
        let path = try #require(
            try rig.packStore.storeEnclosure(id, length: 10, cost: ExchangeCost(bytes: 10), at: Self.now))
        try requestAgain(isByHand: true)
        #expect(try rig.packStore.wantedEnclosures().isEmpty, "its file is there")
        #expect(try rig.packStore.enclosures().map(\.state) == [.stored])
        try FileManager.default.removeItem(atPath: path)
        #expect(try rig.packStore.enclosures().isEmpty)
        try requestAgain(isByHand: false)
        #expect(try rig.packStore.wantedEnclosures().isEmpty)
        try requestAgain(isByHand: true)
        #expect(try rig.packStore.wantedEnclosures().map(\.id) == [id])
    }

    @Test("An enclosure that never arrived before its article was removed is fetched by the next request")
    func neverStored() throws {
        let rig = try PackStoreTests.Rig()
        let id = try rig.packEnclosure(size: 10)
        try rig.packStore.noteFailure(of: id, "the connection ended early")
        try rig.packStore.remove([ArticleID(rawValue: 1)])
        let need = PackedNeed(url: "http://a/1.mp3", stage: .enclosure, file: "Show/One.mp3", title: "One")
        let article = PackedArticle(
            id: ArticleID(rawValue: 1), position: 1, date: Self.now, isStarred: false, isByHand: false, needs: [need])
        try rig.packStore.add([article], to: rig.packStore.beginJourney(at: Self.now).id)
        #expect(try rig.packStore.wantedEnclosures().map(\.url) == ["http://a/1.mp3"])
    }

    @Test("A missing enclosure that is its article's page is fetched, but one that is a picture of the article is not")
    func formerPage() throws {
        let rig = try PackStoreTests.Rig()
        func request(_ article: Int64, _ needs: PackedNeed...) throws {
            let article = PackedArticle(
                id: ArticleID(rawValue: article), position: 1, date: Self.now, isStarred: false, isByHand: false,
                needs: needs)
            try rig.packStore.add([article], to: rig.packStore.beginJourney(at: Self.now).id)
        }
        func enclosure(_ url: String) -> PackedNeed {
            PackedNeed(url: url, stage: .enclosure, file: "Show/One.mp3", title: "One")
        }
        try request(1, PackedNeed(url: "http://a/1.mp3", stage: .page))
        let page = try #require(try rig.packStore.wanted(in: 1).first)
        try rig.packStore.miss(
            page.id, .unavailable("no article"), cost: ExchangeCost(bytes: 0), at: Self.now)
        try request(1, enclosure("http://a/1.mp3"))
        #expect(try rig.packStore.wantedEnclosures().map(\.url) == ["http://a/1.mp3"])
        try request(2, PackedNeed(url: "http://a/2.png", stage: .firstPicture), enclosure("http://a/2.png"))
        #expect(try rig.packStore.wantedEnclosures().map(\.url) == ["http://a/1.mp3"])
    }

    @Test("An enclosure with a new token in its address is the stored one, and another query may name another file")
    func newToken() throws {
        let rig = try PackStoreTests.Rig()
        func request(_ article: Int64, _ urls: String...) throws {
            let needs = urls.map { PackedNeed(url: $0, stage: .enclosure, file: "Show/One.mp3", title: "One") }
            let article = PackedArticle(
                id: ArticleID(rawValue: article), position: 1, date: Self.now, isStarred: false, isByHand: false,
                needs: needs)
            try rig.packStore.add([article], to: rig.packStore.beginJourney(at: Self.now).id)
        }
        try request(1, "http://a/1.mp3?token=1")
        let id = try #require(try rig.packStore.wantedEnclosures().first).id
        try Data(repeating: 1, count: 10).write(to: URL(fileURLWithPath: rig.packStore.parts.file(of: id)))
        let path = try #require(
            try rig.packStore.storeEnclosure(id, length: 10, cost: ExchangeCost(bytes: 10), at: Self.now))
        try request(1, "http://a/1.mp3?token=2")
        #expect(try rig.packStore.wantedEnclosures().isEmpty)
        #expect(try rig.packStore.enclosures().map(\.url) == ["http://a/1.mp3?token=2"])
        #expect(try rig.packStore.enclosureFile(of: "http://a/1.mp3?token=2") == path)
        try request(2, "http://a/get.php?id=1")
        try request(2, "http://a/get.php?id=2")
        #expect(try rig.packStore.wantedEnclosures().count == 2)
        try request(3, "http://a/3.mp3?quality=low", "http://a/3.mp3?quality=high")
        #expect(try rig.packStore.wantedEnclosures().count == 4)
    }

    @Test("A stored enclosure is found under a new token, unless several queries of its path are known")
    func newTokenWithoutPacking() throws {
        let rig = try PackStoreTests.Rig()
        func store(_ article: Int64, _ url: String) throws -> String? {
            let need = PackedNeed(url: url, stage: .enclosure, file: "Show/\(article).mp3", title: "One")
            let article = PackedArticle(
                id: ArticleID(rawValue: article), position: 1, date: Self.now, isStarred: false, isByHand: false,
                needs: [need])
            try rig.packStore.add([article], to: rig.packStore.beginJourney(at: Self.now).id)
            let id = try #require(try rig.packStore.wantedEnclosures().first).id
            try Data(repeating: 1, count: 10).write(to: URL(fileURLWithPath: rig.packStore.parts.file(of: id)))
            return try rig.packStore.storeEnclosure(id, length: 10, cost: ExchangeCost(bytes: 10), at: Self.now)
        }
        let file = try #require(try store(1, "http://a/1.mp3?token=1"))
        #expect(try rig.packStore.enclosureFile(of: "http://a/1.mp3?token=2") == file)
        #expect(try rig.packStore.enclosureFile(of: "http://a/1.mp3") == file)
        #expect(try rig.packStore.enclosureFile(of: "http://a/11.mp3?token=1") == nil)
        let other = try #require(try store(2, "http://a/1.mp3?quality=high"))
        #expect(try rig.packStore.enclosureFile(of: "http://a/1.mp3?quality=high") == other)
        #expect(try rig.packStore.enclosureFile(of: "http://a/1.mp3?token=1") == file)
        #expect(try rig.packStore.enclosureFile(of: "http://a/1.mp3?token=2") == nil)
    }

    @Test("A stored enclosure that was played under a new token may be removed 48 hours later")
    func openedWithNewToken() throws {
        let rig = try PackStoreTests.Rig()
        let need = PackedNeed(url: "http://a/1.mp3?token=1", stage: .enclosure, file: "Show/1.mp3", title: "One")
        let article = PackedArticle(
            id: ArticleID(rawValue: 1), position: 1, date: Self.now, isStarred: false, isByHand: false, needs: [need])
        try rig.packStore.add([article], to: rig.packStore.beginJourney(at: Self.now).id)
        let id = try #require(try rig.packStore.wantedEnclosures().first).id
        try Data(repeating: 1, count: 10).write(to: URL(fileURLWithPath: rig.packStore.parts.file(of: id)))
        try rig.packStore.storeEnclosure(id, length: 10, cost: ExchangeCost(bytes: 10), at: Self.now)
        try rig.packStore.noteOpened("http://a/1.mp3?token=2", at: Self.now - 3 * 86_400)
        #expect(try rig.packStore.makeRoomForEnclosures(capacity: 0, at: Self.now).articles == 1)
    }

    @Test(
        "The queue drops the size that a feed names if it is 0, or less than what has arrived",
        arguments: [(0, 0, nil), (5, 0, 5), (5, 10, nil), (10, 10, 10)] as [(Int64, Int, Int64?)])
    func wrongSize(_ named: Int64, _ received: Int, _ shown: Int64?) throws {
        let rig = try PackStoreTests.Rig()
        let need = PackedNeed(url: "http://a/1.mp3", stage: .enclosure, file: "Show/1.mp3", title: "One", size: named)
        let article = PackedArticle(
            id: ArticleID(rawValue: 1), position: 1, date: Self.now, isStarred: false, isByHand: false, needs: [need])
        try rig.packStore.add([article], to: rig.packStore.beginJourney(at: Self.now).id)
        let id = try #require(try rig.packStore.wantedEnclosures().first).id
        try Data(repeating: 1, count: received).write(to: URL(fileURLWithPath: rig.packStore.parts.file(of: id)))
        #expect(try rig.packStore.enclosures().map(\.size) == [shown])
    }
}
