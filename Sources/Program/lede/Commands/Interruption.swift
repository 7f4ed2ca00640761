import Foundation

/// Runs the work in a task that Ctrl-C and SIGTERM cancel; a second one ends the process as usual.
func interruptible<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task.detached { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
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
