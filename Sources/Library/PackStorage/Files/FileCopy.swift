import Basics
import Glibc

/// Copies a file to another file system.
enum FileCopy {
    /// The bytes that are copied at once (1 MiB).
    private static let piece = 1 << 20

    /// Returns the error number; nil once the copy has reached the disk. There is no copy after an error.
    static func copy(_ source: String, to target: String) -> Int32? {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { return errno }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { return errno }
        var problem = copy(input, to: output)
        if problem == nil, fsync(output) != 0 { problem = errno }
        problem = WholeWrite.close(output, after: problem)
        if problem != nil { unlink(target) }
        return problem
    }

    private static func copy(_ input: Int32, to output: Int32) -> Int32? {
        var buffer = [UInt8](repeating: 0, count: piece)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count == 0 { return nil }
            if count < 0 {
                guard errno == EINTR else { return errno }
                continue
            }
            if let problem = WholeWrite.write(Array(buffer.prefix(count)), to: output) { return problem }
        }
    }
}
