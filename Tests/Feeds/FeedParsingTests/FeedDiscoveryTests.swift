import FeedParsing
import Testing

@Suite struct FeedDiscoveryTests {
    private func found(_ page: String) -> [FeedDiscovery.Candidate] {
        FeedDiscovery.candidates(in: Array(page.utf8), url: "https://site.example/blog/post")
    }

    @Test("Links come before anchors, without duplicates") func linksComeBeforeAnchorsWithoutDuplicates() {
        let candidates = found(
            """
            <!doctype html><title>A page</title><a href="/rss">By <b>RSS</b></a><a href="/about">About</a>
            <link rel=alternate type="application/rss+xml; charset=utf-8" title="All &amp; everything" href="../feed">
            <link rel="ALTERNATE" type="application/atom+xml" href=/atom.xml><link rel="stylesheet" href="feed.css">
            <link rel="alternate" hreflang="de" href="/de/"><a href="/atom.xml">Atom</a>
            <script>"<link rel=alternate type=application/rss+xml href=/no>"</script>
            """)
        #expect(
            candidates.map(\.url) == [
                "https://site.example/feed", "https://site.example/atom.xml", "https://site.example/rss",
            ])
        #expect(candidates.map(\.title) == ["All & everything", nil, "By RSS"])
        #expect(candidates.map(\.origin) == [.link, .link, .anchor])
    }

    @Test("RFC 8288: the Link fields of a response count unless a link element of its page names a feed")
    func linkFields() {
        let fields = [
            "<https://site.example/wp-json/1>; rel=\"alternate\"; type=\"application/json\",</a;b,c>;rel=alternate;"
                + "type=\"application/atom+xml\";title=\"All, really\", </x>; rel=preload",
            "<../d>; type=application/rss+xml; rel=\"alternate home\", <javascript:x>; rel=feed", "nonsense", "<",
        ]
        let found = { (page: String) in
            FeedDiscovery.candidates(in: Array(page.utf8), url: "https://site.example/blog/post", links: fields)
        }
        let plain = found("<a href='/rss'>RSS</a>")
        #expect(plain.map { $0.url.dropFirst(20) } == ["/a;b,c", "/d", "/rss"])
        #expect(plain.map(\.origin) == [.link, .link, .anchor] && plain[0].title == "All really")
        #expect(found("<link rel=feed href='/own'>").map(\.url) == ["https://site.example/own"])
        #expect(found("\0\0").count == 2)
    }

    @Test("The base element resolves addresses") func theBaseElementCounts() {
        let candidates = found(
            "<base href='https://other.example/x/'><link rel='alternate' type='application/feed+json' href='f'>")
        #expect(candidates.map(\.url) == ["https://other.example/x/f"])
    }

    @Test(
        "The JSON of WordPress that describes a page is not a feed",
        arguments: [
            ("/wp-json/wp/v2/pages/2", false), ("/index.php?rest_route=/wp/v2/pages/2", false), ("/feed.json", true),
        ])
    func theAPIOfWordPressIsNoFeed(_ address: String, _ isFeed: Bool) {
        let candidates = found(
            """
            <link rel='alternate' type='application/rss+xml' href='/feed/'>
            <link rel='alternate' title='JSON' type='application/json' href='\(address)'>
            """)
        #expect(candidates.count == (isFeed ? 2 : 1))
        #expect(candidates.first?.url == "https://site.example/feed/")
    }

    @Test(
        "A link may begin with feed:",
        arguments: [
            ("feed://other.example/x", "https://other.example/x"),
            ("FEED:http://other.example/x", "http://other.example/x"), ("feed:javascript:x", nil),
        ])
    func linksWithFeed(_ address: String, _ url: String?) {
        let link = "<link rel='alternate' type='application/rss+xml' href='\(address)'>"
        #expect(found(link).first?.url == url)
    }

    @Test(
        "A page may lead to another one",
        arguments: [
            ("0; url=/en/", "https://site.example/en/"), ("0;URL='../en'", "https://site.example/en"),
            ("5, url = \"//other.example/\"", "https://other.example/"),
            ("0; url=https://a.example/?a=1", "https://a.example/?a=1"), ("300", nil), ("0; url=", nil),
            ("0; url=/blog/post#top", nil), ("0; url=javascript:x", nil),
        ])
    func aPageLeadsToAnother(_ content: String, _ next: String?) {
        let page = "<meta charset=utf-8><META HTTP-EQUIV=Refresh CONTENT='\(content.replacing("'", with: "&#39;"))'>"
        let found = FeedDiscovery.nextPage(of: Array(page.utf8), url: "https://site.example/blog/post")
        #expect(found == next)
    }

    @Test("If a page has several base elements, the first one with an address counts") func onlyTheFirstBaseCounts() {
        let page = "<base target='_top'><base href='/x/'><base href='/y/'><a href='feed'>x</a>"
        #expect(found(page).map(\.url) == ["https://site.example/x/feed"])
    }

    @Test("An unrealistically long base is ignored") func aLongBaseIsIgnored() {
        let long = String(repeating: "a", count: 3_000)
        let candidates = found("<base href='https://other.example/\(long)/'><a href='feed'>x</a>")
        #expect(candidates.map(\.url) == ["https://site.example/blog/feed"])
    }

    /// Joining each link to the base would take minutes.
    @Test("Many links and a long base are read in linear time", .timeLimit(.minutes(1)))
    func manyLinksAndALongBase() {
        let base = "<base href='https://other.example/\(String(repeating: "a", count: 1_000_000))/'>"
        let links = String(repeating: "<a href=b>x</a>", count: 100_000)
        #expect(found(base + links).isEmpty)
    }

    @Test("Discovery reads only the first 20,000 links") func linksAreLimited() {
        let links = String(repeating: "<a href=b>x</a>", count: 19_999)
        #expect(found(links + "<a href='/feed'>x</a>").map(\.url) == ["https://site.example/feed"])
        #expect(found(links + "<a href=b>x</a><a href='/feed'>x</a>").isEmpty)
    }

    @Test(
        "Discovery finds anchors that look like feeds",
        arguments: [
            ("<a href='/feed/'>x</a>", true), ("<a href='/index.xml'>x</a>", true),
            ("<a href='/news.rss?x=1'>x</a>", true),
            ("<a href='/feedback'>x</a>", false), ("<a href='javascript:feed'>x</a>", false),
            ("<a href='/atomic'>x</a>", false), ("<a href='/f/7.xml'>x</a>", true),
            ("<a href='/sitemap.xml'>x</a>", false), ("<a href='/f/7'>RSS</a>", true),
            ("<a href='/f/7'>JSON Feed</a>", true), ("<a href='/f/7'>Subscribe via <b>RSS</b></a>", true),
            ("<a href='/f/7'>Feed the cat</a>", false), ("<a href='/f/7'>Subscribe</a>", false),
            ("<a href='#top'>RSS</a>", false),
        ])
    func anchorsThatLookLikeFeeds(_ page: String, _ isFound: Bool) {
        #expect(found(page).isEmpty != isFound)
    }

    @Test("The guessed addresses are on the site") func guessedAddressesAreOnTheSite() {
        let places = FeedDiscovery.commonLocations(for: "https://site.example/blog/")
        #expect(places.map(\.url).contains("https://site.example/blog/feed"))
        #expect(places.map(\.url).contains("https://site.example/feed.xml"))
        #expect(Set(places).count == places.count)
        #expect(FeedDiscovery.commonLocations(for: "mailto:x").isEmpty)
    }
}
