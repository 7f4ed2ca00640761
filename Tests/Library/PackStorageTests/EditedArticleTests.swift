import FeedModel
import Foundation
import Testing

@testable import PackStorage

@Suite struct EditedArticleTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let article = ArticleID(rawValue: 1)

    @Test("A picture that failed and is no longer in the article does not keep it from being complete")
    func correctedAddress() throws {
        let rig = try PackStoreTests.Rig()
        try rig.pack(1, "http://a/wrong", "http://a/broken", "http://a/old", "http://a/also")
        let journey = try rig.packStore.beginJourney(at: Self.now)
        let wanted = try rig.packStore.wanted(in: journey.id)
        try rig.packStore.miss(
            wanted[0].id, .refused("the server answered 500"), cost: ExchangeCost(bytes: 0), at: Self.now)
        try rig.packStore.miss(
            wanted[3].id, .refused("the server answered 500"), cost: ExchangeCost(bytes: 0), at: Self.now)
        try rig.packStore.noteFailure(of: wanted[1].id, "broke")
        try rig.store("http://a/old", [1])
        try rig.pack(1, "http://a/right", "http://a/also")
        try rig.packStore.renewRefused(in: journey.id, at: Self.now)
        #expect(try rig.packStore.wanted(in: journey.id).map(\.url) == ["http://a/also", "http://a/right"])
        try rig.store("http://a/also", [2])
        try rig.store("http://a/right", [3])
        #expect(try rig.packStore.marks() == [Self.article: .packed])
        #expect(try rig.packStore.bytes(of: "http://a/old") == [1], "what is stored stays")
    }

    @Test("A file that was missing as its article's page is fetched when the article needs it as a picture")
    func formerPage() throws {
        let rig = try PackStoreTests.Rig()
        let url = "http://a/1.png"
        func request(_ need: PackedNeed) throws -> [WantedAddress] {
            let article = PackedArticle(
                id: Self.article, position: 1, date: Self.now, isStarred: false, isByHand: false, needs: [need])
            let journey = try rig.packStore.beginJourney(at: Self.now)
            try rig.packStore.add([article], to: journey.id)
            return try rig.packStore.wanted(in: journey.id)
        }
        let page = try #require(try request(PackedNeed(url: url, stage: .page)).first)
        try rig.packStore.miss(page.id, .unavailable("no article"), cost: ExchangeCost(bytes: 0), at: Self.now)
        #expect(try request(PackedNeed(url: url, stage: .firstPicture)).map(\.stage) == [.firstPicture])
        try rig.store(url, [1])
        #expect(try request(PackedNeed(url: url, stage: .firstPicture)).isEmpty)
        #expect(try rig.packStore.bytes(of: url) == [1], "a stored picture stays")
    }
}
