import FeedModel
import Testing

@Suite struct ListChangesTests {
    private func feeds(_ count: Int) -> [ListChanges.Feed] {
        (1...count).map { ListChanges.Feed(title: "Feed \($0)", address: "https://\($0).example/feed") }
    }

    @Test("A line names the first of many added feeds and counts the others")
    func added() {
        var changes = ListChanges()
        changes.added = feeds(5)
        #expect(changes.lines() == ["5 feeds added: Feed 1, Feed 2, Feed 3, Feed 4, Feed 5"])
        changes.added = feeds(1_205)
        #expect(changes.lines() == ["1,205 feeds added: Feed 1, Feed 2, Feed 3, Feed 4, Feed 5 and 1,200 more"])
    }

    @Test("The last of a limited number of lines counts the rest")
    func limited() {
        var changes = ListChanges()
        changes.removed = feeds(3)
        #expect(changes.lines(atMost: 3) == changes.lines() && changes.lines().count == 3)
        #expect(changes.lines(atMost: 2) == [changes.lines()[0], "2 more changes of the list"])
        changes.kept = feeds(2_000)
        #expect(changes.losses(atMost: 20).last == "1,984 more changes of the list")
        changes.added = feeds(1)
        #expect(changes.lines(atMost: 20).count == 20)
        #expect(changes.lines(atMost: 20).last == "1,985 more changes of the list")
    }
}
