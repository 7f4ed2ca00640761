/// Settings of a `CurlTransport` for all its exchanges; `TransferLimits` limits each of them.
public struct CurlSettings: Sendable, Equatable {
    /// The proxy that requests use.
    public enum Proxy: Sendable, Equatable {
        /// The settings of `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
        case environment
        /// No proxy, whatever the environment says.
        case direct
        /// This proxy (`http://`, `https://`, `socks5h://` …), except for the hosts in the comma-separated `except` (as
        /// `no_proxy`).
        case url(String, except: String = "")
    }

    /// Maximum number of connections to one origin (scheme, host and port); one HTTP/2 connection carries many
    /// exchanges (default 6).
    public var maxConnectionsPerHost = 6
    /// Maximum number of connections to all origins together; further exchanges wait for their turn (default 32).
    public var maxConnections = 32
    /// Maximum number of body bytes per second, for all exchanges together; nil for no limit (default). With a limit,
    /// no exchange uses HTTP/2.
    public var maxBytesPerSecond: Int?
    /// The proxy that requests use (default: the proxy that the environment names).
    public var proxy = Proxy.environment
    /// A PEM file of the trusted certificate authorities, in place of the system's.
    public var certificateAuthorities: String?

    /// The default settings.
    public init() {}
}
