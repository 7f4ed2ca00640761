import HTTPCache
package import HTTPTransport

/// A transport that sends nothing while the person is offline.
///
/// It looks at the switch for each request, and again when its turn for a connection comes: the target of a redirect,
/// and a request that has waited since before the switch, must open no socket either.
package struct SwitchedTransport: Transport {
    private let transport: any Transport
    private let offlineSwitch: OfflineSwitch
    /// True if a body that is arriving ends as well, and if each look reads the switch anew: for a command with few
    /// requests. A refresh cancels its own exchanges, and would spend much of its time on such looks.
    private let endsBodies: Bool

    package init(transport: any Transport, offlineSwitch: OfflineSwitch, endsBodies: Bool = false) {
        self.transport = transport
        self.offlineSwitch = offlineSwitch
        self.endsBodies = endsBodies
    }

    private var isOffline: Bool { endsBodies ? offlineSwitch.isOffline : offlineSwitch.isOfflineOfLate }

    package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard !isOffline else { throw TransportError(offline: request) }
        var request = request
        request.mayBegin = { [self] in !isOffline }
        var response = try await transport.send(request)
        guard endsBodies else { return response }
        let body = SwitchedBody(response.body, offlineSwitch, TransportError(offline: request))
        response.body = ResponseBody(body)
        return response
    }

    package func prepare() {
        transport.prepare()
    }
}

/// A body that ends with the first bytes that arrive after the person has gone offline.
private final class SwitchedBody: ResponseBody.Source {
    private let source: ResponseBody
    private let offlineSwitch: OfflineSwitch
    private let offline: TransportError

    init(_ source: ResponseBody, _ offlineSwitch: OfflineSwitch, _ offline: TransportError) {
        self.source = source
        self.offlineSwitch = offlineSwitch
        self.offline = offline
    }

    func next() async throws(TransportError) -> [UInt8]? {
        var pieces = source.makeAsyncIterator()
        guard let piece = try await pieces.next(isolation: nil) else { return nil }
        guard !offlineSwitch.isOffline else { throw offline }
        return piece
    }
}

extension CacheError {
    /// True if nothing is stored and the person is offline, from the beginning or since the request waited.
    var isOffline: Bool {
        switch self {
        case .notInCache: true
        case .transport(let error): error.cause == .offline
        default: false
        }
    }
}
