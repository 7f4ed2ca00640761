import Basics
import Testing

@Suite struct PercentEncodingTests {
    @Test(
        "RFC 3986 §2.1: two hexadecimal digits after a percent sign are a byte; anything else stays",
        arguments: [
            ("a%20b", "a b"), ("%C3%a9", "é"), ("100%", "100%"), ("%2", "%2"), ("%zz", "%zz"), ("%+1", "%+1"),
            ("%-0", "%-0"), ("%%41", "%A"), ("a+b", "a+b"),
        ])
    func decoding(_ encoded: String, _ text: String) {
        #expect(String(decoding: PercentEncoding.decoded(encoded), as: UTF8.self) == text)
    }
}
