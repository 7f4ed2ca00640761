import Basics
import Glibc

/// The input of a command: a file, or standard input.
enum CommandInput {
    /// Maximum length of a feed, page or list of subscriptions that is read, in bytes (32 MB).
    private static let maximumSize = 32 << 20
    /// Maximum length of a file of starred articles, in bytes (256 MB): it may hold the texts of many years.
    static let maximumStarredSize = 256 << 20

    /// Reads up to the end of a file, which may be a pipe or a device: `/dev/stdin`, or the shell's `<(command)`.
    ///
    /// - Parameter name: its path; `-` is standard input.
    static func bytes(of name: String, atMost limit: Int = Self.maximumSize) throws(InputError) -> [UInt8] {
        let isStandard = name == "-"
        let shown = isStandard ? "standard input" : name
        let descriptor = isStandard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError(description: "\(shown): \(SystemError.words())") }
        defer { if !isStandard { close(descriptor) } }
        var bytes: [UInt8] = []
        if let problem = WholeRead.read(descriptor, into: &bytes, limit: limit) {
            throw InputError(description: "\(shown): \(SystemError.words(problem))")
        }
        guard bytes.count <= limit else {
            throw InputError(description: "\(shown): \(BoundedFile.Problem.tooLong(limit: limit))")
        }
        return bytes
    }
}

/// The reason why a command's input is not read, in one line.
struct InputError: Error, CustomStringConvertible {
    let description: String
}
