import Basics
import FoundationEssentials

/// Runs the program that prints a secret. A password store that asks for a passphrase must use its own window or agent.
struct SecretCommand {
    /// The time after which the program is ended, in seconds (default 30).
    private static let timeLimit: TimeInterval = 30
    /// Maximum number of bytes that the program may print (default 64 KiB).
    private static let byteLimit = 64 << 10

    private let words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    /// Returns the beginning of its standard output: one byte more than `SecretSource.limit` at most.
    func output() throws(CredentialError) -> [UInt8] {
        let limits = BoundedProgram.Limits(time: Self.timeLimit, bytes: Self.byteLimit, memory: nil)
        do throws(BoundedProgram.Failure) {
            return Array(try BoundedProgram(words, limits: limits).output().prefix(SecretSource.limit + 1))
        } catch {
            switch error {
            case .notStarted(let name): throw .notStarted(command: name)
            case .status(let name, let status): throw .failed(command: name, status: status)
            case .timedOut(let name): throw .timedOut(command: name)
            case .tooLong(let name): throw .unusable(source: name)
            case .cancelled: throw .unusable(source: words.first ?? "")
            }
        }
    }
}
