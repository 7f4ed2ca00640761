import ArticleStorage
import FeedModel
import PackStorage
import Testing

@testable import JourneyPacking

@Suite struct PageOwnersTests {
    private func page(_ id: Int64) -> WantedAddress {
        WantedAddress(id, "http://a/\(id)")
    }

    @Test("Articles are looked up for many pages at once, deleted ones too, and each is returned once")
    func ahead() {
        var owners = PageOwners()
        var asked: [Set<ArticleID>] = []
        let lookUp = { (ids: Set<ArticleID>) -> [ArticleID: PageOwner] in
            asked.append(ids)
            let found = ids.filter { $0.rawValue != 2 }
            return Dictionary(
                uniqueKeysWithValues: found.map { ($0, PageOwner(page: $0.rawValue == 3 ? .proven : .none)) })
        }
        let next = [page(2), page(3)]
        #expect(owners.dequeue(of: page(1), next: next, lookUp).map(\.page) == [.none])
        #expect(owners.dequeue(of: page(2), next: next, lookUp).isEmpty)
        #expect(owners.dequeue(of: page(3), next: next, lookUp).map(\.page) == [.proven])
        #expect(asked == [Set([1, 2, 3].map(ArticleID.init))])
        #expect(owners.dequeue(of: page(3), next: [], lookUp).count == 1)
        #expect(asked.last == [ArticleID(rawValue: 3)])
    }
}
