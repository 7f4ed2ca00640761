import Basics
import Testing

@Suite struct StoryAddressTests {
    @Test(
        "Links to the same page have the same form",
        arguments: [
            "https://example.org/a/b?id=7", "http://www.example.org:80/a/b/?id=7", "https://EXAMPLE.org/a/b?id=7#top",
            "https://m.example.org/a/b?utm_source=rss&id=7&utm_medium=feed", "https://example.org/a/b?fbclid=x&id=7",
            "https://example.org/a/b?id=7&at_medium=RSS&ref=rss", "https://user:secret@example.org/a/b?id=7",
            "https://www.google.com/url?rct=j&url=https://example.org/a/b%3Fid%3D7&ct=ga",
            "https://out.reddit.com/t3_x?url=https%3A%2F%2Fexample.org%2Fa%2Fb%3Fid%3D7%26utm_name%3Dios",
        ])
    func oneForm(_ address: String) {
        #expect(StoryAddress.of(address) == "example.org/a/b?id=7")
    }

    @Test("The order of parameters does not matter, but their values do")
    func parameters() {
        #expect(StoryAddress.of("https://a.example/?b=2&a=1") == StoryAddress.of("https://a.example/?a=1&b=2"))
        #expect(StoryAddress.of("https://a.example/?a=1") != StoryAddress.of("https://a.example/?a=2"))
        #expect(StoryAddress.of("https://a.example/x?ref=main") == "a.example/x?ref=main")
        #expect(StoryAddress.of("https://a.example/X") != StoryAddress.of("https://a.example/x"))
    }

    @Test("The encoding of letters does not matter", arguments: ["caf%C3%A9", "caf%c3%a9", "c%61f%C3%A9", "café"])
    func encodings(_ path: String) {
        #expect(StoryAddress.of("https://a.example/\(path)/") == "a.example/café")
    }

    @Test(
        "An encoded delimiter is not the same as the delimiter itself",
        arguments: [("a%2fb", "a%2Fb", "a/b"), ("a%3fb=1", "a%3Fb=1", "a?b=1"), ("%61%2523", "a%2523", "a%23")])
    func encodedDividers(_ path: String, _ same: String, _ other: String) {
        let form = StoryAddress.of("https://a.example/\(path)")
        #expect(form == StoryAddress.of("https://a.example/\(same)"))
        #expect(form != StoryAddress.of("https://a.example/\(other)"))
    }

    @Test("A path that does not decode to text is compared unchanged")
    func otherEncodings() {
        #expect(StoryAddress.of("https://a.example/caf%E9") == "a.example/caf%E9")
        #expect(StoryAddress.of("https://a.example/caf%E8") != StoryAddress.of("https://a.example/caf%E9"))
    }

    @Test(
        "An address that does not name a single page has no comparable form",
        arguments: [
            "https://example.org", "https://example.org/", "https://example.org/?utm_source=rss", "mailto:a@b.example",
            "", "/relative", "urn:isbn:1", "javascript:alert(1)", "https://example.org/#!/a",
        ])
    func noForm(_ address: String) {
        #expect(StoryAddress.of(address) == nil)
    }

    @Test("Three nested redirect links are followed, and no more")
    func depth() {
        var address = "https://example.org/a"
        for count in 1...10 {
            address = "https://google.com/url?url=" + address.replacing("%", with: "%25").replacing("&", with: "%26")
            let form = StoryAddress.of(address)
            #expect(count <= 3 ? form == "example.org/a" : form?.hasPrefix("google.com/url?url=") == true, "\(count)")
        }
    }
}
