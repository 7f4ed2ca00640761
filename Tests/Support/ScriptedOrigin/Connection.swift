internal import Glibc
internal import Synchronization

/// One client's connection: the script reads and answers its requests in order, on a separate thread.
final class Connection: Sendable {
    /// POLLRDHUP, which Swift's Glibc lacks.
    private static let pollPeerShut: Int16 = 0x2000

    let number: Int
    private let socket: Int32
    private let address: String
    private let threads: OriginThreads
    private let waker = Waker()
    /// A closed descriptor may already belong to another file.
    private let isClosed = Mutex(false)

    init(number: Int, socket: Int32, address: String, threads: OriginThreads) {
        self.number = number
        self.socket = socket
        self.address = address
        self.threads = threads
        var yes: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Returns when either side has ended the connection.
    func serve() {
        var reader = RequestReader { [socket] buffer in recv(socket, buffer.baseAddress, buffer.count, 0) }
        while !threads.isStopped, let message = reader.next() {
            let request = threads.log.append { number in
                RecordedRequest(
                    number: number, connection: self.number, address: address, method: message.method,
                    target: message.target, fields: message.fields, body: message.body)
            }
            let reply = threads.log.handler(for: request)?(request) ?? .response(404)
            let isForHead = request.method == "HEAD"
            for step in reply.steps {
                guard take(step, isForHead: isForHead) else { return }
            }
            if request["Connection"]?.lowercased() == "close" { return }
        }
    }

    func close() {
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            isClosed = true
            Glibc.close(socket)
        }
    }

    /// Ends the connection from another thread.
    func interrupt() {
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            _ = shutdown(socket, Int32(SHUT_RDWR))
        }
        waker.wake()
    }

    // MARK: Steps

    /// True if the connection stays open.
    private func take(_ step: Reply.Step, isForHead: Bool) -> Bool {
        switch step {
        case .bytes(let bytes): send(bytes[...])
        case .body(let bytes): isForHead || send(bytes[...])
        case .drip(let bytes, let pieceSize, let gate): isForHead || drip(bytes, pieceSize, gate)
        case .endless(let bytes): isForHead || sendForever(bytes)
        case .wait(let gate): wait(at: gate)
        case .close: false
        case .reset: reset()
        }
    }

    private func send(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            threads.log.sent(count)
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func sendForever(_ bytes: [UInt8]) -> Bool {
        while send(bytes[...]) {}
        return false
    }

    private func drip(_ bytes: [UInt8], _ pieceSize: Int, _ gate: Gate) -> Bool {
        stride(from: 0, to: bytes.count, by: pieceSize).allSatisfy { start in
            wait(at: gate) && send(bytes[start..<min(start + pieceSize, bytes.count)])
        }
    }

    /// Returns false if the client has closed the connection, or the origin stops.
    private func wait(at gate: Gate) -> Bool {
        while !gate.enter(waker) {
            var polled = [
                pollfd(fd: socket, events: Self.pollPeerShut, revents: 0),
                pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&polled, 2, -1) > 0 || errno == EINTR else { return false }
            guard polled[0].revents == 0, !threads.isStopped else { return false }
            waker.reset()
        }
        return true
    }

    private func reset() -> Bool {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        return false
    }
}
