import Basics
import Glibc

/// Creates a file that must not exist yet. If writing fails, no part of the file remains.
package enum NewFile {
    /// The reason why a file could not be written; no part of it remains.
    package struct Failure: Error, CustomStringConvertible {
        var number: Int32

        package var description: String {
            number == EEXIST ? "exists already" : "cannot be written: \(SystemError.words(number))"
        }
    }

    package static func write(_ text: String, to path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        var problem = WholeWrite.write(Array(text.utf8), to: descriptor)
        // Some file systems report only now that they ran out of space.
        if close(descriptor) != 0, problem == nil { problem = errno }
        guard let problem else { return }
        unlink(path)
        throw Failure(number: problem)
    }
}
