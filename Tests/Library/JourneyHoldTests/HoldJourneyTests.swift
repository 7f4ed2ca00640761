import FeedModel
import Foundation
import Testing

@testable import JourneyHold

@Suite struct HoldJourneyTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func withHold(_ body: (Hold) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/hold-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(Hold(folder: folder))
    }

    @Test("An interrupted journey continues for half a day; one that is kept for a network continues at any time")
    func expiry() throws {
        let late = Self.now + Hold.longestJourney + 1
        try Self.withHold { hold in
            let first = try hold.beginJourney(at: Self.now)
            #expect(try hold.beginJourney(at: late).id != first.id)
        }
        try Self.withHold { hold in
            let kept = try hold.keepJourney(.articles, at: Self.now)
            let begun = try hold.beginJourney(at: late)
            #expect(begun.id == kept.id && begun.kept == nil)
            #expect(try hold.lastJourney()?.kept == nil)
        }
    }

    @Test("A journey that is kept with enclosures stays so until it begins or is left")
    func kept() throws {
        try Self.withHold { hold in
            #expect(try hold.keepJourney(.enclosures, at: Self.now).kept == .enclosures)
            #expect(try hold.keepJourney(.articles, at: Self.now).kept == .enclosures)
            #expect(try hold.lastJourney()?.kept == .enclosures)
            try hold.forgetKeptJourney()
            #expect(try hold.lastJourney()?.kept == nil)
            #expect(try hold.keepJourney(.articles, at: Self.now).kept == .articles)
        }
    }

    @Test("A kept journey counts its articles that lack something")
    func keptArticles() throws {
        try Self.withHold { hold in
            let begun = try hold.beginJourney(at: Self.now)
            #expect(try hold.keptJourney()?.articles == nil)
            let articles = [["http://a.test/1.png", "http://a.test/2.png"], ["http://a.test/3.png"], []].enumerated()
            let packed = articles.map { index, urls in
                PackedArticle(
                    id: ArticleID(rawValue: Int64(index)), turn: index, date: Self.now, isStarred: false,
                    isByHand: true, needs: urls.map { PackedNeed(url: $0, stage: .firstPicture) })
            }
            try hold.add(packed, to: begun.id)
            let kept = try hold.keepJourney(.articles, at: Self.now)
            let found = try hold.keptJourney()
            #expect(found?.journey == kept && kept.id == begun.id && found?.articles == 2)
            let present: Set = [ArticleID(rawValue: 1), ArticleID(rawValue: 2)]
            #expect(try hold.keptJourney(present: present)?.articles == 1, "without deleted ones")
            try hold.forgetKeptJourney()
            #expect(try hold.keptJourney()?.articles == nil)
        }
    }

    @Test("A journey that is kept with enclosures counts the articles that lack one")
    func keptEnclosures() throws {
        try Self.withHold { hold in
            let begun = try hold.beginJourney(at: Self.now)
            let enclosure = PackedNeed(url: "http://a.test/1.mp3", stage: .enclosure, file: "a/1.mp3", title: "one")
            let article = PackedArticle(
                id: ArticleID(rawValue: 1), turn: 0, date: Self.now, isStarred: false, isByHand: true,
                needs: [enclosure])
            try hold.add([article], to: begun.id)
            _ = try hold.keepJourney(.articles, at: Self.now)
            #expect(try hold.keptJourney()?.articles == 0)
            _ = try hold.keepJourney(.enclosures, at: Self.now)
            #expect(try hold.keptJourney()?.articles == 1)
            let queued = try #require(try hold.enclosures().first)
            #expect(try hold.removeEnclosure(queued.id))
            #expect(try hold.keptJourney()?.articles == 0)
        }
    }
}
