import Basics
import FeedModel
import Testing

@Suite struct ShownAddressTests {
    @Test(
        "A displayed address and host have no user information",
        arguments: [
            ("https://example.org/feed", "https://example.org/feed", "example.org"),
            ("https://me:secret@example.org/feed", "https://example.org/feed", "example.org"),
            ("https://me:s@cret@example.org:8080?a=b@c", "https://example.org:8080?a=b@c", "example.org:8080"),
            ("http://example.org#me@home", "http://example.org#me@home", "example.org"),
            ("http://example.org\\@me", "http://example.org\\@me", "example.org"),
            ("feed:https://me@example.org", "feed:https://example.org", "example.org"),
            ("mailto:me@example.org", "mailto:me@example.org", nil),
            ("https://", "https://", ""),
            ("", "", nil),
        ])
    func shown(_ url: String, _ shown: String, _ authority: String?) {
        #expect(ShownAddress.of(url) == shown)
        #expect(ShownAddress.authority(of: shown).map(String.init) == authority)
        #expect(ShownAddress.host(of: url) == authority ?? url)
    }
}
