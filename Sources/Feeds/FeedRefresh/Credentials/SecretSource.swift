import Basics

/// The source of a secret, which is the first line of the file or the output.
package enum SecretSource: Equatable, Sendable {
    case text(String)
    /// A path; only the file's owner may have access (mode 600 or 400).
    case file(String)
    /// A program and its arguments, run without a shell.
    case command([String])

    /// Maximum length of a secret, in bytes (8 KiB).
    static let limit = 8 << 10

    /// Blocks for as long as it takes to read the file or to run the command.
    package func read() throws(CredentialError) -> String {
        let (name, bytes) = try contents()
        // A part of a longer secret is of no use to the server, which would only refuse it.
        guard bytes.count <= Self.limit || bytes.contains(UInt8(ascii: "\n")) else { throw .unusable(source: name) }
        // Editors begin a file with a byte order mark, which is not part of the secret.
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let line = bytes.dropFirst(mark).prefix { $0 != UInt8(ascii: "\n") }
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
        do throws(BoundedFile.Problem) {
            return try BoundedFile(path, atMost: limit + 1, access: .ownerOnly, excess: .ignored).bytes
        } catch {
            throw error == .exposed ? CredentialError.exposed(file: path) : CredentialError.unreadable(file: path)
        }
    }
}
