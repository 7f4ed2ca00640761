internal import Basics
internal import Glibc

/// The decoder's process: it reads bytes from its standard input and writes the result to its standard output.
struct BoxProcess {
    private let id: pid_t
    private var input: Int32
    private let output: Int32

    /// Starts the program with no environment and only the descriptors 0 and 1; nil if that fails.
    init?(_ program: String, _ words: [String]) {
        var (there, back): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        // Sockets, so that writing to an ended process does not raise a signal here.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &there) == 0 else { return nil }
        guard socketpair(AF_UNIX, kind, 0, &back) == 0 else {
            there.forEach { close($0) }
            return nil
        }
        // In its own process group: it gets no signals from the terminal's keys.
        var spawn = Spawn(
            input: .descriptor(there[0]), output: .descriptor(back[1]), error: .closed, environment: .empty,
            hasOwnGroup: true)
        spawn.resetsAllSignals = true
        let started = spawn.start(["lede"] + words, file: program)
        close(there[0])
        close(back[1])
        guard let started else {
            close(there[1])
            close(back[0])
            return nil
        }
        (id, input, output) = (started, there[1], back[0])
        for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    /// Writes the bytes while reading the result, at most `limit` bytes; nil if that takes longer than `time`.
    mutating func exchange(_ bytes: [UInt8], limit: Int, within time: Duration) -> [UInt8]? {
        let deadline = ContinuousClock.now + time
        var sent = 0
        var reply: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        if bytes.isEmpty { closeInput() }
        while true {
            let rest = deadline - ContinuousClock.now
            guard rest > .zero else { return nil }
            var watched = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
            if input >= 0 { watched.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
            guard poll(&watched, nfds_t(watched.count), Int32(rest / .milliseconds(1)) + 1) > 0 else { continue }
            if watched.count > 1, watched[1].revents != 0 { send(bytes, &sent) }
            guard watched[0].revents != 0 else { continue }
            let count = read(output, &buffer, min(buffer.count, limit - reply.count))
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return reply }
            reply += buffer[..<count]
            if reply.count == limit { return reply }
        }
    }

    private mutating func send(_ bytes: [UInt8], _ sent: inout Int) {
        let count = bytes.withUnsafeBytes {
            Glibc.send(input, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count > 0 { sent += count }
        if sent == bytes.count || (count < 0 && errno != EAGAIN && errno != EINTR) { closeInput() }
    }

    private mutating func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Ends the process if it still runs, and returns its status.
    ///
    /// - Parameter timeout: the time that it has to exit on its own.
    mutating func end(within timeout: Duration) -> ExitStatus {
        closeInput()
        close(output)
        let deadline = ContinuousClock.now + timeout
        while true {
            if let status = ExitStatus(ofEnded: id) { return status }
            if ContinuousClock.now > deadline { kill(id, SIGKILL) }
            usleep(200)
        }
    }
}
