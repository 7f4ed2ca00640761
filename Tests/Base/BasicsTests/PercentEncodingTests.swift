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

    @Test(
        "Bytes that are not kept become a percent sign and two capital digits",
        arguments: [
            ("a-Z_0.9~", PercentEncoding.Kept.unreserved, "a-Z_0.9~"),
            ("a b&c=ü\n", .unreserved, "a%20b%26c%3D%C3%BC%0A"),
            ("100%", .unreserved, "100%25"), ("", .unreserved, ""),
            ("/a%20b?c=d#e\\", .visible, "/a%20b?c=d#e\\"), ("/a b\u{7F}é\u{1B}", .visible, "/a%20b%7F%C3%A9%1B"),
            ("/a\\b!", .visibleButBackslash, "/a%5Cb!"),
        ])
    func encoding(_ text: String, _ kept: PercentEncoding.Kept, _ encoded: String) {
        #expect(PercentEncoding.encoded(text, keeping: kept) == encoded)
    }

    @Test("Text stays the same after encoding and decoding")
    func roundTrip() {
        let text = String(decoding: Array(UInt8(0)...0x7F), as: UTF8.self) + "ü東👍"
        let encoded = PercentEncoding.encoded(text, keeping: .unreserved)
        #expect(String(decoding: PercentEncoding.decoded(encoded), as: UTF8.self) == text)
    }
}
