import HTTPTypes
import ScriptedOrigin
import Testing

@testable import HTTPCache

@Suite("RFC 9111 §4 Constructing responses from caches")
struct ReuseClauses {
    @Test("§4: the target URI must match, including the query")
    func uri() async throws {
        let talk = try Conversation()
        for path in ["/a?x=1", "/a?x=2", "/a", "/a?"] {
            #expect(try await !talk.ask(.cacheControl("max-age=60", body: path), path: path).isReused)
        }
        for path in ["/a?x=1", "/a?x=2", "/a"] {
            let again = try await talk.ask(path: path)
            #expect(again.isReused && again.body == path)
        }
    }

    @Test(
        "§4: the response to GET serves HEAD, and only GET and HEAD",
        arguments: ["HEAD", "GET", "OPTIONS", "PROPFIND"])
    func method(_ method: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60"))
        #expect(try await talk.ask(method: method).isReused == (method == "HEAD" || method == "GET"))
    }

    @Test(
        "§4: a reused response is fresh, allowed to be stale, or validated",
        arguments: [
            ("max-age=60", 0.0, "", true), ("max-age=60", 59, "", true), ("max-age=60", 60, "", false),
            ("max-age=60", 61, "", false), ("max-age=60", 61, "max-stale=5", true),
            ("no-cache", 0, "", false), ("max-age=60, no-cache", 0, "", false),
            ("max-age=60, No-CaChE", 0, "max-stale", false),
        ])
    func freshness(_ response: String, _ elapsed: Double, _ request: String, _ isReused: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl(response))
        talk.clock.advance(elapsed)
        #expect(try await talk.ask(.ok(), ("Cache-Control", request)).isReused == isReused)
    }

    @Test("§4: a reused response carries one Age, the current one", arguments: [nil, "30", "30, 5"])
    func age(_ received: String?) async throws {
        let talk = try Conversation()
        let fields = [("Cache-Control", "max-age=600"), ("Date", "+0")] + (received.map { [("Age", $0)] } ?? [])
        try await talk.ask(.init(fields: fields))
        talk.clock.advance(7)
        #expect(try await talk.ask().values("Age") == [received == nil ? "7" : "37"])
    }

    @Test("§4: unsafe requests always reach the origin", arguments: ["POST", "PUT", "DELETE", "PATCH", "BREW"])
    func writeThrough(_ method: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60"))
        #expect(try await talk.ask(.status(500), method: method).sent.map(\.method) == [method])
    }

    @Test("§4: the cache uses the suitable response with the latest Date, not the one stored last")
    func mostRecent() async throws {
        let talk = try Conversation()
        func answer(_ vary: String, _ date: String, _ body: String) -> Conversation.Response {
            .ok(("Cache-Control", "max-age=600"), ("Vary", vary), ("Date", date), body: body)
        }
        try await talk.ask(answer("A", "-10", "newer"), ("A", "1"), ("B", "2"))
        try await talk.ask(answer("B", "-50", "older"), ("A", "2"), ("B", "1"))
        #expect(try await talk.ask(.ok(), ("A", "1"), ("B", "1")).body == "newer")
    }
}

@Suite("RFC 9111 §4.1 Calculating cache keys with Vary")
struct VaryClauses {
    private typealias Fields = [(String, String)]

