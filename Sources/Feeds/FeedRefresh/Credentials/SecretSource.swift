import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#endif

/// The source of a secret. The secret is its first line.
package enum SecretSource: Equatable, Sendable {
    case text(String)
    /// A path; only the file's owner may have access (mode 600 or 400).
    case file(String)
    /// A program and its arguments, run without a shell.
    case command([String])

    /// The longest secret, in bytes (8 KiB).
    static let limit = 8 << 10

    /// Blocks for as long as it takes to read the file or to run the command.
    package func read() throws(CredentialError) -> String {
        let (name, bytes) = try contents()
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let secret = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard !secret.isEmpty, secret.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            let text = String(validating: secret, as: UTF8.self)
        else { throw .unusable(source: name) }
        return text
    }

    /// Reads a small file to which only its owner has access.
    static func lines(of path: String) throws(CredentialError) -> String {
        String(decoding: try contents(of: path), as: UTF8.self)
    }

    private func contents() throws(CredentialError) -> (name: String, bytes: [UInt8]) {
        switch self {
        case .text(let text): ("the configuration", Array(text.utf8))
        case .file(let path): (path, try Self.contents(of: path))
        case .command(let words): (words.first ?? "", try SecretCommand(words).output())
        }
    }

    private static func contents(of path: String) throws(CredentialError) -> [UInt8] {
        // With `O_NONBLOCK`, opening a pipe in the file's place does not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(file: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(file: path) }
        // Checks the open descriptor: the path could name another file by now.
        guard status.st_mode & 0o077 == 0 else { throw .exposed(file: path) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = Glibc.read(descriptor, &bytes, limit)
        guard count >= 0 else { throw .unreadable(file: path) }
        return Array(bytes.prefix(count))
    }
}
