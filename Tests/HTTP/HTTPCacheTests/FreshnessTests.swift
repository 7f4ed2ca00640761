import Basics
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Freshness: RFC 9111 §4.2")
struct FreshnessTests {
    private let received = 1_790_000_000.0

    /// Whole numbers are dates, in seconds from the time of receipt.
    private func freshness(_ fields: [(String, String)], status: Int = 200, delay: Double = 0) -> Freshness {
        var all = HTTPFields()
        for (name, value) in fields {
            let isDate = ["Date", "Expires", "Last-Modified"].contains(name)
            let text = isDate ? Double(value).map { HTTPDate.format(received + $0) } ?? value : value
            all.append(HTTPField(name: HTTPField.Name(name)!, value: text))
        }
        return Freshness(status: status, fields: all, requestTime: received - delay, responseTime: received)
    }

    @Test(
        "§4.2.1: explicit lifetimes come from max-age or Expires",
        arguments: [
            ([("Cache-Control", "max-age=60")], 60), ([("Date", "0"), ("Expires", "90")], 90),
            ([("Date", "-10"), ("Expires", "10")], 20), ([("Date", "400"), ("Expires", "300")], 0),
            ([("Date", "0"), ("Expires", "never")], 0), ([("Date", "0"), ("Expires", "-5")], 0),
            ([("Date", "odd"), ("Expires", "10")], 10), ([("Expires", "10")], 10),
            ([("Cache-Control", "max-age=5"), ("Date", "0"), ("Expires", "900")], 5),
            ([("Cache-Control", "max-age=50"), ("Expires", "never")], 50),
            ([("Cache-Control", "s-maxage=60, max-age=1")], 1), ([("Cache-Control", "s-maxage=60")], nil),
            ([("Expires", "never"), ("Expires", "900")], 0), ([], nil),
        ] as [([(String, String)], Int?)])
    func explicitLifetime(_ fields: [(String, String)], _ seconds: Int?) {
        #expect(freshness(fields).explicitLifetime == seconds)
    }

    @Test(
        "A limit on the lifetime never makes a stale response fresh, §5.4 Pragma included",
        arguments: [
            ([("Expires", "900")], 60, false), ([("Cache-Control", "max-age=50, immutable")], 50, false),
            ([("Pragma", "no-cache"), ("Expires", "900")], 60, true), ([("Pragma", "no-cache")], nil, true),
            ([("Cache-Control", "no-cache, max-age=900")], 60, true),
            ([("Pragma", "no-cache"), ("Cache-Control", "max-age=900")], 60, false),
            ([("Cache-Control", String(repeating: "immutable,", count: 600) + "max-age=900")], nil, true),
        ] as [([(String, String)], Int?, Bool)])
    func limited(_ fields: [(String, String)], _ seconds: Int?, _ isValidated: Bool) {
        var response = CachedResponse(head: HTTPResponse(status: .ok), body: [])
        for (name, value) in fields {
            let text = name == "Expires" ? HTTPDate.format(received + (Double(value) ?? 0)) : value
            response.head.headerFields.append(HTTPField(name: HTTPField.Name(name)!, value: text))
        }
        response.limitLifetime(to: 60, now: received)
        let limited = Freshness(
            status: 200, fields: response.head.headerFields, requestTime: received, responseTime: received)
        #expect(limited.explicitLifetime == seconds && limited.directives.noCache == isValidated)
        #expect(!limited.directives.isImmutable || limited.directives.noStore)
    }

    @Test(
        "§4.2.2: the heuristic lifetime is a tenth of the age since Last-Modified",
        arguments: [
            (200, [("Date", "0"), ("Last-Modified", "-1000")], 100),
            (404, [("Date", "0"), ("Last-Modified", "-1000")], 100),
            (201, [("Date", "0"), ("Last-Modified", "-1000")], nil),
            (503, [("Date", "0"), ("Last-Modified", "-1000")], nil),
            (599, [("Date", "0"), ("Last-Modified", "-1000"), ("Cache-Control", "public")], 100),
            (200, [("Date", "0"), ("Last-Modified", "-1000"), ("Expires", "0")], nil),
            (200, [("Date", "0"), ("Last-Modified", "-1000"), ("Cache-Control", "max-age=0")], nil),
            (200, [("Date", "0"), ("Last-Modified", "Wed, 12 Feb 2020 12:01:36 Asia/Shanghai")], nil),
            (200, [("Date", "0"), ("Last-Modified", "500")], 0), (200, [("Date", "0")], nil),
        ] as [(Int, [(String, String)], Int?)])
    func heuristicLifetime(_ status: Int, _ fields: [(String, String)], _ seconds: Int?) {
        #expect(freshness(fields, status: status).heuristicLifetime == seconds)
    }

    @Test("§4.2.2: settings limit the heuristic lifetime and turn it off")
    func heuristicLimit() {
        let old = freshness([("Date", "0"), ("Last-Modified", "-100000000")])
        #expect(old.lifetime(heuristicLimit: 86_400) == 86_400)
        for limit in [nil, 0, -1, Int.min] { #expect(old.lifetime(heuristicLimit: limit) == 0) }
    }

    @Test(
        "§4.2.3, §5.1: the age comes from the Age field and from the clocks",
        arguments: [
            ([("Age", "15")], 0.0, 15), ([("Age", "7200, 0")], 0, 7200), ([("Age", "0, 7200")], 0, 0),
            ([("Age", "7200"), ("Age", "0")], 0, 7200), ([("Age", "-5")], 0, 0), ([("Age", "abc")], 0, 0),
            ([("Age", "7200.0")], 0, 0), ([("Age", "99999999999")], 0, 1 << 31), ([("Date", "-30")], 0, 30),
            ([("Date", "30")], 0, 0), ([("Date", "-30"), ("Age", "40")], 0, 40), ([("Age", "10")], 5, 15), ([], 5, 5),
            ([("Age", "")], 0, 0), ([("Age", "5;foo=bar")], 0, 0),
        ] as [([(String, String)], Double, Int)])
    func age(_ fields: [(String, String)], _ delay: Double, _ seconds: Int) {
        #expect(freshness(fields, delay: delay).age(at: received) == seconds)
    }

    @Test("§4.2.3: resident time adds to the age, and a small clock difference subtracts nothing")
    func residentTime() {
        let stored = freshness([("Age", "10")])
        #expect(stored.age(at: received + 7.5) == 17)
        #expect(stored.age(at: received - 1) == 10)
        #expect(stored.age(at: received - 60) == 10)
    }

    // §4.2.4: a stale response is not served as fresh, and the time that this one was stored is unknown.
    @Test("§4.2.3: a response from the future has the largest age")
    func clockSetBack() {
        let stored = freshness([("Age", "10"), ("Cache-Control", "max-age=31536000")])
        for back in [61, 100, 31_536_000] as [Double] {
            #expect(stored.age(at: received - back) == CacheControl.maximumDelta)
            #expect(stored.lifetime(heuristicLimit: nil) < stored.age(at: received - back))
        }
    }
}
