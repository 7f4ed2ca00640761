import Foundation
import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import Testing

@testable import CurlTransport

@Suite struct FaultTests {
    private let origin: Origin
    private let transport = CurlTransport.direct()

    init() throws {
        origin = try Origin()
    }

    private func failure(of reply: Reply, limits: TransferLimits = TransferLimits()) async -> TransportError? {
        origin.route("/fault", reply)
        return await CurlTransportTests.failure { () async throws(TransportError) in
            _ = try await transport.fetch(origin.url("/fault"), limits: limits)
        }
    }

    @Test(
        "A broken response never counts as complete",
        arguments: [
            Reply.reset,
            .closed,
            .raw("HTTP/1.1 200 OK\r\nContent-Le"),
            .truncated(body: "half", declaring: 8),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"),
            // The size of the chunk is f, with an extension: fewer bytes follow.
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\nhello\r\n0\r\n\r\n"),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
            Reply([Reply.head(200, [RawField("Content-Length", "9")]), .bytes(Array("half".utf8)), .reset]),
        ])
    func brokenResponseIsNotComplete(_ reply: Reply) async {
        await expectFailure(of: reply, .brokenOff)
    }

    @Test(
        "An invalid response is the server's fault, not the connection's",
        arguments: [
            Reply.raw("SSH-2.0-OpenSSH_9.2\r\n"),
            .raw("HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nContent-Length: 4\r\n\r\nhalfbody"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 4, 8\r\n\r\nhalfbody"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 0x8\r\n\r\nhalfbody"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 4;8\r\n\r\nhalfbody"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhalfbody"),
        ])
    func invalidResponse(_ reply: Reply) async {
        await expectFailure(of: reply, .malformed)
    }

