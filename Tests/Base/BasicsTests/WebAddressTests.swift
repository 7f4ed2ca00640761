import Basics
import Testing

@Suite struct WebAddressTests {
    @Test(
        "The fragment begins at the first number sign",
        arguments: [
            ("https://a.test/b?c#d", "https://a.test/b?c"), ("https://a.test/#d#e?f", "https://a.test/"),
            ("https://a.test/", "https://a.test/"), ("#d", ""),
        ])
    func fragment(_ address: String, _ rest: String) {
        #expect(address.withoutFragment == rest)
    }

    /// RFC 3986 §5.4.1 and §5.4.2.
    @Test(
        "The examples of the RFC resolve",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
            ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
        ])
    func standardExamples(_ reference: String, _ address: String) {
        #expect(WebAddress.resolve(reference, against: "http://a/b/c/d;p?q") == address)
    }

    @Test(
        "Common spellings of addresses resolve",
        arguments: [
            ("  /a\n\t/b ", "https://example.org/x", "https://example.org/a/b"),
            ("/two words", "https://example.org", "https://example.org/two%20words"),
            ("page", "https://example.org", "https://example.org/page"),
            ("?q", "https://example.org", "https://example.org?q"),
            ("/päge?a=1&b=[2]", "https://bücher.example/", "https://bücher.example/päge?a=1&b=[2]"),
            ("page", "", "page"), ("page", "not absolute", "page"),
            (".../a", "http://a/b/", "http://a/b/.../a"), ("g../.h", "http://a/b/", "http://a/b/g../.h"),
            ("/.", "http://a/b", "http://a/"), ("/a/..", "http://a/b", "http://a/"),
            ("x/.", "http://a/b/", "http://a/b/x/"),
            ("?y", "http://a/b/../c", "http://a/b/../c?y"), ("", "http://a/b/./c", "http://a/b/./c"),
            ("c", "file:///a/b", "file:///a/c"),
            ("mailto:a@example.org", "https://example.org", "mailto:a@example.org"),
        ])
    func commonSpellingsResolve(_ reference: String, _ base: String, _ address: String) {
        #expect(WebAddress.resolve(reference, against: base) == address)
    }

    @Test(
        "Script addresses are refused",
        arguments: [
            ("javascript:alert(1)", true), ("JavaScript:x", true), (" java\nscript\t:x", true),
            ("Data:image/png,", false),
            ("data:text/html,x", true),
            ("data:image/png;base64,", false), ("https://example.org/", false), ("/javascript:", false), (":", false),
        ])
    func scripts(_ address: String, _ isScript: Bool) {
        #expect(WebAddress.isScript(address) == isScript)
    }

    @Test(
        "A web address begins with its scheme and two slashes, in any letter case",
        arguments: [
            ("http://a", true), ("HTTPS://a.example/", true), ("https:a.example", false), ("http:/a", false),
            ("http://", false), (" http://a", false), ("httpx://a", false), ("feed:http://a", false), ("", false),
        ])
    func web(_ address: String, _ isHTTP: Bool) {
        #expect(WebAddress.isHTTP(address) == isHTTP)
    }

    @Test(
        "An address without its scheme begins after the first colon with two slashes",
        arguments: [
            ("https://a.example/b", "a.example/b"), ("http://a?u=https://b", "a?u=https://b"), ("/a/b", "/a/b"),
            ("mailto:a@example.org", "mailto:a@example.org"), ("http://", ""), ("", ""),
        ])
    func withoutScheme(_ address: String, _ rest: String) {
        #expect(address[...].withoutScheme == rest)
    }
}
