internal import Basics
internal import HTTPTypes

/// The transport of offline mode: it opens no socket and resolves no name.
public struct OfflineTransport: Transport {
    /// A transport without state.
    public init() {}

    /// - Throws: always `offline`; the message names the host.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(offline: request)
    }
}

extension TransportError {
    /// The failure of a request that was not sent, since its sender is offline; the message names the host.
    package init(offline request: TransportRequest) {
        let host = request.head.authority.map { "\(ShownAddress.hostAndPort(of: $0[...])): " } ?? ""
        self.init(.offline, host + "not available offline")
    }
}
