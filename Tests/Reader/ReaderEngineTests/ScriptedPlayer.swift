import Foundation

/// Listens on the socket of a player as mpv does, and sends the reports that a test gives it.
final class ScriptedPlayer: @unchecked Sendable {  // The descriptors are set before the thread begins.
    private let listener: Int32
    private var peer: Int32 = -1

    struct Failure: Error {}

    /// - Parameter path: the socket to create.
    init(at path: String) throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0, listen(listener, 1) == 0 else { throw Failure() }
    }

    /// Waits for the follower, and returns its first commands.
    func accept(lines: Int) -> [String] {
        peer = Foundation.accept(listener, nil, nil)
        // Ends the test if the follower sends nothing; otherwise the test would wait forever.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return read(lines: lines)
    }

    func read(lines: Int) -> [String] {
        var text: [UInt8] = []
        while text.count(where: { $0 == 0x0A }) < lines {
            var byte: UInt8 = 0
            guard Foundation.read(peer, &byte, 1) == 1 else { break }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func say(_ lines: String...) {
        for line in lines {
            let bytes = Array((line + "\n").utf8)
            _ = bytes.withUnsafeBytes { write(peer, $0.baseAddress, $0.count) }
        }
    }

    /// Ends like a killed player.
    func die() {
        close(peer)
        close(listener)
    }
}
