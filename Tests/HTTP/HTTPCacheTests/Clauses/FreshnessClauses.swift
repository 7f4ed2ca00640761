import Basics
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("RFC 9111 §4.2 Freshness")
struct FreshnessClauses {
    /// True if a response with these fields is reused after that many seconds.
    private func isReused(
        _ fields: [(String, String)], after seconds: Double = 3, status: Int = 200, heuristics: Bool = true
    ) async throws -> Bool {
        let talk = try Conversation { $0.heuristics = heuristics }
        try await talk.ask(.init(status: status, fields: fields))
        talk.clock.advance(seconds)
        return try await talk.ask(.init(status: status)).isReused
    }

    @Test(
        "§4.2: dates are read in any letter case and all three forms; a zone other than GMT is invalid",
        arguments: [
            ("Thu, 18 Aug 2050 02:01:18 GMT", true), ("THU, 18 Aug 2050 02:01:18 GMT", true),
            ("Thu, 18 AUG 2050 02:01:18 GMT", true), ("Thu, 18 Aug 2050 02:01:18 gMT", true),
            ("Thursday, 18-Aug-50 02:01:18 GMT", true), ("Thu Aug  8 02:01:18 2050", true),
            ("Tue, 19 Jan 2038 14:14:08 GMT", true), ("Sun, 21 Nov 2286 04:46:39 GMT", true),
            ("Thu, 18 Aug 2050 02:01:18 UTC", false), ("Thu, 18 Aug 2050 02:01:18 AEST", false),
            ("Thu, 18 Aug 2050 02:01:18 +0000", false), ("Thu, 18 Aug 2050 02:01:18", false),
            ("Thu, 18 Aug 50 02:01:18 GMT", false), ("Thu 18 Aug 2050 02:01:18 GMT", false),
            ("Thu, 18  Aug  2050 02:01:18 GMT", false), ("Thu, 18-Aug-2050 02:01:18 GMT", false),
            ("Thu, 18 Aug 2050 02.01.18 GMT", false), ("Thu, 18 Aug 2050 2:01:18 GMT", false),
            ("Thu, 8 Aug 2050 02:01:18 GMT", false), ("2050-08-18T02:01:18Z", false), ("9999999999", false),
        ])
    func dates(_ expires: String, _ expected: Bool) async throws {
        #expect(try await isReused([("Expires", expires), ("Date", "+0")]) == expected)
    }

    @Test("§4.2: local time zones have no effect")
    func zone() {
        #expect(HTTPDate.parse("Thu, 01 Jan 1970 00:00:00 GMT", now: 0) == 0)
        #expect(HTTPDate.format(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }

    @Test(
        "§4.2.1: max-age has priority over Expires minus Date; s-maxage is for shared caches",
        arguments: [
            ([], false), ([("Cache-Control", "max-age=3600")], true), ([("Cache-Control", "max-age=0")], false),
            ([("Expires", "+60"), ("Date", "+0")], true), ([("Expires", "-60"), ("Date", "+0")], false),
            ([("Expires", "+0"), ("Date", "+0")], false), ([("Expires", "+300"), ("Date", "+400")], false),
            ([("Expires", "-300"), ("Date", "-400")], false), ([("Expires", "+60")], true),
            ([("Expires", "+60"), ("Date", "foo")], true),
            ([("Cache-Control", "max-age=3600"), ("Expires", "-9999"), ("Date", "+0")], true),
            ([("Cache-Control", "max-age=3600"), ("Expires", "0"), ("Date", "+0")], true),
            ([("Cache-Control", "max-age=0"), ("Expires", "+9999"), ("Date", "+0")], false),
            ([("Cache-Control", "s-maxage=3600, max-age=1")], false),
            ([("Cache-Control", "s-maxage=3600"), ("Cache-Control", "max-age=1")], false),
            ([("Cache-Control", "s-maxage=1, max-age=3600")], true), ([("Cache-Control", "s-maxage=3600")], false),
        ] as [([(String, String)], Bool)])
    func lifetime(_ fields: [(String, String)], _ expected: Bool) async throws {
        #expect(try await isReused(fields) == expected)
    }

    @Test(
        "§4.2.1: the first of repeated values and the strictest of conflicting ones count; invalid ones mean stale",
        arguments: [
            ([("Cache-Control", "max-age=1800, max-age=1")], true),
            ([("Cache-Control", "max-age=1, max-age=1800")], false),
            ([("Cache-Control", "max-age=1800"), ("Cache-Control", "max-age=1")], true),
            ([("Cache-Control", "max-age=1"), ("Cache-Control", "max-age=1800")], false),
            ([("Expires", "+60"), ("Expires", "-60"), ("Date", "+0")], true),
            ([("Expires", "-60"), ("Expires", "+60"), ("Date", "+0")], false),
            ([("Expires", "Thu, 18 Aug 2050 2:01:18 GMT"), ("Expires", "Thu, 18 Aug 2050 02:01:18 GMT")], false),
            ([("Cache-Control", "max-age=1800, no-cache")], false),
            ([("Cache-Control", "no-cache, max-age=1800")], false),
            ([("Cache-Control", "max-age=3600.0")], false), ([("Cache-Control", "max-age=a3600")], false),
            ([("Cache-Control", "max-age=3600a")], false), ([("Cache-Control", "max-age=-3600")], false),
            ([("Cache-Control", "max-age='3600'")], false), ([("Cache-Control", "max-age=")], false),
            ([("Cache-Control", "max-age")], false), ([("Cache-Control", "max-age=60;no-cache")], false),
            ([("Cache-Control", "max-age=60 no-cache")], false),
            ([("Cache-Control", "max-age=a"), ("Expires", "+60"), ("Date", "+0")], false),
        ] as [([(String, String)], Bool)])
    func conflicts(_ fields: [(String, String)], _ expected: Bool) async throws {
        #expect(try await isReused(fields) == expected)
    }

    @Test(
        "§1.2.2: delta-seconds are digits; values above 2^31 count as 2^31",
        arguments: [
            ("max-age=003600", true), ("max-age=2147483647", true), ("max-age=2147483648", true),
            ("max-age=99999999999", true), ("max-age=99999999999999999999999999", true), ("max-age=+60", false),
            ("max-age=0x60", false), ("max-age=٦٠", false),
        ])
    func deltaSeconds(_ value: String, _ expected: Bool) async throws {
        #expect(try await isReused([("Cache-Control", value)]) == expected)
    }

    @Test(
        "§4.2.2: heuristics apply to codes that allow them and to public, at most a tenth, if no lifetime is given",
        arguments: [
            (200, [], 3.0, true), (203, [], 3, true), (204, [], 3, true), (404, [], 3, true), (405, [], 3, true),
            (410, [], 3, true), (414, [], 3, true), (501, [], 3, true),
            (201, [], 3, false), (202, [], 3, false), (403, [], 3, false), (502, [], 3, false), (503, [], 3, false),
            (504, [], 3, false), (599, [], 3, false), (599, [("Cache-Control", "public")], 3, true),
            (200, [("Expires", "+0")], 3, false), (200, [("Expires", "0")], 3, false),
            (200, [("Cache-Control", "max-age=0")], 3, false), (200, [("Cache-Control", "max-age=odd")], 3, false),
            (200, [("Cache-Control", "no-cache")], 3, false), (200, [("Pragma", "no-cache")], 3, false),
            (200, [], 99, true), (200, [], 101, false),
        ] as [(Int, [(String, String)], Double, Bool)])
    func heuristics(_ status: Int, _ fields: [(String, String)], _ seconds: Double, _ expected: Bool) async throws {
        let all = [("Last-Modified", "-1000"), ("Date", "+0")] + fields
        #expect(try await isReused(all, after: seconds, status: status) == expected)
        #expect(try await !isReused(all, after: seconds, status: status, heuristics: false))
    }

    @Test("§4.2.2: a query does not prevent heuristics")
    func heuristicQuery() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Last-Modified", "-1000"), ("Date", "+0")), path: "/a?b")
        #expect(try await talk.ask(path: "/a?b").isReused)
    }

