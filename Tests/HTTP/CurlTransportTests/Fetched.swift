import CurlTransport
import HTTPTransport
import HTTPTypes

/// A response with its complete body.
struct Fetched: Sendable {
    let head: HTTPResponse
    let body: [UInt8]
    let receipt: TransferReceipt

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension TransportRequest {
    /// A request for a literal address: `http://host:port/path`.
    init(
        _ method: HTTPRequest.Method = .get, _ url: String, fields: HTTPFields = [:], body: [UInt8]? = nil,
        limits: TransferLimits = TransferLimits()
    ) {
        let scheme = url.prefix { $0 != ":" }
        let rest = url.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" }
        let head = HTTPRequest(
            method: method, scheme: String(scheme), authority: String(authority),
            path: String(rest.dropFirst(authority.count)), headerFields: fields)
        self.init(head: head, body: body, limits: limits)
    }
}

extension CurlTransport {
    /// Returns the settings of every test: requests to loopback ignore the proxy of this machine.
    static func direct(perHost: Int = 6, total: Int = 32) -> CurlTransport {
        var settings = CurlSettings()
        settings.proxy = .direct
        settings.maxConnectionsPerHost = perHost
        settings.maxConnections = total
        return CurlTransport(settings)
    }

    func fetch(_ request: TransportRequest) async throws(TransportError) -> Fetched {
        let response = try await send(request)
        let body = try await response.body.collect()
        return Fetched(head: response.head, body: body, receipt: response.receipt)
    }

    func fetch(_ url: String, limits: TransferLimits = TransferLimits()) async throws(TransportError) -> Fetched {
        try await fetch(TransportRequest(.get, url, limits: limits))
    }
}

/// Returns the error that ends the exchange; nil after success.
func failure(_ exchange: () async throws(TransportError) -> Void) async -> TransportError? {
    do {
        try await exchange()
        return nil
    } catch {
        return error
    }
}
