import HTTPCache
import HTTPTransport
import HTTPTypes

extension CacheRequest {
    /// Adds what every request of the service has: its user agent, and its limits of time and size.
    ///
    /// - Parameters:
    ///   - media: the accepted media types (RFC 9110 §12.5.1).
    ///   - codings: the accepted content codings (RFC 9110 §12.5.3); nil to leave the choice to the server.
    ///   - seconds: the longest exchange; nil for none.
    ///   - bytes: the maximum size of the body in bytes, both coded and decoded; nil for the usual limits.
    mutating func complete(
        _ settings: FeedServiceSettings, accepting media: String = "*/*", in codings: String?, within seconds: Int?,
        atMost bytes: Int? = nil
    ) {
        fields[.userAgent] = settings.userAgent
        fields[.accept] = media
        fields[.acceptEncoding] = codings
        limits.connectTimeout = settings.connectTimeout
        limits.stallTimeout = settings.stallTimeout
        limits.totalTimeout = seconds
        guard let bytes else { return }
        limits.bodyBytes = Int64(bytes)
        decodedBodyBytes = bytes
    }

    /// Maximum number of bytes of a probe's response that are buffered before they are read (16 KiB).
    private static let probeBytesAhead = 16 << 10

    /// Makes the request a probe of the network: only the beginning of the body arrives, and nothing new is stored.
    mutating func probeNetwork() {
        limits.bytesAhead = Self.probeBytesAhead
        streamsBody = true
        storesNewResponses = false
    }
}
