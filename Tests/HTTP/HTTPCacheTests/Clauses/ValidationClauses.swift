import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import Testing

@testable import HTTPCache

@Suite("RFC 9111 §4.3 Validation")
struct ValidationClauses {
    @Test(
        "§4.3.1: the stored tag MUST and the stored date SHOULD be sent, byte for byte",
        arguments: [
            ("\"abc\"", "Wed, 01 Jan 2020 00:00:00 GMT"), ("W/\"abc\"", nil), ("abc", nil), ("w/\"x\"", "yesterday"),
            ("\"a\u{fc}\"", nil), ("\"a,b\\\"", nil), (nil, "Wed, 12 Feb 2020 12:01:36 Asia/Shanghai"),
        ] as [(String?, String?)])
    func sent(_ tag: String?, _ date: String?) async throws {
        let talk = try Conversation()
        var fields = [("Cache-Control", "max-age=1")]
        if let tag { fields.append(("ETag", tag)) }
        if let date { fields.append(("Last-Modified", date)) }
        try await talk.ask(.init(fields: fields))
        talk.clock.advance(5)
        let outcome = try await talk.ask(.init(status: 304, fields: fields))
        #expect(outcome.sent[0]["If-None-Match"] == tag && outcome.sent[0]["If-Modified-Since"] == date)
        #expect(outcome.status == 200 && outcome.body == "body" && outcome.reply.source == .revalidated)
    }

