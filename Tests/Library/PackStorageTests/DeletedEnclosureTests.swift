import FeedModel
import Foundation
import Testing

@testable import PackStorage

@Suite struct DeletedEnclosureTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("An enclosure whose file the person has deleted comes back with a request by hand")
    func deletedFile() throws {
        let rig = try PackStoreTests.Rig()
        let id = try rig.packEnclosure(size: 10)
        func requestAgain(isByHand: Bool) throws {
            let need = PackedNeed(url: "http://a/1.mp3", stage: .enclosure, file: "Show/One.mp3", title: "One")
            let article = PackedArticle(
                id: ArticleID(rawValue: 1), turn: 1, date: Self.now, isStarred: false, isByHand: isByHand,
                needs: [need])
            try rig.packStore.add([article], to: rig.packStore.beginJourney(at: Self.now).id)
        }
        try Data(repeating: 1, count: 10).write(to: URL(fileURLWithPath: rig.packStore.parts.file(of: id)))
        let path = try #require(
            try rig.packStore.storeEnclosure(id, length: 10, cost: ExchangeCost(bytes: 10), at: Self.now))
        try requestAgain(isByHand: true)
        #expect(try rig.packStore.wantedEnclosures().isEmpty, "its file is there")
        try FileManager.default.removeItem(atPath: path)
        try requestAgain(isByHand: false)
        #expect(try rig.packStore.wantedEnclosures().isEmpty)
        try requestAgain(isByHand: true)
        #expect(try rig.packStore.wantedEnclosures().map(\.id) == [id])
    }
}
