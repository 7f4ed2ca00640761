/// What one server bears; whoever asks for more is refused, or has to wait.
public struct ServerLimits: Sendable {
    /// Of a request's line and fields together, in bytes (default 16 KiB).
    public var headBytes = 16 << 10
    /// Of a request's body, in bytes (default 1 MiB).
    public var bodyBytes = 1 << 20
    /// Connections at once (default 256). One more ends the one that has kept the server waiting longest.
    public var connections = 256
    /// Within so many seconds a request is there as a whole, or its connection ends (default 10).
    public var requestSeconds = 10.0
    /// For so many seconds a connection may rest between two requests (default 60).
    public var idleSeconds = 60.0
    /// A response of which nothing was taken for so many seconds ends (default 30).
    public var responseSeconds = 30.0
    /// Marks in one request (default 1,000).
    public var marks = 1_000
    /// Articles in one page (default 1,000), and where the client does not say (default 50).
    public var articles = 1_000
    public var articlesByDefault = 50
    /// Once told to stop, requests under way have so many seconds to end (default 5).
    public var graceSeconds = 5.0
    /// Refused requests that are logged one by one in each second; further ones are only counted (default 5).
    public var refusalsLogged = 5

    public init() {}
}