    private func expectFailure(of reply: Reply, _ cause: TransportError.Cause) async {
        let error = await failure(of: reply)
        #expect(error?.cause == cause, "\(String(describing: error))")
        #expect(
            error?.message.hasPrefix("http://127.0.0.1:\(origin.port)/fault: ") == true, "\(String(describing: error))")
    }

    @Test("A truncated body still delivers its head and the received part")
    func aTruncatedBodyDeliversItsHeadAndFirstBytes() async throws {
        origin.route("/", .truncated(body: "half", declaring: 8))
        let response = try await transport.send(TransportRequest(.get, origin.url("/")))
        #expect(response.head.status == 200)
        var pieces = response.body.makeAsyncIterator()
        #expect(try await pieces.next() == Array("half".utf8))
        let error = await CurlTransportTests.failure { () async throws(TransportError) in _ = try await pieces.next() }
        #expect(error?.cause == .brokenOff)
    }

    @Test("A body ends at its declared length") func bodyEndsAtItsDeclaredLength() async throws {
        origin.route("/", .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay"))
        #expect(try await transport.fetch(origin.url("/")).text == "ok")
    }

    @Test(
        "RFC 9112 §6.3: equal lengths count once, and none counts beside Transfer-Encoding or without a body",
        arguments: [
            ("200 OK\r\nContent-Length: 2\r\nContent-Length: 2", "ok"), ("200 OK\r\nContent-Length: 2, 2", "ok"),
            ("200 OK\r\nContent-Length: 9\r\nContent-Length: 8\r\nTransfer-Encoding: chunked", "2\r\nok\r\n0\r\n\r\n"),
            ("204 No Content\r\nContent-Length: 2\r\nContent-Length: 3", ""),
        ])
    func harmlessLengths(_ head: String, _ body: String) async throws {
        origin.route("/", .raw("HTTP/1.1 \(head)\r\n\r\n\(body)"))
        #expect(try await transport.fetch(origin.url("/")).text == (body.isEmpty ? "" : "ok"))
    }

    // MARK: Limits

    @Test(
        "Limits end the exchange with an error",
        arguments: [
            (Reply.manyFields(100_000), "more than 10,000 header fields"),
            (
                .response(
                    fields: [RawField](repeating: RawField("a", String(repeating: "x", count: 100)), count: 3000),
                    body: []),
                "header section larger than 262,144 bytes"
            ),
            (
                .response(fields: ["X-Long": String(repeating: "x", count: 300_000)]),
                "a header line is larger than 100 KiB"
            ),
            (
                .response(fields: [RawField](repeating: RawField("a", ""), count: 20_000), body: []),
                "more than 10,000 header fields"
            ),
            (
                .raw(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 20_000)),
                "header section larger than 262,144 bytes"
            ),
            (.response(body: String(repeating: "x", count: 100_001)), "the body is larger than 100,000 bytes"),
            (.truncated(body: "short", declaring: 100_001), "the body is larger than 100,000 bytes"),
            (
                .chunked(chunks: [String](repeating: String(repeating: "x", count: 1000), count: 101)),
                "the body is larger than 100,000 bytes"
            ),
            (.endless(), "the body is larger than 100,000 bytes"),
        ] as [(Reply, String)])
    func limitsHold(_ reply: Reply, _ message: String) async {
        var limits = TransferLimits()
        limits.bodyBytes = 100_000
        let error = await failure(of: reply, limits: limits)
        #expect(error == TransportError(.tooLarge, "http://127.0.0.1:\(origin.port)/fault: \(message)"))
    }

    @Test("A body of exactly the limit is accepted") func aBodyAtTheLimitIsAccepted() async throws {
        var limits = TransferLimits()
        limits.bodyBytes = 100_000
        origin.route("/", .response(body: String(repeating: "x", count: 100_000)))
        #expect(try await transport.fetch(origin.url("/"), limits: limits).body.count == 100_000)
    }

    @Test("The length in a response to HEAD does not count against the limit")
    func lengthInResponseToHEADDoesNotCountAgainstLimit() async throws {
        var limits = TransferLimits()
        limits.bodyBytes = 10
        origin.route("/", .response(fields: ["Content-Length": "1000"]))
        let fetched = try await transport.fetch(TransportRequest(.head, origin.url("/"), limits: limits))
        #expect(fetched.head.headerFields[.contentLength] == "1000")
    }

    // MARK: Time

    private var impatient: TransferLimits {
        var limits = TransferLimits()
        limits.stallTimeout = 1
        limits.connectTimeout = 1
        return limits
    }

    @Test("Silence before the head is a stall") func silenceBeforeTheHeadIsAStall() async {
        let error = await failure(of: Reply.response().after(Gate()), limits: impatient)
        #expect(error == TransportError(.stalled, "http://127.0.0.1:\(origin.port)/fault: no data for 1 seconds"))
    }

    @Test("Silence within the body is a stall") func silenceInsideTheBodyIsAStall() async {
        let error = await failure(of: .stalledBody(Gate(), body: "never"), limits: impatient)
        #expect(error?.cause == .stalled)
    }

    @Test("A slow but steady body is not a stall") func aSlowResponseIsNotAStall() async throws {
        let gate = Gate()
        let body = Array("drip by drip".utf8)
        origin.route(
            "/", Reply([Reply.head(200, [RawField("Content-Length", "12")]), .drip(body, pieceSize: 1, gate)]))
        var limits = TransferLimits()
        limits.stallTimeout = 2
        // The test measures the pace: twelve pieces arrive, each within the timeout, all together beyond it. The test
        // has its own thread, which other tests cannot keep busy.
        Thread.detachNewThread {
            for _ in body {
                usleep(200_000)
                gate.pass()
            }
        }
        let start = ContinuousClock.now
        #expect(try await transport.fetch(origin.url("/"), limits: limits).body == body)
        #expect(ContinuousClock.now - start > .seconds(2))
    }

    @Test("A TLS handshake without a reply counts as no connection")
    func handshakeWithoutAnswerCountsAsNoConnection() async {
        let url = "https://127.0.0.1:\(origin.port)/"
        let error = await CurlTransportTests.failure { () async throws(TransportError) in
            _ = try await transport.fetch(url, limits: impatient)
        }
        #expect(error?.cause == .connection)
    }

    @Test(
        "A TLS handshake that the server aborts is reported in plain words",
        arguments: ["SSL_ERROR_SYSCALL", "SSL_ERROR_ZERO_RETURN", "Connection reset by peer"])
    func endedHandshake(_ reason: String) {
        let words = CurlFailure.plainWords("OpenSSL SSL_connect: \(reason) in connection to 127.0.0.1:8731")
        #expect(words == "no secure connection: the server closed it, or does not use TLS on this port")
    }

    @Test(
        "A response that breaks off over HTTP/2, or has malformed chunks, is reported in plain words",
        arguments: [
            ("HTTP/2 stream 89 was not closed cleanly: INTERNAL_ERROR (err 2)", "the server ended the response early"),
            ("HTTP/2 stream 0 was not closed cleanly: PROTOCOL_ERROR (err 1)", "the server ended the response early"),
            ("Illegal or missing hexadecimal sequence in chunked-encoding", "the response has a malformed chunk"),
            ("Too long hexadecimal number in chunked-encoding", "the response has a malformed chunk"),
        ])
    func brokenResponse(_ detail: String, _ words: String) {
        #expect(CurlFailure.plainWords(detail) == words)
    }

    // MARK: No connection

    @Test("The error reports a refused connection") func aRefusedConnectionSaysSo() async throws {
        origin.stop()
        let error = await failure(of: .response())
        #expect(error?.cause == .connection)
        let words = "no connection to port \(origin.port)"
        #expect(error?.message.hasSuffix(": \(words)") == true, "\(String(describing: error))")
    }

    @Test(
        "A refused connection names its host if the address before it does not",
        arguments: [
            ("a.example port 443", "https://a.example", "port 443"),
            ("A.example port 81", "http://a.example:81", "port 81"),
            ("::1 port 1", "http://[::1]:1", "port 1"),
            ("proxy.example port 3128", "https://a.example", "proxy.example port 3128"),
            ("a.example port 443", "https://a.example.org", "a.example port 443"),
        ])
    func unconnectedHost(_ server: String, _ origin: String, _ named: String) {
        let detail = "Failed to connect to \(server) after 0 ms: Couldn't connect to server"
        #expect(CurlFailure.plainWords(detail, at: origin) == "no connection to \(named)")
    }

    /// No DNS query is sent: a label has at most 63 letters (RFC 1035 §2.3.4).
    @Test("The error reports a name that does not resolve, and names the host once")
    func aNameThatDoesNotResolveSaysSo() async {
        let host = String(repeating: "a", count: 64) + ".invalid"
        let url = "http://user:secret@\(host)/feed?x=1"
        let error = await CurlTransportTests.failure { () async throws(TransportError) in
            _ = try await transport.fetch(url)
        }
        #expect(error?.cause == .nameResolution, "\(String(describing: error))")
        #expect(error?.message == "http://\(host)/feed?x=1: host not found")
    }

    @Test(
        "The transport refuses addresses other than HTTP",
        arguments: [
            "ftp://127.0.0.1/", "file:///etc/passwd", "http:///path", "http://127.0.0.1/a b", "http://user:secret@/",
            "http://127.0.0.1:99999/", "gopher://127.0.0.1/", "http://[::1/",
        ])
    func addressesThatAreNotHTTPAreRefused(_ url: String) async {
        let error = await CurlTransportTests.failure { () async throws(TransportError) in
            _ = try await transport.fetch(url)
        }
        #expect(error?.cause == .badRequest, "\(String(describing: error))")
        #expect(error?.message.contains("secret") == false)
        #expect(error?.message.utf8.allSatisfy { (0x20...0x7e).contains($0) } == true)
    }

    @Test("The error about a very long address shows its beginning and its end", arguments: ["http", "ftp"])
    func longAddress(_ scheme: String) async throws {
        let url = scheme + "://127.0.0.1:1/" + String(repeating: "x", count: 5_000_000) + "/end"
        let error = await CurlTransportTests.failure { () async throws(TransportError) in
            _ = try await transport.fetch(url)
        }
        let message = try #require(error?.message)
        #expect(message.utf8.count < 2_200)
        #expect(message.hasPrefix(scheme + "://127.0.0.1:1/xxx") && message.contains("/end: "))
    }
}
