import ArgumentParser
import FeedRefresh

/// Reports a failed change of subscriptions on a server as one line on standard error and exit status 1, or 75 while lede
/// is offline.
enum ManagementFailure {
    static func reported<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as ManagementError {
            Console.printError("\(error)")
            if case .offline = error { throw ExitCode.offline }
            throw ExitCode.feedsFailed
        }
    }
}
