import Glibc

/// A library served by `lede serve` on a free port; the server ends when this is dropped.
final class ServedLibrary {
    private let child: ChildProcess
    let port: UInt16

    init(_ home: TemporaryHome, arguments: [String] = [], openFiles: Int? = nil) throws {
        child = try ChildProcess(
            ["serve", "--listen", "127.0.0.1:0", "--refresh-minutes", "0"] + arguments, home: home,
            openFiles: openFiles)
        let line = child.firstLine()
        guard let address = line.split(separator: "/").dropFirst().first, let colon = address.lastIndex(of: ":"),
            let port = UInt16(address[address.index(after: colon)...])
        else { throw Program.NotStarted(description: "serve: \(line) \(child.errors)") }
        self.port = port
    }

    var origin: String { "http://127.0.0.1:\(port)" }
    var url: String { origin + "/items.json" }
    var errors: String { child.errors }

    /// Ends the server, and returns its exit status.
    func stop() throws -> Int32 {
        child.terminate()
    }

    func connect() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Program.NotStarted(description: "connect: errno \(errno)") }
        return descriptor
    }

    /// Sends only these bytes, and returns the complete response.
    func ask(_ request: String) throws -> String {
        let descriptor = try connect()
        defer { close(descriptor) }
        let bytes = Array(request.utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer.prefix(count)
        }
        return String(decoding: answer, as: UTF8.self)
    }
}
