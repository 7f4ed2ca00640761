import Foundation
import Testing

@testable import ArticleText

/// Pages designed to waste time: reading each one ends with a bounded result. With `LEDE_LONG_TESTS=1` each is 16 MB
/// long.
@Suite struct HostilePageTests {
    private static let isLong = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1"
    private static let size = isLong ? 16 << 20 : 8_000

    @Test(
        "Repeated markup of every kind is read to its end",
        arguments: [
            "<p>a, ", "<div>", "<div>a,", "<b><i>a,</b></i>", "<a href=/x>", "<a href=/x><p>a,", "<table><tr><td>",
            "<ul><li>a,",
            "<dl><dt>a<dd>b,", "<form>a,</form>", "<fieldset>a,</fieldset>", "<h2>a,</h2>", "<h2>", "<span>",
            "<template>",
            "<noscript><p>a,", "<script>", "<style>", "<!--", "<![CDATA[", "<!DOCTYPE [", "<", "</", "&", "&nbsp;",
            "&shy;",
            "<p a=\"", "<div hidden>a,", "<div class='article-body'>a,", "<div class=bbWrapper>a, b and c</div>",
            "<p class=lead>", "<h2>Related</h2><p><a href=/x>one more</a></p>",
            "<iframe src=https://www.youtube.com/embed/a>",
            "<img src=a srcset='b 2x'>", "<object>a,</object>",
            "<script type=application/ld+json>{\"articleBody\":\"a</script>",
            "A sentence, and a comma. ", "雨，", "</p></div>", "<x-y>a,",
            "<figure><img src=a><figcaption>b, c</figcaption></figure>", "<div class=caption>a,",
            "<div class=caption><img src=a>",
            "<img src=a><p class=caption>a,</p>", "<app-related>a,",
            "<ul><li><a href=/x>a long enough title, it seems</a></li></ul>",
            "<div class=teaser><h3>a</h3><a href=/x>b</a></div>", "<div class=teaser><h3>a</h3><a href=/x>b</a>",
            "<ul><li><a href=#a>b</a>",
            "<h2>a</h2><ul><li><a href=#a>b</a><li><a href=#a>c</a><li><a href=#a>d</a></ul>",
            "<div><h2>a</h2></div>", "<div><h2>a</h2>", "<a-b href=/x><h3>c</h3>",
        ])
    func repeated(_ unit: String) {
        let page = String(repeating: unit, count: Self.size / unit.utf8.count)
        let main = MainContent.extract(html: page, url: "https://quay.example/")
        #expect(main.map { $0.html.utf8.count < Self.size * 40 } ?? true)
        _ = GatePage.isGate(html: page, textLength: main?.textLength ?? 0, title: "The counter of ships")
    }

    @Test("A page ends at the maximum number of elements", .enabled(if: isLong))
    func limit() throws {
        let page = "<body>" + String(repeating: "<p>a,</p>", count: PageTree.maximumNodes)
        let tree = PageTree(Array(page.utf8))
        #expect(tree.nodes.count <= PageTree.maximumNodes)
        #expect(Int(try #require(tree.nodes.first).end) < page.utf8.count)
    }
}
