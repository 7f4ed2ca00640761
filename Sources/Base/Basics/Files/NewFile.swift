package import Glibc

/// Creates a file that must not exist yet. If writing fails, no part of the file remains.
package enum NewFile {
    /// The reason why a file could not be written; no part of it remains.
    package struct Failure: Error, CustomStringConvertible {
        /// The system's error number.
        package let number: Int32

        /// True if there is a file of this name already.
        package var isTaken: Bool { number == EEXIST }

        package var description: String {
            isTaken ? "exists already" : "cannot be written: \(SystemError.words(number))"
        }
    }

    /// - Parameter mode: the mode of the file before the umask; 0o600 for a text that may hold secrets.
    package static func write(_ text: String, to path: String, mode: mode_t = 0o666) throws(Failure) {
        try write(Array(text.utf8), to: path, mode: mode)
    }

    /// - Parameter replacing: true to replace a regular file of this name, which keeps its mode; a link, a device or a
    ///   folder is never replaced.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: mode_t, replacing: Bool = false
    ) throws(Failure) {
        var old = stat()
        if replacing, lstat(path, &old) == 0 {
            let isFile = old.st_mode & S_IFMT == S_IFREG
            let problem = isFile ? FileReplacement.write(bytes, to: path, mode: old.st_mode & 0o777) : EPERM
            guard let problem else { return }
            throw Failure(number: problem)
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        let problem = WholeWrite.close(descriptor, after: WholeWrite.write(bytes, to: descriptor))
        guard let problem else { return }
        unlink(path)
        throw Failure(number: problem)
    }
}
