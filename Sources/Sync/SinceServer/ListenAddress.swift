import FlyingSocks
import Glibc

/// The address at which a server listens: a numeric address and a port.
package struct ListenAddress: Equatable, Sendable, CustomStringConvertible {
    var host: String
    var port: UInt16

    /// The address for clients on this machine only, on lede's usual port.
    package static let standard = ListenAddress(host: "127.0.0.1", port: 8641)

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// `ADDRESS:PORT`, `[ADDRESS]:PORT` or either half alone; nil for any other text.
    package init?(_ text: String) {
        self = .standard
        if let port = UInt16(text) {
            self.port = port
            return
        }
        var address = text[...]
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            address = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty {
                guard let port = UInt16(rest.dropFirst()) else { return nil }
                self.port = port
            }
        } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
            guard let port = UInt16(text[text.index(after: colon)...]) else { return nil }
            self.port = port
            address = text[..<colon]
        }
        host = address == "localhost" ? "127.0.0.1" : String(address)
        guard (try? socketAddress) != nil else { return nil }
    }

    /// True if only programs of this machine can connect.
    package var isLoopback: Bool {
        host == "::1" || host.hasPrefix("127.")
    }

    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    var socketAddress: any SocketAddress {
        get throws {
            if host.contains(":") { return try sockaddr_in6.inet6(ip6: host, port: port) }
            return try sockaddr_in.inet(ip4: host, port: port)
        }
    }
}
