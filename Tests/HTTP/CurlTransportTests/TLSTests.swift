import CurlTransport
import HTTPTransport
import HTTPTypes
import Testing

@Suite(.serialized, .enabled(if: Nginx.program != nil, "nginx is not installed (package nginx-light)"))
struct TLSTests {
    private let nginx: Nginx

    init() throws {
        nginx = try Nginx()
    }

    private func transport(perHost: Int = 6, bytesPerSecond: Int? = nil) -> CurlTransport {
        var settings = CurlSettings()
        settings.proxy = .direct
        settings.certificateAuthorities = nginx.certificateAuthorities
        settings.maxConnectionsPerHost = perHost
        settings.maxBytesPerSecond = bytesPerSecond
        return CurlTransport(settings)
    }

    @Test("A trusted server answers") func aTrustedServerAnswers() async throws {
        let fetched = try await transport().fetch(nginx.url(.trusted))
        #expect(fetched.text == "hello")
        #expect(fetched.head.headerFields[.protocolSeen] == "HTTP/2.0")
    }

    @Test("Under a rate limit, requests use HTTP/1.1") func limitedRate() async throws {
        let fetched = try await transport(bytesPerSecond: 64_000).fetch(nginx.url(.trusted))
        #expect(fetched.head.headerFields[.protocolSeen] == "HTTP/1.1")
    }

    @Test(
        "The transport refuses an untrusted certificate",
        arguments: [
            (.expired, "expired"), (.otherHost, "127.0.0.1"), (.unknownAuthority, "unable to get local issuer"),
        ] as [(Nginx.Server, String)])
    func untrustedServerIsRefused(_ server: Nginx.Server, _ reason: String) async {
        let url = nginx.url(server, "/private")
        let error = await failure { () async throws(TransportError) in _ = try await transport().fetch(url) }
        #expect(error?.cause == .untrusted)
        #expect(error?.message.hasPrefix("\(url): ") == true)
        #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
    }

    /// Only the authority of the tests makes these servers trusted.
    @Test("The authorities of the system do not include the authority of the tests")
    func theSystemDoesNotTrustTheTestsAuthority() async {
        let url = nginx.url(.trusted)
        let error = await failure { () async throws(TransportError) in
            _ = try await CurlTransport.direct().fetch(url)
        }
        #expect(error?.cause == .untrusted)
    }

    /// The test reads bodies only after all heads have arrived, so the exchanges must run concurrently.
    @Test("Many exchanges share one HTTP/2 connection") func manyExchangesShareOneHTTP2Connection() async throws {
        let transport = transport(perHost: 1)
        let url = nginx.url(.trusted, "/large")
        let first = try await transport.fetch(url)
        var responses: [TransportResponse] = []
        for _ in 1...12 {
            responses.append(try await transport.send(TransportRequest(.get, url)))
        }
        for response in responses {
            #expect(try await response.body.collect().count == Nginx.largeSize)
            #expect(response.head.headerFields[.connectionSeen] == first.head.headerFields[.connectionSeen])
        }
    }

    @Test("Concurrent first exchanges share one HTTP/2 connection")
    func coldExchangesAtOnceShareOneHTTP2ConnectionToo() async throws {
        let transport = transport()
        let url = nginx.url(.trusted)
        let connections = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 1...50 {
                group.addTask { try await transport.fetch(url).head.headerFields[.connectionSeen] }
            }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(connections.count == 1)
    }

    @Test("A stream that waits for its reader does not delay other streams")
    func aStreamThatWaitsForItsReaderDelaysNoOther() async throws {
        let transport = transport(perHost: 1)
        let (small, large) = (nginx.url(.trusted), nginx.url(.trusted, "/large"))
        _ = try await transport.fetch(small)
        let waiting = try await transport.send(TransportRequest(.get, large))
        for _ in 1...5 {
            #expect(try await transport.fetch(large).body.count == Nginx.largeSize)
            #expect(try await transport.fetch(small).text == "hello")
        }
        #expect(waiting.receipt.bytes.received < Nginx.largeSize)
        #expect(try await waiting.body.collect().count == Nginx.largeSize)
    }

    @Test("Cancelling one stream does not affect the others")
    func cancellingOneStreamLeavesTheOthersAlone() async throws {
        let transport = transport(perHost: 1)
        let url = nginx.url(.trusted, "/large")
        let before = try await transport.fetch(url).head.headerFields[.connectionSeen]
        let kept = try await transport.send(TransportRequest(.get, url))
        do { _ = try await transport.send(TransportRequest(.get, url)) }
        #expect(try await kept.body.collect().count == Nginx.largeSize)
        #expect(try await transport.fetch(url).head.headerFields[.connectionSeen] == before)
    }

    @Test("A server without HTTP/2 gets HTTP/1.1 requests") func serverWithoutHTTP2GetsHTTP11Requests() async throws {
        let transport = transport(perHost: 2)
        let url = nginx.url(.plain, "/large")
        let fetched = try await withThrowingTaskGroup(of: Fetched.self) { group in
            for _ in 1...8 { group.addTask { try await transport.fetch(url) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(fetched.allSatisfy { $0.head.headerFields[.protocolSeen] == "HTTP/1.1" })
        #expect(fetched.allSatisfy { $0.body.count == Nginx.largeSize })
        #expect(Set(fetched.map { $0.head.headerFields[.connectionSeen] }).count <= 2)
    }
}

extension HTTPField.Name {
    /// The number that nginx gives the connection.
    fileprivate static let connectionSeen = Self("X-Connection")!
    fileprivate static let protocolSeen = Self("X-Protocol")!
}
