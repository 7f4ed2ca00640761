internal import Basics
internal import HTTPTypes

/// The transport of offline mode: it opens no socket and resolves no name.
public struct OfflineTransport: Transport {
    /// A transport without state.
    public init() {}

    /// - Throws: always `offline`; the message names the host.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let host = request.head.authority.map { "\(ShownAddress.hostAndPort(of: $0[...])): " } ?? ""
        throw TransportError(.offline, host + "not available offline")
    }
}
