import Basics
import FlyingSocks
import FoundationEssentials
import Glibc
import HTTPTypes

/// One connection: it reads requests one after another, each within its limits, and answers them in order.
struct Connection: Sendable {
    let socket: AsyncSocket
    let id: ConnectionTable.ID
    let table: ConnectionTable
    let limits: ServerLimits
    let gate: RequestGate
    let respond: @Sendable (RequestHead, [UInt8]) async -> Response
    let refused: @Sendable (Int, RequestHead?) -> Void

    private static let headEnd: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]

    /// Serves requests until either side ends the connection.
    func serve() async {
        var buffer: [UInt8] = []
        do {
            while let head = try await head(&buffer) {
                guard try await serve(head, &buffer) else { break }
                guard table.set(.idle, of: id) else { break }
            }
        } catch let refusal as Refusal {
            refused(refusal.status, nil)
            await send(Response(refusal), isHead: false, keepsConnection: false)
            await linger()
        } catch {
            // The client has disconnected, or was too slow.
        }
    }

    /// - Returns: true if another request may follow.
    private func serve(_ head: RequestHead, _ buffer: inout [UInt8]) async throws -> Bool {
        let length: Int
        do throws(Refusal) {
            length = try head.bodyLength(limit: limits.bodyBytes)
            // Otherwise the bodies of unauthorised clients could take much memory: the limit times the number of
            // connections.
            if length > 0 { try gate.admit(head) }
        } catch {
            refused(error.status, head)
            await send(Response(error), isHead: head.method == "HEAD", keepsConnection: false)
            await linger()
            return false
        }
        if length > buffer.count, head.fields[.expect]?.lowercased() == "100-continue" {
            try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        while buffer.count < length { try await read(&buffer) }
        let body = Array(buffer.prefix(length))
        buffer.removeFirst(length)
        table.set(.answering, of: id)
        let response = await respond(head, body)
        if response.status >= 400, ![409, 503].contains(response.status) { refused(response.status, head) }
        let keepsConnection = head.keepsConnection
        return await send(response, isHead: head.method == "HEAD", keepsConnection: keepsConnection) && keepsConnection
    }

    /// Nil if the client has closed the connection between two requests.
    private func head(_ buffer: inout [UInt8]) async throws -> RequestHead? {
        var searched = 0
        var hasBegun = false
        while true {
            // Skips empty lines before a request (RFC 9112 §2.2), also empty lines that arrived with the request before
            // it.
            if searched == 0 { buffer.removeFirst(buffer.prefix { $0 == 0x0D || $0 == 0x0A }.count) }
            if let end = buffer[searched...].firstRange(of: Self.headEnd) {
                guard end.lowerBound <= limits.headBytes else { throw Refusal.headTooLarge }
                let head = try RequestHead(buffer[..<end.lowerBound])
                buffer.removeFirst(end.upperBound)
                return head
            }
            guard buffer.count <= limits.headBytes else { throw Refusal.headTooLarge }
            searched = max(0, buffer.count - Self.headEnd.count)
            do {
                try await read(&buffer)
            } catch SocketError.disconnected where buffer.isEmpty {
                return nil
            }
            // Only once for each request: empty lines do not extend a client's time.
            if !hasBegun { table.set(.receiving, of: id) }
            hasBegun = true
        }
    }

    private func read(_ buffer: inout [UInt8]) async throws {
        buffer += try await socket.read(atMost: 4_096)
    }

    /// - Returns: true if all of it was sent.
    @discardableResult
    private func send(_ response: Response, isHead: Bool, keepsConnection: Bool) async -> Bool {
        let bytes = response.bytes(
            isHead: isHead, keepsConnection: keepsConnection, date: HTTPDate.format(Date().timeIntervalSince1970))
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(64 << 10)
            table.set(.answering, of: id)
            guard (try? await socket.write(Data(piece))) != nil else { return false }
            rest = rest.dropFirst(piece.count)
        }
        return true
    }

    /// Reads some of the bytes still arriving, so that closing the connection does not discard the refusal (RFC 9112
    /// §9.6).
    private func linger() async {
        shutdownSending()
        // From now on, other connections may replace this one.
        table.set(.receiving, of: id)
        var left = limits.bodyBytes
        while left > 0, let bytes = try? await socket.read(atMost: 4_096) { left -= bytes.count }
    }

    private func shutdownSending() {
        _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    }
}
