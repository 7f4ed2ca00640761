internal import Glibc

/// A listening TCP socket on a loopback address.
final class ListeningSocket: Sendable {
    let address: String
    let port: UInt16
    private let descriptor: Int32

    private init(_ address: String, port: UInt16) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("socket") }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        inet_pton(AF_INET, address, &name.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutableBytes(of: &name) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { name in
                bind(descriptor, name.baseAddress, size) == 0 && listen(descriptor, 1024) == 0
                    && getsockname(descriptor, name.baseAddress, &size) == 0
            }
        }
        guard isListening else {
            defer { close(descriptor) }
            throw Self.failure("listen on \(address):\(port)")
        }
        self.address = address
        self.port = UInt16(bigEndian: name.sin_port)
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Opens one socket per address, all on the same port.
    static func open(_ addresses: [String], port: UInt16) throws -> [ListeningSocket] {
        precondition(!addresses.isEmpty, "an origin needs an address")
        var attempts = 0
        while true {
            do {
                let first = try ListeningSocket(addresses[0], port: port)
                return try [first] + addresses.dropFirst().map { try ListeningSocket($0, port: first.port) }
            } catch {
                // A port that is free on one address may be in use on another.
                attempts += 1
                guard port == 0, attempts < 20 else { throw error }
            }
        }
    }

    /// Accepts the next connection; nil once the socket is shut.
    func accept() -> Int32? {
        while true {
            let socket = Glibc.accept(descriptor, nil, nil)
            if socket >= 0 {
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                return socket
            }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    func shut() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private static func failure(_ what: String) -> OriginError {
        .socket("\(what): \(String(cString: strerror(errno)))")
    }
}