    @Test(
        "§4.1: the fields named by Vary must match after white space, lines and known equivalents are normalised",
        arguments: [
            ("Foo", [("Foo", "1")], [("Foo", "1")], true), ("Foo", [("Foo", "1")], [("Foo", "2")], false),
            ("Foo", [("Foo", "1")], [], false), ("Foo", [], [("Foo", "1")], false), ("Foo", [], [], true),
            ("foo", [("FOO", "1")], [("Foo", "1")], true), ("Foo", [("Foo", "a")], [("Foo", "A")], false),
            ("Foo", [("Other", "2")], [("Other", "3")], true),
            ("Foo, Bar", [("Foo", "1"), ("Bar", "a")], [("Foo", "1"), ("Bar", "a")], true),
            ("Foo, Bar", [("Foo", "1"), ("Bar", "a")], [("Bar", "a"), ("Foo", "1")], true),
            ("Foo, Bar", [("Foo", "1"), ("Bar", "a")], [("Foo", "2"), ("Bar", "a")], false),
            ("Foo, Bar", [("Foo", "1"), ("Bar", "a")], [], false),
            ("Foo, Bar, Baz", [("Foo", "1"), ("Baz", "7")], [("Foo", "1"), ("Baz", "7")], true),
            (
                "Foo, Bar, Baz", [("Foo", "1"), ("Bar", "abc"), ("Baz", "7")],
                [("Foo", "1"), ("Baz", "7"), ("Bar", "abcde")], false
            ),
            ("Foo", [("Foo", "1, 2")], [("Foo", "1"), ("Foo", "2")], true),
            ("Foo", [("Foo", "1,2")], [("Foo", " 1, 2 ")], true),
            ("Foo", [("Foo", "1, 2")], [("Foo", "2, 1")], false),
            ("Accept-Language", [("Accept-Language", "en, de")], [("Accept-Language", "de, en")], true),
            ("Accept-Language", [("Accept-Language", "en, de")], [("Accept-Language", "eN, De")], true),
            ("Accept-Language", [("Accept-Language", "en, de")], [("Accept-Language", " en ,   de")], true),
            ("Accept-Language", [("Accept-Language", "en")], [("Accept-Language", "de")], false),
            ("Accept-Encoding", [("Accept-Encoding", "gzip, br")], [("Accept-Encoding", "BR,gzip")], true),
            ("Accept", [("Accept", "a/b;q=1, c/d")], [("Accept", "c/d, a/b; q=1")], true),
            ("Foo;odd, Bar", [("Bar", "1")], [("Bar", "2")], false),
        ] as [(String, [(String, String)], [(String, String)], Bool)])
    func match(_ vary: String, _ old: [(String, String)], _ new: [(String, String)], _ isReused: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=600"), ("Vary", vary))) { $0.add(old) }
        #expect(try await talk.ask { $0.add(new) }.isReused == isReused)
    }

    @Test(
        "§4.1: a member * never matches, on any line",
        arguments: [["*"], ["*, *"], ["*", "*"], [", *"], ["", "*"], ["*, Foo"], ["Foo, *"], ["Foo", "*"]])
    func star(_ lines: [String]) async throws {
        let talk = try Conversation()
        let fields = [("Cache-Control", "max-age=600")] + lines.map { ("Vary", $0) }
        try await talk.ask(.init(fields: fields), ("Foo", "1"))
        #expect(try await !talk.ask(.ok(), ("Foo", "1")).isReused)
    }

    @Test("§4.1: the cache stores several variants")
    func sideBySide() async throws {
        let talk = try Conversation()
        for value in ["1", "2"] {
            try await talk.ask(.ok(("Cache-Control", "max-age=600"), ("Vary", "Foo"), body: value), ("Foo", value))
        }
        for value in ["1", "2"] {
            let again = try await talk.ask(.ok(), ("Foo", value))
            #expect(again.isReused && again.body == value)
        }
    }

    @Test("§4.1: if the field ranks its values, the cache chooses the highest-ranked response (RFC 9110 §12.5.4)")
    func ranked() async throws {
        let talk = try Conversation()
        try await talk.ask(
            .ok(("Cache-Control", "max-age=600"), ("Vary", "Accept-Language"), ("Content-Language", "de")),
            ("Accept-Language", "en, de"))
        #expect(try await talk.ask(.ok(), ("Accept-Language", "fr;q=0.5, de;q=1.0")).isReused)
        #expect(try await !talk.ask(.ok(), ("Accept-Language", "fr;q=1.0, de;q=0.5")).isReused)
    }

    @Test("§4.1: a response with Vary has priority over a more recent one without it")
    func omittedVary() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=600"), ("Vary", "Foo"), body: "varied"), ("Foo", "1"))
        talk.clock.advance(5)
        try await talk.ask(.ok(("Cache-Control", "max-age=600"), body: "default"))
        #expect(try await talk.ask(.ok(), ("Foo", "1")).body == "varied")
        #expect(try await talk.ask().body == "default")
    }

    @Test("§4.1: a request that matches no variant is forwarded with the stored tags as preconditions")
    func preconditions() async throws {
        let talk = try Conversation()
        for value in ["1", "2"] {
            try await talk.ask(
                .ok(("Cache-Control", "max-age=600"), ("Vary", "Foo"), ("ETag", "\"\(value)\""), body: value),
                ("Foo", value))
        }
        let third = try await talk.ask(.status(304, ("ETag", "\"2\""), ("Vary", "Foo")), ("Foo", "3"))
        #expect(third.sent[0]["If-None-Match"] == "\"1\", \"2\"" && third.sent[0]["If-Modified-Since"] == nil)
        #expect(third.status == 200 && third.body == "2")
    }
}

extension CacheRequest {
    fileprivate mutating func add(_ fields: [(String, String)]) {
        for (name, value) in fields { self.fields.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
    }
}
