import Foundation
import Glibc

/// A program on a pseudo-terminal of 100×30, which is fed keys and watched for what it paints.
final class TerminalProgram {
    private let process = Process()
    private let master: Int32
    private let launched: ContinuousClock.Instant

    /// What stops coming for so long is painted, in milliseconds.
    private static let quiet: Int32 = 60
    /// The first picture may have pauses in it.
    private static let quietAtStart: Int32 = 200
    /// A program that says nothing for so long has nothing to say.
    private static let patience: Int32 = 5_000

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

    /// How long it took until the screen began to change, and until it had changed.
    struct Painting {
        var begin: Duration
        var end: Duration
    }

    struct NothingPainted: Error {}

    /// From its start.
    func firstPicture() throws -> Painting {
        try painting(since: launched, quiet: Self.quietAtStart)
    }

    /// From a key.
    func press(_ key: String) throws -> Painting {
        let pressed = ContinuousClock.now
        _ = key.utf8.withContiguousStorageIfAvailable { write(master, $0.baseAddress, $0.count) }
        return try painting(since: pressed, quiet: Self.quiet)
    }

    /// What it holds of the machine's memory, in bytes (`VmRSS`).
    var memory: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
        }
    }

    func end() {
        process.terminate()
        // A terminal that nobody reads keeps a program from ending.
        while (try? painting(since: .now, quiet: Self.quiet)) != nil, process.isRunning {}
        process.waitUntilExit()
        close(master)
    }

    private func painting(since start: ContinuousClock.Instant, quiet: Int32) throws -> Painting {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var painting: Painting?
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, painting == nil ? Self.patience : quiet) > 0, read(master, &bytes, bytes.count) > 0 {
            let time = ContinuousClock.now - start
            painting = Painting(begin: painting?.begin ?? time, end: time)
        }
        guard let painting else { throw NothingPainted() }
        return painting
    }
}
