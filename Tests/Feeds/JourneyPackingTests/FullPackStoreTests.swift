import ArticleStorage
import FeedModel
import Foundation
import GRDB
import SQLiteAccess
import ScriptedOrigin
import Testing

@testable import JourneyPacking
@testable import PackStorage

@Suite struct FullPackStoreTests {
    private static let capacity: Int64 = 2_000_000
    private static let picture = 100_000
    private static let count = 30

    /// Adds a feed whose articles have one picture each: 3 MB, for a pack store of 2 MB.
    private func addFeed(_ rig: JourneyRig, _ name: String, seed: Int, age: Double) throws {
        for number in 0..<Self.count {
            let picture = JourneyRig.picture(seed + number, bytes: Self.picture)
            rig.route("/\(name)/\(number)", JourneyRig.ranged(picture, etag: "\"\(number)\""))
        }
        try rig.feed(
            (0..<Self.count).map { (nil, "<p>x</p><img src='\(rig.origin.url("/\(name)/\($0)"))'>") }, named: name,
            age: age)
    }

    /// Returns the size of the pack store's database without its log.
    private func fileSize(_ rig: JourneyRig) throws -> Int64 {
        _ = try rig.packStore.database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        return try FileManager.default.attributesOfItem(atPath: PackStore.path(in: rig.folder))[.size] as? Int64 ?? 0
    }

    @Test("A full pack store keeps starred and chosen articles and accepts the newest; read ones are removed first")
    func full() async throws {
        let rig = try JourneyRig { $0.pictureStoreBytes = Self.capacity }
        let empty = try fileSize(rig)
        try addFeed(rig, "old", seed: 1_000, age: 10 * 86_400)
        let (starred, chosen, read) = (try rig.id("old 29"), try rig.id("old 28"), try rig.id("old 0"))
        try rig.store.set(.starred(true), on: [starred])
        try await rig.pack(PackRequest(articles: [chosen]))
        #expect(try await rig.pack().end == .storeFull)
        let first = try rig.packStore.packedArticles()
        #expect(first.isSuperset(of: [starred, chosen, read]) && first.count <= 20)
        #expect(try !first.contains(rig.id("old 27")), "the oldest has no room")

        try rig.store.set(.read(true), on: [read])
        try rig.packStore.update([read: ArticleMarks(isRead: true, isStarred: false)], at: Date() - 3 * 86_400)
        try addFeed(rig, "new", seed: 2_000, age: 0)
        #expect(try await rig.pack().end == .storeFull)
        let second = try rig.packStore.packedArticles()
        #expect(second.isSuperset(of: [starred, chosen]))
        #expect(!second.contains(read))
        // The feeds take turns: before the tenth article of one, nine of each, and the two that stay, are packed and
        // fill the pack store.
        let new = try (0..<30).filter { try second.contains(rig.id("new \($0)")) }
        #expect(new == Array(0..<9))
        #expect(try rig.packStore.storedBytes() <= Self.capacity)
        #expect(try rig.packedIsWhole())
        let file = try fileSize(rig)
        // Each table and index takes a page, however small the pack store is.
        #expect(Double(file) <= 1.1 * Double(Self.capacity) + Double(empty), "\(file), empty \(empty)")
    }

    @Test("No enclosures are fetched while unopened ones fill the space for enclosures; opened ones make room")
    func fullOfEnclosures() async throws {
        let rig = try JourneyRig { $0.enclosureStoreBytes = 5 }
        let urls = try addEpisodes(rig)
        #expect(try await rig.pack(PackRequest(wantsEnclosures: true)).end == .storeFull)
        #expect(try rig.packStore.enclosures().map(\.state) == [.waiting, .stored, .stored])

        try rig.packStore.noteOpened(urls[0], at: Date() - 3 * 86_400)
        let report = try await rig.pack(PackRequest(wantsEnclosures: true))
        #expect(report.end == .complete && report.removedEnclosures == 1)
        #expect(try rig.packStore.enclosures().map(\.url) == [urls[1], urls[2]])
    }

    @Test("Enclosures whose files the person has deleted do not use up the space")
    func deletedEnclosures() async throws {
        let rig = try JourneyRig { $0.enclosureStoreBytes = 5 }
        let urls = try addEpisodes(rig)
        #expect(try await rig.pack(PackRequest(wantsEnclosures: true)).end == .storeFull)
        for url in urls.prefix(2) {
            let file = try #require(try rig.packStore.enclosureFile(of: url))
            try FileManager.default.removeItem(atPath: file)
        }
        let report = try await rig.pack(PackRequest(wantsEnclosures: true))
        #expect(report.end == .complete && report.storedEnclosures == 1 && report.bytesInStore == 3)
        #expect(try rig.packStore.status().enclosures == 1)
    }

    /// Adds a feed of three articles, each with an enclosure of three bytes.
    private func addEpisodes(_ rig: JourneyRig) throws -> [String] {
        let paths = (0..<3).map { "/\($0).mp3" }
        for path in paths { rig.route(path) { _ in .response(200, fields: [], body: [1, 2, 3]) } }
        let urls = paths.map { rig.origin.url($0) }
        try rig.feed(urls.map { _ in (url: nil, html: "<p>An episode.</p>") }, named: "Show", enclosures: urls)
        return urls
    }
}
