import Testing

@testable import HTTPCache

@Suite("HTTPAddress: RFC 3986, RFC 9110 §4.2")
struct HTTPAddressTests {
    @Test(
        "Equivalent addresses normalise to the same one; path and query keep their bytes",
        arguments: [
            ("HTTP://Example.ORG", "http://example.org/"), ("http://h:80/a", "http://h/a"),
            ("https://h:443/", "https://h/"),
            ("http://h:8080/a?b=%7e#frag", "http://h:8080/a?b=%7e"), ("http://h?q", "http://h/?q"),
            ("http://h/a b/ü", "http://h/a%20b/%C3%BC"), ("http://u:p@h/a", "http://u:p@h/a"),
            ("http://ME@Bücher.Example:80/ü", "http://ME@xn--bcher-kva.example/%C3%BC"),
            ("http://[::1]:80/", "http://[::1]/"), ("http://a b:ü%20\n@h/a", "http://a%20b:%C3%BC%20%0A@h/a"),
        ])
    func normal(_ text: String, _ expected: String) {
        #expect(HTTPAddress(text)?.text == expected)
    }

    @Test(
        "The parser refuses invalid addresses",
        arguments: [
            "", "/a", "ftp://h/", "file:///etc/passwd", "http:/h", "http://", "http://:80/", "javascript:alert(1)",
            "http://a b/", "http://[::1", "https://[::1:80/a",
        ])
    func refused(_ text: String) {
        #expect(HTTPAddress(text) == nil)
    }

    @Test(
        "RFC 3986 §5.4: references are resolved",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g/"),
            ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("", "http://a/b/c/d;p?q"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("https://x/", "https://x/"), ("g#s", "http://a/b/c/g"),
        ])
    func resolved(_ reference: String, _ expected: String) {
        #expect(HTTPAddress("http://a/b/c/d;p?q")?.resolving(reference)?.text == expected)
    }

    @Test("A space in the user information of an address is sent, and does not make the key that of a body")
    func spaceInUserInfo() async throws {
        let url = "http://a b:c@h.test/a"
        let key = CacheKey(try #require(HTTPAddress(url)))
        #expect(!key.isKeyedByBody && key.method == "GET" && key.url == key.text)
        let bench = Workbench(.cacheControl("max-age=60"))
        try await bench.get(url)
        #expect(bench.transport.requests[0]["Authorization"] == "Basic YSBiOmM=")
        #expect(bench.client.cache.entries().map(\.shownURL) == ["http://h.test/a"])
    }

    @Test("A redirect to another scheme is refused")
    func otherScheme() {
        #expect(HTTPAddress("http://a/")?.resolving("mailto:x@y") == nil)
    }
}
