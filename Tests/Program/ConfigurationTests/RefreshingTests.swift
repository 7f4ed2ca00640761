import FeedRefresh
import Testing

@testable import lede

@Suite struct RefreshingTests {
    @Test(
        "A refresh of all feeds needs no parser, and means what the parser says",
        arguments: [["refresh"], ["refresh", "--due"], ["refresh", "--force"]])
    func plainWords(_ words: [String]) throws {
        let refreshing = try #require(Refreshing(words: words))
        let command = try #require(try Lede.command(in: words) as? RefreshCommand)
        #expect(refreshing.reason == command.reason && refreshing.feeds == command.feeds)
    }

    @Test(
        "Other words go to the parser",
        arguments: [[], ["refresh", "1"], ["refresh", "--due", "--force"], ["refresh", "--help"], ["list"]])
    func otherWords(_ words: [String]) {
        #expect(Refreshing(words: words).map(\.reason) == nil)
    }
}