    @Test("§4.3.1: the request's own fields are sent too, above all those named by Vary")
    func ownFields() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("ETag", "\"1\""), ("Vary", "Abc"), ("Cache-Control", "max-age=1")), ("Abc", "123"))
        talk.clock.advance(5)
        let outcome = try await talk.ask(.status(304, ("ETag", "\"1\"")), ("Abc", "123"))
        #expect(outcome.sent[0]["If-None-Match"] == "\"1\"" && outcome.sent[0]["Abc"] == "123")
    }

    @Test("RFC 9110 §13.1.2: a tag that means any version or none is not sent as a condition", arguments: ["*", ""])
    func tagOfNoVersion(_ tag: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=1"), ("ETag", tag), ("Last-Modified", "")))
        talk.clock.advance(5)
        let sent = try await talk.ask(.ok(body: "new")).sent[0]
        #expect(sent["If-None-Match"] == nil && sent["If-Modified-Since"] == nil)
    }

    @Test("§4.3.1: without a validator the request has no condition")
    func noValidator() async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=1"))
        talk.clock.advance(5)
        let outcome = try await talk.ask(.ok(body: "new"))
        #expect(outcome.sent[0]["If-None-Match"] == nil && outcome.sent[0]["If-Modified-Since"] == nil)
        #expect(outcome.body == "new")
    }

    private static let etag = "If-None-Match"
    private static let since = "If-Modified-Since"

    @Test(
        "§4.3.2: a fresh response that meets the client's conditions is answered by 304",
        arguments: [
            ("ETag", "\"a\"", "\"a\"", true), ("ETag", "\"a\"", "\"b\"", false), ("ETag", "\"a\"", "*", true),
            ("ETag", "\"a\"", "\"a\", \"1\", \"2\"", true), ("ETag", "\"a\"", "\"1\", \"a\", \"2\"", true),
            ("ETag", "\"a\"", "\"1\",\"2\",\"a\"", true), ("ETag", "\"a\"", "\"1\", \"2\"", false),
            // RFC 9110 §13.1.2: weak comparison.
            ("ETag", "W/\"a\"", "W/\"a\"", true), ("ETag", "W/\"a\"", "\"a\"", true),
            ("ETag", "\"a\"", "W/\"a\"", true),
            ("ETag", "\"a\u{fc}\"", "\"a\u{fc}\"", true), ("ETag", "abc", "abc", true),
            ("ETag", "\"A\"", "\"a\"", false),
            ("ETag", "w/\"a\"", "w/\"a\"", true), ("ETag", "W\\\"a\"", "W\\\"a\"", true),
            // RFC 9110 §8.8.3: commas belong to a tag, and backslashes escape nothing in it.
            ("ETag", "\"a,b\"", "\"1\", \"a,b\"", true), ("ETag", "\"b\"", "\"a,b\"", false),
            ("ETag", "\"a\\\"", "\"a\\\", \"c\"", true), ("ETag", "\"c\"", "\"a\\\", \"c\"", true),
            ("A", "1", "*", true), ("A", "1", "\"a\"", false),
        ])
    func noneMatch(_ name: String, _ value: String, _ condition: String, _ isNotModified: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=60"), (name, value)))
        let outcome = try await talk.ask(.ok(), (Self.etag, condition))
        #expect(outcome.isReused && outcome.status == (isNotModified ? 304 : 200))
        #expect(outcome.body == (isNotModified ? "" : "body") && outcome[name] == value)
    }

    @Test(
        "§4.3.2: Last-Modified, else Date, answers a date condition, in any form of date",
        arguments: [
            ("-3000", "-3000", true), ("-3000", "-2000", true), ("-3000", "-4000", false), (nil, "+0", true),
            (nil, "-3000", false), ("odd", "-3000", false), ("-3000", "odd", false),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", true),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", true),
        ] as [(String?, String, Bool)])
    func modifiedSince(_ lastModified: String?, _ condition: String, _ isNotModified: Bool) async throws {
        let talk = try Conversation()
        let fields =
            [("Cache-Control", "max-age=60"), ("Date", "+0")] + (lastModified.map { [("Last-Modified", $0)] } ?? [])
        try await talk.ask(.init(fields: fields))
        let outcome = try await talk.ask(.ok(), (Self.since, condition))
        #expect(outcome.isReused && outcome.status == (isNotModified ? 304 : 200))
    }

    @Test("§4.3.2, RFC 9110 §13.2.2: If-None-Match has priority over If-Modified-Since")
    func precedence() async throws {
        let talk = try Conversation()
        try await talk.ask(
            .ok(("Cache-Control", "max-age=60"), ("ETag", "\"a\""), ("Last-Modified", "-5000"), ("Date", "+0")))
        #expect(try await talk.ask(.ok(), (Self.etag, "\"a\""), (Self.since, "-9000")).status == 304)
        #expect(try await talk.ask(.ok(), (Self.etag, "\"b\""), (Self.since, "-1")).status == 200)
    }

    @Test(
        "§4.3.2: the origin evaluates If-Match and If-Unmodified-Since",
        arguments: ["If-Match", "If-Unmodified-Since"])
    func originsConditions(_ name: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("ETag", "\"a\"")))
        let outcome = try await talk.ask(.status(412), (name, "\"b\""))
        #expect(outcome.status == 412 && outcome.sent[0][name] == "\"b\"")
    }

    @Test("§4.3.2: conditions are passed on unchanged if no suitable response is stored")
    func passedOn() async throws {
        let talk = try Conversation()
        let first = try await talk.ask(.status(304), (Self.etag, "abc"), (Self.since, "odd"))
        #expect(first.status == 304 && first.sent[0][Self.etag] == "abc" && first.sent[0][Self.since] == "odd")
        try await talk.ask(.ok(("Cache-Control", "max-age=1"), ("ETag", "\"a\"")))
        talk.clock.advance(5)
        let stale = try await talk.ask(.status(304, ("ETag", "\"b\"")), (Self.etag, "\"b\""))
        #expect(stale.status == 304 && stale.sent[0][Self.etag] == "\"b\"")
        #expect(try await talk.ask(.ok(body: "new")).body == "new")
        // A 404 is not a representation, so no condition applies to it.
        try await talk.ask(.status(404, ("Cache-Control", "max-age=60"), ("ETag", "\"a\"")), path: "/gone")
        #expect(try await talk.ask(.ok(), (Self.etag, "\"a\""), path: "/gone").status == 404)
    }

    @Test("§4.3.2: a part's tag is sent only for a range within the part")
    func partialTag() async throws {
        let talk = try Conversation()
        try await talk.ask(
            .status(
                206, ("Cache-Control", "max-age=1"), ("ETag", "\"1\""), ("Content-Range", "bytes 5-9/10"), body: "56789"
            ),
            ("Range", "bytes=5-9"))
        talk.clock.advance(5)
        let confirmed = try await talk.ask(
            .status(304, ("ETag", "\"1\""), ("Cache-Control", "max-age=1")), ("Range", "bytes=6-7"))
        #expect(confirmed.sent[0]["If-None-Match"] == "\"1\"")
        #expect(confirmed.status == 206 && confirmed.body == "67")
        talk.clock.advance(5)
        for range in ["bytes=0-7", nil] {
            let outcome = try await talk.ask(.cacheControl("no-store", body: "0123456789")) {
                $0.fields[.range] = range
            }
            #expect(outcome.sent[0]["If-None-Match"] == nil && outcome.body == "0123456789")
        }
    }

    @Test("§4.3.3: a 304 updates and reuses, a full response replaces, a 5xx is passed on")
    func response() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=1"), ("ETag", "\"1\""), body: "one"))
        talk.clock.advance(5)
        let failed = try await talk.ask(.status(503, body: "away"))
        #expect(failed.status == 503 && failed.body == "away")
        let confirmed = try await talk.ask(.status(304, ("ETag", "\"1\""), ("Cache-Control", "max-age=1")))
        #expect(confirmed.status == 200 && confirmed.body == "one")
        talk.clock.advance(5)
        let replaced = try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("ETag", "\"2\""), body: "two"))
        #expect(replaced.body == "two")
        #expect(try await talk.ask().body == "two")
    }

    @Test(
        "§4.3.4: a 304 updates the stored response that it selects",
        arguments: [
            // A strong validator MUST equal a stored one.
            ([("ETag", "\"1\"")], [("ETag", "\"1\"")], true), ([("ETag", "\"1\"")], [("ETag", "\"2\"")], false),
            ([("Last-Modified", "-9")], [("ETag", "\"2\"")], false),
            // A weak validator must match a stored one.
            ([("ETag", "W/\"1\"")], [("ETag", "W/\"1\"")], true), ([("ETag", "W/\"1\"")], [("ETag", "W/\"2\"")], false),
            (
                [("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT")],
                [("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT")], true
            ),
            (
                [("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT")],
                [("Last-Modified", "Thu, 02 Jan 2020 00:00:00 GMT")], false
            ),
            (
                [("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT")],
                [("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT"), ("ETag", "\"1\"")], true
            ),
            // Without a validator the 304 confirms the response that was validated.
            ([("ETag", "\"1\"")], [], true), ([("Last-Modified", "-9")], [], true),
            // Servers that compress weaken the tags of 200s but not the tags of 304s.
            ([("ETag", "W/\"1\"")], [("ETag", "\"1\"")], true),
        ] as [([(String, String)], [(String, String)], Bool)])
    func identified(_ old: [(String, String)], _ new: [(String, String)], _ isUpdated: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.init(fields: [("Cache-Control", "max-age=1"), ("A", "old")] + old, body: "old"))
        talk.clock.advance(5)
        let outcome = try await talk.ask(
            .init(
                status: 304, fields: [("Cache-Control", "max-age=60"), ("A", "new")] + new,
                unconditionally: .init(status: 200, fields: [("A", "fetched")], body: "fetched")))
        #expect(outcome.body == (isUpdated ? "old" : "fetched") && outcome["A"] == (isUpdated ? "new" : "fetched"))
        // If the 304 is about another response, the request is repeated without conditions.
        #expect(outcome.sent.count == (isUpdated ? 1 : 2))
    }

    @Test("§4.3.4: all stored responses with the same strong validator are updated")
    func allWithTheTag() async throws {
        let talk = try Conversation()
        func answer(_ vary: String) -> Conversation.Response {
            .ok(("Cache-Control", "max-age=5"), ("Vary", vary), ("ETag", "\"1\""), body: vary)
        }
        try await talk.ask(answer("A"), ("A", "1"), ("B", "2"))
        try await talk.ask(answer("B"), ("A", "2"), ("B", "1"))
        talk.clock.advance(10)
        try await talk.ask(.status(304, ("ETag", "\"1\""), ("Cache-Control", "max-age=600")), ("A", "1"), ("B", "1"))
        #expect(try await talk.ask(.ok(), ("A", "1"), ("B", "2")).isReused)
        #expect(try await talk.ask(.ok(), ("A", "2"), ("B", "1")).isReused)
    }

    @Test("§4.3.4: a 304 to the client's own condition updates the response that it names, if any")
    func clientsOwn() async throws {
        for (tag, isUpdated) in [("\"1\"", true), ("\"9\"", false), (nil, false)] as [(String?, Bool)] {
            let talk = try Conversation()
            try await talk.ask(.ok(("Cache-Control", "max-age=1"), ("ETag", "\"1\"")))
            talk.clock.advance(5)
            let fields = [("Cache-Control", "max-age=60")] + (tag.map { [("ETag", $0)] } ?? [])
            #expect(try await talk.ask(.init(status: 304, fields: fields), (Self.etag, tag ?? "\"1\"")).status == 304)
            #expect(try await talk.ask().isReused == isUpdated)
        }
    }

    @Test(
        "§4.3.5: a 200 to HEAD updates a stored response that matches it, and makes any other one stale",
        arguments: [
            ([], [("Cache-Control", "max-age=600")], true), ([("ETag", "\"1\"")], [("ETag", "\"1\"")], true),
            ([("ETag", "\"1\"")], [("ETag", "\"2\"")], false), ([], [("ETag", "\"2\"")], false),
            (
                [("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT")],
                [("Last-Modified", "Thu, 02 Jan 2020 00:00:00 GMT")], false
            ),
        ] as [([(String, String)], [(String, String)], Bool)])
    func head(_ old: [(String, String)], _ new: [(String, String)], _ agrees: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.init(fields: [("Cache-Control", "max-age=2"), ("A", "1"), ("B", "1")] + old))
        talk.clock.advance(5)
        // Its Content-Length is that of a GET, the same as before.
        let head = try await talk.ask(
            .init(fields: [("Cache-Control", "max-age=600"), ("A", "2")] + new), method: "HEAD")
        #expect(head.sent[0].method == "HEAD" && head.status == 200 && head.body == "")
        let again = try await talk.ask(.ok(body: "new"))
        #expect(again.isReused == agrees)
        if agrees { #expect(again["A"] == "2" && again["B"] == "1" && again.body == "body") }
    }

    @Test(
        "§4.3.5: another Content-Length makes the response stale, but keeps it; other statuses prove nothing"
    )
    func headLength() async throws {
        for (status, length, isFresh) in [(200, 4, true), (200, 5, false), (200, 0, false), (404, 9, true)] {
            let talk = try Conversation()
            try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("ETag", "\"1\"")))
            talk.clock.advance(5)
            try await talk.ask(
                .raw("HTTP/1.1 \(status) X\r\nCache-Control: max-age=600\r\nContent-Length: \(length)\r\n\r\n"),
                method: "HEAD", policy: .reloadIgnoringLocalCacheData)
            let stored = talk.client.storedReply(for: CacheRequest(url: talk.url()))
            #expect(stored?.freshness.isStale == !isFresh)
            // A confirmation makes it fresh again.
            let next = try await talk.ask(.status(304, ("ETag", "\"1\"")))
            #expect(next.body == "body" && next.isReused == isFresh)
            #expect(try await talk.ask().isReused)
        }
    }

    @Test("§4.3.5: a 200 to a HEAD under the client's own condition also makes another stored response stale")
    func headUnderCondition() async throws {
        for (tag, isFresh) in [("\"1\"", true), ("\"2\"", false)] {
            let talk = try Conversation()
            try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("ETag", "\"1\"")))
            try await talk.ask(
                .ok(("Cache-Control", "max-age=60"), ("ETag", tag)), (Self.etag, "\"0\""), method: "HEAD",
                policy: .reloadIgnoringLocalCacheData)
            #expect(try await talk.ask().isReused == isFresh)
        }
    }
}

