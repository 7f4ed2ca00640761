import Foundation
import Glibc

/// A program on a pseudo-terminal of 100×30. Benchmarks send it keys and watch its output.
final class TerminalProgram {
    private let process = Process()
    private let master: Int32
    private let launched: ContinuousClock.Instant
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Output counts as painted after a pause of this length, in milliseconds.
    private static let quiet: Int32 = 60
    /// The length of such a pause for the first screen, whose output may contain pauses, in milliseconds.
    private static let quietAtStart: Int32 = 200
    /// Maximum wait for the first output, in milliseconds.
    private static let timeout: Int32 = 5_000

    init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        self.master = master
        let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment.merging(["TERM": "xterm-256color"]) { own, _ in own }
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        launched = .now
        try process.run()
    }

    /// The times until the screen began to change, and until it had finished changing.
    struct Painting {
        var begin: Duration
        var end: Duration
    }

    struct NothingPainted: Error {}

    /// Measures the first screen, from the program's start.
    func firstPicture() throws -> Painting {
        try painting(since: launched, quiet: Self.quietAtStart)
    }

    /// Sends a key and measures the change of the screen.
    func press(_ key: String) throws -> Painting {
        let pressed = ContinuousClock.now
        send(key)
        return try painting(since: pressed, quiet: Self.quiet)
    }

    /// Sends a key and measures the time until the output contains `sign`; then waits for the rest of `pause`.
    func press(_ key: String, until sign: String, pause: Duration) throws -> Duration {
        let pressed = ContinuousClock.now
        send(key)
        var found: Duration?
        while let bytes = next(within: found == nil ? Self.timeout : Self.left(of: pause, since: pressed)) {
            guard found == nil, bytes.contains(Array(sign.utf8)) else { continue }
            found = ContinuousClock.now - pressed
        }
        guard let found else { throw NothingPainted() }
        return found
    }

    /// The program's memory, in bytes.
    var memory: Int { ProcessMemory.now.bytes(of: process.processIdentifier) }

    func end() {
        process.terminate()
        // A program cannot end while its terminal's output is unread.
        while next(within: Self.quiet) != nil || process.isRunning {}
        process.waitUntilExit()
        close(master)
    }

    private func send(_ key: String) {
        _ = key.utf8.withContiguousStorageIfAvailable { write(master, $0.baseAddress, $0.count) }
    }

    private func painting(since start: ContinuousClock.Instant, quiet: Int32) throws -> Painting {
        var painting: Painting?
        while next(within: painting == nil ? Self.timeout : quiet) != nil {
            let time = ContinuousClock.now - start
            painting = Painting(begin: painting?.begin ?? time, end: time)
        }
        guard let painting else { throw NothingPainted() }
        return painting
    }

    /// Returns the next output; nil if none arrives within this many milliseconds, or the program has ended.
    private func next(within milliseconds: Int32) -> ArraySlice<UInt8>? {
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return nil }
        let count = read(master, &buffer, buffer.count)
        return count > 0 ? buffer.prefix(count) : nil
    }

    private static func left(of pause: Duration, since start: ContinuousClock.Instant) -> Int32 {
        max(0, Int32((start + pause - .now) / .milliseconds(1)))
    }
}
