import HTTPCache
package import HTTPTransport

/// A transport that sends nothing while the person is offline.
///
/// It checks the switch for each request, and again when it is its turn for a connection: the target of a redirect, and
/// a request that has waited since before the switch, must open no socket either.
package struct SwitchedTransport: Transport {
    private let transport: any Transport
    private let isOffline: @Sendable () -> Bool
    /// True if going offline also ends a body that is arriving: for a command with few requests. A refresh cancels its
    /// own exchanges.
    private let endsBodies: Bool

    /// The transport of a refresh. It checks the switch so often that it accepts a value up to 20 ms old.
    init(transport: any Transport, offlineSwitch: OfflineSwitch) {
        self.transport = transport
        isOffline = { offlineSwitch.wasOfflineRecently }
        endsBodies = false
    }

    /// The transport of a command with few requests.
    ///
    /// - Parameter isOffline: reads the current value of the switch.
    package init(endingBodiesOf transport: any Transport, isOffline: @escaping @Sendable () -> Bool) {
        self.transport = transport
        self.isOffline = isOffline
        endsBodies = true
    }

    package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard !isOffline() else { throw TransportError(offline: request) }
        var request = request
        request.mayBegin = { [isOffline] in !isOffline() }
        var response = try await transport.send(request)
        guard endsBodies else { return response }
        let body = SwitchedBody(response.body, isOffline, TransportError(offline: request))
        response.body = ResponseBody(body)
        return response
    }

    package func prepare() {
        transport.prepare()
    }
}

/// A body that fails at the first bytes that arrive after the person has gone offline.
private final class SwitchedBody: ResponseBody.Source {
    private let source: ResponseBody
    private let isOffline: @Sendable () -> Bool
    private let offline: TransportError

    init(_ source: ResponseBody, _ isOffline: @escaping @Sendable () -> Bool, _ offline: TransportError) {
        self.source = source
        self.isOffline = isOffline
        self.offline = offline
    }

    func next() async throws(TransportError) -> [UInt8]? {
        var pieces = source.makeAsyncIterator()
        guard let piece = try await pieces.next(isolation: nil) else { return nil }
        guard !isOffline() else { throw offline }
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
