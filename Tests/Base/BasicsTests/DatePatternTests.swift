import Basics
import Foundation
import Testing

@Suite struct DatePatternTests {
    private static let padded = "YyBbhmdejAauHkIlMpPSDFRTcrxX%".map { "%\($0)" }
    private static let unpadded = "ymdejHkIlM".map { "%-\($0)" }

    @Test(
        "Each conversion gives the same text as the C library's strftime",
        arguments: padded + unpadded + ["%d.%m.", "%H h", "am %-d. %B: %%", "%F %T", "日%e"])
    func conversions(_ pattern: String) throws {
        let format = try #require(DatePattern(pattern))
        // Midnight, noon, the last second of a leap year, a Sunday, and a date whose numbers have one digit.
        for seconds in [0, 43_200, 1_735_689_599, 1_795_907_045, 1_788_325_445, 951_782_400, 1_041_379_200 + 3_600] {
            let text = format.text(of: LocalTime(secondsSince1970: seconds))
            #expect(text == Self.strftime(pattern, seconds))
            #expect(text.count <= format.widest.count)
        }
    }

    @Test(
        "A pattern without a conversion, with an unknown one or a control character, or for a long date is refused",
        arguments: ["", "iso", "%", "%d%", "%-", "%Q", "%-D", "%d\u{1B}[0m", "%d\n%m", "%A %A %A %A"])
    func refusals(_ pattern: String) {
        #expect(DatePattern(pattern) == nil)
    }

    private static func strftime(_ pattern: String, _ seconds: Int) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        var bytes = [CChar](repeating: 0, count: 200)
        // The locale of the process must not change the names.
        let c = newlocale(1 << LC_ALL, "C", nil)
        defer { freelocale(c) }
        let count = strftime_l(&bytes, bytes.count, pattern, &parts, c)
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
