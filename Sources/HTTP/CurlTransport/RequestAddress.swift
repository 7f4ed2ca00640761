internal import Basics
internal import HTTPTransport
internal import HTTPTypes

/// The address of a request: for curl, for messages, and for counting connections.
struct RequestAddress: Sendable, Equatable {
    /// The address with userinfo, from which curl makes a Basic credential.
    let url: String
    /// The address without userinfo for messages, which is safe to print: all but visible ASCII is percent-encoded, and
    /// a long one is shortened.
    let display: String
    /// Scheme, host and port, in lower case.
    let origin: String
    let isSecure: Bool

    init(_ head: HTTPRequest) throws(TransportError) {
        let scheme = head.scheme?.lowercased() ?? ""
        let authority = head.authority ?? ""
        let path = head.path.flatMap { $0.isEmpty ? nil : $0 } ?? "/"
        let hostAndPort = ShownAddress.hostAndPort(of: authority[...])
        let display = PercentEncoding.encoded("\(scheme)://\(hostAndPort)\(path)", keeping: .visible)
            .shortened(bytes: ShownAddress.maximumInMessage)
        guard scheme == "http" || scheme == "https" else {
            throw TransportError(.badRequest, "\(display): only http and https addresses can be fetched")
        }
        guard !hostAndPort.isEmpty else { throw TransportError(.badRequest, "\(display): the address has no host") }
        let isWellFormed =
            path.utf8.first == UInt8(ascii: "/") && !authority.utf8.contains(where: ShownAddress.endsAuthority)
        guard isWellFormed, (authority + path).utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
            throw TransportError(.badRequest, "\(display): the address is malformed")
        }
        guard head.method != .connect else {
            throw TransportError(.badRequest, "\(display): CONNECT is for proxies")
        }
        self.url = "\(scheme)://\(authority)\(path)"
        self.display = display
        self.origin = "\(scheme)://\(hostAndPort.lowercased())"
        self.isSecure = scheme == "https"
    }
}
