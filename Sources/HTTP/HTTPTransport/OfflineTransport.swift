internal import Basics
internal import HTTPTypes

/// The transport of offline mode: it opens no socket and resolves no name.
public struct OfflineTransport: Transport {
    /// A transport without state.
    public init() {}

    /// - Throws: always `offline`; the message names the address.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(offline: request)
    }
}

extension TransportError {
    /// The failure of a request that was not sent because its sender is offline; as in other failures, the message
    /// names the address without user information.
    package init(offline request: TransportRequest) {
        let head = request.head
        let address = head.authority.map { authority in
            let host = ShownAddress.hostAndPort(of: authority[...])
            let whole = "\(head.scheme ?? "https")://\(host)\(head.path ?? "/")"
            let shown = PercentEncoding.encoded(whole, keeping: .visible)
            return shown.shortened(bytes: ShownAddress.maximumInMessage) + ": "
        }
        self.init(.offline, (address ?? "") + Self.notAvailableOffline)
    }

    /// The words for what has not been stored.
    package static let notAvailableOffline = "not available offline"
}
