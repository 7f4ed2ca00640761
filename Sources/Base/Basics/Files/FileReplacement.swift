package import Glibc

/// Replaces a file as a whole: after a crash or a power cut, or on a full disk, it has all its old bytes or all its new
/// ones.
package enum FileReplacement {
    /// Returns the number of the error; nil once the new file and its name have reached the disk.
    ///
    /// - Parameter mode: the mode of the new file.
    package static func write(_ bytes: [UInt8], to path: String, mode: mode_t) -> Int32? {
        write(to: path, mode: mode) { WholeWrite.write(bytes, to: $0) }
    }

    /// Writes the new file piece by piece, as above; an error that `content` throws leaves the old file as it is.
    ///
    /// - Parameters:
    ///   - mode: the mode of the new file; nil for the usual one.
    ///   - content: writes to a descriptor; returns the number of the error.
    package static func write(
        to path: String, mode: mode_t?, _ content: (Int32) throws -> Int32?
    ) rethrows -> Int32? {
        let temporary = newPath(beside: path)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(temporary, flags, mode == nil ? 0o666 : 0o600)
        guard descriptor >= 0 else { return errno }
        var problem: Int32?
        do {
            problem = try content(descriptor)
        } catch {
            close(descriptor)
            unlink(temporary)
            throw error
        }
        if let mode, problem == nil, fchmod(descriptor, mode) != 0 { problem = errno }
        if problem == nil, fsync(descriptor) != 0 { problem = errno }
        problem = WholeWrite.close(descriptor, after: problem)
        if problem == nil, rename(temporary, path) != 0 { problem = errno }
        guard problem == nil else {
            unlink(temporary)
            return problem
        }
        syncFolder(of: path)
        return nil
    }

    /// Waits until the names in the file's folder have reached the disk.
    package static func syncFolder(of path: String) {
        let folder = path[..<nameStart(in: path)]
        let descriptor = open(folder.isEmpty ? "." : String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Maximum length of a name, in bytes (`NAME_MAX`).
    private static let nameLimit = 255

    /// Returns a path in the same folder with a random number at its end.
    private static func newPath(beside path: String) -> String {
        let start = nameStart(in: path)
        let number = ".\(UInt32.random(in: .min ... .max))"
        return path[..<start] + String(path[start...]).prefix(bytes: nameLimit - number.utf8.count) + number
    }

    private static func nameStart(in path: String) -> String.Index {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    }
}
