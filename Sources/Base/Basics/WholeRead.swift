import Glibc

/// Reads to the end of a file or a stream: `read` may return a part, and a signal may interrupt it.
package enum WholeRead {
    /// Appends all bytes; returns the number of the error, or nil once the end is reached or `limit` bytes and one more
    /// have come: that one shows that there are too many.
    ///
    /// - Parameters:
    ///   - length: the number of bytes that are expected.
    ///   - piece: the number of bytes to ask for at once after these.
    package static func read(
        _ descriptor: Int32, into bytes: inout [UInt8], expecting length: Int = 0, piece: Int = 64 << 10,
        limit: Int = .max
    ) -> Int32? {
        var count = max(length, piece)
        while bytes.count <= limit {
            var problem: Int32?
            let wanted = min(count, limit.addingSaturating(1) - bytes.count)
            let more = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
                var result = Glibc.read(descriptor, buffer.baseAddress, wanted)
                while result < 0, errno == EINTR { result = Glibc.read(descriptor, buffer.baseAddress, wanted) }
                if result < 0 { problem = errno }
                filled = max(0, result)
            }
            if let problem { return problem }
            if more.isEmpty { return nil }
            if bytes.isEmpty { bytes = more } else { bytes += more }
            count = piece
        }
        return nil
    }
}
