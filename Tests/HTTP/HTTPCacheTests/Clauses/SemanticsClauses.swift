import Basics
import HTTPTypes
import ScriptedOrigin
import Testing

@testable import HTTPCache

@Suite("RFC 9110: clauses that concern a private cache")
struct SemanticsClauses {
    @Test("§5.3: only the first line of a singleton field counts")
    func singletons() async throws {
        let talk = try Conversation()
        try await talk.ask(
            .ok(
                ("Date", "-5"), ("Date", "-500"), ("Expires", "+60"), ("ETag", "\"1\""), ("ETag", "\"2\""),
                ("Last-Modified", "odd"), ("Last-Modified", "-9")))
        #expect(try await talk.ask(.ok(), ("If-None-Match", "\"1\"")).status == 304)
        talk.clock.advance(100)
        let stale = try await talk.ask(.status(304, ("ETag", "\"1\"")))
        #expect(
            stale.sent[0]["If-None-Match"] == "\"1\"" && stale.sent[0]["If-Modified-Since"] == "odd"
                && stale.status == 200)
    }

    @Test("§6.6.1: a response without Date is stored with the time of receipt; a Date is never changed")
    func date() async throws {
        let talk = try Conversation()
        let now = HTTPDate.format(talk.clock.now)
        try await talk.ask(.cacheControl("max-age=600"))
        talk.clock.advance(60)
        #expect(try await talk.ask().values("Date") == [now])
        try await talk.ask(.ok(("Cache-Control", "max-age=600"), ("Date", "-7")), path: "/b")
        talk.clock.advance(60)
        #expect(try await talk.ask(path: "/b").values("Date") == [HTTPDate.format(talk.clock.now - 67)])
    }

    @Test("§8.6, §15.4.5: the cache does not wait for the length that a 304 or a response to HEAD declares")
    func bodiless() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("ETag", "\"1\"")))
        let fields = "Content-Length: 4000\r\nETag: \"1\"\r\n\r\n"
        #expect(try await talk.ask(.raw("HTTP/1.1 304 Not Modified\r\n" + fields)).body == "body")
        #expect(try await talk.ask(.raw("HTTP/1.1 200 OK\r\n" + fields), method: "HEAD").body == "")
    }

    @Test(
        "§9.2.2: the transport does not repeat an unsafe request after a broken connection",
        arguments: ["POST", "PATCH", "BREW"])
    func retry(_ method: String) async throws {
        let talk = try Conversation()
        try await talk.ask()
        await #expect(throws: CacheError.self) { try await talk.ask(.none, method: method) { $0.body = [1] } }
        #expect(talk.count == 2)
    }

    @Test(
        "§13.1.5: If-Range requires the strong tag, or a date that is strong by its distance from Date (§8.8.2.2)",
        arguments: [
            ("\"1\"", "-100", "\"1\"", true), ("\"1\"", "-100", "\"2\"", false), ("W/\"1\"", "-100", "W/\"1\"", false),
            ("W/\"1\"", "-100", "\"1\"", false), ("\"1\"", "-100", "W/\"1\"", false), ("\"1\"", "-100", "-100", true),
            ("\"1\"", "-100", "-99", false), ("\"1\"", "+0", "+0", false), ("\"1\"", "odd", "odd", false),
        ])
    func ifRange(_ tag: String, _ lastModified: String, _ condition: String, _ isPart: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(
            .ok(
                ("Cache-Control", "max-age=60"), ("ETag", tag), ("Last-Modified", lastModified), ("Date", "+0"),
                body: "0123456789"))
        let outcome = try await talk.ask(.ok(), ("Range", "bytes=1-2"), ("If-Range", condition))
        #expect(
            outcome.isReused && outcome.status == (isPart ? 206 : 200) && outcome.body == (isPart ? "12" : "0123456789")
        )
    }

    @Test("§13.1.5: If-Range without Range is ignored; §13.2.2: a condition has priority over a range")
    func rangeOrder() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("ETag", "\"1\""), body: "0123456789"))
        #expect(try await talk.ask(.ok(), ("If-Range", "\"9\"")).body == "0123456789")
        #expect(try await talk.ask(.ok(), ("Range", "bytes=1-2"), ("If-None-Match", "\"1\"")).status == 304)
        #expect(try await talk.ask(.ok(), ("Range", "bytes=1-2"), ("If-None-Match", "\"9\"")).status == 206)
    }

    @Test(
        "§14.1.2, §14.2, §15.5.17: a complete stored response answers one range",
        arguments: [
            ("bytes=0-1", 206, "01", "bytes 0-1/10"), ("bytes=1-", 206, "123456789", "bytes 1-9/10"),
            ("bytes=-1", 206, "9", "bytes 9-9/10"), ("bytes=-99", 206, "0123456789", "bytes 0-9/10"),
            ("bytes=8-99", 206, "89", "bytes 8-9/10"), ("BYTES=0-0", 206, "0", "bytes 0-0/10"),
            ("bytes= 0-1 ", 206, "01", "bytes 0-1/10"),
            ("bytes=,0-1,", 206, "01", "bytes 0-1/10"), ("bytes=10-", 416, "", "bytes */10"),
            ("bytes=-0", 416, "", "bytes */10"),
        ])
    func range(_ range: String, _ status: Int, _ body: String, _ contentRange: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("A", "1"), body: "0123456789"))
        let outcome = try await talk.ask(.ok(), ("Range", range))
        #expect(
            outcome.isReused && outcome.status == status && outcome.body == body
                && outcome["Content-Range"] == contentRange)
        // §15.3.7: the part has the fields that a 200 would have had.
        if status == 206 { #expect(outcome["ETag"] == "\"1\"" && outcome["A"] == "1" && outcome["Date"] != nil) }
    }

    @Test(
        "§14.2: the origin answers several ranges and other units",
        arguments: ["bytes=0-1,3-4", "lines=0-1", "bytes=2-1", "bytes=a-b", "bytes=-"])
    func foreignRange(_ range: String) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60", body: "0123456789"))
        let outcome = try await talk.ask(.ok(body: "0123456789"), ("Range", range))
        #expect(outcome.sent.first?["Range"] == range)
    }

    @Test(
        "§15.5.13, §15.5.17: a response about the conditions or the range of a request does not answer another request",
        arguments: [(412, "If-Match", "\"9\""), (416, "Range", "bytes=90-91,95-")])
    func refused(_ status: Int, _ name: String, _ value: String) async throws {
        let talk = try Conversation()
        let refusal = Conversation.Response.status(status, ("Cache-Control", "max-age=60"))
        #expect(try await talk.ask(refusal, (name, value)).status == status)
        #expect(try await talk.ask(.cacheControl("max-age=60")).body == "body")
        #expect(try await talk.ask(refusal, (name, value)).status == status)
        let again = try await talk.ask()
        #expect(again.isReused && again.status == 200 && again.body == "body")
    }

    @Test("§14.2: Range has no meaning for methods other than GET")
    func rangeOfOthers() async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("max-age=60"))
        #expect(try await talk.ask(.ok(), ("Range", "bytes=0-1"), method: "HEAD").status == 200)
        for _ in 1...2 {
            let posted = try await talk.ask(
                .cacheControl("max-age=60"), ("Range", "bytes=0-1"), method: "POST", path: "/p"
            ) {
                $0.keyedByBody = true
            }
            #expect(posted.status == 200 && posted.body == "body")
        }
        #expect(talk.count == 2)
    }

    @Test("§13.2.1: the cache does not evaluate the conditions of a POST")
    func conditionOfPost() async throws {
        let talk = try Conversation()
        for _ in 1...2 {
            let outcome = try await talk.ask(
                .ok(("Cache-Control", "max-age=60"), ("ETag", "\"1\"")), ("If-None-Match", "\"1\""), method: "POST"
            ) { $0.keyedByBody = true }
            #expect(outcome.status == 200 && outcome.sent.count == 1)
        }
    }

    @Test(
        "§13.1.2: a stale response to a POST is requested again without conditions, which would give a 412"
    )
    func stalePost() async throws {
        let talk = try Conversation()
        let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("Last-Modified", "-1000")]
        let answer = Conversation.Response(status: 412, fields: fields, unconditionally: .init(fields: fields))
        for (isReused, policy) in [
            (false, CachePolicy.useProtocolCachePolicy), (false, .reloadRevalidatingCacheData),
            (true, .useProtocolCachePolicy),
        ] {
            talk.clock.advance(isReused ? 1 : 100)
            let outcome = try await talk.ask(answer, method: "POST", policy: policy) { $0.keyedByBody = true }
            #expect(outcome.status == 200 && outcome.body == "body" && outcome.isReused == isReused)
        }
    }

    @Test("§15.3.7.3: a part completes another only under the same strong tag; otherwise everything is fetched again")
    func completed() async throws {
        for (tag, isJoined) in [("\"1\"", true), ("\"2\"", false)] {
            let talk = try Conversation()
            try await talk.ask(
                .status(
                    206, ("Cache-Control", "max-age=60"), ("Content-Range", "bytes 0-4/10"), ("ETag", "\"1\""),
                    body: "01234"),
                ("Range", "bytes=0-4"))
            let end = Conversation.Response.status(
                206, ("Cache-Control", "max-age=60"), ("Content-Range", "bytes 5-9/10"), ("ETag", tag), body: "56789")
            let outcome = try? await talk.ask(end)
            if isJoined {
                #expect(outcome?.status == 200 && outcome?.body == "0123456789")
                #expect(outcome?.sent.map { $0["Range"] } == ["bytes=5-"] && outcome?.sent[0]["If-Range"] == "\"1\"")
            } else {
                // The origin sends parts although it should not; the cache never mixes them and marks each as a part.
                #expect(outcome?.status == 206 && outcome?.body == "56789" && outcome?.sent.last?["Range"] == nil)
            }
        }
    }

    @Test("§15.3.7.2: several parts in one body are passed on, not stored")
    func multipart() async throws {
        let talk = try Conversation()
        try await talk.ask(
            .status(
                206, ("Cache-Control", "max-age=60"), ("Content-Type", "multipart/byteranges; boundary=x"),
                body: "--x--"),
            ("Range", "bytes=0-1,3-4"))
        #expect(talk.client.cache.entries().isEmpty)
    }

    @Test("§15.4.5: a 304 from the cache carries the fields that guide caches, and none about a body")
    func notModified() async throws {
        let talk = try Conversation()
        let guides = ["Content-Location", "Date", "ETag", "Vary", "Cache-Control", "Expires"]
        try await talk.ask(
            .ok(
                ("Content-Location", "/x"), ("Date", "+0"), ("ETag", "\"1\""), ("Vary", "Foo"),
                ("Cache-Control", "max-age=60"),
                ("Expires", "+60"), ("Content-Type", "a/b"), ("Content-Language", "de"), ("Content-Encoding", "odd")))
        let outcome = try await talk.ask(.ok(), ("If-None-Match", "\"1\""))
        #expect(outcome.status == 304 && outcome.body == "" && guides.allSatisfy { outcome[$0] != nil })
        for name in ["Content-Length", "Content-Type", "Content-Language", "Content-Encoding"] {
            #expect(outcome[name] == nil)
        }
    }

    @Test("§15.4, §11.6.2: a redirect keeps credentials within an origin and drops them for another")
    func credentials() async throws {
        let talk = try Conversation()
        let other = try Conversation()
        for (target, isKept) in [(talk.url("/b"), true), (other.url("/b"), false)] {
            // A response of each origin is stored.
            try await other.ask(path: "/b")
            try await talk.ask(path: "/b")
            let outcome = try await talk.ask(
                .status(302, ("Location", target)), ("Authorization", "secret"), ("Cookie", "a=b"), ("A", "1"))
            let arrived = isKept ? talk.requests.last : other.requests.last
            #expect(outcome.body == "body" && outcome.reply.url == target && arrived?["A"] == "1")
            #expect((arrived?["Authorization"] == "secret") == isKept && (arrived?["Cookie"] == "a=b") == isKept)
        }
    }

    @Test(
        "§10.2.2: the bytes of a Location reach the server, percent-encoded, even if they are not UTF-8",
        arguments: [("/caf\u{e9}?q=\u{b0}%20", "/caf%E9?q=%B0%20"), ("/caf\u{c3}\u{a9}", "/caf%C3%A9")])
    func encodedLocation(_ location: String, _ target: String) async throws {
        let talk = try Conversation()
        #expect(try await talk.ask(.status(302, ("Location", location))).sent.last?.target == target)
    }

    @Test("§7.1: the request's own Host is part of its target, and does not go to another origin")
    func ownHost() async throws {
        let talk = try Conversation()
        for (host, body) in [("a.example", "a"), ("b.example", "b")] {
            #expect(try await talk.ask(.cacheControl("max-age=60", body: body), ("Host", host)).body == body)
        }
        #expect(try await talk.ask(.cacheControl("max-age=60", body: "own")).body == "own")
        #expect(try await talk.ask(.ok(), ("Host", "A.example")).body == "a")
        try await talk.ask(.ok(), ("Host", "a.example"), method: "POST")
        #expect(try await talk.ask(.ok(body: "new"), ("Host", "a.example")).body == "new")
        let other = try Conversation()
        let own = try await other.ask(.cacheControl("max-age=60", body: "other"), ("Host", "b.example"))
        #expect(own.body == "other")
        try await talk.ask(.status(302, ("Location", other.url("/z"))), ("Host", "c.example"))
        #expect(other.requests.last?["Host"]?.hasPrefix("127.0.0.1:") == true)
    }

    @Test("RFC 9112 §3.2: the response to an invalid Host answers only requests with the same one")
    func invalidHost() async throws {
        let talk = try Conversation()
        for host in ["a b", "a/b", "user@a.example"] {
            #expect(try await talk.ask(.cacheControl("max-age=60", body: host), ("Host", host)).body == host)
        }
        #expect(try await talk.ask(.cacheControl("max-age=60", body: "own")).body == "own")
        #expect(try await talk.ask(.ok(body: "new"), ("Host", "a/b")).body == "a/b")
    }

    @Test("Several Host fields are another request than the first of them")
    func severalHosts() throws {
        let address = try #require(HTTPAddress("http://h.test/a"))
        let hosts = ["a.test", "b.test"].map { HTTPField(name: .hostName, value: $0) }
        let keys = [[], [hosts[0]], [hosts[1]], hosts].map { CacheKey(address, HTTPFields($0)) }
        #expect(Set(keys).count == 4 && keys.allSatisfy { $0.url == "http://h.test/a" })
    }

    @Test("§9.3.3: a POST's response that names its own address and a lifetime answers GET")
    func postForGet() async throws {
        for (fields, isReused) in [
            ([("Expires", "+600"), ("Content-Location", "/a"), ("Date", "+0")], true),
            ([("Expires", "+600"), ("Content-Location", "/b"), ("Date", "+0")], false),
            ([("Content-Location", "/a")], false), ([("Cache-Control", "max-age=60")], false),
            ([("Cache-Control", "max-age=60, no-store"), ("Content-Location", "/a")], false),
        ] {
            let talk = try Conversation()
            try await talk.ask(.init(fields: fields, body: "posted"), ("Content-Type", "text/plain"), method: "POST") {
                $0.body = [49]
            }
            #expect(try await talk.ask(.ok()).isReused == isReused)
        }
    }

    @Test(
        "RFC 7617 §2: a user without a password is sent with a colon; empty user information is not sent",
        arguments: [("token", "Basic dG9rZW46"), ("token:", "Basic dG9rZW46"), (":", "Basic Og=="), ("", nil)]
            as [(String, String?)])
    func userAlone(_ userInfo: String, _ credential: String?) async throws {
        let talk = try Conversation()
        let outcome = try await talk.ask { $0.url = talk.url().replacing("http://", with: "http://\(userInfo)@") }
        #expect(outcome.sent.map { $0["Authorization"] } == [credential])
    }

    @Test("§4.2.4: user information is sent as a credential and appears in no reply")
    func userInformation() async throws {
        let talk = try Conversation()
        let address = talk.url().replacing("http://", with: "http://me:secret@")
        let outcome = try await talk.ask(.status(301, ("Location", "/b"), ("Cache-Control", "max-age=60"))) {
            $0.url = address
            $0.followsRedirects = false
        }
        #expect(outcome.sent[0]["Authorization"] == "Basic bWU6c2VjcmV0" && outcome.reply.url == talk.url())
        talk.client.cache.remove(outcome.reply)
        #expect(talk.client.cache.entries().isEmpty)
    }
}
