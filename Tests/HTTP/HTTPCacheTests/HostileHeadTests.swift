import Basics
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Hostile heads")
struct HostileHeadTests {
    @Test("The cache reads a head of any bytes in linear time", arguments: Hostile.heads.indices)
    func linear(_ index: Int) async throws {
        let (name, unit) = Hostile.heads[index]
        var fields: [(String, String)] = [("ETag", "\"1\""), ("Vary", "accept-language")]
        fields.removeAll { $0.0 == name }
        fields.append((name, "\"" + String(repeating: unit, count: Hostile.length / unit.utf8.count)))
        let bench = Workbench(Scripted.ok(fields), .status(304, fields), .status(301, fields))
        let start = ContinuousClock.now
        for _ in 0..<3 { _ = try? await bench.get { $0.followsRedirects = true } }
        // A quadratic algorithm takes a minute.
        #expect(ContinuousClock.now - start < .seconds(6))
    }

    @Test(
        "The cache reads lists in a caller's request in linear time",
        arguments: ["\\\"", "\"a\",", "W/\"", "a;q=", "bytes=1-"])
    func requests(_ unit: String) async throws {
        let value = String(repeating: unit, count: Hostile.length / 3 / unit.utf8.count)
        let bench = Workbench(
            Scripted.ok([("ETag", "\"1\""), ("Vary", "Accept-Language, Accept"), ("Content-Language", "de")]))
        let start = ContinuousClock.now
        for name in [HTTPField.Name.ifNoneMatch, .acceptLanguage, .accept, .range, .ifRange, .cacheControl] {
            _ = try? await bench.get("http://h.test/a", [name: value])
            _ = try? await bench.get("http://h.test/a", [name: value], policy: .returnCacheDataElseLoad)
        }
        #expect(ContinuousClock.now - start < .seconds(6))
    }

    @Test("The work to split a list is proportional to its length")
    func growth() {
        func time(_ count: Int) -> Duration {
            let value = "\"" + String(repeating: "\\\"", count: count)
            return (0..<3).map { _ in ContinuousClock().measure { _ = FieldList.members([value]) } }.min() ?? .zero
        }
        // The list is twenty times as long: a quadratic algorithm would take 400 times as long.
        #expect(time(100_000) < time(5_000) * 100)
    }

    @Test("A list with more members than the limit forbids storing and reuse")
    func cut() {
        let many = String(repeating: "a=1,", count: FieldList.memberLimit)
        let directives = CacheControl([.cacheControl: many + "max-age=60"])
        #expect(directives.noStore && directives.noCache)
        #expect(!CacheControl([.cacheControl: "max-age=60," + String(repeating: "a,", count: 100)]).noStore)
        #expect(CacheControl([.cacheControl: "max-age=60, no-cache=\"\(many)b\""]).noCache)
        let selecting = Vary.selecting([.vary: many + "b"], of: [:])
        #expect(selecting == [SelectingField(name: "*", value: nil)])
    }

    @Test("A number of any size in a head is saturated or refused", arguments: Hostile.numbers)
    func numbers(_ number: String) async throws {
        let fields = [
            ("Content-Length", number), ("Age", number), ("ETag", "\"1\""), ("Vary", "Accept-Language"),
            ("Cache-Control", "max-age=\(number), stale-while-revalidate=\(number), stale-if-error=\(number)"),
            ("Content-Language", "de"), ("Content-Range", "bytes \(number)-\(number)/\(number)"),
        ]
        let bench = Workbench(
            .ok(fields), .status(304, fields), .status(206, fields), .status(304, fields), .status(200, fields))
        for field in ["de;q=\(number)", "de;q=0.\(number)", "de", ";q=\(number)"] {
            for control in ["max-age=\(number)", "max-stale=\(number)", "min-fresh=\(number), max-age=\(number)"] {
                for range in ["", "bytes=\(number)-", "bytes=-\(number)", "bytes=\(number)-\(number)"] {
                    var request: HTTPFields = [.acceptLanguage: field, .cacheControl: control]
                    request[.range] = range.isEmpty ? nil : range
                    _ = try await bench.get("http://h.test/a", request)
                    _ = try await bench.get("http://h.test/a", request, policy: .returnCacheDataElseLoad)
                }
            }
            bench.clock.advance(1e9)
        }
    }

    @Test(
        "A weight is a decimal number of at most 1",
        arguments: [
            ("de;q=0.5, en;q=0.4", true), ("de;q=1.000", true), ("de;q=nan", false), ("de;q=inf", false),
            ("de;q=0", false),
            ("de;q=1e9", false), ("de;q=-1", false), ("de;q=", false), ("de, en;q=nan", true), ("de;q=0.0009", false),
        ])
    func weights(_ field: String, _ isPreferred: Bool) {
        let selecting = [SelectingField(name: "accept-language", value: "other")]
        #expect((Vary.match(selecting, "de", [.acceptLanguage: field]) == .matches) == isPreferred)
    }

    @Test("An invalid clock value does no harm", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func clock(_ time: Double) async throws {
        var settings = CacheSettings()
        settings.now = { time }
        let transport = ScriptedTransport(.ok([("ETag", "\"1\""), ("Expires", HTTPDate.format(time))]))
        let client = CachingClient(cache: ResponseCache(), transport: transport, settings: settings)
        for policy in CachePolicy.allCases {
            _ = try? await client.response(for: CacheRequest(url: "http://h.test/a"), policy: policy)
        }
        #expect(!HTTPDate.format(time).isEmpty)
    }

    @Test("The counts of hits and saved bytes saturate")
    func tally() {
        var tally = Tally(hits: .max, misses: 1, savedBytes: .max)
        tally.add(Tally(hits: 1, misses: 1, savedBytes: .max))
        #expect(tally == Tally(hits: .max, misses: 2, savedBytes: .max))
    }
}

/// Input that no honest server sends.
private enum Hostile {
    /// Length in bytes. A head may be four times as long, but an unoptimised build needs more time.
    static let length = 60_000

    static let heads: [(name: String, unit: String)] = [
        ("Cache-Control", "\\\""), ("Cache-Control", "\""), ("Cache-Control", "\"\\"), ("Cache-Control", "\\"),
        ("Cache-Control", "a,"), ("Cache-Control", "no-cache=\"a\","), ("Cache-Control", "no-cache=\"a,b\\\""),
        ("Cache-Control", "max-age=1,"), ("Cache-Control", " "), ("Cache-Control", ","),
        ("Vary", "a,"), ("Vary", "\"\\\""), ("Connection", "a,"), ("Connection", "\"\\\","),
        ("Age", "\\\""), ("Age", "9"), ("Expires", "9"), ("Date", "Mon, "), ("Last-Modified", "a"),
        ("ETag", "\""), ("ETag", "W/\""), ("Content-Range", "bytes 1-"), ("Content-Range", "9"),
        ("Content-Length", "9"), ("Content-Encoding", "gzip,"), ("Pragma", "\\\""), ("Location", "../"),
        ("Content-Location", "/./"), ("Accept-Ranges", "\\\""),
    ]

    static let numbers = [
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "99999999999999999999999999", "1e300",
        "nan",
        "inf", "-1", "0x10", "",
    ]
}