@Suite("RFC 9111 §4.4 Invalidation")
struct InvalidationClauses {
    @Test(
        "§4.4: a non-error response to an unsafe or unknown method MUST invalidate the target; an error does not",
        arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH", "BREW"], [200, 204, 303, 404, 500])
    func target(_ method: String, _ status: Int) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60"))
        try await talk.ask(.status(status), method: method) { $0.body = Array("abc".utf8) }
        #expect(try await talk.ask().isReused == (status >= 400))
    }

    @Test("§4.4: safe methods invalidate nothing", arguments: ["HEAD", "OPTIONS", "TRACE"])
    func safe(_ method: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60"))
        try await talk.ask(.cacheControl("max-age=60"), method: method)
        #expect(try await talk.ask().isReused)
    }

    @Test(
        "§4.4: Location and Content-Location are invalidated too, on the same origin only",
        arguments: ["Location", "Content-Location"],
        ["b", "/b", "ORIGIN/b", "http://127.0.0.2:1/b", "https://127.0.0.1/b"])
    func locations(_ name: String, _ value: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60"), path: "/b")
        let target = value.replacing("ORIGIN", with: talk.url(""))
        try await talk.ask(.status(201, (name, target)), method: "POST", path: "/a")
        #expect(try await talk.ask(path: "/b").isReused == value.contains("://"))
    }