    @Test(
        "§4.2.3: the age is the larger of those from Date and Age, and grows with the time in the cache",
        arguments: [
            ([("Date", "+0"), ("Cache-Control", "max-age=10"), ("Age", "15")], false),
            ([("Date", "+0"), ("Cache-Control", "max-age=20"), ("Age", "15")], true),
            ([("Date", "+0"), ("Cache-Control", "max-age=17"), ("Age", "15")], false),
            ([("Date", "-15"), ("Cache-Control", "max-age=10")], false),
            ([("Date", "-15"), ("Cache-Control", "max-age=20")], true),
            ([("Date", "+15"), ("Cache-Control", "max-age=10")], true),
            ([("Date", "-10"), ("Expires", "+10"), ("Age", "25")], false),
            ([("Date", "+10"), ("Expires", "+20"), ("Age", "15")], false),
            ([("Date", "-7200"), ("Cache-Control", "max-age=3600"), ("Age", "0")], false),
        ] as [([(String, String)], Bool)])
    func age(_ fields: [(String, String)], _ expected: Bool) async throws {
        #expect(try await isReused(fields) == expected)
    }

    @Test("§4.2.3: the time since the request counts")
    func responseDelay() {
        let freshness = Freshness(
            status: 200, fields: [.age: "10", .cacheControl: "max-age=60"], requestTime: 1000, responseTime: 1008)
        #expect(freshness.age(at: 1008) == 18 && freshness.age(at: 1010) == 20)
    }

    @Test(
        "§4.2.4: a stale response needs permission from the client, the origin or a setting",
        arguments: [
            ("max-age=2", false, 502), ("max-age=2", true, 200), ("max-age=2, must-revalidate", true, 504),
            ("max-age=2, no-cache", true, 504), ("max-age=2, proxy-revalidate", true, 502),
            ("max-age=2, s-maxage=2", true, 502), ("max-age=2, stale-if-error=60", false, 200),
        ])
    func disconnected(_ response: String, _ isAllowed: Bool, _ status: Int) async throws {
        let talk = try Conversation { $0.servesStaleWhenDisconnected = isAllowed }
        try await talk.ask(.cacheControl(response))
        talk.clock.advance(5)
        // 502 stands for the error that explains the missing response.
        let outcome = try? await talk.ask(.none)
        #expect((outcome?.status ?? 502) == status)
        if let outcome { #expect(outcome.reply.failure != nil && outcome.reply.source == .cache) }
    }

    @Test(
        "§4.2.4, RFC 9110 §15.1: a response of any status is reused while fresh, and only then",
        arguments: [
            200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599,
        ])
    func statuses(_ status: Int) async throws {
        for (expires, isReused) in [("+60", true), ("-60", false)] {
            let talk = try Conversation()
            let answer = Conversation.Response.status(
                status, ("Expires", expires), ("Last-Modified", "-100000"), ("Date", "+0"))
            try await talk.ask(answer) { $0.followsRedirects = false }
            let again = try await talk.ask(answer) { $0.followsRedirects = false }
            #expect(again.status == status && again.isReused == isReused)
        }
    }
}
