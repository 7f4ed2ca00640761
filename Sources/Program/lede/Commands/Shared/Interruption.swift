import Foundation
import Synchronization

/// Runs the work in a task that Ctrl-C, SIGTERM and SIGHUP cancel; a second signal ends the process as usual. A signal
/// that was ignored when the process started (`nohup`) stays ignored.
func interruptible<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let request = CancellationRequest()
    let sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number -> (any DispatchSourceSignal)? in
        guard !startedIgnoring.contains(number) else { return nil }
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler {
            request.make()
            signal(number, SIG_DFL)
        }
        source.resume()
        return source
    }
    defer { sources.forEach { $0.cancel() } }
    let task = Task.detached { try await work() }
    request.follow { task.cancel() }
    return try await task.value
}

/// The wish to end work that may not have begun: a signal can arrive between its handler and the task.
private final class CancellationRequest: Sendable {
    private enum State {
        case unmade(cancel: (@Sendable () -> Void)?)
        case made
    }

    private let state = Mutex(State.unmade(cancel: nil))

    func make() {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .unmade(let cancel) = state else { return nil }
            state = .made
            return cancel
        }
        cancel?()
    }

    func follow(_ cancel: @escaping @Sendable () -> Void) {
        let isMade = state.withLock { state in
            guard case .unmade = state else { return true }
            state = .unmade(cancel: cancel)
            return false
        }
        if isMade { cancel() }
    }
}

/// Signals that this process inherited as ignored; read before the first handler changes.
private let startedIgnoring: Set<Int32> = Set(
    [SIGINT, SIGTERM, SIGHUP].filter { number in
        var action = sigaction()
        sigaction(number, nil, &action)
        return action.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) } == 1
    })
