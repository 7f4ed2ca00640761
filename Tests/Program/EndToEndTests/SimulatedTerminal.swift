import Foundation
import Glibc
import SpawnedPrograms

/// A pseudo-terminal that runs `lede`: the test answers queries as various terminals do.
final class SimulatedTerminal {
    /// The time and form of a reply.
    enum Delivery {
        case whole
        /// The reply is sent with a pause after every byte.
        case byteByByte
        /// The reply is sent after this many milliseconds.
        case late(Int)
        case never
    }

    /// The terminal's replies to queries.
    struct Replies: Sendable {
        var name: String?
        var attributes: String
        /// The reply to kitty's query.
        var kitty: String?

        func answer(to query: String) -> String {
            var answer = ""
            if query.contains("\u{1B}[>q"), let name { answer += "\u{1B}P>|\(name)\u{1B}\\" }
            if query.contains("\u{1B}_Gi=31,"), let kitty { answer += "\u{1B}_G\(kitty)\u{1B}\\" }
            if query.contains("\u{1B}[c") { answer += "\u{1B}[\(attributes)" }
            return answer
        }
    }

    private let master: Int32
    /// Kept open, so that unread bytes can be read after the end.
    private let slave: Int32
    private let process: pid_t
    private let replies: Replies
    private let delivery: Delivery
    private var answered = 0
    private var due: (bytes: [UInt8], at: ContinuousClock.Instant)?
    /// The time of the last reply.
    private(set) var replied = ContinuousClock.now
    /// All output of the program.
    private(set) var output: [UInt8] = []

    init(
        home: URL, _ replies: Replies, _ delivery: Delivery, arguments: [String] = [],
        term: String = "xterm-256color", terminfo: URL? = nil, locale: String = "C.UTF-8"
    ) throws {
        (self.replies, self.delivery) = (replies, delivery)
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (unlocked, number): (Int32, Int32) = (0, 0)
        _ = ioctl(master, 0x4004_5431, &unlocked)  // TIOCSPTLCK
        _ = ioctl(master, 0x8004_5430, &number)  // TIOCGPTN
        let path = "/dev/pts/\(number)"
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 640, ws_ypixel: 384)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        let variables = ["LEDE_HOME": home.path, "TERM": term, "LC_ALL": locale, "PATH": "/usr/bin:/bin"]
        process = try SpawnedProgram.start(
            Program.path, arguments,
            environment: terminfo.map { variables.merging(["TERMINFO": $0.path]) { $1 } } ?? variables,
            streams: Array(repeating: SpawnedProgram.Stream(path, O_RDWR), count: 3), hasOwnSession: true)
    }

    deinit {
        kill(process, SIGKILL)
        close(master)
        close(slave)
    }

    var text: String { String(decoding: output, as: UTF8.self) }

    func type(_ keys: String) { type(Array(keys.utf8)) }

    func type(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { _ = write(master, $0.baseAddress!, $0.count) }
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 8 * columns, ws_ypixel: 16 * rows)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Runs until the program's output since `start` contains a text.
    func play(from start: Int = 0, until text: String, seconds: Double = 60) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        // As bytes: a following combining mark would change the character.
        let wanted = Data(text.utf8)
        while Data(output[start...]).range(of: wanted) == nil {
            guard ContinuousClock.now < deadline else {
                throw TerminalFailure(
                    description:
                        "never written: \(text)\n\(String(decoding: output.suffix(4_000), as: UTF8.self).debugDescription)"
                )
            }
            turn()
        }
    }

    /// Runs for this long.
    func play(milliseconds: Int) {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < deadline { turn() }
    }

    /// Runs until the program has written nothing for this long.
    func playUntilQuiet(milliseconds: Int, seconds: Double = 60) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        var (count, deadline) = (-1, ContinuousClock.now)
        while ContinuousClock.now < deadline || output.count != count {
            if output.count != count { (count, deadline) = (output.count, .now + .milliseconds(milliseconds)) }
            guard ContinuousClock.now < end else { throw TerminalFailure(description: "endless output") }
            turn()
        }
    }

    /// Runs until the program ends; returns its exit status.
    func playToEnd(seconds: Double = 60) throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard ContinuousClock.now < deadline else { throw TerminalFailure(description: "the program does not end") }
            turn()
        }
        // Reads the last output of the program.
        try playUntilQuiet(milliseconds: 1)
        return status
    }

    /// Bytes that were sent to the program and not read.
    var unread: Int {
        var count: Int32 = 0
        _ = ioctl(slave, UInt(FIONREAD), &count)
        return Int(count)
    }

    private func turn() {
        var watched = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        if poll(&watched, 1, 5) > 0 {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(master, &buffer, buffer.count)
            if count > 0 { output += buffer[..<count] }
        }
        answer()
    }

    private func answer() {
        if due == nil {
            let query = String(decoding: output[answered...], as: UTF8.self)
            guard query.contains("\u{1B}[c") else { return }
            answered = output.count
            let bytes = Array(replies.answer(to: query).utf8)
            switch delivery {
            case .never: return
            case .late(let milliseconds): due = (bytes, .now + .milliseconds(milliseconds))
            case .whole, .byteByByte: due = (bytes, .now)
            }
        }
        guard let (bytes, time) = due, time <= .now else { return }
        due = nil
        defer { replied = .now }
        if case .byteByByte = delivery {
            for byte in bytes {
                _ = withUnsafeBytes(of: byte) { write(master, $0.baseAddress!, 1) }
                usleep(4_000)
            }
        } else {
            bytes.withUnsafeBytes { _ = write(master, $0.baseAddress!, $0.count) }
        }
    }
}
