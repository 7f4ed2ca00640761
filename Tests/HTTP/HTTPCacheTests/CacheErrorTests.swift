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

    @Test("An error with a very long address stays short")
    func longAddress() {
        let url = "https://example.org/" + String(repeating: "x", count: 5_000_000)
        let errors: [CacheError] = [
            .notInCache(url: url), .invalidURL(url), .serverError(url: url, status: 500), .tooManyRedirects(url: url),
            .tooLarge(url: url, limit: 1), .undecodable(url: url, reason: "broken"), .bodyLost(url: url),
        ]
        for error in errors { #expect(error.description.utf8.count < 2_200) }
    }
}
