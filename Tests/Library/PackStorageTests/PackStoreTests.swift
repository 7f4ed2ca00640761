import FeedModel
import Foundation
import HTTPCache
import TestFolders
import Testing

@testable import PackStorage

@Suite struct PackStoreTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// A pack store in a folder of its own, which is deleted with it.
    final class Rig {
        private let temporary: TemporaryFolder
        var folder: String { temporary.path }
        let packStore: PackStore

        init() throws {
            temporary = try TemporaryFolder()
            packStore = try PackStore(folder: temporary.path)
        }

        func pack(_ id: Int64, position: Int = 0, isByHand: Bool = false, isStarred: Bool = false, _ urls: String...)
            throws
        {
            let journey = try packStore.beginJourney(at: PackStoreTests.now)
            let article = PackedArticle(
                id: ArticleID(rawValue: id), position: position, date: PackStoreTests.now - Double(id),
                isStarred: isStarred,
                isByHand: isByHand, needs: urls.map { PackedNeed(url: $0, stage: .firstPicture) })
            try packStore.add([article], to: journey.id)
        }

        /// Packs an article with one enclosure, and returns the enclosure's address.
        func packEnclosure(size: Int64) throws -> AddressID {
            let need = PackedNeed(
                url: "http://a/1.mp3", stage: .enclosure, file: "Show/One.mp3", title: "One", size: size)
            let article = PackedArticle(
                id: ArticleID(rawValue: 1), position: 1, date: PackStoreTests.now, isStarred: false, isByHand: false,
                needs: [need])
            try packStore.add([article], to: packStore.beginJourney(at: PackStoreTests.now).id)
            return try #require(try packStore.enclosures().first).id
        }

        func store(_ url: String, _ body: [UInt8], digest: UInt64? = nil) throws {
            let journey = try packStore.beginJourney(at: PackStoreTests.now)
            let address = try #require(try packStore.wanted(in: journey.id).first { $0.url == url })
            try packStore.store(
                body, digest: digest.map { BodyDigest(high: 0, low: $0) } ?? BodyDigest(of: body), for: address.id,
                cost: ExchangeCost(bytes: Int64(body.count)), at: PackStoreTests.now)
        }

        /// Returns the size of a file, or of all files of a folder.
        func size(_ name: String) throws -> Int {
            let path = folder + "/" + name
            let names = try? FileManager.default.contentsOfDirectory(atPath: path).map { path + "/" + $0 }
            return try (names ?? [path]).reduce(0) {
                try $0 + (FileManager.default.attributesOfItem(atPath: $1)[.size] as? Int ?? 0)
            }
        }

        func mark(_ id: Int64) throws -> PackState? { try packStore.marks()[ArticleID(rawValue: id)] }
    }

    @Test("An article is packed once all its parts are stored, and partly packed until then")
    func marks() throws {
        let rig = try Rig()
        try rig.pack(1, "http://a/1", "http://a/2")
        try rig.pack(2)
        #expect(try rig.mark(1) == .partly)
        #expect(try rig.mark(2) == .packed)
        try rig.store("http://a/1", [1])
        #expect(try rig.mark(1) == .partly)
        try rig.store("http://a/2", [1, 2])
        #expect(try rig.mark(1) == .packed)
        #expect(try rig.packStore.bytes(of: "http://a/2") == [1, 2])
        #expect(try rig.packStore.bytes(of: "http://a/3") == nil)
    }

    @Test("An article is complete without unavailable parts, but not without parts behind a login")
    func missing() throws {
        let rig = try Rig()
        try rig.pack(1, "http://a/1")
        try rig.pack(2, "http://a/2")
        let journey = try rig.packStore.beginJourney(at: Self.now)
        for wanted in try rig.packStore.wanted(in: journey.id) {
            let missing: Missing = wanted.url.hasSuffix("1") ? .unavailable("gone") : .refused("wants a login")
            try rig.packStore.miss(wanted.id, missing, cost: ExchangeCost(bytes: 10), at: Self.now)
        }
        #expect(try rig.mark(1) == .packed)
        #expect(try rig.mark(2) == .partly)
        #expect(try rig.packStore.missing(in: nil).map(\.reason).sorted() == ["gone", "wants a login"])
        let present: Set = [ArticleID(rawValue: 2)]
        #expect(try rig.packStore.missing(in: nil, present: present).map(\.reason) == ["wants a login"])
        #expect(try rig.packStore.status().packed == 1 && rig.packStore.status(present: present).packed == 0)
        #expect(try rig.packStore.lastJourney()?.spent == 20)
        try rig.packStore.renewRefused(in: journey.id, at: Self.now)
        #expect(try rig.packStore.wanted(in: journey.id).map(\.url) == ["http://a/2"])
    }

    @Test("The same content under two addresses is stored once, and stays while an article needs it")
    func sharedContents() throws {
        let rig = try Rig()
        try rig.pack(1, "http://a/1")
        try rig.pack(2, "http://b/1", "http://a/1")
        try rig.store("http://a/1", [7, 7, 7])
        try rig.store("http://b/1", [7, 7, 7])
        #expect(try rig.packStore.status().pictures == 1)
        try rig.packStore.remove([ArticleID(rawValue: 1)])
        #expect(try rig.packStore.bytes(of: "http://a/1") == [7, 7, 7])
        try rig.packStore.remove([ArticleID(rawValue: 2)])
        #expect(try rig.packStore.bytes(of: "http://a/1") == nil)
        #expect(try rig.packStore.status().pictures == 0)
    }

    @Test("Two contents with the same digest stay separate")
    func collision() throws {
        let rig = try Rig()
        try rig.pack(1, "http://a/1", "http://a/2")
        try rig.store("http://a/1", [1], digest: 9)
        try rig.store("http://a/2", [2], digest: 9)
        #expect(try rig.packStore.bytes(of: "http://a/1") == [1])
        #expect(try rig.packStore.bytes(of: "http://a/2") == [2])
    }

    @Test("A full pack store removes read articles first and keeps new ones; its file shrinks")
    func makesRoom() throws {
        let rig = try Rig()
        let present = Set((1...6).map { ArticleID(rawValue: $0) })
        for id in Int64(1)...6 {
            try rig.pack(id, isByHand: id == 6, isStarred: id == 5, "http://a/\(id)")
            try rig.store("http://a/\(id)", [UInt8](repeating: UInt8(id), count: 1 << 20), digest: UInt64(id))
        }
        let old = Self.now - 3 * 86_400
        try rig.packStore.update([ArticleID(rawValue: 1): ArticleMarks(isRead: true, isStarred: false)], at: old)
        let left = try rig.packStore.makeRoom(capacity: 4 << 20, present: present, at: Self.now)
        // 1 was read; 4 is the oldest unread one.
        #expect(left.articles == 2)
        #expect(Set(try rig.packStore.marks().keys.map(\.rawValue)) == [2, 3, 5, 6])
        #expect(Double(try rig.size("aboard.sqlite") + rig.size("aboard")) <= 1.1 * Double(4 << 20))
    }

    @Test("Articles that the library no longer has are removed at once, whichever process packed them")
    func gone() throws {
        let rig = try Rig()
        try rig.pack(1, isByHand: true, "http://a/1")
        try rig.pack(2, "http://a/2")
        _ = try rig.packStore.makeRoom(capacity: .max, present: [ArticleID(rawValue: 2)], at: Self.now)
        #expect(try rig.packStore.known() == [ArticleID(rawValue: 2)])
    }

    @Test("Parts of a killed process count as spent, but not against the budget of another journey")
    func spentInParts() throws {
        let rig = try Rig()
        try rig.pack(1, "http://a/1")
        let journey = try rig.packStore.beginJourney(at: Self.now)
        let address = try #require(try rig.packStore.wanted(in: journey.id).first).id
        try rig.packStore.beginPart(of: address, validator: "\"1\"", boot: "boot", size: 100)
        var writer = try PartWriter(rig.packStore.parts, address, from: 0)
        _ = try writer.append([UInt8](repeating: 1, count: 40))
        #expect(try rig.packStore.beginJourney(at: Self.now).spent == 40)
        #expect(
            try rig.packStore.part(of: address, boot: "boot")
                == PartRecord(validator: "\"1\"", length: 40, counted: 0, whole: 100))
        try rig.packStore.endJourney(at: Self.now)
        #expect(try rig.packStore.beginJourney(at: Self.now).spent == 0)
        #expect(try rig.packStore.part(of: address, boot: "boot")?.counted == 40)
    }

    @Test("The part of a killed enclosure counts against the budget of enclosures, not against the budget of articles")
    func spentInPartsOfEnclosures() throws {
        let rig = try Rig()
        let id = try rig.packEnclosure(size: 100)
        try rig.packStore.beginPart(of: id, validator: "\"1\"", boot: "boot", size: 100)
        var writer = try PartWriter(rig.packStore.parts, id, from: 0)
        _ = try writer.append([UInt8](repeating: 1, count: 40))
        let killed = try rig.packStore.beginJourney(at: Self.now)
        #expect(killed.spent == 0 && killed.enclosuresSpent == 40)
        try rig.packStore.record(ExchangeCost(bytes: 40, isEnclosure: true), part: (id, 40))
        let counted = try rig.packStore.beginJourney(at: Self.now)
        #expect(counted.spent == 0 && counted.enclosuresSpent == 40)
    }

    @Test("A part of the declared length is complete; a longer one is damaged")
    func completePart() throws {
        let rig = try Rig()
        try rig.pack(1, "http://a/1")
        let address = try #require(try rig.packStore.wanted(in: rig.packStore.beginJourney(at: Self.now).id).first).id
        try rig.packStore.beginPart(of: address, validator: "\"1\"", boot: "boot", size: 100)
        var writer = try PartWriter(rig.packStore.parts, address, from: 0)
        _ = try writer.append([UInt8](repeating: 1, count: 100))
        #expect(try rig.packStore.part(of: address, boot: "boot")?.isComplete == true)
        _ = try writer.append([1])
        #expect(try rig.packStore.part(of: address, boot: "boot") == nil)
    }

    @Test("An enclosure keeps its name if its process is killed between the file system and the database")
    func halfStoredEnclosure() throws {
        let rig = try Rig()
        let id = try rig.packEnclosure(size: 10)
        let folder = rig.packStore.enclosureFolder + "/Show"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(repeating: 1, count: 10).write(to: URL(fileURLWithPath: rig.packStore.parts.file(of: id)))
        try FileManager.default.linkItem(atPath: rig.packStore.parts.file(of: id), toPath: folder + "/One.mp3")
        _ = try rig.packStore.storeEnclosure(
            id, length: 10, cost: ExchangeCost(bytes: 10, isEnclosure: true), at: Self.now)
        #expect(try rig.packStore.enclosureFile(of: "http://a/1.mp3") == folder + "/One.mp3")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["One.mp3"])
    }

    @Test("After a restart of the machine a part ends at its last sync")
    func otherBoot() throws {
        let rig = try Rig()
        try rig.pack(1, "http://a/1", "http://a/2")
        let journey = try rig.packStore.beginJourney(at: Self.now)
        let addresses = try rig.packStore.wanted(in: journey.id).map(\.id)
        for (address, length) in zip(addresses, [(1 << 20) + 5, 5]) {
            try rig.packStore.beginPart(of: address, validator: "\"1\"", boot: "one", size: nil)
            var writer = try PartWriter(rig.packStore.parts, address, from: 0)
            if let synced = try writer.append([UInt8](repeating: 1, count: length)) {
                try rig.packStore.noteSynced(address, synced)
            }
        }
        #expect(try rig.packStore.part(of: addresses[0], boot: "two")?.length == 1 << 20)
        #expect(try rig.packStore.part(of: addresses[1], boot: "two") == nil)
    }

    @Test("One process packs at a time")
    func lock() throws {
        let rig = try Rig()
        var lock = try rig.packStore.lock()
        #expect(try lock != nil && rig.packStore.lock() == nil)
        lock = nil
        #expect(try rig.packStore.lock() != nil)
    }

    @Test("A lock whose file cannot be opened counts as an error, not as another process")
    func brokenLock() throws {
        let rig = try Rig()
        let path = rig.folder + "/aboard.lock"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: PackStoreError.file(path: path, reason: "is a directory")) { try rig.packStore.lock() }
    }

    @Test("A complete enclosure is stored under its own name where players find it, and opened ones are removed first")
    func enclosures() throws {
        let rig = try Rig()
        let journey = try rig.packStore.beginJourney(at: Self.now)
        for id in Int64(1)...3 {
            let need = PackedNeed(
                url: "http://a/\(id).mp3", stage: .enclosure, file: "Show/2026-11-22 One.mp3", title: "One", size: 10)
            try rig.packStore.add(
                [
                    PackedArticle(
                        id: ArticleID(rawValue: id), position: Int(id), date: Self.now, isStarred: false,
                        isByHand: false,
                        needs: [need])
                ], to: journey.id)
        }
        #expect(try rig.mark(1) == .packed)
        let queue = try rig.packStore.enclosures()
        #expect(queue.map(\.state) == [.waiting, .waiting, .waiting])
        #expect(try rig.packStore.move(queue[2].id, .first))
        #expect(
            try rig.packStore.wantedEnclosures().sorted { $0.position < $1.position }.map(\.id)
                == [2, 0, 1].map { queue[$0].id })
        #expect(try rig.packStore.move(queue[2].id, .later) && rig.packStore.move(queue[1].id, .earlier))
        #expect(try rig.packStore.enclosures().map(\.id) == [0, 1, 2].map { queue[$0].id })
        #expect(try rig.packStore.pause(queue[2].id, true))
        #expect(try rig.packStore.wanted(in: journey.id).count == 2)
        for enclosure in queue.prefix(2) {
            try Data(repeating: 1, count: 10).write(
                to: URL(fileURLWithPath: rig.packStore.parts.file(of: enclosure.id)))
            _ = try rig.packStore.storeEnclosure(
                enclosure.id, length: 10, cost: ExchangeCost(bytes: 10, isEnclosure: true), at: Self.now)
        }
        let files = try queue.prefix(2).map { try rig.packStore.enclosureFile(of: $0.url) }
        #expect(files.map { $0?.split(separator: "/").last } == ["2026-11-22 One.mp3", "2026-11-22 One (2).mp3"])
        #expect(queue.prefix(2).allSatisfy { rig.packStore.parts.length(of: $0.id) == 0 })
        #expect(try rig.packStore.lastJourney()?.enclosuresSpent == 20)
        try rig.packStore.noteOpened("http://a/2.mp3", at: Self.now - 3 * 86_400)
        let left = try rig.packStore.makeRoomForEnclosures(capacity: 10, at: Self.now)
        #expect(left.articles == 1)
        #expect(try rig.packStore.enclosureFile(of: "http://a/2.mp3") == nil)
        #expect(try rig.packStore.enclosureFile(of: "http://a/1.mp3") != nil)
    }

    @Test("Of the opened enclosures, those played to the end are removed first")
    func finishedFirst() throws {
        let rig = try Rig()
        let journey = try rig.packStore.beginJourney(at: Self.now)
        let articles = (1...2).map { number in
            PackedArticle(
                id: ArticleID(rawValue: Int64(number)), position: number, date: Self.now, isStarred: false,
                isByHand: false,
                needs: [PackedNeed(url: "http://a/\(number).mp3", stage: .enclosure, file: "A/\(number).mp3")],
            )
        }
        try rig.packStore.add(articles, to: journey.id)
        for (number, enclosure) in try rig.packStore.enclosures().enumerated() {
            try Data(repeating: 1, count: 10).write(
                to: URL(fileURLWithPath: rig.packStore.parts.file(of: enclosure.id)))
            _ = try rig.packStore.storeEnclosure(enclosure.id, length: 10, cost: ExchangeCost(bytes: 10), at: Self.now)
            try rig.packStore.noteOpened(enclosure.url, at: Self.now - Double(4 - number) * 86_400)
        }
        _ = try rig.packStore.makeRoomForEnclosures(capacity: 10, finished: ["http://a/2.mp3"], at: Self.now)
        #expect(try rig.packStore.enclosures().map(\.url) == ["http://a/1.mp3"])
    }

    @Test("A removed enclosure comes back only with a request by hand")
    func removedEnclosure() throws {
        let rig = try Rig()
        let journey = try rig.packStore.beginJourney(at: Self.now)
        func add(isByHand: Bool) throws {
            let need = PackedNeed(url: "http://a/1.mp3", stage: .enclosure, file: "A/1.mp3")
            let article = PackedArticle(
                id: ArticleID(rawValue: 1), position: 0, date: Self.now, isStarred: false, isByHand: isByHand,
                needs: [need])
            try rig.packStore.add([article], to: journey.id)
        }
        try add(isByHand: false)
        let id = try #require(try rig.packStore.enclosures().first).id
        #expect(try rig.packStore.removeEnclosure(id))
        #expect(try rig.packStore.enclosures().isEmpty && !rig.packStore.isWanted(id))
        #expect(try !rig.packStore.removeEnclosure(id) && !rig.packStore.pause(id, false))
        try add(isByHand: false)
        #expect(try rig.packStore.wantedEnclosures().isEmpty)
        try add(isByHand: true)
        #expect(try rig.packStore.wantedEnclosures().map(\.id) == [id])
    }

    @Test("An enclosure whose article was removed comes back only with a request by hand")
    func removedArticle() throws {
        let rig = try Rig()
        let journey = try rig.packStore.beginJourney(at: Self.now)
        func add(_ ids: ClosedRange<Int64>, isByHand: Bool = false) throws {
            let articles = ids.map { id in
                let need = PackedNeed(url: "http://a/\(id).mp3", stage: .enclosure, file: "A/\(id).mp3")
                return PackedArticle(
                    id: ArticleID(rawValue: id), position: 0, date: Self.now, isStarred: false, isByHand: isByHand,
                    needs: [need, PackedNeed(url: "http://a/\(id).png", stage: .firstPicture)])
            }
            try rig.packStore.add(articles, to: journey.id)
        }
        try add(1...3)
        let queue = try rig.packStore.enclosures()
        try Data(repeating: 1, count: 10).write(to: URL(fileURLWithPath: rig.packStore.parts.file(of: queue[1].id)))
        let path = try #require(
            try rig.packStore.storeEnclosure(queue[1].id, length: 10, cost: ExchangeCost(bytes: 10), at: Self.now))
        #expect(try rig.packStore.removeEnclosure(queue[0].id))
        #expect(try rig.packStore.remove([1, 2].map(ArticleID.init)) == 2)
        #expect(!FileManager.default.fileExists(atPath: path))
        try add(1...3)
        #expect(try rig.packStore.wantedEnclosures().map(\.url) == ["http://a/3.mp3"])
        #expect(try rig.packStore.wanted(in: journey.id).count { $0.stage == .firstPicture } == 3, "pictures come back")
        try add(1...2, isByHand: true)
        #expect(try rig.packStore.wantedEnclosures().count == 3)
    }

    @Test("Only the newest removed enclosures are remembered")
    func rememberedRemovals() throws {
        let rig = try Rig()
        let journey = try rig.packStore.beginJourney(at: Self.now)
        let articles = (1...PackStore.rememberedRemovals + 2).map { number in
            PackedArticle(
                id: ArticleID(rawValue: Int64(number)), position: 0, date: Self.now, isStarred: false, isByHand: false,
                needs: [PackedNeed(url: "http://a/\(number).mp3", stage: .enclosure, file: "A/\(number).mp3")],
            )
        }
        try rig.packStore.add(articles, to: journey.id)
        for enclosure in try rig.packStore.enclosures() { _ = try rig.packStore.removeEnclosure(enclosure.id) }
        try rig.packStore.remove(articles.map(\.id))
        try rig.packStore.add(articles, to: journey.id)
        #expect(Set(try rig.packStore.wantedEnclosures().map(\.url)) == ["http://a/1.mp3", "http://a/2.mp3"])
    }

    @Test("Resuming a missing enclosure queues it again")
    func retry() throws {
        let rig = try Rig()
        let journey = try rig.packStore.beginJourney(at: Self.now)
        let need = PackedNeed(url: "http://a/1.mp3", stage: .enclosure, file: "A/1.mp3")
        let article = PackedArticle(
            id: ArticleID(rawValue: 1), position: 0, date: Self.now, isStarred: false, isByHand: true, needs: [need],
        )
        try rig.packStore.add([article], to: journey.id)
        let id = try #require(try rig.packStore.enclosures().first).id
        try rig.packStore.miss(id, .unavailable("gone"), cost: ExchangeCost(bytes: 0), at: Self.now)
        #expect(try rig.packStore.enclosures().map(\.state) == [.missing("gone")])
        #expect(try rig.packStore.pause(id, false))
        #expect(try rig.packStore.enclosures().map(\.state) == [.waiting])
    }
}
