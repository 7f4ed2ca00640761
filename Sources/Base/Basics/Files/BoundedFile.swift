import Glibc

/// The bytes of a regular file, read as a whole up to a limit. A pipe, a device or a folder is refused at once: opening
/// it could block.
package struct BoundedFile: Sendable {
    package let bytes: [UInt8]
    /// True if only the file's owner may read or change it.
    package let isPrivate: Bool

    /// The people who may have access to the file.
    package enum Access: Sendable {
        case any
        /// For secrets: a file that group or others may read or change is refused unread.
        case ownerOnly
    }

    /// The treatment of a file that is longer than the limit.
    package enum Excess: Sendable {
        case refused
        /// The bytes after the limit are not read.
        case ignored
    }

    /// The reason why a file is not read; its description is a phrase without a capital or a full stop.
    package enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        case notRegular
        case tooLong(limit: Int)
        /// Group or others may read or change it.
        case exposed
        /// The system's error number.
        case system(Int32)

        /// True if there is no file of this name.
        package var isMissing: Bool { self == .system(ENOENT) || self == .system(ENOTDIR) }

        package var description: String {
            switch self {
            case .notRegular: "not a regular file"
            case .tooLong(let limit): "longer than \(ByteLimit.words(limit))"
            case .exposed: "readable by others"
            case .system(let number): SystemError.words(number)
            }
        }
    }

    package init(
        _ path: String, atMost limit: Int, access: Access = .any, excess: Excess = .refused
    ) throws(Problem) {
        // With `O_NONBLOCK`, opening a pipe in the file's place does not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        // Checks the open descriptor: the path could name another file by now.
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        let isOwnerOnly = status.st_mode & 0o077 == 0
        guard access == .any || isOwnerOnly else { throw .exposed }
        let length = Int(status.st_size)
        guard excess == .ignored || length <= limit else { throw .tooLong(limit: limit) }
        var found: [UInt8] = []
        // The file may grow meanwhile, and files of `/proc` report no length.
        let problem = WholeRead.read(
            descriptor, into: &found, expecting: min(length, limit), piece: Self.growth,
            limit: excess == .ignored ? limit - 1 : limit)
        if let problem { throw .system(problem) }
        guard found.count <= limit else { throw .tooLong(limit: limit) }
        bytes = found
        isPrivate = isOwnerOnly
    }

    /// Size of each further read, in bytes, once the length that the file had when it was opened is read.
    private static let growth = 4_096
}
