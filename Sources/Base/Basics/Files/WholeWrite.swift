import Glibc

/// Writes all bytes: `write` may accept only some of them, and a signal may interrupt it.
package enum WholeWrite {
    /// Returns the error number (`errno`); nil once all bytes are written.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { write($0, to: descriptor) }
    }

    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno != EINTR { return errno }
            if count == 0 { return EIO }
            rest = rest.dropFirst(max(0, count))
        }
        return nil
    }

    /// Closes a file that was written to: some file systems report only now that they ran out of space.
    ///
    /// - Parameter problem: the error number of writing; nil if nothing failed.
    /// - Returns: `problem`, or else the error number of closing the file; nil on success.
    package static func close(_ descriptor: Int32, after problem: Int32?) -> Int32? {
        let isClosed = Glibc.close(descriptor) == 0
        return isClosed ? problem : problem ?? errno
    }
}
