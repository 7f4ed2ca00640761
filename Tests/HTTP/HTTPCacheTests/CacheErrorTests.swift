import HTTPCache
import Testing

@Suite struct CacheErrorTests {
    @Test(
        "An error never shows the user information of its address",
        arguments: [
            ("https://me:secret@example.org/feed", "not in cache: https://example.org/feed"),
            ("https://me@me:secret@example.org", "not in cache: https://example.org"),
            ("https://example.org/a@b", "not in cache: https://example.org/a@b"),
            ("no address", "not in cache: no address"),
        ])
    func hidesSecrets(_ url: String, _ shown: String) {
        #expect(CacheError.notInCache(url: url).description == shown)
    }
}
