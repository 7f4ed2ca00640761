import HTTPTransport

/// The transport of a person whose proxy is not known: it opens no socket and resolves no name, since a request would go
/// around the proxy.
struct WithheldTransport: Transport {
    /// `offline` for a library, whose requests then wait; `badRequest` for a command that fails.
    let cause: TransportError.Cause
    let reason: String

    init(_ cause: TransportError.Cause, configuration file: String) {
        self.cause = cause
        reason = "nothing is requested until \(file) is corrected: a mistake in it may hide the proxy (lede config)"
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(cause, reason)
    }
}
