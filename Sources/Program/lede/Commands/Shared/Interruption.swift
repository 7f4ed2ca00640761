import ArgumentParser
import CProgram
import Foundation
import SQLiteAccess
import Synchronization

/// Runs the work in a task that Ctrl-C, SIGTERM and SIGHUP cancel. A second signal ends the process at once, and so
/// does the first while no such work runs. A signal that was ignored when the process started (`nohup`) stays ignored.
///
/// - Parameters:
///   - grace: the time that the cancelled program has to end, in seconds; after it the process is killed. That loses
///     nothing that is stored.
///   - work: the body of the task.
func interruptible<Value: Sendable>(
    grace: TimeInterval = Interruption.usualGrace, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task.detached { try await work() }
    Interruption.shared.begin(grace: grace) { task.cancel() }
    defer { Interruption.shared.end() }
    return try await task.value
}

/// The request to stop: the first Ctrl-C, SIGTERM or SIGHUP during cancellable work. It also cancels all work that
/// begins later.
final class Interruption: Sendable {
    static let shared = Interruption()

    /// The time to end after a signal, in seconds (default 2): an external command or a locked library may take longer
    /// to notice the cancellation.
    static let usualGrace: TimeInterval = 2

    private enum State {
        case idle
        case working(grace: TimeInterval, cancel: @Sendable () -> Void)
        case requested(signal: UInt8)
    }

    private let state = Mutex(State.idle)

    private init() {
        let source = cprogram_receive_stop_signals()
        guard source >= 0 else { return }
        // Uses its own thread: the pools of tasks and queues may be full of waiting work.
        Thread.detachNewThread { [self] in wait(for: source) }
    }

    var isRequested: Bool {
        state.withLock { if case .requested = $0 { true } else { false } }
    }

    /// The exit status of a command that a signal stopped; the exit status of Ctrl-C if its work was cancelled for
    /// another reason.
    var exitCode: ExitCode {
        state.withLock { state in
            guard case .requested(let signal) = state else { return ExitCode(128 + SIGINT) }
            return ExitCode(128 + Int32(signal))
        }
    }

    func begin(grace: TimeInterval, cancel: @escaping @Sendable () -> Void) {
        let isRequested = state.withLock { state in
            if case .requested = state { return true }
            state = .working(grace: grace, cancel: cancel)
            return false
        }
        guard !isRequested else { return cancel() }
        cprogram_set_working(true)
    }

    func end() {
        cprogram_set_working(false)
        state.withLock { state in
            if case .working = state { state = .idle }
        }
    }

    private func wait(for source: Int32) {
        var signal: UInt8 = 0
        while read(source, &signal, 1) != 1 {
            guard errno == EINTR else { return }
        }
        let grace = request(signal)
        Thread.sleep(forTimeInterval: grace)
        ReadOnlyCopy.removeAll()
        // Flushing could wait forever for a stopped reader of the output.
        _exit(ExitCode.interrupted.rawValue)
    }

    /// Cancels the running work; returns its grace, in seconds.
    private func request(_ signal: UInt8) -> TimeInterval {
        let running = state.withLock { state in
            defer { state = .requested(signal: signal) }
            return state
        }
        guard case .working(let grace, let cancel) = running else { return Self.usualGrace }
        cancel()
        return grace
    }
}
