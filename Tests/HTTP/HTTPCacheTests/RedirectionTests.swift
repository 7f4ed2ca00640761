import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPCache

@Suite("Redirection: RFC 9110 §15.4")
struct RedirectionTests {
    @Test("Each redirect is a separate cached request, even if the body at its end is streamed")
    func streamedRedirects() async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                request.head.path == "/a"
                    ? Scripted.status(301, [("Location", "/b"), ("Cache-Control", "max-age=60")], "moved").response
                    : Scripted.cacheControl("max-age=60", "there").response
            })
        for _ in 0..<2 {
            let reply = try await bench.get { $0.streamsBody = true }
            #expect(try await reply.text == "there" && reply.redirects.count == 1)
        }
        #expect(bench.transport.count == 2)
        // If redirects are not followed, the caller gets the body of the redirect as it arrives.
        let moved = try await bench.get(policy: .reloadIgnoringLocalCacheData) {
            $0.streamsBody = true
            $0.followsRedirects = false
        }
        #expect(try await moved.text == "moved" && moved.bodyDigest == nil)
    }

    @Test("A hook learns the address of each response of a redirect chain, without user information")
    func hookedAddresses() async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                guard request["If-None-Match"] == nil else { return Scripted.status(304).response }
                return request.head.path == "/a"
                    ? Scripted.status(301, [("Location", "/b"), ("ETag", "\"1\"")]).response
                    : Scripted.ok([("ETag", "\"1\"")]).response
            })
        let urls = Mutex<[String?]>([])
        for _ in 0..<2 {
            try await bench.get("http://user@h.test/a#top") {
                $0.willCache = { response in
                    urls.withLock { $0.append(response.url) }
                    return true
                }
            }
        }
        let chain = ["http://h.test/a", "http://h.test/b"]
        #expect(urls.withLock { $0 } == chain + chain)
    }

    @Test("Each redirect is a separate cached request")
    func redirects() async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                request.head.path == "/a"
                    ? Scripted.status(301, [("Location", "/b"), ("Cache-Control", "max-age=60")]).response
                    : Scripted.cacheControl("max-age=60", "there").response
            })
        let first = try await bench.get()
        #expect(first.url == "http://h.test/b")
        let redirect = CachedReply.Redirect(
            status: 301, url: "http://h.test/a", target: "http://h.test/b", source: .network)
        #expect(first.redirects == [redirect])
        let second = try await bench.get()
        #expect(try await second.text == "there")
        #expect(second.redirects.map(\.source) == [.cache])
        #expect(bench.client.storedReply(for: CacheRequest(url: "http://h.test/a"))?.url == "http://h.test/b")
        #expect(bench.transport.count == 2)
        #expect(try await bench.get { $0.followsRedirects = false }.head.status.code == 301)
    }

    @Test(
        "RFC 9110 §15.4: a redirect keeps or changes the method",
        arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func redirectedMethod(_ status: Int, _ method: String) async throws {
        let bench = Workbench(.status(status, [("Location", "/b")]), .ok())
        try await bench.get(method: .post) {
            $0.body = [1]; $0.fields[.contentType] = "a/b"
        }
        let second = bench.transport.requests[1]
        #expect(second.head.method.rawValue == method && (second.body == nil) == (method == "GET"))
        #expect((second["Content-Type"] == nil) == (method == "GET"))
    }

    @Test(
        "RFC 9110 §11.6.2: credentials never reach another origin",
        arguments: [
            ("http://h.test/b", true), ("http://other.test/b", false), ("https://h.test/b", false),
            ("http://h.test:81/b", false),
        ])
    func credentials(_ target: String, _ isKept: Bool) async throws {
        let bench = Workbench(.status(302, [("Location", target)]), .ok())
        var fields: HTTPFields = [.authorization: "secret", .cookie: "a=b", .userAgent: "x"]
        fields[try #require(HTTPField.Name("X-Auth-Token"))] = "secret"
        try await bench.get("http://h.test/a", fields)
        let second = bench.transport.requests[1]
        #expect(
            ["Authorization", "Cookie", "X-Auth-Token"].allSatisfy { (second[$0] != nil) == isKept }
                && second["User-Agent"] == "x")
    }

    @Test(
        "A redirect keeps the user information of the address on the same origin only",
        arguments: [("/b", true), ("http://h.test/b", true), ("http://other.test/b", false)])
    func userInfoKept(_ target: String, _ isKept: Bool) async throws {
        let bench = Workbench(.status(302, [("Location", target)]), .ok())
        try await bench.get("http://u:p@h.test/a")
        #expect((bench.transport.requests[1]["Authorization"] != nil) == isKept)
    }

    @Test(
        "RFC 9110 §15.4: a redirect to an address that was requested before ends the request",
        arguments: [["/a"], ["/b", "/a"], ["/b", "/c", "/b#part"]])
    func circle(_ targets: [String]) async throws {
        let bench = Workbench(ScriptedTransport(inOrder: targets.map { .status(302, [("Location", $0)]) }))
        await #expect(throws: CacheError.tooManyRedirects(url: "http://h.test/a")) { try await bench.get() }
        #expect(bench.transport.count == targets.count)
    }

    @Test("A POST may be redirected to a GET of its own address, and user information makes another request")
    func noCircle() async throws {
        let posted = Workbench(.status(303, [("Location", "/a")]), .ok([], "done"))
        let reply = try await posted.client.response(for: CacheRequest(url: "http://h.test/a", method: .post))
        #expect(reply.head.status.code == 200)
        let login = Workbench(.status(302, [("Location", "http://u:p@h.test/a")]), .ok([], "done"))
        #expect(try await login.get().head.status.code == 200)
    }

    @Test("A request ends after ten redirects")
    func manyRedirects() async throws {
        let bench = Workbench(ScriptedTransport(inOrder: (1...12).map { .status(302, [("Location", "/\($0)")]) }))
        await #expect(throws: CacheError.tooManyRedirects(url: "http://h.test/a")) { try await bench.get() }
        #expect(bench.transport.count == 11)
    }

    @Test(
        "RFC 9110 §10.2.2: a redirect to an address other than HTTP is itself the response",
        arguments: ["file:///etc/passwd", "javascript:1", "ftp://h.test/"])
    func otherScheme(_ target: String) async throws {
        let bench = Workbench(.status(302, [("Location", target)]))
        #expect(try await bench.get().head.status.code == 302)
    }

    @Test("The client refuses an invalid address before it sends anything")
    func invalidURL() async throws {
        let bench = Workbench(.ok())
        await #expect(throws: CacheError.invalidURL("nonsense")) { try await bench.get("nonsense") }
        #expect(bench.transport.count == 0)
    }

    @Test("RFC 7617: the user information of an address becomes Basic authorization")
    func userInfo() async throws {
        let bench = Workbench(.ok())
        try await bench.get("http://u%20x:p@h.test/a")
        #expect(bench.transport.requests[0]["Authorization"] == "Basic dSB4OnA=")
        #expect(bench.transport.requests[0].head.authority == "h.test")
    }

    @Test(
        "Only the head of a redirect matters: its body may break off or never arrive",
        arguments: [301, 302, 308], [TransportError.Cause.brokenOff, .stalled, .tooLarge])
    func brokenBody(_ status: Int, _ cause: TransportError.Cause) async throws {
        let fields = [("Location", "/b"), ("Cache-Control", "max-age=60")]
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                request.head.path == "/a"
                    ? Scripted.status(status, fields).failing(cause) : Scripted.ok([], "there").response
            })
        let reply = try await bench.get()
        #expect(try await reply.text == "there" && reply.redirects.map(\.status) == [status])
        #expect(bench.client.storedReply(for: CacheRequest(url: "http://h.test/a")) == nil)
    }

    @Test(
        "An error response keeps its status and fields if its body breaks off; a document fails",
        arguments: [200, 410, 503])
    func brokenError(_ status: Int) async throws {
        let fields = [("Retry-After", "60"), ("Cache-Control", "max-age=60")]
        let bench = Workbench(
            ScriptedTransport { (_, _) throws(TransportError) in
                Scripted.status(status, fields).failing(.brokenOff)
            })
        let reply = try? await bench.get()
        #expect(reply?.head.status.code == (status == 200 ? nil : status))
        #expect(reply?.head.headerFields[.retryAfter] == (status == 200 ? nil : "60"))
    }

    @Test("A cancelled redirect is not followed")
    func cancelledBody() async throws {
        let bench = Workbench(
            ScriptedTransport { (_, _) throws(TransportError) in
                Scripted.status(301, [("Location", "/b")]).failing(.cancelled)
            })
        await #expect(throws: CacheError.self) { try await bench.get() }
        #expect(bench.transport.count == 1)
    }
}

extension Scripted {
    /// Returns a response with the same head, whose body fails before the first byte.
    fileprivate func failing(_ cause: TransportError.Cause) -> TransportResponse {
        var response = response
        response.body = ResponseBody(FailingBody(cause))
        return response
    }
}

private final class FailingBody: ResponseBody.Source {
    private let cause: TransportError.Cause

    init(_ cause: TransportError.Cause) {
        self.cause = cause
    }

    func next() async throws(TransportError) -> [UInt8]? {
        throw TransportError(cause, "failed")
    }
}
