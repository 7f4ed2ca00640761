import Glibc

/// Writes all bytes: `write` may take a part of them, and a signal may interrupt it.
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
}
