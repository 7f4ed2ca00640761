import Testing

@testable import Basics

@Suite("HTTPDate: RFC 9110 §5.6.7")
struct HTTPDateTests {
    private let now = 1_790_000_000.0

    @Test(
        "The parser reads all three forms in any letter case",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("sUN, 06 nOV 1994 08:49:37 gmt", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Sun Nov 16 08:49:37 1994", 784_975_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Tue, 19 Jan 2038 14:14:08 GMT", 2_147_523_248),
            ("Thursday, 18-Aug-50 02:01:18 GMT", 2_544_400_878), ("Sun, 21 Nov 2286 04:46:39 GMT", 10_000_039_599),
        ])
    func read(_ text: String, _ seconds: Double) {
        #expect(HTTPDate.parse(text, now: now) == seconds)
    }

    @Test(
        "The parser refuses everything else",
        arguments: [
            "", "0", "-1", "never", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 AEST",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT",
            "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT+1", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
            "Wed, 12 Feb 2020 12:01:36 Asia/Shanghai", "aaaaaaaaaaaaaSun, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 aaaaaaaaaaaaaGMT", "Tue, 31 Feb 2026 08:49:37 GMT",
            "Sun, 29 Feb 2026 08:49:37 GMT",
        ])
    func refused(_ text: String) {
        #expect(HTTPDate.parse(text, now: now) == nil)
    }

    @Test(
        "The parser reads back every date that is written",
        arguments: [0.0, 784_111_777, 951_782_399, 1_709_251_199, 4_102_444_800])
    func roundTrip(_ seconds: Double) {
        #expect(HTTPDate.parse(HTTPDate.format(seconds), now: now) == seconds)
    }

    @Test("A date is written in the preferred form")
    func form() {
        #expect(HTTPDate.format(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(
        "A two-digit year that would be more than fifty years ahead is in the past",
        arguments: [
            ("Friday, 01-Jan-99 00:00:00 GMT", 915_148_800.0), ("Wednesday, 01-Dec-76 00:00:00 GMT", 218_246_400),
            ("Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
        ])
    func century(_ text: String, _ seconds: Double) {
        #expect(HTTPDate.parse(text, now: now) == seconds)
    }
}
