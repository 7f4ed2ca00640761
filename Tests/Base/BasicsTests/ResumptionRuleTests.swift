import Testing

@testable import Basics

/// The rules for ranges of a body that was received in part (RFC 9110 §8.8, §13.1.5, §14.4).
@Suite struct ResumptionRuleTests {
    @Test("§14.4: a Content-Range has its bounds and the length, or no length")
    func range() {
        let range = ContentRange("bytes 5-5/10")
        #expect(range?.first == 5 && range?.last == 5 && range?.total == 10)
        #expect(ContentRange("Bytes 5-9/10")?.last == 9)
        #expect(ContentRange("bytes 5-9/*")?.total == nil)
    }

    @Test(
        "§14.4: any other Content-Range is invalid",
        arguments: [
            "bytes 5-4/10", "bytes 5-9/9", "bytes */10", "bytes 5-/10", "bytes -5/10", "bytes 5-9", "bytes 5-9/10/11",
            "bytes +5-9/10", "bytes 5-9/-10", "items 5-9/10", "", "bytes 0-9223372036854775807/*",
        ])
    func noRange(_ field: String) {
        #expect(ContentRange(field) == nil)
    }

    @Test("§15.3.7: a 206 continues a part from its end, and only of the same version")
    func continuation() throws {
        let range = try #require(ContentRange("bytes 5-9/10"))
        #expect(range.continues(at: 5, of: "\"1\"", tag: "\"1\""))
        #expect(range.continues(at: 5, of: "\"1\"", tag: nil))
        #expect(range.continues(at: 5, of: Self.noon, tag: "\"1\""), "a date names no tag")
        #expect(!range.continues(at: 5, of: "\"1\"", tag: "\"2\""))
        #expect(!range.continues(at: 4, of: "\"1\"", tag: "\"1\""))
        #expect(try #require(ContentRange("bytes 5-9/*")).continues(at: 5, of: "\"1\"", tag: nil))
        #expect(!(try #require(ContentRange("bytes 5-8/10")).continues(at: 5, of: "\"1\"", tag: nil)), "not to the end")
    }

    @Test("§8.8.3: an empty opaque tag is a strong tag; a single quote is not a tag")
    func tags() {
        #expect(StrongValidator.isTag("\"\""))
        #expect(!StrongValidator.isTag("\""))
        #expect(!StrongValidator.isTag("\"1\", \"1\""), "two joined lines")
        #expect(!StrongValidator.isTag("W/\"\""))
    }

    private static let noon = "Sun, 22 Nov 2026 12:00:00 GMT"

    @Test(
        "§13.1.5: If-Range gets a strong tag or, without any tag, a date that is a second before the response was sent",
        arguments: [
            ("\"1\"", "Sun, 22 Nov 2026 12:00:00 GMT", "\"1\""),
            ("W/\"1\"", "Sun, 22 Nov 2026 12:00:10 GMT", nil),
            (nil, "Sun, 22 Nov 2026 12:00:01 GMT", noon),
            (nil, "Sun, 22 Nov 2026 12:00:00 GMT", nil),
            (nil, nil, nil),
        ] as [(String?, String?, String?)])
    func condition(_ tag: String?, _ sent: String?, _ validator: String?) {
        #expect(StrongValidator.forIfRange(tag: tag, lastModified: Self.noon, sent: sent, now: 0) == validator)
    }
}
