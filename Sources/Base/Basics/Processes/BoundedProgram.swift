import CSystem
import Glibc

/// Runs a program that the person has configured and returns its output, such as a feed or a secret. It runs without a
/// shell; its standard error is discarded because the reader may use the terminal; it is killed at its limits.
package struct BoundedProgram: Sendable {
    /// The limits of a program.
    package struct Limits: Sendable {
        /// The run time, in seconds (default 30).
        package var time: Double
        /// The length of its output, in bytes (default: the limit of a feed document, 32 MiB).
        package var bytes: Int
        /// Its address space, in bytes (default 1 GiB); nil for no limit.
        package var memory: Int?

        package init(time: Double = 30, bytes: Int = 32 << 20, memory: Int? = 1 << 30) {
            self.time = time
            self.bytes = bytes
            self.memory = memory
        }
    }

    package enum Failure: Error, Equatable, CustomStringConvertible {
        case notStarted(String)
        case status(String, Int32)
        case timedOut(String)
        case tooLong(String)
        case cancelled

        package var description: String {
            switch self {
            case .notStarted(let name): "\(name) cannot be run"
            case .status(let name, let status): "\(name) exited with status \(status)"
            case .timedOut(let name): "\(name) took too long and was stopped"
            case .tooLong(let name): "\(name) printed too much and was stopped"
            case .cancelled: "cancelled"
            }
        }
    }

    private let words: [String]
    private let limits: Limits

    /// - Parameter words: its name and its arguments.
    package init(_ words: [String], limits: Limits = Limits()) {
        self.words = words
        self.limits = limits
    }

    /// The interval between checks for the program's end, in milliseconds.
    private static let step: Int32 = 20

    private var name: String { words.first ?? "" }

    /// Returns its standard output after it has succeeded.
    ///
    /// - Parameters:
    ///   - input: the bytes for its standard input.
    ///   - isCancelled: polled while the program runs; the program is killed once it returns true.
    package func output(
        reading input: [UInt8] = [], isCancelled: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        guard !isCancelled() else { throw .cancelled }
        var source: [Int32] = [-1, -1]
        var result: [Int32] = [-1, -1]
        // A write to a pipe without a reader would end this process (SIGPIPE); a socket can suppress the signal.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &source) == 0 else { throw .notStarted(name) }
        guard csystem_pipe(&result) == 0 else {
            source.forEach { close($0) }
            throw .notStarted(name)
        }
        let child = start(reading: source[0], writing: result[1])
        close(source[0])
        close(result[1])
        defer { close(result[0]) }
        guard let child else {
            close(source[1])
            throw .notStarted(name)
        }
        return try collect(from: result[0], input, to: source[1], child, isCancelled)
    }

    private func start(reading input: Int32, writing output: Int32) -> pid_t? {
        let spawn = Spawn(
            input: .descriptor(input), output: .descriptor(output), error: .null, hasOwnGroup: true)
        guard let child = spawn.start(words) else { return nil }
        if let memory = limits.memory { _ = csystem_limit_memory(child, memory) }
        return child
    }

    /// Writes the input and reads the output whenever either is possible, until the program ends.
    private func collect(
        from output: Int32, _ input: [UInt8], to source: Int32, _ child: pid_t, _ isCancelled: () -> Bool
    ) throws(Failure) -> [UInt8] {
        let deadline = ContinuousClock.now + .seconds(limits.time)
        _ = fcntl(source, F_SETFL, O_NONBLOCK)
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        var (open, written): (Int32?, Int) = (source, 0)
        defer { if let open { close(open) } }
        var bytes: [UInt8] = []
        while true {
            if let target = open, written == input.count || Self.write(input, &written, to: target) {
                close(target)
                open = nil
            }
            // Waits for the end of the program, not of the pipe: a daemon that it started may keep the pipe open. Reads
            // the status first, so that everything written before the end can still be read.
            let status = ExitStatus(ofEnded: child)
            let isDrained = Self.read(output, into: &bytes, limit: limits.bytes)
            guard bytes.count <= limits.bytes else {
                end(child, ended: status != nil)
                throw .tooLong(name)
            }
            if let status, isDrained {
                guard status.code == 0 else { throw .status(name, status.code) }
                return bytes
            }
            let isLate = ContinuousClock.now >= deadline
            if isLate || isCancelled() {
                end(child, ended: status != nil)
                throw isLate ? .timedOut(name) : .cancelled
            }
            if isDrained, status == nil { Self.wait(for: output) }
        }
    }

    /// Waits for more output, for about `step`.
    private static func wait(for output: Int32) {
        var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        _ = poll(&watched, 1, Self.step)
        // `poll` reports a closed output as ready each time, even while the program still runs.
        if watched.revents & Int16(POLLIN) == 0 { usleep(UInt32(Self.step) * 1_000) }
    }

    private func end(_ child: pid_t, ended: Bool) {
        kill(-child, SIGKILL)
        if !ended { _ = ExitStatus(waitingFor: child) }
    }

    /// Returns true if nothing is left to write, or if the program no longer reads.
    private static func write(_ input: [UInt8], _ written: inout Int, to descriptor: Int32) -> Bool {
        while written < input.count {
            let count = input.withUnsafeBytes {
                send(
                    descriptor, $0.baseAddress! + written, min(input.count - written, 64 << 10), Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EAGAIN || errno == EINTR { return false }
            guard count > 0 else { return true }
            written += count
        }
        return true
    }

    /// Returns true if nothing is left to read for now.
    private static func read(_ descriptor: Int32, into bytes: inout [UInt8], limit: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return count == 0 || errno != EINTR }
            bytes += buffer[..<count]
        }
        return true
    }
}
