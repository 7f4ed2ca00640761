import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import Testing

@testable import HTTPCache

@Suite("RFC 9111 §5.1 Age")
struct AgeClauses {
    @Test(
        "§5.1: the first value counts, and values that are not numbers are ignored",
        arguments: [
            ("abc", true), ("-7200", true), ("7200.0", true), ("7200;foo=bar", true), ("", true), ("2147483647", false),
            ("2147483648", false), ("2147483649", false), ("99999999999999999999", false), ("7200, 0", false),
            ("0, 7200", true), ("0, 0", true), ("7200", false),
        ])
    func parsed(_ value: String, _ isReused: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Date", "+0"), ("Cache-Control", "max-age=3600"), ("Age", value)))
        talk.clock.advance(3)
        #expect(try await talk.ask().isReused == isReused)
    }

    @Test(
        "§5.1: the first of several lines counts",
        arguments: [("7200", "0", false), ("0", "7200", true), ("1800", "1800", true)])
    func lines(_ first: String, _ second: String, _ isReused: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=3600"), ("Age", first), ("Age", second)))
        #expect(try await talk.ask().isReused == isReused)
    }

    @Test("§5.1: the cache adds no Age to a response that the origin has just sent or confirmed")
    func network() async throws {
        let talk = try Conversation()
        #expect(try await talk.ask(.ok(("ETag", "\"1\""), ("Date", "+0")))["Age"] == nil)
        talk.clock.advance(100)
        let confirmed = try await talk.ask(.status(304, ("ETag", "\"1\""), ("Date", "+0"), body: ""))
        #expect(confirmed.sent.count == 1 && confirmed.body == "body" && confirmed["Age"] == nil)
        talk.clock.advance(100)
        // Another cache on the way has confirmed it.
        let old = try await talk.ask(.status(304, ("ETag", "\"1\""), ("Date", "-30"), ("Age", "30"), body: ""))
        #expect(old.sent.count == 1 && old["Age"] == "30")
    }
}

