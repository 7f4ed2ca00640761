import Basics
import Testing

@Suite struct ComparableAddressTests {
    @Test(
        "Spellings of the same address are equal",
        arguments: [
            ("HTTP://a.example/x", "http://a.example/x"), ("http://A.Example/x", "http://a.example/x"),
            ("http://a.example:80/x", "http://a.example/x"), ("https://a.example:443/x", "https://a.example/x"),
            ("http://a.example:/x", "http://a.example/x"), ("http://a.example/x#f", "http://a.example/x"),
            ("http://a.example", "http://a.example/"), ("http://a.example?q", "http://a.example/?q"),
            ("http://[::1]:80", "http://[::1]/"), ("http://Me:Pw@A.example:80#f", "http://Me:Pw@a.example/"),
        ])
    func equal(_ one: String, _ other: String) {
        #expect(ComparableAddress.of(one) == other)
        #expect(ComparableAddress.of(other) == other)
    }

    @Test(
        "Different addresses stay different",
        arguments: [
            ("http://a.example/x", "http://a.example/X"), ("http://a.example/x", "https://a.example/x"),
            ("http://a.example/x", "http://a.example:8080/x"), ("https://a.example:80/x", "https://a.example/x"),
            ("http://a.example/x", "http://a.example/x?"), ("http://me@a.example/", "http://a.example/"),
            ("http://[::80]/", "http://[::]/"), ("exec:A", "exec:a"), ("file:///A", "file:///a"),
        ])
    func different(_ one: String, _ other: String) {
        #expect(ComparableAddress.of(one) != ComparableAddress.of(other))
    }
}
