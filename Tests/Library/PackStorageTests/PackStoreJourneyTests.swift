import FeedModel
import Foundation
import TestFolders
import Testing

@testable import PackStorage

@Suite struct PackStoreJourneyTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func withStore(_ body: (PackStore) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try body(PackStore(folder: folder.path))
    }

    @Test("An interrupted journey continues for half a day; a journey that is kept for a network continues at any time")
    func expiry() throws {
        let late = Self.now + PackStore.maximumJourneyDuration + 1
        try Self.withStore { packStore in
            let first = try packStore.beginJourney(at: Self.now)
            #expect(try packStore.beginJourney(at: late).id != first.id)
        }
        try Self.withStore { packStore in
            let kept = try packStore.keepJourney(.articles, at: Self.now)
            let begun = try packStore.beginJourney(at: late)
            #expect(begun.id == kept.id && begun.kept == nil)
            #expect(try packStore.lastJourney()?.kept == nil)
        }
    }

    @Test("A journey that is kept with enclosures keeps them until it begins or is dropped")
    func kept() throws {
        try Self.withStore { packStore in
            #expect(try packStore.keepJourney(.enclosures, at: Self.now).kept == .enclosures)
            #expect(try packStore.keepJourney(.articles, at: Self.now).kept == .enclosures)
            #expect(try packStore.lastJourney()?.kept == .enclosures)
            try packStore.forgetKeptJourney()
            #expect(try packStore.lastJourney()?.kept == nil)
            #expect(try packStore.keepJourney(.articles, at: Self.now).kept == .articles)
        }
    }

    @Test("A kept journey counts its incomplete articles")
    func keptArticles() throws {
        try Self.withStore { packStore in
            let begun = try packStore.beginJourney(at: Self.now)
            #expect(try packStore.keptJourney()?.articles == nil)
            let articles = [["http://a.test/1.png", "http://a.test/2.png"], ["http://a.test/3.png"], []].enumerated()
            let packed = articles.map { index, urls in
                PackedArticle(
                    id: ArticleID(rawValue: Int64(index)), position: index, date: Self.now, isStarred: false,
                    isByHand: true, needs: urls.map { PackedNeed(url: $0, stage: .firstPicture) })
            }
            try packStore.add(packed, to: begun.id)
            let kept = try packStore.keepJourney(.articles, at: Self.now)
            let found = try packStore.keptJourney()
            #expect(found?.journey == kept && kept.id == begun.id && found?.articles == 2)
            let present: Set = [ArticleID(rawValue: 1), ArticleID(rawValue: 2)]
            #expect(try packStore.keptJourney(present: present)?.articles == 1, "without deleted ones")
            try packStore.forgetKeptJourney()
            #expect(try packStore.keptJourney()?.articles == nil)
        }
    }

    @Test("A journey that is kept with enclosures counts the articles that lack one")
    func keptEnclosures() throws {
        try Self.withStore { packStore in
            let begun = try packStore.beginJourney(at: Self.now)
            let enclosure = PackedNeed(url: "http://a.test/1.mp3", stage: .enclosure, file: "a/1.mp3", title: "one")
            let article = PackedArticle(
                id: ArticleID(rawValue: 1), position: 0, date: Self.now, isStarred: false, isByHand: true,
                needs: [enclosure])
            try packStore.add([article], to: begun.id)
            _ = try packStore.keepJourney(.articles, at: Self.now)
            #expect(try packStore.keptJourney()?.articles == 0)
            _ = try packStore.keepJourney(.enclosures, at: Self.now)
            #expect(try packStore.keptJourney()?.articles == 1)
            let queued = try #require(try packStore.enclosures().first)
            #expect(try packStore.removeEnclosure(queued.id))
            #expect(try packStore.keptJourney()?.articles == 0)
        }
    }
}