@Suite("RFC 9111 §5.2 Cache-Control")
struct CacheControlClauses {
    @Test(
        "§5.2: names match in any case, arguments are tokens or strings, quoted and unknown names have no effect",
        arguments: [
            ("MaX-aGe=3600", true), ("max-age=\"3600\"", true), ("foobar, max-age=3600", true),
            ("a=b, max-age=3600, c", true),
            ("extension=\"max-age=3600\", max-age=1", false), ("max-age=1, extension=\"max-age=3600\"", false),
            ("extension=\"max-age=3600\", max-age=\"1\"", false), ("e=\"a\\\", max-age=3600\", max-age=1", false),
            (",, ,max-age=3600,", true), ("max-age =3600", false), ("max-age= 3600", false),
            ("extension=\"no-store\", max-age=3600", true),
            // An unterminated quote must not hide the directives after it.
            ("extension=\"odd, no-store, max-age=3600", false), ("max-age=3600, x=\"y, no-cache", false),
        ])
    func parsed(_ value: String, _ isReused: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl(value))
        talk.clock.advance(3)
        #expect(try await talk.ask().isReused == isReused)
    }

    @Test(
        "§5.2.1: a request's directives select the responses it accepts",
        arguments: [
            // §5.2.1.1
            ("max-age=3600", "max-age=0", 0.0, false), ("max-age=3600", "max-age=1", 3, false),
            ("max-age=3600", "max-age=5", 3, true),
            ("max-age=3600", "max-age=600", 1800, false), ("max-age=3600", "max-age=5, max-stale=10", 12, true),
            ("max-age=3600", "max-age=5, max-stale=5", 12, false), ("max-age=1", "max-age=600", 3, false),
            // §5.2.1.2
            ("max-age=1", "max-stale=1000", 3, true), ("max-age=1500", "max-stale=1000", 2000, true),
            ("max-age=1", "max-stale=1", 5, false), ("max-age=1", "max-stale", 5000, true),
            ("max-age=1, must-revalidate", "max-stale", 3, false), ("no-cache", "max-stale", 3, false),
            // §5.2.1.3
            ("max-age=1500", "min-fresh=2000", 0, false), ("max-age=1500", "min-fresh=1000", 1000, false),
            ("max-age=1500", "min-fresh=1000", 400, true), ("max-age=10", "min-fresh=20, max-stale", 0, false),
            // §5.2.1.4, §5.2.1.5
            ("max-age=3600", "no-cache", 0, false), ("max-age=3600", "No-Cache", 0, false),
            ("max-age=3600", "no-store", 0, false),
            // §5.2.1.6, §5.2.3
            ("max-age=3600", "no-transform", 0, true), ("max-age=3600", "foobar=1", 0, true),
        ])
    func requested(_ response: String, _ request: String, _ elapsed: Double, _ isReused: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl(response))
        talk.clock.advance(elapsed)
        #expect(try await talk.ask(.ok(), ("Cache-Control", request)).isReused == isReused)
    }

    @Test("§5.2.1.1–§5.2.1.3: a received Age counts too")
    func requestedWithAge() async throws {
        for (request, isReused) in [
            ("max-age=600", false), ("max-age=2000", true), ("min-fresh=2000", false), ("min-fresh=1000", true),
        ] {
            let talk = try Conversation()
            try await talk.ask(.ok(("Cache-Control", "max-age=3600"), ("Age", "1800")))
            #expect(try await talk.ask(.ok(), ("Cache-Control", request)).isReused == isReused)
        }
    }

    @Test("§5.2.1.4: no-cache validates the stored response with the origin")
    func noCacheValidates() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=3600"), ("ETag", "\"1\""), ("Last-Modified", "-1000")))
        let outcome = try await talk.ask(.status(304, ("ETag", "\"1\"")), ("Cache-Control", "no-cache"))
        #expect(outcome.sent[0]["If-None-Match"] == "\"1\"" && outcome.sent[0]["If-Modified-Since"] != nil)
        #expect(outcome.sent[0]["Cache-Control"] == "no-cache" && outcome.status == 200)
    }

    @Test("§5.2.1.5: a request with no-store stores nothing and leaves stored responses unchanged")
    func requestNoStore() async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60"), ("Cache-Control", "no-store"))
        #expect(talk.client.cache.entries().isEmpty)
        try await talk.ask(.cacheControl("max-age=60", body: "kept"))
        try await talk.ask(.cacheControl("max-age=60", body: "other"), ("Cache-Control", "no-store"))
        #expect(try await talk.ask().body == "kept")
    }

    @Test("§5.2.1.7: only-if-cached gets a suitable stored response or 504, and sends no request")
    func onlyIfCached() async throws {
        let talk = try Conversation()
        #expect(try await talk.ask(.ok(), ("Cache-Control", "only-if-cached")).status == 504)
        try await talk.ask(.cacheControl("max-age=60"))
        #expect(try await talk.ask(.ok(), ("Cache-Control", "only-if-cached")).status == 200)
        talk.clock.advance(100)
        #expect(try await talk.ask(.ok(), ("Cache-Control", "only-if-cached, max-stale")).status == 200)
        for request in ["only-if-cached", "only-if-cached, no-cache", "only-if-cached, no-store"] {
            #expect(try await talk.ask(.ok(), ("Cache-Control", request)).status == 504)
        }
        #expect(talk.count == 1)
    }

    @Test("§5.2.2.2: must-revalidate is reused while fresh, validated once stale, and 504 if the origin is unreachable")
    func mustRevalidate() async throws {
        let talk = try Conversation { $0.servesStaleWhenDisconnected = true }
        try await talk.ask(.ok(("Cache-Control", "max-age=2, must-revalidate, stale-if-error=60"), ("ETag", "\"1\"")))
        #expect(try await talk.ask().isReused)
        talk.clock.advance(5)
        let away = try await talk.ask(.none)
        #expect(away.status == 504 && away.reply.failure?.cause == .brokenOff)
        #expect(try await talk.ask(.status(304, ("ETag", "\"1\""))).sent[0]["If-None-Match"] == "\"1\"")
    }

    @Test(
        "§5.2.2.3: must-understand forbids storing an unknown status; for a known one it overrides no-store",
        arguments: [
            (200, "max-age=60, no-store, must-understand", true), (200, "must-understand, max-age=60", true),
            (404, "must-understand, no-store, max-age=60", true), (599, "max-age=60, no-store, must-understand", false),
            (599, "max-age=60, must-understand", false), (299, "max-age=60, must-understand", false),
            (599, "max-age=60", true), (200, "max-age=60, no-store", false),
        ])
    func mustUnderstand(_ status: Int, _ value: String, _ isReused: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.status(status, ("Cache-Control", value)))
        #expect(try await talk.ask(.status(status)).isReused == isReused)
    }

    @Test(
        "§5.2.2.4: no-cache requires validation before each use; with an argument only the named fields are withheld",
        arguments: [
            ("no-cache", false, "1"), ("no-cache=\"a\", max-age=60", true, nil),
            ("no-cache=\"b, A\", max-age=60", true, nil),
            ("no-cache=a, max-age=60", true, nil), ("no-cache=\"b\", max-age=60", true, "1"),
            ("no-cache=\"b\", no-cache, max-age=60", false, "1"), ("no-cache=\"\", max-age=60", false, "1"),
        ] as [(String, Bool, String?)])
    func noCache(_ value: String, _ isReused: Bool, _ a: String?) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", value), ("ETag", "\"1\""), ("A", "1")))
        let again = try await talk.ask(.status(304, ("ETag", "\"1\"")))
        #expect(again.isReused == isReused && again["A"] == a && again.status == 200)
        #expect(again.sent.first?["If-None-Match"] == (isReused ? nil : "\"1\""))
    }

    @Test("§5.2.2.4: a 304 whose no-cache names a field withholds the stored field from later replies")
    func noCacheOfConfirmation() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=1"), ("ETag", "\"1\""), ("A", "1"), ("B", "2")))
        talk.clock.advance(5)
        let control = "max-age=60, no-cache=\"A, content-length\""
        let confirmed = try await talk.ask(
            .status(
                304, ("ETag", "\"1\""), ("Cache-Control", control), ("A", "3"), ("A", "4"), ("Content-Length", "9")))
        // The validated request itself gets the field.
        #expect(confirmed.values("A") == ["3", "4"] && confirmed.values("Content-Length") == ["4"])
        let again = try await talk.ask()
        #expect(again.isReused && again["A"] == nil && again["B"] == "2" && again["Content-Length"] == "4")
    }

    @Test(
        "§5.2.2.5: no-store forbids storing, in any case and beside any lifetime",
        arguments: ["no-store", "No-StOrE", "max-age=10000, no-store"])
    func noStore(_ value: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", value), ("Expires", "+10000"), ("Date", "+0"), ("ETag", "\"1\"")))
        #expect(talk.client.cache.entries().isEmpty)
        #expect(try await talk.ask().sent[0]["If-None-Match"] == nil)
    }

    @Test(
        "§5.2.2.5: a confirmation with no-store answers its request, and no part of it is stored",
        arguments: [("no-store", false), ("no-store, max-age=60", false), ("no-store, must-understand", true)])
    func confirmedWithoutStoring(_ value: String, _ isStored: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=1"), ("ETag", "\"1\""), ("A", "old")))
        talk.clock.advance(5)
        let confirmed = try await talk.ask(.status(304, ("ETag", "\"1\""), ("Cache-Control", value), ("A", "new")))
        #expect(confirmed.status == 200 && confirmed.body == "body" && confirmed["A"] == "new")
        #expect(confirmed.reply.handling.isStored == isStored)
        let stored = try #require(talk.client.cache.entries().first)
        #expect(stored.head.headerFields[HTTPField.Name("A")!] == (isStored ? "new" : "old"))
    }

    @Test("§5.2.2.6: no-transform changes nothing: bodies are stored unchanged")
    func noTransform() async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("no-transform, max-age=60", body: "a\u{0}b"))
        #expect(try await talk.ask().body == "a\u{0}b")
    }

    @Test(
        "§5.2.2.7, §5.2.2.8, §5.2.2.10: private, proxy-revalidate and s-maxage do not bind a private cache",
        arguments: [
            "private, max-age=3600", "private=\"a\", max-age=3600", "proxy-revalidate, max-age=3600",
            "s-maxage=0, max-age=3600",
        ])
    func sharedOnly(_ value: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", value), ("A", "1")))
        talk.clock.advance(3)
        let again = try await talk.ask()
        #expect(again.isReused && again["A"] == "1")
    }

    @Test(
        "RFC 9213 §2: a private cache ignores fields for other kinds of cache",
        arguments: ["CDN-Cache-Control", "Surrogate-Control", "Cloudflare-CDN-Cache-Control"])
    func targeted(_ name: String) async throws {
        for (own, others, isReused) in [("max-age=60", "no-store", true), ("max-age=0", "max-age=60", false)] {
            let talk = try Conversation()
            try await talk.ask(.ok(("Cache-Control", own), (name, others)))
            #expect(try await talk.ask().isReused == isReused)
        }
        let bare = try Conversation()
        try await bare.ask(.ok((name, "max-age=60")))
        #expect(try await !bare.ask().isReused)
    }
}

