import Basics
import Glibc

/// The input of a command: a file, or standard input.
enum CommandInput {
    /// Reads up to the end of a file, which may be a pipe or a device: `/dev/stdin`, or the shell's `<(command)`.
    ///
    /// - Parameter name: its path; `-` is standard input.
    static func bytes(of name: String) throws(InputError) -> [UInt8] {
        let isStandard = name == "-"
        let shown = isStandard ? "standard input" : name
        let descriptor = isStandard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError(description: "\(shown): \(SystemError.words())") }
        defer { if !isStandard { close(descriptor) } }
        var bytes: [UInt8] = []
        if let problem = WholeRead.read(descriptor, into: &bytes) {
            throw InputError(description: "\(shown): \(SystemError.words(problem))")
        }
        return bytes
    }
}

/// The reason why a command's input is not read, in one line.
struct InputError: Error, CustomStringConvertible {
    let description: String
}
