/// The limits of one server. A client that exceeds them is refused, or has to wait.
struct ServerLimits: Sendable {
    /// Maximum size of the request line and fields together, in bytes (default 16 KiB).
    var headBytes = 16 << 10
    /// Maximum size of a request's body, in bytes (default 1 MiB).
    var bodyBytes = 1 << 20
    /// Maximum number of simultaneous connections (default 256). A further connection ends the one that has kept the
    /// server waiting longest.
    var connections = 256
    /// Seconds within which a request must arrive completely; otherwise its connection is closed (default 10).
    var requestSeconds = 10.0
    /// Seconds for which a connection may idle between two requests (default 60).
    var idleSeconds = 60.0
    /// Seconds after which a response ends if the client has read nothing (default 30).
    var responseSeconds = 30.0
    /// Maximum number of marks in one request (default 1,000).
    var marks = 1_000
    /// Maximum number of articles in one page (default 1,000), and the number if the client asks for none in particular
    /// (default 50).
    var articles = 1_000
    var articlesByDefault = 50
    /// Seconds within which running requests must end once the server is stopped (default 5).
    var graceSeconds = 5.0
    /// Refused requests that are logged one by one in each second; further ones are only counted (default 5).
    var refusalsLogged = 5
}
