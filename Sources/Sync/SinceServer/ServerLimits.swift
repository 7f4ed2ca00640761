/// The limits of one server. A client that exceeds them is refused, or has to wait.
package struct ServerLimits: Sendable {
    /// The largest request line and fields together, in bytes (default 16 KiB).
    package var headBytes = 16 << 10
    /// The largest body of a request, in bytes (default 1 MiB).
    package var bodyBytes = 1 << 20
    /// Connections at once (default 256). A further one ends the one that has kept the server waiting longest.
    package var connections = 256
    /// Seconds in which a request must arrive completely, or its connection ends (default 10).
    package var requestSeconds = 10.0
    /// Seconds for which a connection may idle between two requests (default 60).
    package var idleSeconds = 60.0
    /// Seconds after which a response ends if the client has read nothing (default 30).
    package var responseSeconds = 30.0
    /// Marks in one request (default 1,000).
    package var marks = 1_000
    /// Articles in one page (default 1,000), and the number if the client names none (default 50).
    package var articles = 1_000
    package var articlesByDefault = 50
    /// Seconds in which running requests must end after the server is stopped (default 5).
    package var graceSeconds = 5.0
    /// Refused requests that are logged one by one in each second; further ones are only counted (default 5).
    package var refusalsLogged = 5

    package init() {}
}
