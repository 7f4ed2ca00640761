import FeedModel
import Foundation
import GRDB
import Testing

@testable import PackStorage

/// The states of addresses whose responses are unproven: they may come from a hotspot.
@Suite struct UnprovenObjectTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func need(_ url: String) -> PackedNeed {
        if url.hasSuffix(".mp3") { return PackedNeed(url: url, stage: .enclosure, file: "A/" + String(url.suffix(5))) }
        return PackedNeed(url: url, stage: url.hasSuffix(".png") ? .firstPicture : .page)
    }

    /// Returns a pack store with these addresses to fetch, in their order.
    private func packStore(_ urls: String...) throws -> (rig: PackStoreTests.Rig, wanted: [WantedAddress]) {
        let rig = try PackStoreTests.Rig()
        let journey = try rig.packStore.beginJourney(at: Self.now)
        let article = PackedArticle(
            id: ArticleID(rawValue: 1), position: 0, date: Self.now, isStarred: false, isByHand: false,
            needs: urls.map(need))
        try rig.packStore.add([article], to: journey.id)
        let wanted = try rig.packStore.wanted(in: journey.id)
        return (rig, urls.compactMap { url in wanted.first { $0.url == url } })
    }

    @Test("Only unproven pages are refused, with a reason; missing objects keep their reasons")
    func refusal() throws {
        let (rig, wanted) = try packStore("http://a/page", "http://a/1.png", "http://a/2.png")
        let cost = ExchangeCost(bytes: 0)
        _ = try rig.packStore.storePage(wanted[0], isProven: false, pictures: [], cost: cost, at: Self.now)
        try rig.packStore.miss(wanted[1].id, .refused("gone"), cost: cost, at: Self.now)
        try rig.packStore.refusePages(wanted.map(\.id), "replaced")
        #expect(try rig.packStore.missing(in: nil).map(\.reason).sorted() == ["gone", "replaced"])
        #expect(try rig.packStore.unprovenPages().isEmpty)
        let journey = try rig.packStore.beginJourney(at: Self.now)
        #expect(try rig.packStore.wanted(in: journey.id).map(\.url) == ["http://a/2.png"])
    }

    @Test("A part is continued after a hotspot's page arrived in its place, and when it is wanted again")
    func partBehindHotspot() throws {
        let (rig, wanted) = try packStore("http://a/1.png")
        let (store, address) = (rig.packStore, wanted[0].id)
        try store.beginPart(of: address, validator: "\"1\"", boot: "boot", size: 100)
        var writer = try PartWriter(store.parts, address, from: 0)
        _ = try writer.append([UInt8](repeating: 1, count: 40))
        for _ in 1...2 {
            try store.miss(
                address, .refused("no picture"), cost: ExchangeCost(bytes: 0), part: .kept, at: Self.now)
            _ = try store.discard(address, .refused("replaced"), at: Self.now)
            #expect(try store.part(of: address, boot: "boot")?.length == 40)
            try store.explainRefusal(of: [address], "replaced by another page")
            #expect(try store.part(of: address, boot: "boot")?.length == 40)
            try store.requeue([address])
            #expect(try store.part(of: address, boot: "boot")?.length == 40)
        }
    }

    @Test("An enclosure that the person removed meanwhile is not refused again")
    func removed() throws {
        let (rig, wanted) = try packStore("http://a/1.mp3", "http://a/2.mp3")
        for enclosure in wanted {
            try rig.packStore.miss(enclosure.id, .refused("gone"), cost: ExchangeCost(bytes: 0), at: Self.now)
        }
        #expect(try rig.packStore.removeEnclosure(wanted[0].id))
        try rig.packStore.explainRefusal(of: wanted.map(\.id), "replaced")
        #expect(try rig.packStore.enclosures().map(\.state) == [.missing("replaced")])
        let journey = try rig.packStore.beginJourney(at: Self.now)
        try rig.packStore.renewRefused(in: journey.id, at: Self.now)
        #expect(try rig.packStore.wantedEnclosures().map(\.url) == ["http://a/2.mp3"])
    }

    @Test("A missing enclosure counts as unavailable, not as waiting")
    func missingEnclosure() throws {
        let (rig, wanted) = try packStore("http://a/1.mp3", "http://a/2.mp3")
        try rig.packStore.miss(wanted[0].id, .refused("gone"), cost: ExchangeCost(bytes: 0), at: Self.now)
        let status = try rig.packStore.status()
        #expect(status.waitingEnclosures == 1 && status.missing.map(\.count) == [1])
    }

    @Test("An object that is wanted again loses its reason")
    func wantedAgain() throws {
        let (rig, wanted) = try packStore("http://a/1.png")
        try rig.packStore.miss(wanted[0].id, .refused("gone"), cost: ExchangeCost(bytes: 0), at: Self.now)
        try rig.packStore.requeue(wanted.map(\.id))
        let notes = try rig.packStore.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM address WHERE note IS NOT NULL")
        }
        #expect(notes == 0)
    }
}
