import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct StarredImportTests {
        @Test("A starred.json stars and tags articles; entries without a feed are counted")
        func starredImport() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let feed = origin.url("/feed.xml")
            origin.route(
                "/feed.xml",
                .response(
                    body: """
                        <rss version="2.0"><channel><title>Feed</title><item><title>Here</title><guid>1</guid>
                        <link>https://a.example/1?utm_source=rss</link><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate>
                        </item></channel></rss>
                        """))
            #expect(try Program.lede(["add", feed, "--folder", "News"], home: home.url).status == 0)
            let file = home.url.appendingPathComponent("starred.json")
            try """
            {"items": [
            {"title": "Here", "published": 1767225600, "canonical": [{"href": "http://a.example/1"}],
             "categories": ["user/1/label/sea", "user/1/label/News"], "origin": {"streamId": "feed/\(feed)"}},
            {"title": "Lost", "canonical": [{"href": "http://b.example/1"}]}
            ]}
            """.write(to: file, atomically: true, encoding: .utf8)

            let plain = try Program.lede(["import", file.path], home: home.url)
            #expect(plain.status != 0 && plain.errors.contains("lede import --starred"), "\(plain)")
            let result = try Program.lede(["import", "--starred", file.path], home: home.url)
            #expect(result.output == "1 article starred, 0 articles added\n", "\(result)")
            #expect(result.status == 1, "an article was left out: \(result)")
            #expect(result.errors.contains("1 article without the name of a feed"), "\(result)")
            let again = try Program.lede(["import", "--starred", file.path], home: home.url)
            #expect(again.output == "0 articles starred, 0 articles added, 1 known already\n", "\(again)")
            #expect(try Program.lede(["search", "tag:sea"], home: home.url).output.contains("Here"))
            #expect(try !Program.lede(["search", "tag:News"], home: home.url).output.contains("Here"))
        }

        @Test("A truncated starred.json is imported only with --partial")
        func truncated() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let feed = origin.url("/feed.xml")
            let document = "<rss version='2.0'><channel><title>Feed</title></channel></rss>"
            origin.route("/feed.xml", .response(body: document))
            try home.subscribe(to: feed)
            let file = home.url.appendingPathComponent("starred.json")
            try """
            {"items": [{"title": "Here", "published": 1767225600, "canonical": [{"href": "http://a.example/1"}],
            "origin": {"streamId": "feed/\(feed)"}}, {"title": "Lo
            """.write(to: file, atomically: true, encoding: .utf8)
            let refused = try Program.lede(["import", "--starred", file.path], home: home.url)
            #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
            #expect(refused.errors.contains("(with --partial: 1 article of it)"), "\(refused)")
            let result = try Program.lede(["import", "--starred", "--partial", file.path], home: home.url)
            #expect(result.output == "0 articles starred, 1 article added\n", "\(result)")
            #expect(result.status == 0, "\(result)")
        }
    }
}
