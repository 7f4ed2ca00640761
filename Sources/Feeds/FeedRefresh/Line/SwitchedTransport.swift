import HTTPCache
import HTTPTransport

/// A transport that sends nothing while the person is offline.
///
/// It looks at the switch for each request: the target of a redirect, and a request that waited for its turn since
/// before the switch, must open no socket either.
struct SwitchedTransport: Transport {
    let transport: any Transport
    let offlineSwitch: OfflineSwitch

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard !offlineSwitch.isOfflineOfLate else { return try await OfflineTransport().send(request) }
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
