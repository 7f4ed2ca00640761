import Foundation
import ReaderEngine
import Screen
import Synchronization

/// A terminal without a tty: the test types keys, and frames are kept as text.
final class ScriptedTerminal: ReaderTerminal, @unchecked Sendable {  // All mutable state is in `script`, a mutex.
    private struct Script {
        var typed: [Input] = []
        var frames: [[String]] = []
    }

    let size = Size(columns: 80, rows: 24)
    private let script = Mutex(Script())
    private let keys = Pipe()
    private let signals = Pipe()
    private let painted = DispatchSemaphore(value: 0)
    private let woken = DispatchSemaphore(value: 0)

    var inputDescriptor: Int32 { keys.fileHandleForReading.fileDescriptor }
    var signalDescriptor: Int32 { signals.fileHandleForReading.fileDescriptor }
    var isAskedToEnd: Bool { false }
    var usesMouse: Bool {
        get { false }
        set {}
    }
    var showsLinks: Bool {
        get { false }
        set {}
    }
    var hasUnpaintedLinks: Bool { false }
    var undecidedTime: Duration? { nil }
    var pictures: TerminalPictures { TerminalPictures() }

    /// The number of frames painted so far.
    var frameCount: Int { script.withLock(\.frames.count) }

    /// Waits until the loop has woken up once more; false if it sleeps for so long.
    func wakes(within seconds: Double) -> Bool {
        woken.wait(timeout: .now() + seconds) == .success
    }

    func type(_ keys: String...) {
        script.withLock { script in script.typed += keys.map { .key(Key($0)!) } }
        self.keys.fileHandleForWriting.write(Data([1]))
    }

    func type(text: String) {
        script.withLock { script in script.typed += text.map { .key(Key($0 == " " ? "Space" : String($0))!) } }
        keys.fileHandleForWriting.write(Data([1]))
    }

    /// Closes the terminal, as closing its window does.
    func hangUp() {
        keys.fileHandleForWriting.closeFile()
    }

    /// Waits until a frame shows all the texts; false after 20 s.
    func shows(_ texts: String...) -> Bool {
        while true {
            let screen = script.withLock { $0.frames.last?.joined(separator: "\n") ?? "" }
            if texts.allSatisfy(screen.contains) { return true }
            if painted.wait(timeout: .now() + 20) == .timedOut { return false }
        }
    }

    func read() -> [Input] {
        woken.signal()
        return script.withLock { script in
            guard !script.typed.isEmpty else { return [] }
            _ = keys.fileHandleForReading.availableData
            defer { script.typed = [] }
            return script.typed
        }
    }

    func paint(_ frame: Frame) {
        script.withLock { $0.frames.append(frame.lines) }
        painted.signal()
    }

    func invalidate() {}
    func whileSuspended<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
    func lend(to program: Int32) {}
    func suspend() {}
    func send(_ bytes: [UInt8]) {}
    func paintLinks() {}
    func inquire(mayHavePlaceholders: Bool) {}
    func askForBackground() {}
    func dequeueBackground() -> Bool? { nil }
}
