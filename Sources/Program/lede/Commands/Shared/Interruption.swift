import Foundation

/// Runs the work in a task that Ctrl-C, SIGTERM and SIGHUP cancel; a second signal ends the process as usual. A signal
/// that was ignored when the process started (`nohup`) stays ignored.
func interruptible<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task.detached { try await work() }
    let sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number -> (any DispatchSourceSignal)? in
        guard !startedIgnoring.contains(number) else { return nil }
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler {
            task.cancel()
            signal(number, SIG_DFL)
        }
        source.resume()
        return source
    }
    defer { sources.forEach { $0.cancel() } }
    return try await task.value
}

/// Signals that this process inherited as ignored; read before the first handler changes.
private let startedIgnoring: Set<Int32> = Set(
    [SIGINT, SIGTERM, SIGHUP].filter { number in
        var action = sigaction()
        sigaction(number, nil, &action)
        return action.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) } == 1
    })
