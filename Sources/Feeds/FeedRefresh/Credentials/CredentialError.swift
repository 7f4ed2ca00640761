/// A failure to read a secret; it never reveals any of the secret.
package enum CredentialError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(file: String)
    /// Group or others may read or change it: a file that holds a secret needs mode 600.
    case exposed(file: String)
    case notStarted(command: String)
    /// The command ended with this status; 128 plus the signal's number if a signal ended it.
    case failed(command: String, status: Int32)
    case timedOut(command: String)
    /// It is empty or too long, or holds a control character, so no header field can carry it.
    case unusable(source: String)
    /// The proxy in the configuration cannot be read, and no secret may be sent around it.
    case withheld

    package var description: String {
        switch self {
        case .unreadable(let file): "no credentials: \(file) cannot be read"
        case .exposed(let file): "no credentials: \(file) is readable by others; use chmod 600"
        case .notStarted(let command): "no credentials: \(command) cannot be run"
        case .failed(let command, let status): "no credentials: \(command) exited with status \(status)"
        case .timedOut(let command): "no credentials: \(command) did not end in time"
        case .unusable(let source): "no credentials: \(source) has no usable secret (one line, 8 KB at most)"
        case .withheld: "no credentials: no secret is sent until the proxy in config.toml can be read"
        }
    }
}
