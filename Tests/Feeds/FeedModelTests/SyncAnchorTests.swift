import FeedModel
import FoundationEssentials
import Testing

@Suite struct SyncAnchorTests {
    private static let link = "http://a.test/posts"
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)

    private func item(_ title: String?, _ published: Date?, at url: String = Self.link) -> ParsedItem {
        var item = ParsedItem(id: url)
        (item.url, item.title, item.published) = (url, title, published)
        return item
    }

    private func anchor(_ title: String?, _ published: Date?) -> SyncAnchor {
        SyncAnchor(id: "7", guid: Self.link, url: Self.link, title: title, published: published)
    }

    @Test("With the same link, an equal title or an equal date proves that an article is the same")
    func sameLink() {
        let later = Self.date + 60
        #expect(anchor("Ferry", Self.date).matches(item("Ferry", later)))
        #expect(anchor("Ferry", Self.date).matches(item("Harbour", Self.date)))
        #expect(anchor(nil, Self.date).matches(item(nil, Self.date)))
        #expect(!anchor("Ferry", Self.date).matches(item("Harbour", later)))
    }

    @Test("A title or a date missing on both sides proves nothing")
    func missing() {
        #expect(!anchor(nil, Self.date).matches(item(nil, Self.date + 60)))
        #expect(!anchor("Ferry", nil).matches(item("Harbour", nil)))
        #expect(!anchor(nil, nil).matches(item(nil, nil)))
    }

    @Test("With a different link, title and date must be equal")
    func otherLink() {
        let url = "http://a.test/moved"
        #expect(anchor("Ferry", Self.date).matches(item("Ferry", Self.date, at: url)))
        #expect(!anchor("Ferry", Self.date).matches(item("Ferry", nil, at: url)))
        #expect(!anchor("Ferry", nil).matches(item("Ferry", nil, at: url)))
    }
}
