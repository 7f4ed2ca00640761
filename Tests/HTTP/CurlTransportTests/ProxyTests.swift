import CurlTransport
import HTTPTransport
import ScriptedOrigin
import Testing

/// The origin acts as a proxy: requests name complete addresses.
@Suite struct ProxyTests {
    @Test("Requests to a configured proxy name complete addresses")
    func requestsToConfiguredProxyNameCompleteAddresses() async throws {
        let proxy = try Origin()
        proxy.route("/feed", .response(body: "by proxy"))
        var settings = CurlSettings()
        settings.proxy = .url(proxy.url(""))
        let transport = CurlTransport(settings)
        #expect(try await transport.fetch("http://feeds.invalid/feed?x=1").text == "by proxy")
        #expect(proxy.requests[0].target == "http://feeds.invalid/feed?x=1")
        #expect(proxy.requests[0]["Host"] == "feeds.invalid")
    }

    @Test("Requests to excepted hosts do not use the proxy") func exceptionsPassTheProxyBy() async throws {
        let (proxy, origin) = (try Origin(), try Origin())
        origin.route("/feed", .response(body: "direct"))
        var settings = CurlSettings()
        settings.proxy = .url(proxy.url(""), except: "127.0.0.1")
        #expect(try await CurlTransport(settings).fetch(origin.url("/feed")).text == "direct")
        #expect(proxy.connectionCount == 0)
    }

    @Test("Each origin behind a proxy has its own limit of connections")
    func originsShareNoLimitBehindProxy() async throws {
        let proxy = try Origin()
        let gate = Gate()
        proxy.route("/held", Reply.response(body: "held").after(gate))
        proxy.route("/feed", .response(body: "by proxy"))
        var settings = CurlSettings()
        settings.proxy = .url(proxy.url(""))
        settings.maxConnectionsPerHost = 1
        let transport = CurlTransport(settings)
        let held = Task { try await transport.fetch("http://silent.invalid/held").text }
        try await proxy.waitForRequests(1)
        var limits = TransferLimits()
        limits.connectTimeout = 2
        #expect(try await transport.fetch("http://feeds.invalid/feed", limits: limits).text == "by proxy")
        gate.open()
        #expect(try await held.value == "held")
    }

    @Test("A missing proxy counts as no connection") func missingProxyCountsAsNoConnection() async throws {
        let proxy = try Origin()
        proxy.stop()
        var settings = CurlSettings()
        settings.proxy = .url(proxy.url(""))
        let error = await failure { () async throws(TransportError) in
            _ = try await CurlTransport(settings).fetch("http://feeds.invalid/")
        }
        #expect(error?.cause == .connection)
    }

    /// A password with such a character has to be percent-encoded (RFC 3986 §3.2.1).
    @Test(
        "The message about a malformed address of a proxy does not show its password",
        arguments: [
            "http://us:s3cret@127.0.0.1:99999", "http://us:s3cret#@127.0.0.1:1", "http://us:s3cret/@127.0.0.1:1",
            "http://us:s3cret @127.0.0.1:1", "foo://us:s3cret@127.0.0.1:1",
        ])
    func malformedProxyShowsNoPassword(_ proxy: String) async {
        var settings = CurlSettings()
        settings.proxy = .url(proxy)
        let error = await failure { () async throws(TransportError) in
            _ = try await CurlTransport(settings).fetch("http://feeds.invalid/")
        }
        #expect(error?.message.contains("the address of the proxy") == true)
        #expect(error?.message.contains("s3cret") == false)
    }

    @Test("The message about a refused tunnel names the proxy and its status (RFC 9110 §9.3.6)", arguments: [403, 407])
    func refusedTunnel(_ status: Int) async throws {
        let proxy = try Origin()
        proxy.route("feeds.invalid:443", .response(status))
        var settings = CurlSettings()
        settings.proxy = .url(proxy.url(""))
        let error = await failure { () async throws(TransportError) in
            _ = try await CurlTransport(settings).fetch("https://feeds.invalid/")
        }
        #expect(error?.message.contains("the proxy answered \(status)") == true)
    }
}
