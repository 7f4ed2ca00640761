import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct ReadCommandTests {
        @Test("lede read prints the stored text of the page, as the reader does, or the feed's text on request")
        func page() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let item = "<item><title>Ferry</title><guid>1</guid><description>Short teaser</description></item>"
            let feed = "<rss version='2.0'><channel><title>Harbour</title>\(item)</channel></rss>"
            origin.route("/feed", .response(body: feed))
            try home.subscribe(to: origin.url("/feed"))
            func read(_ flags: String...) throws -> String {
                try Program.lede(["read", "1"] + flags, home: home.url).output
            }
            let teaser = try read()
            #expect(teaser.contains("Short teaser") && !teaser.contains("full page"))
            let store = try ArticleStore(path: home.url.appendingPathComponent("data/library.sqlite").path)
            let page = PageText(html: "<p>The ferry leaves at ten.</p>", url: origin.url("/ferry"))
            try store.setPageText(page, for: [ArticleID(rawValue: 1)])
            let text = try read()
            #expect(text.contains("The ferry leaves at ten.") && text.contains("full page"))
            #expect(!text.contains("Short teaser"))
            #expect(try read("--feed-text") == teaser)
        }
    }
}
