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
}
