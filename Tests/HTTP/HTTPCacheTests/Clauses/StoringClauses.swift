import Basics
import ScriptedOrigin
import Testing

@testable import HTTPCache

@Suite("RFC 9111 §3 Storing responses in caches")
struct StoringClauses {
    @Test(
        "§3: status codes and fields decide whether a private cache may store a response",
        arguments: [
            (200, [], true), (203, [], true), (204, [], true), (300, [], true), (301, [], true), (308, [], true),
            (404, [], true), (405, [], true), (410, [], true), (414, [], true), (501, [], true),
            (201, [], false), (202, [], false), (302, [], false), (307, [], false), (400, [], false), (403, [], false),
            (500, [], false), (503, [], false), (599, [], false),
            (599, [("Cache-Control", "max-age=60")], true), (599, [("Expires", "+60")], true),
            (599, [("Cache-Control", "public")], true), (599, [("Cache-Control", "private")], true),
            (599, [("Cache-Control", "private=\"a\"")], true), (599, [("Cache-Control", "s-maxage=60")], false),
            (302, [("Cache-Control", "max-age=60")], true), (500, [("Cache-Control", "max-age=60")], true),
            (200, [("Cache-Control", "max-age=60, no-store")], false),
            // An unrequested 304 or 206 refers to no stored response.
            (304, [("Cache-Control", "max-age=60")], false),
            (206, [("Cache-Control", "max-age=60")], false),
            // RFC 3229 §10.4.1: a delta applies to another response, and is not a complete one.
            (226, [("Cache-Control", "max-age=60")], false),
            // RFC 6585 §3–6: these MUST NOT be stored.
            (428, [("Cache-Control", "max-age=60")], false), (429, [("Cache-Control", "max-age=60")], false),
            (431, [("Cache-Control", "max-age=60")], false), (511, [("Expires", "+60")], false),
        ] as [(Int, [(String, String)], Bool)])
    func storable(_ status: Int, _ fields: [(String, String)], _ isStored: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.init(status: status, fields: fields)) { $0.followsRedirects = false }
        #expect(talk.client.cache.entries().count == (isStored ? 1 : 0))
    }

    @Test(
        "§3: the method must be understood: no other method's response answers a GET",
        arguments: ["PUT", "OPTIONS", "BREW"])
    func method(_ method: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60"), method: method)
        #expect(talk.client.cache.entries().isEmpty)
        #expect(try await !talk.ask().isReused)
    }

    @Test("§3: only final responses are stored, without the fields of interim ones", arguments: [100, 102, 103])
    func interim(_ status: Int) async throws {
        let talk = try Conversation()
        try await talk.ask(
            .raw(
                """
                HTTP/1.1 \(status) Wait\r\nCache-Control: no-store\r\nA: interim\r\n\r\n\
                HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 4\r\n\r\nbody
                """))
        let again = try await talk.ask()
        #expect(again.isReused && again.body == "body" && again["A"] == nil)
    }

    @Test(
        "§3.1: all fields are stored, including unknown ones",
        arguments: [
            ("Test-Header", "x"), ("X-Test-Header", "x"), ("Content-Foo", "x"), ("Content-Encoding", "odd"),
            ("Content-Location", "/foo"), ("Content-MD5", "N7UdGUp1E+RbVvZSTy1R8g=="), ("Content-Range", "odd"),
            ("Content-Security-Policy", "default-src 'self'"), ("Content-Type", "text/plain;charset=utf-8"),
            ("Clear-Site-Data", "cookies"), ("ETag", "\"a\""), ("Expires", "Mon, 11 Jan 2038 11:11:11 GMT"),
            ("Public-Key-Pins", "x"), ("Set-Cookie", "a=b"), ("Set-Cookie2", "a=c"), ("X-Frame-Options", "deny"),
            ("WWW-Authenticate", "Basic"), ("Strict-Transport-Security", "max-age=1"), ("Warning", "199 - x"),
            ("Last-Modified", "odd"), ("Link", "</a>; rel=x"), ("Via", "1.1 x"),
        ])
    func storedField(_ name: String, _ value: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Date", "+0"), (name, value), ("Cache-Control", "max-age=3600")))
        let again = try await talk.ask()
        #expect(again.isReused && again[name] == value)
    }

    @Test("§3.1: the declared length is stored")
    func storedLength() async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60", body: "12345"))
        #expect(try await talk.ask()["Content-Length"] == "5")
    }

    @Test(
        "RFC 9112 §6.3: a length beside Transfer-Encoding has no effect, and is not stored",
        arguments: ["3", "400", "40000000"])
    func overriddenLength(_ length: String) async throws {
        let talk = try Conversation()
        let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nETag: \"1\"\r\n"
        try await talk.ask(
            .raw("\(head)Content-Length: \(length)\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"))
        let again = try await talk.ask()
        #expect(again.isReused && again.body == "body" && again["Content-Length"] == nil)
    }

    @Test(
        "§3.1, RFC 9110 §7.6.1: fields for one connection or one proxy are not stored",
        arguments: [
            "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
            "Proxy-Connection", "TE", "Transfer-Encoding", "Upgrade", "Trailer",
        ])
    func unstoredField(_ name: String) async throws {
        let talk = try Conversation()
        // Without a length the body ends with the connection, even with an invented coding.
        try await talk.ask(
            .raw("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n\(name): made-up\r\nA: kept\r\n\r\nbody"))
        let again = try await talk.ask()
        #expect(again.isReused && again[name] == nil && again["A"] == "kept" && again.body == "body")
    }

    @Test("§3.1, RFC 9110 §7.6.1: fields named by Connection are not stored")
    func connectionListed() async throws {
        let talk = try Conversation()
        try await talk.ask(
            .ok(
                ("Connection", "a, B"), ("Connection", "d"), ("Cache-Control", "max-age=60"), ("A", "1"), ("b", "2"),
                ("c", "3"), ("D", "4")))
        let again = try await talk.ask()
        #expect(again["A"] == nil && again["B"] == nil && again["D"] == nil && again["C"] == "3")
    }

    @Test("§3.1: trailer fields are never combined with header fields")
    func trailers() async throws {
        let talk = try Conversation()
        try await talk.ask(
            .raw(
                """
                HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: chunked\r\n\r\n\
                4\r\nbody\r\n0\r\nCache-Control: no-store\r\nA: trailer\r\n\r\n
                """))
        let again = try await talk.ask()
        #expect(again.isReused && again.body == "body" && again["A"] == nil && again["Cache-Control"] == "max-age=60")
    }

    @Test(
        "§3.2: an update adds each of its fields, and replaces all lines of that name",
        arguments: [
            ("Test-Header", "a", "b", "b"), ("X-Content-Foo", "a", "b", "b"), ("Content-Type", "a/b", "c/d", "c/d"),
            ("Content-Location", "/a", "/b", "/b"), ("Content-MD5", "a", "b", "b"), ("Set-Cookie", "a=b", "a=c", "a=c"),
            ("Content-Security-Policy", "a", "b", "b"), ("X-Frame-Options", "deny", "sameorigin", "sameorigin"),
            (
                "Expires", "Fri, 01 Jan 2038 01:01:01 GMT", "Mon, 11 Jan 2038 11:11:11 GMT",
                "Mon, 11 Jan 2038 11:11:11 GMT"
            ),
            ("Date", "-50", "+0", "+0"), ("Vary", "X", "Y", "Y"),
            // §3.2: the exceptions, on which the stored bytes depend.
            ("Content-Encoding", "gzip", "br", "gzip"), ("Content-Range", "a", "b", "a"),
            // RFC 9530 §2: the field describes the content of its own message.
            ("Content-Digest", "sha-256=:YQ==:", "sha-256=:Yg==:", "sha-256=:YQ==:"),
        ])
    func update(_ name: String, _ old: String, _ new: String, _ expected: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("ETag", "\"1\""), ("Cache-Control", "max-age=1"), (name, old), ("Untouched", "1")))
        talk.clock.advance(5)
        let isDate = expected == "+0"
        let shown = isDate ? HTTPDate.format(talk.clock.now) : expected
        let updated = try await talk.ask(.status(304, ("ETag", "\"1\""), ("Cache-Control", "max-age=60"), (name, new)))
        #expect(updated.sent.count == 1 && updated.status == 200 && updated.body == "body")
        #expect(updated.values(name) == [shown] && updated["Untouched"] == "1")
        let again = try await talk.ask()
        #expect(again.isReused && again.values(name) == [shown])
    }

    @Test("§3.2: Content-Length is never updated")
    func updateLength() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("ETag", "\"1\"")))
        let updated = try await talk.ask(
            .raw("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nContent-Length: 99\r\nCache-Control: max-age=60\r\n\r\n"))
        #expect(updated.values("Content-Length") == ["4"])
        #expect(try await talk.ask()["Content-Length"] == "4")
    }

    @Test("§3.2, §3.1: an update does not add a field that must not be stored")
    func updateUnstored() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("ETag", "\"1\""), ("B", "old")))
        let updated = try await talk.ask(
            .status(
                304, ("ETag", "\"1\""), ("Connection", "a"), ("A", "1"), ("Keep-Alive", "x"),
                ("Proxy-Authenticate", "x"), ("Cache-Control", "max-age=60, no-cache=\"b\""), ("B", "new")))
        let again = try await talk.ask()
        #expect(again.isReused)
        for name in ["Connection", "A", "Keep-Alive", "Proxy-Authenticate"] {
            #expect(updated[name] == nil && again[name] == nil)
        }
        // §5.2.2.4: the field is for the request that was validated.
        #expect(updated["B"] == "new" && again["B"] == nil)
    }

    @Test("§3.3: an incomplete response is not stored as a complete one")
    func incomplete() async throws {
        let talk = try Conversation()
        for broken in [
            "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 10\r\n\r\nhalf",
            "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
        ] {
            await #expect(throws: CacheError.self) { try await talk.ask(.raw(broken)) }
            #expect(talk.client.cache.entries().isEmpty)
        }
    }

    @Test("§3.3: a part answers ranges within it as 206, and nothing else")
    func part() async throws {
        let talk = try Conversation()
        let part = Conversation.Response.status(
            206, ("Cache-Control", "max-age=60"), ("Content-Range", "bytes 5-9/10"), body: "56789")
        try await talk.ask(part, ("Range", "bytes=5-9"))
        let within = try await talk.ask(part, ("Range", "bytes=6-7"))
        #expect(within.isReused && within.status == 206 && within.body == "67")
        #expect(within["Content-Range"] == "bytes 6-7/10")
        #expect(try await !talk.ask(.ok(body: "0123456789")).isReused)
    }

    @Test("§3.3: parts in unknown units are not stored")
    func oddUnits() async throws {
        let talk = try Conversation()
        try await talk.ask(
            .status(206, ("Cache-Control", "max-age=60"), ("Content-Range", "lines 0-1/2")), ("Range", "lines=0-1"))
        #expect(talk.client.cache.entries().isEmpty)
    }

    @Test(
        "§3.4: parts are combined only under one strong validator; the fields of the new part count",
        arguments: [
            ("\"1\"", "\"1\"", true), ("\"1\"", "\"2\"", false), ("W/\"1\"", "W/\"1\"", false),
            ("\"1\"", "W/\"1\"", false),
        ])
    func combined(_ old: String, _ new: String, _ isCombined: Bool) async throws {
        let talk = try Conversation()
        func part(_ range: String, _ body: String, _ tag: String, _ a: String) -> Conversation.Response {
            .status(
                206, ("Cache-Control", "max-age=60"), ("Content-Range", "bytes \(range)/10"), ("ETag", tag), ("A", a),
                body: body)
        }
        try await talk.ask(part("0-4", "01234", old, "1"), ("Range", "bytes=0-4"))
        try await talk.ask(part("5-9", "56789", new, "2"), ("Range", "bytes=5-9"))
        let whole = try await talk.ask(.ok(body: "fetched"))
        #expect(whole.isReused == isCombined)
        #expect(whole.body == (isCombined ? "0123456789" : "fetched"))
        if isCombined {
            #expect(whole.status == 200 && whole["A"] == "2" && whole["Content-Range"] == nil)
            #expect(whole["Content-Length"] == "10")
        }
    }

    @Test(
        "§3.4: a part of another coding or length is not combined, even if the server gives both the same tag",
        arguments: [
            ("5-9/10", "gzip", "coded", false), ("5-9/10", "gzip", "coded", true), ("5-10/11", nil, "longer", false),
            ("5-10/11", nil, "longer", true),
        ] as [(String, String?, String, Bool)])
    func otherForm(_ range: String, _ coding: String?, _ body: String, _ isAsked: Bool) async throws {
        let talk = try Conversation()
        let common = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
        try await talk.ask(
            .init(status: 206, fields: common + [("Content-Range", "bytes 0-4/10")], body: "01234"),
            ("Range", "bytes=0-4"))
        let fields = common + [("Content-Range", "bytes \(range)")]
        let part = Conversation.Response(
            status: 206, fields: fields + (coding.map { [("Content-Encoding", $0)] } ?? []), body: body)
        // Either the cache or the client requests the missing end.
        if isAsked { try await talk.ask(part, ("Range", "bytes=5-")) }
        let whole = try await talk.ask(isAsked ? .ok(body: "fetched") : part)
        #expect(whole.sent.last?["Range"] == nil && whole.body == (isAsked ? "fetched" : body))
    }

    @Test("§3.4: fields that the new part lacks keep their stored values")
    func combinedFields() async throws {
        let talk = try Conversation()
        let common = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
        try await talk.ask(
            .init(
                status: 206, fields: common + [("Content-Range", "bytes 0-4/10"), ("Content-Type", "a/b"), ("A", "1")],
                body: "01234"), ("Range", "bytes=0-4"))
        // Origins answer If-Range this way: without the fields that the client has (RFC 9110 §15.3.7).
        try await talk.ask(
            .init(status: 206, fields: common + [("Content-Range", "bytes 5-9/10"), ("A", "2")], body: "56789"),
            ("Range", "bytes=5-9"))
        let whole = try await talk.ask()
        #expect(whole.isReused && whole.body == "0123456789" && whole["Content-Type"] == "a/b" && whole["A"] == "2")
    }

    @Test("§3.5: a private cache may store the response to a request with Authorization")
    func authorization() async throws {
        let talk = try Conversation()
        let first = try await talk.ask(.ok(("Expires", "+60"), ("Date", "+0")), ("Authorization", "FOO"))
        #expect(first.sent.first?["Authorization"] == "FOO")
        #expect(try await talk.ask(.ok(), ("Authorization", "FOO")).isReused)
    }
}
