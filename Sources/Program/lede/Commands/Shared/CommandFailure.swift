import ArgumentParser
import HTTPCache
import HTTPTransport

/// Reports failures as one line on standard error and an exit status.
enum CommandFailure {
    /// The exit statuses of failures that a script may need to distinguish.
    private static let networkFailure = ExitCode(2)
    private static let notInCache = ExitCode(3)
    private static let untrusted = ExitCode(4)

    static func reported(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as CacheError {
            throw try exitCode(reporting: error)
        } catch let error as OutputError {
            Console.printError("\(error)")
            throw ExitCode.failure
        } catch let error as TransportError {
            throw try exitCode(reporting: .transport(error))
        }
    }

    private static func exitCode(reporting error: CacheError) throws -> ExitCode {
        let code = exitCode(error)
        if code == .offline { try CommandTransport.checkLibrary() }
        Console.printError("\(error)" + (code == .offline ? " (lede offline off)" : ""))
        return code
    }

    private static func exitCode(_ error: CacheError) -> ExitCode {
        switch error {
        case .notInCache: notInCache
        case .transport(let error) where error.cause == .untrusted: untrusted
        case .transport(let error) where error.cause == .offline: .offline
        // An unusable address, for which no request was sent, or a body that exceeds one of lede's limits.
        case .transport(let error) where [.badRequest, .tooLarge].contains(error.cause): .failure
        case .transport: networkFailure
        default: .failure
        }
    }
}
