/// The evidence that an exchange gives about the connection.
enum Contact: Sendable {
    /// Nothing: no request was sent, or it ended for another reason than the connection.
    case unknown
    /// A server answered, even with an error.
    case answered
    /// The connection failed, not the server.
    case disconnected
}