@Suite("RFC 9111 §5.3 Expires, §5.4 Pragma, §7 Security considerations")
struct OtherFieldClauses {
    @Test("§5.3: an invalid Expires is in the past", arguments: ["0", "-1", "never", "Tue", "00:00:00 GMT"])
    func expires(_ value: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Expires", value), ("Date", "+0"), ("Last-Modified", "-100000")))
        #expect(try await !talk.ask().isReused)
    }

    @Test(
        "§5.4: Pragma: no-cache means Cache-Control: no-cache if that field is missing",
        arguments: [
            ("no-cache", nil, false), ("No-Cache, x", nil, false), ("no-cache", "max-stale", true), ("odd", nil, true),
        ]
            as [(String, String?, Bool)])
    func pragma(_ value: String, _ cacheControl: String?, _ isReused: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60"))
        let fields = [("Pragma", value)] + (cacheControl.map { [("Cache-Control", $0)] } ?? [])
        let outcome = try await talk.ask(.ok()) { request in
            for (name, value) in fields { request.fields.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
        }
        #expect(outcome.isReused == isReused)
    }

    @Test("§5.4: a response's Pragma does not change its Cache-Control")
    func pragmaInResponse() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("Pragma", "no-cache")))
        #expect(try await talk.ask().isReused)
    }

    @Test("§7.3: Set-Cookie and Cookie do not prevent storing and reuse")
    func cookies() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("Set-Cookie", "a=b"), ("Set-Cookie", "c=d")))
        let again = try await talk.ask(.ok(), ("Cookie", "a=b"))
        #expect(again.isReused && again.values("Set-Cookie") == ["a=b", "c=d"])
    }
}
