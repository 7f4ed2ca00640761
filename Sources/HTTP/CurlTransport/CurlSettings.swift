/// Settings of a `CurlTransport` for all its exchanges; `TransferLimits` bounds a single one.
public struct CurlSettings: Sendable, Equatable {
    /// The proxy that requests take.
    public enum Proxy: Sendable, Equatable {
        /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
        case environment
        /// None, whatever the environment says.
        case direct
        /// This one (`http://`, `https://`, `socks5h://` …), except for the comma-separated `except` (as `no_proxy`).
        case url(String, except: String = "")
    }

    /// To one origin (scheme, host and port); one HTTP/2 connection carries many exchanges (default 6).
    public var maxConnectionsPerHost = 6
    /// To all origins together; what is above it waits for its turn (default 32).
    public var maxConnections = 32
    /// The proxy that requests take (default: as the environment says).
    public var proxy = Proxy.environment
    /// A PEM file of the certificate authorities to trust, in place of the system's.
    public var certificateAuthorities: String?

    /// The default settings.
    public init() {}
}
