import FeedParsing
import Testing

@Suite struct NewsboatURLsTests {
    @Test("Each line is a feed with tags and a title") func linesAreFeedsWithTagsAndTitles() {
        let file = NewsboatURLs(
            parsing: Array(
                #"""
                # my feeds
                https://a.example/feed

                https://b.example/feed news "two words" "~The B"
                  https://c.example/feed "!" "~Say \"C\"" # quiet
                file:///home/me/d.xml
                "query:Unread:unread = \"yes\""
                exec:~/bin/make-feed.sh tag
                filter:~/bin/strip:https://e.example/feed
                nonsense
                """#.utf8))
        #expect(
            file.feeds.map(\.url) == [
                "https://a.example/feed", "https://b.example/feed", "https://c.example/feed", "file:///home/me/d.xml",
            ])
        #expect(file.feeds.map(\.tags) == [[], ["news", "two words"], [], []])
        #expect(file.feeds.map(\.title) == [nil, "The B", "Say \"C\"", nil])
        #expect(file.feeds.map(\.isHidden) == [false, false, true, false])
        #expect(file.refused.map(\.number) == [7, 8, 9, 10])
        #expect(file.refused.last?.text == "nonsense")
    }

    @Test("A repeated address is one feed with all tags") func repeatedAddressIsOneFeedWithAllTags() {
        let file = NewsboatURLs(
            parsing: Array(
                "https://a.example/ x \"~First\"\nhttps://b.example/\nhttps://a.example/ y x ! ~Second\n".utf8))
        #expect(file.feeds.map(\.url) == ["https://a.example/", "https://b.example/"])
        #expect(file.feeds[0].tags == ["x", "y"] && file.feeds[0].title == "First" && file.feeds[0].isHidden)
    }

    @Test(
        "The parser reads newsboat's escapes",
        arguments: [
            (#""a\tb""#, "a\tb"), (#""a\xb""#, "axb"), (#""a\`b""#, "a\\`b"), (#""a\\b""#, #"a\b"#),
            (#""a\nb\rc""#, "a\nb\rc"), (#""a\""#, "a\""), (#""a\"#, "a\\"),
            (#""open end"#, "open end"),
        ])
    func escapesAreNewsboats(_ written: String, _ word: String) {
        #expect(NewsboatWords.words(Array(written.utf8)[...]) == [word])
    }

    @Test("The parser separates queries from feeds") func queriesAreSeparatedFromFeeds() {
        let file = NewsboatURLs(parsing: Array(#""query:Name:title =~ \"a:b\"""#.utf8))
        #expect(file.queries.map(\.name) == ["Name"] && file.queries.map(\.filter) == [#"title =~ "a:b""#])
    }

    @Test("An address of more than 8,000 bytes is refused")
    func longAddress() {
        let address = "https://a.example/" + String(repeating: "x", count: 7_982)
        let file = NewsboatURLs(parsing: Array("\(address)\n\(address)x\n".utf8))
        #expect(file.feeds.map(\.url) == [address] && file.refused.map(\.number) == [2])
    }

    @Test("Refused lines are safe to show") func refusedLinesAreSafeToShow() {
        let file = NewsboatURLs(parsing: Array("exec:\u{1B}[31mx\r\n".utf8))
        #expect(file.refused.first?.text == "exec:[31mx")
    }
}
