import FeedModel
import Foundation
import GRDB
import Testing

@testable import JourneyHold

/// The states of addresses whose answers may come from a hotspot.
@Suite struct AnswersInDoubtTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func need(_ url: String) -> PackedNeed {
        if url.hasSuffix(".mp3") { return PackedNeed(url: url, stage: .enclosure, file: "A/" + String(url.suffix(5))) }
        return PackedNeed(url: url, stage: url.hasSuffix(".png") ? .firstPicture : .page)
    }

    /// A hold with these addresses to fetch, in their order.
    private func hold(_ urls: String...) throws -> (rig: HoldTests.Rig, wanted: [WantedAddress]) {
        let rig = try HoldTests.Rig()
        let journey = try rig.hold.beginJourney(at: Self.now)
        let article = PackedArticle(
            id: ArticleID(rawValue: 1), turn: 0, date: Self.now, isStarred: false, isByHand: false,
            needs: urls.map(need))
        try rig.hold.add([article], to: journey.id)
        let wanted = try rig.hold.wanted(in: journey.id)
        return (rig, urls.compactMap { url in wanted.first { $0.url == url } })
    }

    @Test("Only pages without proof are refused, with a reason; missing objects keep theirs")
    func refusal() throws {
        let (rig, wanted) = try hold("http://a/page", "http://a/1.png", "http://a/2.png")
        let cost = ExchangeCost(bytes: 0)
        _ = try rig.hold.storePage(wanted[0], isProven: false, pictures: [], cost: cost, at: Self.now)
        try rig.hold.miss(wanted[1].id, .refused("gone"), cost: cost, at: Self.now)
        try rig.hold.refusePages(wanted.map(\.id), "replaced")
        #expect(try rig.hold.missing(in: nil).map(\.reason).sorted() == ["gone", "replaced"])
        #expect(try rig.hold.unprovenPages().isEmpty)
        let journey = try rig.hold.beginJourney(at: Self.now)
        #expect(try rig.hold.wanted(in: journey.id).map(\.url) == ["http://a/2.png"])
    }

    @Test("An enclosure that the person removed meanwhile is not refused again")
    func removed() throws {
        let (rig, wanted) = try hold("http://a/1.mp3", "http://a/2.mp3")
        for enclosure in wanted {
            try rig.hold.miss(enclosure.id, .refused("gone"), cost: ExchangeCost(bytes: 0), at: Self.now)
        }
        #expect(try rig.hold.removeEnclosure(wanted[0].id))
        try rig.hold.explainRefusal(of: wanted.map(\.id), "replaced")
        #expect(try rig.hold.enclosures().map(\.state) == [.missing("replaced")])
        let journey = try rig.hold.beginJourney(at: Self.now)
        try rig.hold.renewRefused(in: journey.id, at: Self.now)
        #expect(try rig.hold.wantedEnclosures().map(\.url) == ["http://a/2.mp3"])
    }

    @Test("A missing enclosure counts as unavailable, not as waiting")
    func missingEnclosure() throws {
        let (rig, wanted) = try hold("http://a/1.mp3", "http://a/2.mp3")
        try rig.hold.miss(wanted[0].id, .refused("gone"), cost: ExchangeCost(bytes: 0), at: Self.now)
        let status = try rig.hold.status()
        #expect(status.waitingEnclosures == 1 && status.missing.map(\.count) == [1])
    }

    @Test("An object that is wanted again loses its reason")
    func wantedAgain() throws {
        let (rig, wanted) = try hold("http://a/1.png")
        try rig.hold.miss(wanted[0].id, .refused("gone"), cost: ExchangeCost(bytes: 0), at: Self.now)
        try rig.hold.wantAgain(wanted.map(\.id))
        let notes = try rig.hold.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM address WHERE note IS NOT NULL")
        }
        #expect(notes == 0)
    }
}
