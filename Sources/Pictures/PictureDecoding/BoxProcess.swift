internal import Glibc

/// The decoder's process: it reads bytes from its standard input and writes the answer to its standard output.
struct BoxProcess {
    private let id: pid_t
    private var input: Int32
    private let output: Int32

    /// Starts the program; nil if that fails. It gets no environment, and only the descriptors 0 and 1.
    init?(_ program: String, _ words: [String]) {
        var (there, back): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        // Sockets, so that writing to an ended process raises no signal here.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &there) == 0 else { return nil }
        guard socketpair(AF_UNIX, kind, 0, &back) == 0 else {
            there.forEach { close($0) }
            return nil
        }
        let started = Self.spawn(program, words, input: there[0], output: back[1])
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

    private static func spawn(_ program: String, _ words: [String], input: Int32, output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (defaults, blocked) = (sigset_t(), sigset_t())
        sigfillset(&defaults)
        sigemptyset(&blocked)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        // In its own process group: it gets no signals from the terminal's keys.
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = (["lede"] + words).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var child: pid_t = 0
        return posix_spawn(&child, program, &actions, &attributes, &arguments, &environment) == 0 ? child : nil
    }

    /// Writes the bytes and reads the answer, at most `limit` bytes, at the same time; nil if the time is over.
    mutating func exchange(_ bytes: [UInt8], limit: Int, within time: Duration) -> [UInt8]? {
        let deadline = ContinuousClock.now + time
        var sent = 0
        var answer: [UInt8] = []
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
            let count = read(output, &buffer, min(buffer.count, limit - answer.count))
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return answer }
            answer += buffer[..<count]
            if answer.count == limit { return answer }
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

    /// Ends the process if it still runs, and returns its status in the form of `waitpid`.
    ///
    /// - Parameter patience: the time that it has to end by itself.
    mutating func end(within patience: Duration) -> Int32 {
        closeInput()
        close(output)
        var status: Int32 = 0
        let deadline = ContinuousClock.now + patience
        while case let ended = waitpid(id, &status, WNOHANG), ended == 0 || ended < 0 && errno == EINTR {
            if ContinuousClock.now > deadline { kill(id, SIGKILL) }
            usleep(200)
        }
        return status
    }
}