    @Test("§4.4: everything stored for the address is invalidated: variants, parts, and POSTs stored by their body")
    func everything() async throws {
        let folder = try Folder()
        let talk = try Conversation(cache: folder.cache(memory: 1 << 20))
        func fill() async throws {
            for value in ["1", "2"] {
                try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("Vary", "Foo")), ("Foo", value))
                try await talk.ask(.cacheControl("max-age=60"), method: "POST") {
                    $0.keyedByBody = true
                    $0.body = Array(value.utf8)
                }
            }
            #expect(talk.client.cache.entries().count == 4)
        }
        // Entries not on disk yet, entries on disk and in memory, and entries on disk only.
        for prepare in [{}, { talk.client.cache.flush() }, { talk.client.cache.relieveMemoryPressure() }]
            as [@Sendable () -> Void]
        {
            try await fill()
            prepare()
            try await talk.ask(.ok(), method: "DELETE")
            #expect(talk.client.cache.entries().isEmpty)
        }
    }

    @Test("§4.4: the response to a request sent before the invalidation is not stored after it")
    func overtaken() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let bench = Workbench(
            ScriptedTransport { (request, number) throws(TransportError) in
                if number == 1 { for await _ in gate.stream { break } }
                return Scripted.cacheControl("max-age=60", "\(number)").response
            })
        let slow = Task { try await bench.get().text }
        while bench.transport.count < 1 { await Task.yield() }
        try await bench.get(method: .post)
        gate.continuation.finish()
        #expect(try await slow.value == "1")
        #expect(bench.client.cache.entries().isEmpty)
        #expect(try await bench.get().text == "3")
    }
}
