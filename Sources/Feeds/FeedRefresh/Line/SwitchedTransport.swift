import HTTPCache
import HTTPTransport

/// A transport that sends nothing while the person is offline.
///
/// It looks at the switch for each request, and again when its turn for a connection comes: the target of a redirect,
/// and a request that has waited since before the switch, must open no socket either.
struct SwitchedTransport: Transport {
    let transport: any Transport
    let offlineSwitch: OfflineSwitch

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard !offlineSwitch.isOfflineOfLate else { throw TransportError(offline: request) }
        var request = request
        request.mayBegin = { [offlineSwitch] in !offlineSwitch.isOfflineOfLate }
        return try await transport.send(request)
    }

    func prepare() {
        transport.prepare()
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
