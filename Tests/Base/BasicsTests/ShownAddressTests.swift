import Basics
import Testing

@Suite struct ShownAddressTests {
    @Test(
        "A displayed address or host has no user information",
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

    @Test(
        "An address that a person typed, perhaps without a scheme, is displayed without user information",
        arguments: [
            ("https://me:secret@example.org/a@b", "https://example.org/a@b"),
            ("feed:https://me:secret@example.org/", "feed:https://example.org/"),
            ("me:secret@example.org:8080/feed", "example.org:8080/feed"),
            ("me:secret@example.org/?url=http://b.test", "example.org/?url=http://b.test"),
            ("example.org/@me", "example.org/@me"), ("example.org", "example.org"), ("", ""),
        ])
    func typed(_ text: String, _ shown: String) {
        #expect(ShownAddress.ofTyped(text) == shown)
    }
}
